"""The answers from outside, where they are at hand: `../shared/oracle` from the project's root."""

import json
from functools import cache
from pathlib import Path

import pytest

from games.board.position import Game, Position, Side

FOLDER = Path(__file__).parents[4] / "shared" / "oracle"
needs_oracle = pytest.mark.skipif(not FOLDER.is_dir(), reason="the oracle's answers are not beside the project")


@cache
def rows(name):
    return [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]


def document(name):
    return json.loads((FOLDER / name).read_text())


def text(name):
    return (FOLDER / name).read_text()


def position_of(row, turn=Side.WHITE):
    board, off = row["board"], tuple(row["off"])
    if len(board) == 24:
        return Position.of(Game.LONG_NARD, board, off=off, turn=turn)
    return Position.of(Game.BACKGAMMON, board[:24], (board[24], board[25]), off, turn)


def encoded(position):
    """Return a position in the oracle's encoding, as its mover numbers it."""
    points = list(position.points)
    return points if position.game is Game.LONG_NARD else [*points, *position.bar]
