"""The board of a game with the cube and score around it, as other programs see it, and what may be played."""

from __future__ import annotations

from typing import Final

from games.board.plays import Plays, legal_plays
from games.board.position import Position
from games.board.situation import Pending, Situation
from games.board.turns import Dice
from games.rules.board_play import COLOURS, SIDES
from games.rules.board_state import Board
from games.rules.cubes import Cube, Owner, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.match import is_crawford
from games.rules.refusals.board import NoBoard, RollFirst
from games.rules.settings import Jacoby, Kind
from games.rules.state import TableState

PENDING: Final = {0: Pending.DOUBLE, 1: Pending.BEAVER}
OWNERS: Final = {Owner.CENTRE: None, Owner.BOX: COLOURS[Side.BOX], Owner.MEMBER: COLOURS[Side.TEAM]}


def mover_of(game: LiveGame, position: Position) -> Seat:
    """Return who moves the checkers of the side on turn: the box, or the captain as he is now."""
    return game.player_of(SIDES[position.turn])


def plays_now(state: TableState) -> tuple[LiveGame, Board, Dice, Plays]:
    """Return the game, its board, the dice that lie there, and every legal play of them, each once by where it leads.

    Raises NoBoard in a game that is not recorded roll by roll, RollFirst before the dice are thrown.
    """
    game = state.current
    if game is None or game.board is None:
        raise NoBoard()
    if game.board.dice is None:
        raise RollFirst()
    plays = legal_plays(game.board.position, game.board.dice, head_exception=state.rules.head_exception)
    return game, game.board, game.board.dice, plays


def situation_of(state: TableState, game: LiveGame, board: Board) -> Situation:
    """Return the board with what other programs want to know of it; the box is White.

    The cube is that of the captain: a chouette has more of them than any such text holds.
    """
    rules, is_match = state.rules, state.opening.kind is Kind.MATCH
    cube = game.cubes[game.leader]
    score = state.score
    position, pending = _asked(board.position, cube)
    return Situation(
        position=position,
        cube=cube.value if cube.offer is None else cube.offer.price,
        owner=OWNERS[cube.owner],
        dice=board.dice,
        score=(score.get(game.box, 0), score.get(game.opponent, 0)),
        target=rules.target if is_match else 0,
        crawford=is_match and is_crawford(state),
        jacoby=None if is_match else rules.jacoby is not Jacoby.NONE,
        beavers=None if is_match else rules.animals != 0,
        cap=rules.cap,
        pending=pending,
    )


def _asked(position: Position, cube: Cube) -> tuple[Position, Pending | None]:
    """Return what waits for an answer, on the turn of whoever asks."""
    if cube.offer is None:
        return position, None
    asks = COLOURS[cube.offer.answerer.other]
    seen = position if position.turn is asks else position.passed()
    return seen, PENDING.get(cube.offer.level, Pending.RACCOON)
