"""What the board has to say: codes with values, put into words at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.board.sentences import SENTENCES

Value: TypeAlias = "int | str | Message | tuple[Message, ...]"


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence of the catalogue: its code and the values that fill its placeholders."""

    code: str
    values: Mapping[str, Value]


def say(code: str, **values: Value) -> Message:
    """Return the message of that code with these values."""
    return Message(code, values)


def render(message: Message, translate: Callable[[str], str] = lambda sentence: sentence) -> str:
    """Return the message as a whole sentence; `translate` is given the English one with its `{placeholders}`."""
    words = {key: _words(value, translate) for key, value in message.values.items()}
    return translate(SENTENCES[message.code]).format(**words)


def _words(value: Value, translate: Callable[[str], str]) -> str:
    match value:
        case Message():
            return render(value, translate)
        case tuple():
            return " ".join(render(one, translate) for one in value)
        case _:
            return str(value)
