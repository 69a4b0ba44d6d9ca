"""A play made step by step: only legal steps lead on, and the whole of it is the play that was meant."""

import pytest

from games.board.position import Game, Position, opening
from games.board.turns import HeadException
from games.table_page.making import Asked, asked, making
from tests.games.board.boards import of
from tests.games.games_on_board import whole_game

WHITE = HeadException.WHITE


@pytest.mark.parametrize("game", list(Game))
@pytest.mark.parametrize("seed", range(1, 6))
def test_every_play_of_a_game_can_be_made_in_its_steps(game: Game, seed: int) -> None:
    for dice, play in whole_game(seed, game):
        steps = tuple((step.source, step.target) for step in play.ways[0])
        made = making(play.turn.position, dice, steps, WHITE)
        assert made.is_whole
        assert (made.moves, made.position) == (play.notation, play.left)


def test_a_turn_stops_at_the_first_step_that_nobody_could_make() -> None:
    made = making(opening(Game.BACKGAMMON), (3, 1), ((8, 5), (24, 12), (6, 5)), WHITE)
    assert made.text == "8-5"
    assert not made.is_whole


def test_the_only_play_is_made_at_once() -> None:
    made = making(opening(Game.LONG_NARD), (6, 5), (), WHITE)
    assert (made.forced, made.moves, made.is_whole) == (True, "24/13", True)


def test_where_nothing_can_be_played_the_turn_is_whole_without_a_step() -> None:
    made = making(_shut_out(), (6, 6), (), WHITE)
    assert (made.forced, made.moves, made.made) == (True, "-", ())


def test_an_address_is_read_and_what_cannot_be_read_left_out() -> None:
    assert asked({"steps": "13-7", "step": "8-7", "turn": "1-2"}) == Asked("1-2", ((13, 7), (8, 7)))
    assert asked({"steps": "13-7.8-7", "back": "1"}).steps == ((13, 7),)
    assert asked({"from": "25"}).chosen == 25
    assert asked({"from": "x", "steps": "a-b", "board": "begin"}) == Asked(begins=True)
    assert len(asked({"steps": ".".join(["6-5"] * 99)}).steps) == 4


def _shut_out() -> Position:
    return of("bar 6(14)", "6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 13(3)")
