"""The practice opponent: which play it likes best, when it doubles, when it takes."""

import pytest

from games.board.plays import legal_plays
from games.board.position import Game, opening
from games.board.practice import chosen, doubles, takes
from tests.games.board.boards import nard, of


def plays(position, *dice):
    return chosen(legal_plays(position, dice)).notation


def test_it_bears_off_before_anything_else():
    assert plays(of("6 5 2 1", "24"), 6, 5) == "6/off 5/off"


def test_it_hits_before_it_is_safe():
    assert plays(of("13(2) 8(3) 6(5) 24(2)", "17(2) 20 1(12)"), 3, 1).count("*") == 1


def test_it_leaves_fewest_lone_checkers():
    assert plays(opening(Game.BACKGAMMON), 3, 1) == "8/5 6/5"


def test_of_several_alike_it_takes_the_first_as_they_are_written():
    liked = legal_plays(opening(Game.BACKGAMMON), (6, 5))
    assert plays(opening(Game.BACKGAMMON), 6, 5) == chosen(reversed(list(liked))).notation


def test_where_nothing_can_be_played_it_plays_nothing():
    assert plays(of("bar 6(14)", "1(2) 2(2) 3(2) 4(2) 5(2) 6(2) 12(3)"), 6, 5) == "-"


def test_at_long_nard_it_leaves_the_head():
    assert plays(opening(Game.LONG_NARD), 2, 1).startswith("24/")


def test_at_long_nard_it_bears_off_most():
    assert plays(nard("1 2 3 off(12)", "24(15)"), 2, 1) == "2/off 1/off"


@pytest.mark.parametrize(("theirs", "wants"), [("24(4) 7 4", False), ("24(4) 8 4", True)])
def test_it_doubles_from_eight_percent_ahead(theirs, wants):
    """100 pips against 107 and 108."""
    position = of("24(4) 4", theirs)
    assert position.pips[0] == 100
    assert doubles(position) is wants


@pytest.mark.parametrize(("mine", "wants"), [("24(4) 12 4", True), ("24(4) 12 5", False)])
def test_it_takes_to_twelve_percent_behind(mine, wants):
    """100 pips against 112 and 113."""
    assert takes(of("24(4) 4", mine)) is wants


def test_nobody_doubles_at_the_start():
    assert not doubles(opening(Game.BACKGAMMON))
