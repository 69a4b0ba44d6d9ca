"""Names in a `.mat` file: the line above a game holds most of them, a header those that it cannot hold."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

Players: TypeAlias = "tuple[str, str]"
Headers: TypeAlias = "tuple[tuple[str, str], ...]"

PLAYERS: Final = ("Player 1", "Player 2")
"""The headers that name the two, and what stands for a name of which nothing is left."""

_HEADER = re.compile(r';\s*\[\s*([^\s"\]][^"\]]{0,79}?)\s+"((?:[^"\\]|\\.){0,200})"\s*\]')
_ESCAPED = re.compile(r'\\(["\\])')


def in_line(players: Players) -> Players:
    """Return the two as the line above a game has them: a semicolon before it makes a comment, a colon ends a name."""
    one, other = (_plain(name) or stands for name, stands in zip(players, PLAYERS, strict=True))
    return (one, other) if one != other else PLAYERS


def with_names(headers: Headers, players: Players) -> Headers:
    """Return the headers with the names of the two, where the line above a game does not hold them as they are."""
    if in_line(players) == players:
        return headers
    return (*_without_names(headers), *zip(PLAYERS, players, strict=True))


def names_told(headers: Headers, line: Players) -> tuple[Headers, Players]:
    """Return the headers that are left and who the two are: those of the headers, where the line may stand for them."""
    told = dict(headers)
    players = (told.get(PLAYERS[0], line[0]), told.get(PLAYERS[1], line[1]))
    if players == line or in_line(players) != line:
        return headers, line
    return _without_names(headers), players


def headers_in(text: str) -> list[tuple[str, str]]:
    """Return the headers `; [Name "value"]` of a line."""
    return [(name, _ESCAPED.sub(r"\1", value)) for name, value in _HEADER.findall(text)]


def format_header(name: str, value: str) -> str:
    """Return a header as its line; quotes and backslashes are escaped, as in a PGN."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'; [{name} "{escaped}"]'


def _plain(name: str) -> str:
    return " ".join(name.replace(":", " ").split()).lstrip("; ")


def _without_names(headers: Headers) -> Headers:
    return tuple((name, value) for name, value in headers if name not in PLAYERS)
