"""What a `.mat` file says: two players, a target, and the games as a list of what was done."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from games.board.position import Side
from games.board.wording import Message, say


class Ending(StrEnum):
    """How a recorded game came to its end."""

    PLAYED = "played"
    DROPPED = "dropped"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll and what was moved with it, as it was written."""

    side: Side
    dice: tuple[int, int]
    moves: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Doubled:
    """The cube is offered at that value."""

    side: Side
    value: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Beavered:
    """The cube is turned once more instead of an answer: a beaver, raccoon or higher animal."""

    side: Side
    value: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Taken:
    """The offered cube is taken, or an animal accepted."""

    side: Side
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dropped:
    """The offered cube is dropped, or an animal refused."""

    side: Side
    line: int = field(default=0, compare=False)


Entry: TypeAlias = Rolled | Doubled | Beavered | Taken | Dropped


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """One game: the score before it, what was done, who won how many points (nobody yet: 0)."""

    number: int
    score: tuple[int, int]
    entries: tuple[Entry, ...]
    winner: Side | None = None
    points: int = 0
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A session (`target` 0) or match. The first player is White, whose column is the left one.

    `headers` are the lines `; [Name "value"]` above it.
    """

    players: tuple[str, str]
    target: int
    games: tuple[RecordedGame, ...]
    headers: tuple[tuple[str, str], ...] = ()


def lost_in_mat() -> tuple[Message, ...]:
    """Return what no `.mat` file holds."""
    return tuple(map(say, ("mat_no_settings", "mat_no_resignation", "mat_no_automatic", "mat_no_animals")))
