"""A position: an immutable value, seen by the side whose turn it is."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.board import packed
from games.board.errors import InvalidPosition
from games.board.faults import faults_of

_SIGNED = struct.Struct(f"<{packed.PLACES}b")

BAR: Final = 25
"""The number of the bar in moves: it lies behind point 24."""
OFF: Final = 0
"""The number of the place for checkers borne off."""
POINTS: Final = 24
CHECKERS: Final = packed.CHECKERS


class Game(StrEnum):
    """The two games played on this board."""

    BACKGAMMON = "backgammon"
    LONG_NARD = "long_nard"


class Side(StrEnum):
    """The two players; White begins a game of long nard."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


@dataclass(frozen=True, slots=True)
class Position:
    """Where the checkers stand, in the numbering of the side whose turn it is.

    `men` is the packed form (see `games.board.packed`); `Position.of` makes one from points, and checks it.
    """

    game: Game
    turn: Side
    men: bytes

    @classmethod
    def of(
        cls,
        game: Game,
        points: Sequence[int],
        bar: tuple[int, int] = (0, 0),
        off: tuple[int, int] | None = None,
        turn: Side = Side.WHITE,
    ) -> Position:
        """Return the position with these checkers; raise `InvalidPosition` with all that is wrong with it.

        `points` are points 1 to 24, the mover's checkers counted up and the other's down; `bar` and `off` are (mover,
        other). Without `off`, the checkers that are not on the board are borne off.
        """
        if off is None:
            off = _missing(points, bar)
        faults = faults_of(points, bar, off, nard=game is Game.LONG_NARD)
        if faults:
            raise InvalidPosition("invalid_position", (list(points), bar, off), faults=faults)
        return cls(game, turn, _SIGNED.pack(off[0], -bar[1], *points, bar[0], -off[1]))

    @property
    def points(self) -> tuple[int, ...]:
        """Points 1 to 24: the mover's checkers counted up, the other's down."""
        return _SIGNED.unpack(self.men)[packed.POINTS]

    @property
    def bar(self) -> tuple[int, int]:
        """How many checkers wait on the bar: the mover's and the other's."""
        counts = _SIGNED.unpack(self.men)
        return counts[packed.BAR], -counts[packed.THEIR_BAR]

    @property
    def off(self) -> tuple[int, int]:
        """How many checkers are borne off: the mover's and the other's."""
        counts = _SIGNED.unpack(self.men)
        return counts[packed.OFF], -counts[packed.THEIR_OFF]

    @property
    def pips(self) -> tuple[int, int]:
        """The pip counts of the mover and the other: how far their checkers have to go; from the bar it is 25."""
        mover, other = self._walk_of(self), self._walk_of(self.passed())
        return mover, other

    def count(self, place: int) -> int:
        """Return how many checkers of the mover's stand on a point, the bar (25) or off (0); the other's are negative.

        The other side's bar and off are not asked here.
        """
        count = self.men[packed.OFF if place == OFF else packed.POINT_1 + place - 1]
        return count - 256 if count > 127 else count

    def passed(self) -> Position:
        """Return the same board seen by the other side, whose turn it then is."""
        return Position(self.game, self.turn.other, packed.passed(self.men, self.game is Game.LONG_NARD))

    def moved(self, source: int, target: int) -> Position:
        """Return the position with one checker of the mover's moved, whatever the rules say; it hits a lone enemy.

        There must be a checker on `source`, and no two enemies on `target` (in long nard not one).
        """
        counts = list(_SIGNED.unpack(self.men))
        start, end = packed.POINT_1 + source - 1, packed.OFF if target == OFF else packed.POINT_1 + target - 1
        counts[start] -= 1
        if counts[end] < 0:
            counts[end] = 0
            counts[packed.THEIR_BAR] -= 1
        counts[end] += 1
        return Position(self.game, self.turn, _SIGNED.pack(*counts))

    @property
    def listed(self) -> str:
        """The mover's checkers as text: `24(2) 13(5) 8(3) 6(5)`."""
        names = {BAR: "bar", OFF: "off"}
        held = [(place, self.count(place)) for place in range(BAR, OFF - 1, -1)]
        return " ".join(f"{names.get(place, place)}({count})" for place, count in held if count > 0)

    def __str__(self) -> str:
        return f"{self.game}, {self.turn} to move: {self.listed} against {self.passed().listed}"

    @staticmethod
    def _walk_of(position: Position) -> int:
        return sum(place * count for place in range(1, BAR + 1) if (count := position.count(place)) > 0)


def opening(game: Game, turn: Side = Side.WHITE) -> Position:
    """Return the position a game begins with, on the turn of that side."""
    points = [0] * POINTS
    if game is Game.LONG_NARD:
        points[23], points[11] = 15, -15
    else:
        for point, count in ((24, 2), (13, 5), (8, 3), (6, 5)):
            points[point - 1], points[24 - point] = count, -count
    return Position.of(game, points, turn=turn)


def _missing(points: Sequence[int], bar: tuple[int, int]) -> tuple[int, int]:
    mover = sum(count for count in points if count > 0) + bar[0]
    other = -sum(count for count in points if count < 0) + bar[1]
    return max(CHECKERS - mover, 0), max(CHECKERS - other, 0)
