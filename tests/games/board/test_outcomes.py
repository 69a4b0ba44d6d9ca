"""How games end by the board alone."""

import pytest

from games.board.outcome import Outcome, Result, outcome
from games.board.position import Game, Side, opening
from tests.games.board.boards import nard, of
from tests.games.board.oracle import needs_oracle, position_of, rows

RESULTS = {1: Result.SINGLE, 2: Result.GAMMON, 3: Result.BACKGAMMON}


@pytest.mark.parametrize("game", Game)
def test_a_game_that_goes_on_has_no_outcome(game):
    assert outcome(opening(game)) is None


@needs_oracle
@pytest.mark.parametrize("side", Side)
def test_every_final_board_counts_what_other_engines_say(side):
    for row in rows("final"):
        position, expected = position_of(row, side), Outcome(side, RESULTS[row["multiplier"]])
        assert outcome(position) == outcome(position.passed()) == expected, row["id"]
        assert expected.multiplier() == row["multiplier"]


@needs_oracle
def test_every_final_board_of_long_nard_counts_as_it_should():
    for row in rows("long_nard_final"):
        over = outcome(position_of(row).passed())
        assert (over.winner, over.result) == (Side.WHITE, row["result"])
        assert over.multiplier() == row["stake_mars_setting"]
        assert over.multiplier(mars_counts=False) == row["stake_oin_setting"]


def test_a_checker_on_the_bar_makes_it_a_backgammon():
    assert outcome(of("off(15)", "bar 1(14)")).result is Result.BACKGAMMON
    assert outcome(of("off(15)", "19 1(14)")).result is Result.BACKGAMMON
    assert outcome(of("off(15)", "18 1(14)")).result is Result.GAMMON


WHITE_DONE = nard("3(2)", "off(15)", turn=Side.BLACK)


def test_black_has_a_last_roll_where_the_house_rules_grant_it():
    assert outcome(WHITE_DONE, last_roll=True) is None
    assert outcome(WHITE_DONE) == Outcome(Side.WHITE, Result.OIN)


def test_a_game_that_both_finish_is_drawn():
    done = nard("off(15)", "off(15)")
    assert outcome(done, last_roll=True) == Outcome(None, Result.DRAW)
    assert Outcome(None, Result.DRAW).multiplier() == 0


def test_after_the_last_roll_the_first_mover_has_won_and_mars_is_judged_then():
    assert outcome(nard("off(15)", "3"), last_roll=True) == Outcome(Side.WHITE, Result.OIN)
    assert outcome(nard("off(15)", "3(15)"), last_roll=True) == Outcome(Side.WHITE, Result.MARS)


def test_the_first_mover_has_no_last_roll():
    black_done = nard("3(2)", "off(15)")
    assert outcome(black_done, last_roll=True) == Outcome(Side.BLACK, Result.OIN)
