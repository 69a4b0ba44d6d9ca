"""Reading a `.mat` file. Cells are found by what they say; only one that stands alone is told by its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from games.board.errors import InvalidRecord, InvalidText
from games.board.mat.names import headers_in, names_told
from games.board.mat.record import Beavered, Doubled, Dropped, Entry, Record, RecordedGame, Rolled, Taken
from games.board.notation import parse_moves
from games.board.position import Side
from games.board.wording import say

LONGEST: Final = 2_000_000
MOST_POINTS: Final = 1 << 30
RIGHT_FROM: Final = 20
"""A cell that stands alone belongs to the right-hand column from this column on."""

_TARGET = re.compile(r"\s*([0-9]{1,5})\s+points?\s+match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+([0-9]{1,6})\s*", re.IGNORECASE)
_SCORE = re.compile(r"\s*(\S.{0,80}?)\s*:\s*([0-9]{1,9})\s{2,}(\S.{0,80}?)\s*:\s*([0-9]{1,9})\s*")
_LINE = re.compile(r"\s*[0-9]{1,6}\)")
_CELL = re.compile(
    r"(?<!\S)(?:(?P<roll>[1-6]{2})\s?:|(?P<double>Doubles\s*=>\s*(?P<value>[0-9]{1,10}))"
    r"|(?P<beaver>(?:Beavers|Raccoons|Redoubles)\s*=>\s*(?P<animal>[0-9]{1,10}))"
    r"|(?P<take>Takes|Accepts)|(?P<drop>Drops|Passes|Rejects|Refuses)"
    r"|(?P<win>Wins\s+(?P<points>[0-9]{1,10})\s+points?(?:\s+and\s+the\s+match)?))(?=\s|$)",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Game:
    number: int
    line: int
    score: tuple[int, int] | None = None
    entries: list[Entry] = field(default_factory=list)
    winner: Side | None = None
    points: int = 0


@dataclass(slots=True)
class _Reader:
    target: int | None = None
    players: tuple[str, str] | None = None
    headers: list[tuple[str, str]] = field(default_factory=list)
    games: list[_Game] = field(default_factory=list)

    def read(self, text: str, line: int) -> None:
        """Take in one line of the file."""
        if not text.strip():
            return
        if text.lstrip().startswith(";"):
            self.headers += headers_in(text)
        elif found := _TARGET.fullmatch(text):
            self._start(int(found[1]), text, line)
        elif found := _GAME.fullmatch(text):
            self.games.append(_Game(int(found[1]), line))
        elif self.games and self.games[-1].score is None and (found := _SCORE.fullmatch(text)):
            self._sit_down((found[1], found[3]), text, line)
            self.games[-1].score = int(found[2]), int(found[4])
        else:
            self._play(text, line)

    def record(self) -> Record:
        """Return what has been read."""
        if self.target is None or self.players is None:
            raise InvalidRecord("not_a_mat")
        headers, players = names_told(tuple(self.headers), self.players)
        return Record(players, self.target, tuple(map(_finished, self.games)), headers)

    def _start(self, target: int, text: str, line: int) -> None:
        if self.target is not None:
            raise InvalidRecord("mat_twice", text, line=line)
        self.target = target

    def _sit_down(self, players: tuple[str, str], text: str, line: int) -> None:
        if self.players not in (None, players):
            raise InvalidRecord("mat_other_players", text, line=line)
        self.players = players

    def _play(self, text: str, line: int) -> None:
        if not self.games or self.games[-1].score is None:
            raise InvalidRecord("mat_line", text, line=line)
        game = self.games[-1]
        if game.winner is not None:
            raise InvalidRecord("mat_act", text, line=line, why=say("mat_after_the_end"))
        for side, cell, rest in _cells(text, line):
            _take_in(game, side, cell, rest, text, line)


def parse_mat(text: str) -> Record:
    """Return the session or match of a `.mat` file; raise `InvalidRecord` naming the line that cannot be read.

    Only the writing is judged; `replay` judges the plays.
    """
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InvalidRecord("mat_too_long", most=LONGEST)
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        reader.read(line.rstrip("\r").expandtabs(), number)
    return reader.record()


def _cells(text: str, line: int) -> Iterator[tuple[Side, re.Match[str], str]]:
    """Yield the cells of a line: whose it is, what it begins with, and the text behind."""
    numbered = _LINE.match(text)
    start = numbered.end() if numbered else 0
    found = list(_CELL.finditer(text, start))
    if not found and not (numbered and not text[start:].strip()):
        raise InvalidRecord("mat_line", text, line=line)
    if len(found) > 2 or (found and text[start : found[0].start()].strip()):
        raise InvalidRecord("mat_line", text, line=line)
    alone = len(found) == 1 and found[0].start() >= RIGHT_FROM
    for at, cell in enumerate(found):
        end = found[at + 1].start() if at + 1 < len(found) else len(text)
        yield (Side.BLACK if alone or at else Side.WHITE), cell, text[cell.end() : end].strip()


def _take_in(game: _Game, side: Side, cell: re.Match[str], rest: str, text: str, line: int) -> None:
    if cell["roll"]:
        game.entries.append(_rolled(side, cell["roll"], rest, text, line))
        return
    if rest or game.winner is not None:
        raise InvalidRecord("mat_line", text, line=line)
    if cell["win"]:
        game.winner, game.points = side, _value(cell["points"], text, line)
    elif cell["double"] or cell["beaver"]:
        game.entries.append(_offer(game, side, cell, text, line))
    else:
        game.entries.append(Taken(side, line) if cell["take"] else Dropped(side, line))


def _rolled(side: Side, roll: str, moves: str, text: str, line: int) -> Rolled:
    try:
        parse_moves(moves)
    except InvalidText as error:
        raise InvalidRecord("mat_moves", text, line=line, why=error.message) from None
    return Rolled(side, (int(roll[0]), int(roll[1])), moves, line)


def _offer(game: _Game, side: Side, cell: re.Match[str], text: str, line: int) -> Doubled | Beavered:
    """A turn of the cube; right behind the other side's it is an animal, also where it is called a double."""
    value = _value(cell["value"] or cell["animal"], text, line)
    last = game.entries[-1] if game.entries else None
    answers = isinstance(last, Doubled | Beavered) and last.side is not side
    is_named = cell["beaver"] and not cell["beaver"].lower().startswith("redoubles")
    return Beavered(side, value, line) if answers or is_named else Doubled(side, value, line)


def _value(digits: str, text: str, line: int) -> int:
    if not 0 < int(digits) <= MOST_POINTS:
        raise InvalidRecord("mat_line", text, line=line)
    return int(digits)


def _finished(game: _Game) -> RecordedGame:
    if game.score is None:
        raise InvalidRecord("mat_no_score", f"Game {game.number}", line=game.line)
    return RecordedGame(game.number, game.score, tuple(game.entries), game.winner, game.points, game.line)
