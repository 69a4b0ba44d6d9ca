"""The errors of the board, by cause; each shows what was given and in which position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.board.wording import Message, Value, render

if TYPE_CHECKING:
    from games.board.position import Position

SHOWN_AT_MOST = 80


class BoardError(Exception):
    """Something that the board cannot read or allow; `code` is stable and documented.

    `given` is what was handed in and `position` where, if there was one.
    """

    def __init__(self, code: str, given: object = "", position: Position | None = None, /, **values: Value) -> None:
        super().__init__(code, given)
        self.code = code
        self.given = shown(given)
        self.position = position
        self.message = Message(code, values)

    def __str__(self) -> str:
        place = f" in {self.position}" if self.position is not None else ""
        return f'{render(self.message)} Given: "{self.given}"{place}'


class InvalidText(BoardError):
    """Raised when moves cannot be read: the writing is wrong, whatever the position."""


class InvalidDice(BoardError):
    """Raised for anything but two dice from 1 to 6."""


class InvalidPosition(BoardError):
    """Raised for a board that cannot be; the message says everything that is wrong with it."""


class IllegalPlay(BoardError):
    """Raised when the rules forbid a play; `code` names the rule."""


class AmbiguousPlay(BoardError):
    """Raised when moves, as they are written, may be more than one play."""


class InvalidId(BoardError):
    """Raised for an XGID, position ID or match ID that cannot be read, or a situation that it cannot hold."""


class InvalidRecord(BoardError):
    """Raised for a `.mat` file that cannot be read; the message names the line."""


class InvalidRow(BoardError):
    """Raised for a row of `legal_plays` that cannot be read."""


def shown(given: object) -> str:
    """Return the beginning of what was given, on one line, however large it is."""
    try:
        text = given if isinstance(given, str) else repr(given)
    except (ValueError, RecursionError):
        text = "…"
    text = " ".join(text[: 2 * SHOWN_AT_MOST].split())
    return text if len(text) <= SHOWN_AT_MOST else f"{text[:SHOWN_AT_MOST]}…"
