"""Positions: what they hold, how they are seen from the other side, and what is wrong with those that cannot be."""

from random import Random

import pytest

from games.board.errors import InvalidPosition
from games.board.position import BAR, OFF, Game, Position, Side, opening
from tests.games.board import chance
from tests.games.board.boards import nard, of

START = opening(Game.BACKGAMMON)


def test_a_game_begins_with_the_same_pips_for_both():
    assert START.pips == (167, 167)
    assert opening(Game.LONG_NARD).pips == (360, 360)


def test_a_checker_on_the_bar_has_twenty_five_pips_to_go():
    assert of("bar 13(14)", "bar(2) 1(13)").pips == (25 + 14 * 13, 50 + 13)


def test_an_opening_looks_the_same_to_both():
    for game in Game:
        assert opening(game).passed() == opening(game, Side.BLACK)


def test_long_nard_is_numbered_half_way_round_by_the_other_side():
    position = nard("24(14) 20", "24(13) 22 4")
    assert position.points[15] == -1
    assert position.passed() == nard("24(13) 22 4", "24(14) 20", turn=Side.BLACK)


@pytest.mark.parametrize("game", Game)
def test_seen_from_the_other_side_and_back_a_position_is_itself(game):
    random = Random(3)
    for _number in range(200):
        position = chance.any_position(random, game)
        other = position.passed()
        assert other.passed() == position
        assert (other.pips, other.off, other.bar) == (position.pips[::-1], position.off[::-1], position.bar[::-1])


def test_a_position_is_a_value():
    assert len({START, opening(Game.BACKGAMMON), START.passed().passed()}) == 1
    with pytest.raises(AttributeError):
        START.turn = Side.BLACK


def test_checkers_can_be_counted_place_by_place():
    position = of("bar 24 6(12)", "24(15)")
    assert [position.count(place) for place in (BAR, 24, 6, 1, OFF)] == [1, 1, 12, -15, 1]


def test_missing_checkers_are_borne_off():
    assert of("6(2)", "1").off == (13, 14)


def codes(game=Game.BACKGAMMON, points=START.points, bar=(0, 0), off=(0, 0)):
    with pytest.raises(InvalidPosition) as refused:
        Position.of(game, points, bar, off)
    assert refused.value.code == "invalid_position"
    return [fault.code for fault in refused.value.message.values["faults"]]


def test_everything_that_is_wrong_is_told():
    points = [15, *[0] * 22, -15]
    assert codes(points=points, off=(1, 2)) == ["checkers_of_mover", "checkers_of_other"]
    assert codes(points=points[1:]) == ["points_missing"]
    assert codes(points=[15.0, *points[1:]]) == ["not_whole"]
    assert codes(points=[True, *points[1:]]) == ["not_whole"]
    assert codes(points=points, bar=(0, -1), off=(0, 1)) == ["less_than_none"]
    assert codes(points=points, bar=(0, 0, 0)) == ["two_sides"]
    assert codes(points=[0] * 24, off=(15, 15)) == ["both_finished"]
    assert codes(points=[10**30, *points[1:]]) == ["checkers_of_mover"]


def test_long_nard_has_no_bar():
    assert codes(Game.LONG_NARD, (*opening(Game.LONG_NARD).points[:23], 14), bar=(1, 0)) == ["no_bar"]


def test_both_sides_cannot_wait_before_closed_boards():
    points = [2] * 6 + [0] * 12 + [-2] * 6
    assert codes(points=points, bar=(3, 3)) == ["both_shut_out"]


def test_the_error_shows_the_board_and_says_what_is_wrong():
    with pytest.raises(InvalidPosition, match=r"16 checkers in all; it must be 15\. Given: .*16, 0"):
        Position.of(Game.BACKGAMMON, [16, *[0] * 23], off=(0, 15))
