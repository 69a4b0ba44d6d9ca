"""A `.mat` record as a scoresheet: the same acts in the words of the sheet, which the rules then play.

What the record does not hold is told by its points where they tell it: automatic doubles by the first offer, Jacoby by
a gammon or backgammon on a cube that nobody turned. What was concluded is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from games.board.errors import InvalidRecord
from games.board.mat import Beavered, Doubled, Dropped, Ending, Record, RecordedGame, Replay, Rolled, Taken, replay
from games.board.outcome import outcome
from games.board.plays import legal_plays
from games.board.position import Side
from games.board.wording import Message, say
from games.rules.settings import Kind

Act: TypeAlias = "tuple[dict[str, object], int]"
"""An act of the sheet and the line of the record that tells it."""

RESULTS: Final = {1: "single", 2: "gammon", 3: "backgammon"}
TAKES: Final = ("take", "accept")
DROPS: Final = ("drop", "refuse")
ANIMALS: Final = ("beaver", "raccoon", "otter")
MOST_ANIMALS: Final = 3
"""The house rules count so many; more are without limit."""


@dataclass(frozen=True, slots=True)
class MatSheet:
    """The scoresheet of a record, the line of each of its acts by JSON pointer, and what was concluded."""

    document: dict[str, object]
    lines: Mapping[str, int]
    said: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Game:
    """A recorded game played again; `unplayed` is a last roll after which somebody resigned."""

    recorded: RecordedGame
    played: Replay
    unplayed: Rolled | None = None


@dataclass(frozen=True, slots=True)
class _Read:
    """How a game's points come about: so many automatic doubles, won at that level."""

    automatics: int
    level: int


def sheet_of_record(record: Record, sheet_id: str) -> MatSheet:
    """Return the record as a scoresheet; raise `InvalidRecord` where a game cannot have been played like that."""
    games = [_played(game) for game in record.games]
    _check_they_follow(record, games)
    jacoby, told = _jacoby(record, games)
    read = [_read(game, jacoby=jacoby) or _Read(0, 1) for game in games]
    acts = [act for game, how in zip(games, read, strict=True) for act in _acts(record, game, how)]
    document: dict[str, object] = {
        "scoresheet": 1,
        "id": sheet_id,
        "kind": str(Kind.MATCH if record.target else Kind.MONEY),
        "rules": _rules(record, games, read, jacoby=jacoby),
        "players": list(record.players),
        "actions": [act for act, _line in acts],
    }
    lines = {f"/actions/{at}": line for at, (_act, line) in enumerate(acts)}
    return MatSheet(document, lines, (*told, *_said(games, read)))


def _played(game: RecordedGame) -> _Game:
    played, last = replay(game), game.entries[-1] if game.entries else None
    if played.ending is not Ending.RESIGNED or not isinstance(last, Rolled) or not _is_unplayed(played, last):
        return _Game(game, played)
    return _Game(game, replace(played, illegal=played.illegal[:-1]), unplayed=last)


def _is_unplayed(played: Replay, last: Rolled) -> bool:
    """Whether no moves are written behind the last roll, though there were some."""
    assert played.position is not None
    return not last.moves and next(iter(legal_plays(played.position.passed(), last.dice))).notation != "-"


def _check_they_follow(record: Record, games: Sequence[_Game]) -> None:
    """Refuse a game before which one has no end, and a score that the games before it do not make."""
    score = (0, 0) if record.target or not games else games[0].recorded.score
    for at, game in enumerate(games):
        one = game.recorded
        if at and games[at - 1].recorded.winner is None:
            raise InvalidRecord("mat_unfinished", line=one.line)
        if one.score != score:
            raise InvalidRecord("mat_score", f"{one.score[0]} : {one.score[1]}", line=one.line)
        won = (one.points * (one.winner is Side.WHITE), one.points * (one.winner is Side.BLACK))
        score = score[0] + won[0], score[1] + won[1]


# ---- what the points tell ---------------------------------------------------------------------------
def _jacoby(record: Record, games: Sequence[_Game]) -> tuple[bool, tuple[Message, ...]]:
    """Return whether Jacoby was played: what explains all points, by the fewest automatic doubles, else the default."""
    if record.target:
        return False, ()
    needed = {jacoby: _automatics(games, jacoby=jacoby) for jacoby in (True, False)}
    possible = {jacoby: count for jacoby, count in needed.items() if count is not None}
    if not possible:
        raise InvalidRecord("mat_jacoby")
    if len(set(needed.values())) == 1:
        return True, (say("mat_jacoby_open"),)
    jacoby = min(possible, key=lambda one: possible[one])
    return jacoby, (say("mat_jacoby_on" if jacoby else "mat_jacoby_off"),)


