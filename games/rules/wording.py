"""What the rules have to say: codes with values, put into words at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.rules.sentences import SENTENCES

__all__ = ["SENTENCES", "Message", "Seats", "Value", "render", "say"]


@dataclass(frozen=True, slots=True)
class Seats:
    """Seat numbers in a message; the edge puts the players' names in their place."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence of the catalogue: its code and the values that fill its placeholders."""

    code: str
    values: Mapping[str, Value]


Value: TypeAlias = "int | str | Seats | Message"


def say(code: str, **values: Value) -> Message:
    """Return the message of that code with these values."""
    return Message(code, values)


def render(
    message: Message,
    name_of: Callable[[int], str],
    translate: Callable[[str], str] = lambda sentence: sentence,
) -> str:
    """Return the message as a whole sentence, with names for seats.

    `translate` is given the English sentence with its `{placeholders}`; they are filled afterwards.
    """
    words = {key: _words(value, name_of, translate) for key, value in message.values.items()}
    return translate(SENTENCES[message.code]).format(**words)


def _words(value: Value, name_of: Callable[[int], str], translate: Callable[[str], str]) -> str:
    match value:
        case Seats(seats):
            return ", ".join(map(name_of, seats))
        case Message():
            return render(value, name_of, translate)
        case _:
            return str(value)
