"""One game against the practice opponent, from its beginning to its end."""

import json
import random
from dataclasses import replace

import pytest

from games.board.errors import IllegalPlay
from games.board.outcome import Result
from games.board.plays import legal_plays
from games.board.position import Game
from games.practice import OPPONENT, YOU, NotNow, Practice, begun, from_document, to_document
from tests.games.board.boards import of


def dice(*faces):
    """Dice that show these faces in turn."""
    return iter(faces).__next__


AHEAD = Practice(of("6(2)", "6(10)"))
"""The reader is to roll and far ahead; the opponent has borne off, too."""
LEVEL = Practice(of("6(5) 5(5)", "6(5) 5(5)"))


def test_the_higher_die_begins_and_equal_ones_are_thrown_again():
    assert begun(Game.BACKGAMMON, dice(3, 3, 5, 2)).dice == (5, 2)
    game = begun(Game.BACKGAMMON, dice(1, 3))
    assert (game.done[0].by, game.done[0].dice, game.may_roll) == (OPPONENT, (3, 1), True)


def test_the_reader_begins_long_nard_and_knows_no_cube():
    game = begun(Game.LONG_NARD, dice())
    assert game.may_roll
    assert not game.may_double


def test_the_opponent_answers_a_play_at_once():
    game = begun(Game.BACKGAMMON, dice(3, 1)).played("8/5 6/5", dice(6, 4))
    assert [(one.by, one.dice) for one in game.done] == [(YOU, (3, 1)), (OPPONENT, (6, 4))]
    assert game.may_roll


def test_a_double_is_dropped_far_behind_and_taken_when_level():
    dropped = AHEAD.doubled()
    assert (dropped.over.winner, dropped.points, dropped.cube) == (YOU, 1, 1)
    taken = LEVEL.doubled()
    assert (taken.cube, taken.owner, taken.may_roll, taken.may_double) == (2, OPPONENT, True, False)


@pytest.fixture
def offered():
    """The opponent, far ahead, has doubled after the reader's play."""
    game = Practice(of("6(5) 5(5)", "1(3)"), dice=(2, 1)).played("6/4 6/5", dice())
    assert game.offered is OPPONENT
    return game


def test_the_opponents_double_waits_for_an_answer(offered):
    with pytest.raises(NotNow):
        offered.rolled(dice(1, 2))
    with pytest.raises(NotNow):
        offered.doubled()


def test_a_taken_double_is_the_readers_cube_and_the_opponent_rolls(offered):
    game = offered.answered(True, dice(2, 1))
    assert (game.cube, game.owner, game.may_double) == (2, YOU, True)
    assert game.done[-1].dice == (2, 1)


def test_a_dropped_double_ends_the_game(offered):
    game = offered.answered(False, dice())
    assert (game.over.winner, game.points) == (OPPONENT, 1)


def test_what_is_won_counts_by_the_cube():
    game = replace(Practice(of("1(2)", "20(15)"), dice=(2, 1)), cube=4).played("1/off(2)", dice())
    assert (game.over.result, game.points) == (Result.BACKGAMMON, 12)


@pytest.mark.parametrize(
    "act",
    [
        lambda game: game.played("6/5", dice()),
        lambda game: game.answered(True, dice()),
        lambda game: game.rolled(dice(1, 2)).rolled(dice(1, 2)),
        lambda game: game.rolled(dice(1, 2)).doubled(),
        lambda game: game.doubled().doubled(),
    ],
)
def test_what_is_not_due_is_refused(act):
    with pytest.raises(NotNow):
        act(LEVEL)


def test_a_play_against_the_rules_is_refused():
    with pytest.raises(IllegalPlay):
        begun(Game.BACKGAMMON, dice(3, 1)).played("24/20 6/3", dice())


@pytest.mark.parametrize("kind", Game)
def test_whole_games_end_and_are_kept_as_they_stand(kind):
    """Whatever the reader does, and through what the session keeps of every moment."""
    chance = random.Random(7)

    def die():
        return chance.randint(1, 6)

    for _game in range(5):
        game, moments = begun(kind, die), 0
        while game.over is None:
            game = _some_act(game, chance, die)
            assert from_document(json.loads(json.dumps(to_document(game)))) == game
            moments += 1
            assert moments < 1000
        assert game.points >= 1


def _some_act(game, chance, die):
    if game.offered:
        return game.answered(chance.random() < 0.8, die)
    if game.dice is None:
        return game.doubled() if game.may_double and chance.random() < 0.1 else game.rolled(die)
    return game.played(chance.choice(legal_plays(game.position, game.dice)).notation, die)
