"""The board of a game that is recorded roll by roll, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from games.board.position import Position, opening
from games.board.turns import Dice


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The play that was made last: what it was, and where it can still be taken back to."""

    before: Position
    """The position it was made from, on the turn of the one who made it."""
    dice: Dice
    moves: str
    illegal: str | None = None
    """The code of the rule it breaks; None for a legal play."""
    may_be_challenged: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Where the checkers stand and whose turn it is; the box is White. `dice` are thrown and not yet played."""

    position: Position
    dice: Dice | None = None
    last: LastPlay | None = None

    @property
    def is_unplayed(self) -> bool:
        """Whether no play stands yet; a challenged one later in the game leaves those before it."""
        return self.last is None and self.position == opening(self.position.game, self.position.turn)
