"""A row of the command `legal_plays`: a board as a list of numbers, a roll, and what it may lead to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final, TypeVar

from games.board.errors import InvalidPosition, InvalidRow
from games.board.plays import plays_of
from games.board.position import CHECKERS, POINTS, Game, Position, Side
from games.board.single_steps import HEAD
from games.board.turns import HeadException, Turn

Choice = TypeVar("Choice", bound=StrEnum)

LENGTHS: Final = {Game.BACKGAMMON: POINTS + 2, Game.LONG_NARD: POINTS}


def legal_results(row: object) -> list[list[int]]:
    """Return the boards that a row may lead to, in the encoding it has, in their order as lists.

    A board is points 1 to 24 by the mover's numbers, his checkers counted up; in backgammon his bar and the other's
    follow. Checkers that are missing are borne off. In long nard a first turn may be denied by `first_turn`; as a row
    does not say who is White, both have the head exception unless `head_exception` and `turn` say otherwise.
    Raises `InvalidRow`, `InvalidDice` or `InvalidPosition`.
    """
    if not isinstance(row, Mapping) or not {"game", "board", "dice"} <= set(row):
        raise InvalidRow("not_a_row", row)
    turn = _turn_of(row, position_of(row))
    return sorted(numbers_of(play.left) for play in plays_of(turn))


def position_of(row: Mapping[str, object]) -> Position:
    """Return the position of a row's `game`, `board`, `off` and `turn`; raise `InvalidRow` or `InvalidPosition`."""
    game, board = _choice(row, "game", Game, None), row["board"]
    if not isinstance(board, list) or len(board) != LENGTHS[game] or not all(type(count) is int for count in board):
        raise InvalidRow("not_a_board", board, game=game, length=LENGTHS[game])
    mine, theirs = board[POINTS:] if game is Game.BACKGAMMON else (0, 0)
    side = _choice(row, "turn", Side, Side.WHITE)
    try:
        return Position.of(game, board[:POINTS], (mine, theirs), _off(row), side)
    except InvalidPosition as error:
        raise InvalidPosition("invalid_position", board, **error.message.values) from None


def _off(row: Mapping[str, object]) -> tuple[int, int] | None:
    match row.get("off"):
        case None:
            return None
        case [int(mine), int(theirs)]:
            return mine, theirs
        case off:
            raise InvalidRow("not_off", off)


def numbers_of(position: Position) -> list[int]:
    """Return a board as a row has it, by its mover's numbers."""
    points = list(position.points)
    return points if position.game is Game.LONG_NARD else [*points, *position.bar]


def _turn_of(row: Mapping[str, object], position: Position) -> Turn:
    dice = row["dice"]
    exception = _choice(row, "head_exception", HeadException, HeadException.BOTH)
    turn = Turn.of(position, tuple(dice) if isinstance(dice, list) else dice, exception)  # type: ignore[arg-type]
    first_turn = row.get("first_turn")
    if first_turn is not None and not isinstance(first_turn, bool):
        raise InvalidRow("not_a_flag", first_turn, key="first_turn")
    if position.game is Game.BACKGAMMON or first_turn is None:
        return turn
    if first_turn and position.count(HEAD) != CHECKERS:
        raise InvalidRow("first_turn_over", row["board"])
    return turn if first_turn else replace(turn, from_head=1)


def _choice(row: Mapping[str, object], key: str, choices: type[Choice], default: Choice | None) -> Choice:
    value = row.get(key, default)
    try:
        return choices(str(value))
    except ValueError:
        raise InvalidRow("not_a_choice", value, key=key, allowed=", ".join(choices)) from None
