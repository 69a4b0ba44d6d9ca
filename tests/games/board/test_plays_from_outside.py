"""All legal plays against the answers of other engines, and the counts of perft tables."""

import pytest

from games.board.notation import NO_MOVE
from games.board.plays import legal_plays, play
from games.board.position import Game, Side, opening
from games.board.turns import HeadException
from tests.games.board.oracle import document, encoded, needs_oracle, position_of, rows

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]

pytestmark = needs_oracle


def results(position, dice):
    return [encoded(play.left) for play in legal_plays(position, dice, head_exception=HeadException.BOTH)]


@pytest.mark.parametrize("name", ["backgammon", "long_nard"])
def test_every_row_has_exactly_the_results_that_other_engines_found(name):
    different = [
        row["id"]
        for row in rows(name)
        if sorted(results(position_of(row), tuple(row["dice"]))) != sorted(row["results"])
    ]
    assert different == []


@pytest.mark.parametrize("name", ["backgammon", "long_nard"])
def test_the_order_of_the_dice_makes_no_difference(name):
    for row in rows(name)[::7]:
        position, (high, low) = position_of(row), row["dice"]
        assert sorted(results(position, (low, high))) == sorted(results(position, (high, low)))


def test_a_play_uses_as_many_dice_as_other_engines_say():
    for row in [*rows("backgammon")[::5], *rows("long_nard")[::5]]:
        turn = legal_plays(position_of(row), tuple(row["dice"]), head_exception=HeadException.BOTH)[0].turn
        assert turn.most(turn.position, turn.all_dice) == row["dice_used"], row["id"]


def rows_with_moves(step):
    return [row for row in rows("backgammon") if row.get("gnubg_moves")][::step]


def written_otherwise(checked):
    return [
        row["id"]
        for row in checked
        if {play.notation for play in legal_plays(position_of(row), tuple(row["dice"]))} != set(row["gnubg_moves"])
    ]


def test_plays_are_written_as_gnu_backgammon_writes_them():
    assert written_otherwise(rows_with_moves(20)) == []


@pytest.mark.long
def test_all_plays_are_written_as_gnu_backgammon_writes_them():
    assert written_otherwise(rows_with_moves(1)) == []


def read_otherwise(checked):
    return [
        (row["id"], text)
        for row in checked
        for one in legal_plays(position_of(row), tuple(row["dice"]), head_exception=HeadException.BOTH)
        for text in one.notations
        if play(position_of(row), tuple(row["dice"]), text, head_exception=HeadException.BOTH) != one
    ]


@pytest.mark.parametrize("name", ["backgammon", "long_nard"])
def test_what_is_written_is_read_as_the_same_play(name):
    assert read_otherwise(rows(name)[::40]) == []


@pytest.mark.long
@pytest.mark.parametrize("name", ["backgammon", "long_nard"])
def test_all_that_is_written_is_read_as_the_same_play(name):
    assert read_otherwise(rows(name)) == []


def test_backgammon_has_the_published_number_of_plays_after_one_and_two_turns():
    perft, start = document("perft.json"), opening(Game.BACKGAMMON)
    first = {roll: legal_plays(start, roll) for roll in ROLLS}
    assert {f"{high}{low}": len(plays) for (high, low), plays in first.items()} == perft["ply1_per_roll"]
    after = {play.position for plays in first.values() for play in plays}
    assert len(after) == perft["ply1_distinct"]
    second = {roll: sum(len(legal_plays(position, roll)) for position in after) for roll in ROLLS}
    assert {f"{high}{low}": count for (high, low), count in second.items()} == perft["ply2_sum_per_roll"]
    ends = {play.position for position in after for roll in ROLLS for play in legal_plays(position, roll)}
    assert len(ends) == perft["ply2_distinct_positions"]


def test_long_nard_has_the_known_number_of_plays_after_one_and_two_turns():
    perft, start = document("perft_long_nard.json"), opening(Game.LONG_NARD)
    first = {roll: legal_plays(start, roll) for roll in ROLLS}
    assert {f"{high}{low}": len(plays) for (high, low), plays in first.items()} == perft["ply1_per_roll"]
    after = {play.position for plays in first.values() for play in plays}
    assert len(after) == perft["ply1_distinct"]
    second = [
        play.position
        for position in after
        for roll in ROLLS
        for play in legal_plays(position, roll, head_exception=HeadException.BOTH)
    ]
    assert (len(second), len(set(second))) == (perft["ply2_sum"], perft["ply2_distinct"])


def test_where_nothing_can_be_played_the_only_play_moves_nothing():
    for row in rows("backgammon"):
        if row["dice_used"] == 0:
            (only,) = legal_plays(position_of(row, Side.BLACK), tuple(row["dice"]))
            assert only.notations == (NO_MOVE,)
            assert only.position.turn is Side.WHITE
