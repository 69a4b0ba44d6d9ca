"""The fast generator against the naive one, on random positions and rolls of both games."""

from random import Random

import pytest

from games.board.plays import legal_plays
from games.board.position import Game, Side
from games.board.turns import HeadException
from tests.games.board import chance, naive


def as_naive(position):
    bar, their_bar = position.bar
    return [position.off[0], *position.points, bar, their_bar]


def naive_results(position, dice):
    board = as_naive(position)
    if position.game is Game.BACKGAMMON:
        return naive.backgammon(board, dice)
    first_turn = board[24] == 15 and dice[0] == dice[1] and dice[0] in (3, 4, 6)
    after_five_five = dice == (4, 4) and (board[12], board[16]) == (-14, -1)
    return naive.long_nard(board, dice, 2 if first_turn and not after_five_five else 1)


def disagreements(game, count, seed):
    random = Random(seed)
    for _number in range(count):
        position, dice = chance.any_position(random, game), chance.roll(random)
        fast = {tuple(as_naive(play.left)) for play in legal_plays(position, dice, head_exception=HeadException.BOTH)}
        if fast != naive_results(position, dice):
            yield str(position), dice


@pytest.mark.parametrize("game", Game)
def test_the_fast_and_the_naive_generator_agree(game):
    assert list(disagreements(game, 300, seed=500)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", Game)
def test_they_agree_on_twenty_thousand_positions(game):
    assert list(disagreements(game, 20_000, seed=20_000)) == []


def test_what_a_side_is_called_changes_nothing_in_backgammon():
    random = Random(7)
    for _number in range(100):
        position, dice = chance.any_position(random, Game.BACKGAMMON), chance.roll(random)
        other = type(position)(position.game, Side.BLACK, position.men)
        plays = (legal_plays(position, dice), legal_plays(other, dice))
        assert [play.packed for play in plays[0]] == [play.packed for play in plays[1]]
