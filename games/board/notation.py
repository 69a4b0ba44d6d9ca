"""Plays as text, read leniently and written canonically: `bar/20*/16 13/11(2) 2/off`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from games.board.errors import InvalidText
from games.board.position import BAR, OFF
from games.board.single_steps import Step

NO_MOVE = "-"
LONGEST_TEXT = 200
MOST_MOVES = 4

_NOTHING = frozenset(
    ("", "-", "–", "—", "no move", "no moves", "cannot move", "can't move", "dance", "dances", "pass", "(no play)")
)
_ROLL = re.compile(r"\s*([1-6])\s*[-,]?\s*([1-6])\s*:\s*")
_PLACE = r"(?:bar|off|b|o|[0-9]{1,2})"
_HIT = r"(?:\s?[*xX]|\*)?"
_MOVE = re.compile(
    rf"({_PLACE}{_HIT}(?:\s*[/\-–→>]\s*{_PLACE}{_HIT})+)"  # 24/18*/13
    r"(?:\s*(?:\(\s*([1-9])\s*\)|×\s*([1-9])))?"  # (2)
    r"\s*(\*?)\s*(?:[,;]\s*|(?=\s)\s*|$)",
    re.IGNORECASE,
)
_STOP = re.compile(rf"({_PLACE})\s?([*xX]?)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Move:
    """One checker's way in a play as it was written: the places it was said to touch, and which with a hit."""

    places: tuple[int, ...]
    hits: frozenset[int]


@dataclass(frozen=True, slots=True)
class Moves:
    """A play as it was written: one move for each checker that is moved, and the roll if it was said."""

    text: str
    moves: tuple[Move, ...]
    dice: tuple[int, int] | None = None


def parse_moves(text: str) -> Moves:
    """Return the moves of a text such as `bar/20* 13/11(2)`; raise `InvalidText` where it cannot be read.

    A dash, an empty text and words such as "cannot move" are a turn in which nothing is moved.
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidText("text_too_long", text, most=LONGEST_TEXT)
    dice, rest = _roll_of(text)
    if rest.strip().casefold() in _NOTHING:
        return Moves(text, (), dice)
    moves: list[Move] = []
    at = len(rest) - len(rest.lstrip())
    while at < len(rest):
        found = _MOVE.match(rest, at)
        if found is None:
            raise InvalidText("unreadable_move", text, part=rest[at:].strip()[:20])
        moves += _moves_of(text, found)
        at = found.end()
    if len(moves) > MOST_MOVES:
        raise InvalidText("too_many_moves", text, most=MOST_MOVES)
    return Moves(text, tuple(moves), dice)


def format_steps(steps: Iterable[Step]) -> str:
    """Return the canonical text of these steps: one way for each checker, a hit marked where it happens.

    Ways start from the highest place; a place that is only passed is left out, equal ways are counted.
    """
    written = [_format_way(way) for way in _with_each_hit_once(_joined(steps))]
    grouped = [(way, len(list(same))) for way, same in groupby(written)]
    return " ".join(f"{way}({times})" if times > 1 else way for way, times in grouped) or NO_MOVE


def is_written_as(moves: Sequence[Move], way: Sequence[Step]) -> bool:
    """Whether these moves may mean these steps: each step belongs to one checker's way, and none is left over."""
    if not moves:
        return not way
    return any(
        is_written_as(moves[1:], left)
        for used, left in _walks(moves[0].places[0], tuple(way))
        if _touches(used, moves[0])
    )


def hits_said(moves: Iterable[Move]) -> set[int]:
    """Return the points where the moves say that they hit."""
    return {place for move in moves for place in move.hits}


Stops = list[tuple[int, bool]]


def _roll_of(text: str) -> tuple[tuple[int, int] | None, str]:
    found = _ROLL.match(text)
    if found is None:
        return None, text
    return (int(found[1]), int(found[2])), text[found.end() :]


def _moves_of(text: str, found: re.Match[str]) -> list[Move]:
    stops = [(_place(stop[1], first=not at), bool(stop[2])) for at, stop in enumerate(_STOP.finditer(found[1]))]
    places = tuple(place for place, _hits in stops)
    if max(places) > BAR:
        raise InvalidText("unreadable_move", text, part=found[1])
    if any(source <= target for source, target in pairwise(places)):
        raise InvalidText("wrong_direction", text, part=found[1])
    hits = {place for place, hits in stops if hits} | ({places[-1]} if found[4] else set())
    return [Move(places, frozenset(hits))] * int(found[2] or found[3] or 1)


def _place(word: str, *, first: bool) -> int:
    match word.casefold():
        case "bar" | "b":
            return BAR
        case "off" | "o":
            return OFF
        case number:
            return int(number)


def _joined(steps: Iterable[Step]) -> list[Stops]:
    """Return the ways of single checkers: a step goes on from where another ended."""
    ways: list[Stops] = []
    for step in sorted(steps, key=lambda step: (-step.source, -step.target)):
        going_on = next((way for way in ways if way[-1][0] == step.source != OFF), None)
        if going_on is None:
            ways.append([(step.source, False), (step.target, step.hits)])
        else:
            going_on.append((step.target, step.hits))
    return ways


def _with_each_hit_once(ways: list[Stops]) -> list[Stops]:
    """Return the ways with each hit at the first that lands there, and at those that go exactly the same way."""
    hit = {place for way in ways for place, hits in way if hits}
    marked: list[Stops] = []
    for way, before in zip(ways, [None, *ways], strict=False):
        if before is not None and _places(way) == _places(before):
            marked.append(marked[-1])
            continue
        marked.append([(place, at > 0 and place in hit) for at, (place, _hits) in enumerate(way)])
        hit -= set(_places(way))
    return marked


def _places(way: Stops) -> list[int]:
    return [place for place, _hits in way]


def _format_way(way: Stops) -> str:
    (start, _), *between, (end, hits) = way
    stops = [f"{place}*" for place, hit in between if hit]
    return "/".join([_name(start), *stops, _name(end) + "*" * hits])


def _name(place: int) -> str:
    return {BAR: "bar", OFF: "off"}.get(place, str(place))


def _walks(place: int, way: tuple[Step, ...]) -> Iterable[tuple[list[Step], tuple[Step, ...]]]:
    """Yield each run of steps that one checker may make from there, and the steps that are left."""
    for at, step in enumerate(way):
        if step.source == place:
            left = way[:at] + way[at + 1 :]
            yield [step], left
            if step.target != OFF:
                yield from (([step, *more], rest) for more, rest in _walks(step.target, left))


def _touches(used: Sequence[Step], move: Move) -> bool:
    """Whether one checker's steps touch the places said, and end at the last."""
    touched = [step.target for step in used]
    return touched[-1] == move.places[-1] and set(move.places[1:]) <= set(touched)