def _automatics(games: Sequence[_Game], *, jacoby: bool) -> int | None:
    """Return how many automatic doubles the games had then; None where their points cannot be."""
    read = [_read(game, jacoby=jacoby) for game in games if game.recorded.winner]
    return None if None in read else sum(one.automatics for one in read if one)


def _read(game: _Game, *, jacoby: bool) -> _Read | None:
    first = next((entry.value for entry in game.recorded.entries if isinstance(entry, Doubled)), None)
    points = game.played.points
    if first is not None:
        return _Read(_doublings(first) - 1, max(1, points // game.played.cube))
    if jacoby:
        return _Read(_doublings(points), 1) if _is_power(points) else None
    position = game.played.position
    over = outcome(position) if position else None
    levels = tuple(RESULTS) if over is None else (over.multiplier(),)
    fitting = [level for level in levels if points % level == 0 and _is_power(points // level)]
    found = [_Read(_doublings(points // level), level) for level in fitting]
    return min(found, key=lambda one: one.automatics, default=None)


def _doublings(value: int) -> int:
    return value.bit_length() - 1


def _is_power(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def _rules(record: Record, games: Sequence[_Game], read: Sequence[_Read], *, jacoby: bool) -> dict[str, object]:
    """Return the house rules under which all of it may be done, the usual ones where nothing speaks against them."""
    if record.target:
        return {"preset": "match", "target": record.target}
    animals = max((_animals(game.recorded) for game in games), default=0)
    automatics = max((one.automatics for one in read), default=0)
    rules: dict[str, object] = {"preset": "money"}
    if not jacoby:
        rules["jacoby"] = "none"
    if animals > 1:
        rules["animals"] = animals if animals <= MOST_ANIMALS else "unlimited"
    if automatics > 1:
        rules["auto_max"] = None
    return rules


def _animals(game: RecordedGame) -> int:
    """Return the longest run of animals on one offer."""
    most = run = 0
    for entry in game.entries:
        run = run + 1 if isinstance(entry, Beavered) else 0
        most = max(most, run)
    return most


def _said(games: Sequence[_Game], read: Sequence[_Read]) -> Iterator[Message]:
    for game, how in zip(games, read, strict=True):
        if how.automatics:
            yield say("mat_automatic", line=game.recorded.line, count=how.automatics)
        for line, refusal in game.played.illegal:
            yield say("mat_illegal", line=line, why=refusal.message)


# ---- the acts ---------------------------------------------------------------------------------------
def _acts(record: Record, game: _Game, how: _Read) -> Iterator[Act]:
    names = {Side.WHITE: record.players[0], Side.BLACK: record.players[1]}
    for _time in range(how.automatics):
        yield {"do": "automatic_double"}, game.recorded.line
    offer = -1  # the level of the offer that waits: 0 a double, then the animals
    asks = Side.WHITE
    for entry in game.recorded.entries:
        by = names[entry.side]
        match entry:
            case Rolled(dice=dice, moves=moves):
                if offer > 0:
                    yield {"do": "accept", "by": names[asks.other]}, entry.line
                offer = -1
                yield {"do": "roll", "by": by, "dice": list(dice)}, entry.line
                if entry is not game.unplayed:
                    yield {"do": "play", "by": by, "moves": moves or "-"}, entry.line
            case Doubled():
                offer, asks = 0, entry.side
                yield {"do": "double", "by": by}, entry.line
            case Beavered():
                yield {"do": ANIMALS[min(offer, 2)], "by": by}, entry.line
                offer, asks = offer + 1, entry.side
            case Taken():
                yield {"do": TAKES[offer > 0], "by": by}, entry.line
                offer = -1
            case Dropped():
                yield {"do": DROPS[offer > 0], "by": by}, entry.line
    yield from _end(names, game, how, offer)


def _end(names: Mapping[Side, str], game: _Game, how: _Read, offer: int) -> Iterator[Act]:
    """A win on a board that is not finished: the offer that waits was dropped, or the game was resigned."""
    winner = game.recorded.winner
    if winner is None or game.played.ending is not Ending.RESIGNED:
        return
    loser = names[winner.other]
    if offer >= 0 and game.played.asks is winner and game.played.points == game.played.cube:
        yield {"do": DROPS[offer > 0], "by": loser}, game.recorded.line
    else:
        yield {"do": "resign", "by": loser, "result": RESULTS[how.level]}, game.recorded.line
