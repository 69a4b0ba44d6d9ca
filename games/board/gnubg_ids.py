"""GNU Backgammon's position ID and match ID: `4HPwATDgc/ABMA:cAkAAAAAAAAA`.

Both are bits, written as Base64 from the lowest up. In a match ID bit 66 says that Jacoby is off.
"""

from __future__ import annotations

import base64
import binascii
from typing import Final

from games.board.errors import InvalidId, InvalidPosition
from games.board.position import BAR, Game, Position, Side
from games.board.situation import Pending, Situation, Stage

POSITION_BYTES: Final = 10
MATCH_BYTES: Final = 9
CENTRED: Final = 3

_FIELDS: Final = {
    "cube": 4, "owner": 2, "on_roll": 1, "crawford": 1, "stage": 3, "decides": 1, "doubled": 1, "resigned": 2,
    "die_1": 3, "die_2": 3, "target": 15, "score_0": 15, "score_1": 15, "no_jacoby": 1,
}  # fmt: skip
_PLAYERS: Final = (Side.BLACK, Side.WHITE)
"""GNU Backgammon's player 0 and player 1."""


def parse_position_id(text: str, turn: Side = Side.WHITE) -> Position:
    """Return the position of an ID, seen by the side on roll. Raises `InvalidId` or `InvalidPosition`."""
    number = _number(text, POSITION_BYTES, "not_a_position_id")
    other, middle = _checkers(text, number, 0)
    mover, end = _checkers(text, number, middle)
    if number >> end:
        raise InvalidId("not_a_position_id", text)
    points = [mine - theirs for mine, theirs in zip(mover[:24], reversed(other[:24]), strict=True)]
    if any(mine and theirs for mine, theirs in zip(mover[:24], reversed(other[:24]), strict=True)):
        raise InvalidId("two_on_a_point", text)
    try:
        return Position.of(Game.BACKGAMMON, points, (mover[24], other[24]), turn=turn)
    except InvalidPosition as error:
        raise InvalidPosition("invalid_position", text, **error.message.values) from None


def format_position_id(position: Position) -> str:
    """Return the ID of a position, as the side on roll sees it. Raises `InvalidId` for long nard."""
    if position.game is not Game.BACKGAMMON:
        raise InvalidId("only_backgammon", position)
    number = at = 0
    for side in (position.passed(), position):
        for place in range(1, BAR + 1):
            count = max(side.count(place), 0)
            number |= ((1 << count) - 1) << at
            at += count + 1
    return _text(number, POSITION_BYTES)


def parse_gnubg_id(text: str) -> Situation:
    """Return the situation of `POSITION:MATCH`; player 1 is White. Raises `InvalidId` or `InvalidPosition`."""
    position_id, colon, match_id = text.strip().partition(":") if isinstance(text, str) else ("", "", "")
    if not colon:
        raise InvalidId("not_a_gnubg_id", text)
    fields = _fields_of(match_id)
    turn = _PLAYERS[fields["on_roll"]]
    owner = fields["owner"]
    return Situation(
        position=parse_position_id(position_id, turn),
        cube=1 << fields["cube"],
        owner=None if owner == CENTRED else _PLAYERS[owner],
        dice=(fields["die_1"], fields["die_2"]) if fields["die_1"] else None,
        score=(fields["score_1"], fields["score_0"]),
        target=fields["target"],
        crawford=bool(fields["crawford"]),
        jacoby=None if fields["target"] else not fields["no_jacoby"],
        pending=Pending.DOUBLE if fields["doubled"] else None,
        resigned=fields["resigned"],
        stage=Stage(fields["stage"]),
    )


def format_match_id(situation: Situation) -> str:
    """Return the match ID; the side on roll is player 1. What it does not hold is told by `lost_in_gnubg_ids`.

    Raises `InvalidId` for what cannot be left out: a beaver or raccoon that waits, and numbers that are too large.
    """
    if situation.pending in (Pending.BEAVER, Pending.RACCOON):
        raise InvalidId("gnubg_no_animals", situation.pending)
    mover = situation.position.turn
    one, two = situation.dice or (0, 0)
    number = at = 0
    values = {
        "cube": situation.cube.bit_length() - 1,
        "owner": CENTRED if situation.owner is None else int(situation.owner is mover),
        "on_roll": 1,
        "crawford": int(situation.crawford),
        "stage": situation.stage,
        "decides": int(situation.pending is None and not situation.resigned),
        "doubled": int(situation.pending is not None),
        "resigned": situation.resigned,
        "die_1": one,
        "die_2": two,
        "target": situation.target,
        "score_0": situation.of(mover.other),
        "score_1": situation.of(mover),
        "no_jacoby": int(not situation.jacoby),
    }
    for name, size in _FIELDS.items():
        if not 0 <= values[name] < 1 << size:
            raise InvalidId("gnubg_too_large", values[name])
        number |= values[name] << at
        at += size
    return _text(number, MATCH_BYTES)


def format_gnubg_id(situation: Situation) -> str:
    """Return `POSITION:MATCH`. Raises `InvalidId`."""
    return f"{format_position_id(situation.position)}:{format_match_id(situation)}"


def _fields_of(match_id: str) -> dict[str, int]:
    number, fields = _number(match_id, MATCH_BYTES, "not_a_match_id"), {}
    for name, size in _FIELDS.items():
        fields[name] = number & ((1 << size) - 1)
        number >>= size
    dice = fields["die_1"], fields["die_2"]
    if number or fields["owner"] == 2 or fields["stage"] > max(Stage) or (dice != (0, 0) and not _is_roll(dice)):
        raise InvalidId("not_a_match_id", match_id)
    return fields


def _is_roll(dice: tuple[int, int]) -> bool:
    return all(1 <= die <= 6 for die in dice)


def _checkers(text: str, number: int, at: int) -> tuple[list[int], int]:
    """Return how many ones stand before each of 25 zeros from bit `at`, and the bit after the last zero."""
    counts = []
    for _place in range(25):
        count = 0
        while number >> at & 1:
            count, at = count + 1, at + 1
        at += 1
        counts.append(count)
    if at > 8 * POSITION_BYTES:
        raise InvalidId("not_a_position_id", text)
    return counts, at


def _number(text: str, size: int, code: str) -> int:
    letters = -(-size * 4 // 3)
    if not isinstance(text, str) or len(text.strip().rstrip("=")) != letters or not text.isascii():
        raise InvalidId(code, text)
    try:
        written = base64.b64decode(text.strip().rstrip("=") + "=" * (-letters % 4), validate=True)
    except binascii.Error:
        raise InvalidId(code, text) from None
    return int.from_bytes(written, "little")


def _text(number: int, size: int) -> str:
    return base64.b64encode(number.to_bytes(size, "little")).decode().rstrip("=")
