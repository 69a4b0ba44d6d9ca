"""Whatever stands on a table's board can be written as other programs read it, and comes back the same."""

import pytest

from games.board.gnubg_ids import format_gnubg_id
from games.board.position import Game, Side
from games.board.situation import Pending
from games.board.xgid import format_xgid, parse_xgid
from games.rules.board_situation import mover_of, plays_now, situation_of
from games.rules.cubes import Owner
from games.rules.errors import RuleViolation
from games.rules.history import begin
from tests.games.rules.nights import random_board_game

SEEDS = range(30)


def boards(seed):
    """Yield the table, game and board after every act that left a board."""
    opening, log = random_board_game(seed)
    history = begin(opening)
    for action in log:
        history = history.extended(action)
        game = history.state.current
        if game is not None and game.board is not None:
            yield history.state, game, game.board


@pytest.mark.parametrize("seed", SEEDS)
def test_every_board_of_backgammon_comes_back_from_its_xgid(seed):
    for state, game, board in boards(seed):
        situation = situation_of(state, game, board)
        if board.position.game is Game.LONG_NARD:
            assert situation.position == board.position
            continue
        again = parse_xgid(format_xgid(situation))
        assert (again.position, again.dice, again.cube, again.owner, again.score, again.pending) == (
            situation.position,
            situation.dice,
            situation.cube,
            situation.owner,
            situation.score,
            situation.pending,
        )
        if situation.pending in (None, Pending.DOUBLE):
            assert format_gnubg_id(situation)


@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_asks_is_on_turn_while_a_cube_waits(seed):
    for state, game, board in boards(seed):
        situation = situation_of(state, game, board)
        cube = game.cubes[game.acting_captain or game.captain]
        assert (situation.pending is None) == (cube.offer is None)
        if cube.offer is None:
            assert situation.position == board.position
            assert (situation.owner is None) == (cube.owner is Owner.CENTRE)


@pytest.mark.parametrize("seed", SEEDS)
def test_there_are_legal_plays_whenever_dice_lie_there_and_never_else(seed):
    for state, game, board in boards(seed):
        if board.dice is None:
            with pytest.raises(RuleViolation):
                plays_now(state)
            continue
        assert len(plays_now(state)[-1]) >= 1
        assert (mover_of(game, board.position) == game.box) == (board.position.turn is Side.WHITE)
