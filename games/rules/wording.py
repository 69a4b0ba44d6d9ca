"""What the rules have to say: codes with values, put into words at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.board.sentences import SENTENCES as BOARD_SENTENCES
from games.rules.act_words import ACT_WORDS
from games.rules.points import format_points
from games.rules.sentences import SENTENCES

__all__ = ["SENTENCES", "ActWord", "Message", "Points", "Seats", "Value", "render", "say"]


@dataclass(frozen=True, slots=True)
class Seats:
    """Seat numbers in a message; the edge puts the players' names in their place."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ActWord:
    """An act by its word on the sheet; the edge says what players call it."""

    code: str


@dataclass(frozen=True, slots=True)
class Points:
    """Quarter points in a message; the edge writes them as its reader does."""

    points_q: int


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence of the catalogue: its code and the values that fill its placeholders."""

    code: str
    values: Mapping[str, Value]


Value: TypeAlias = "int | str | Seats | ActWord | Points | Message"


def say(code: str, **values: Value) -> Message:
    """Return the message of that code with these values."""
    return Message(code, values)


def render(
    message: Message,
    name_of: Callable[[int], str],
    translate: Callable[[str], str] = lambda sentence: sentence,
    points: Callable[[int], str] = format_points,
) -> str:
    """Return the message as a whole sentence, with names for seats.

    `translate` is given the English sentence with its `{placeholders}`; they are filled afterwards. `points` writes
    quarter points, by default as the decimals of a scoresheet.
    """
    words = {key: _words(value, name_of, translate, points) for key, value in message.values.items()}
    return translate(sentence_of(message.code)).format(**words)


def sentence_of(code: str) -> str:
    """Return the English sentence of a code; those of the board begin with `board_`."""
    return SENTENCES[code] if code in SENTENCES else BOARD_SENTENCES[code.removeprefix("board_")]


def _words(
    value: Value, name_of: Callable[[int], str], translate: Callable[[str], str], points: Callable[[int], str]
) -> str:
    match value:
        case Seats(seats):
            return ", ".join(map(name_of, seats))
        case Message():
            return render(value, name_of, translate, points)
        case ActWord(code):
            return translate(ACT_WORDS[code])
        case Points(points_q):
            return points(points_q)
        case _:
            return str(value)
