"""How one value of an action is read from a document and written to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from games.board.outcome import Result
from games.board.position import CHECKERS
from games.rules.cubes import Seat, Side
from games.rules.errors import Malformed, below, shown
from games.rules.points import NotPoints, format_points, parse_points
from games.rules.refusals.players import NamedTwice
from games.rules.wording import Seats

LONGEST_LIST = 200
LONGEST_GAME = 2000
"""The acts that one game may be corrected to; recorded roll by roll, a game has some hundreds."""
LONGEST_TEXT = 2000
LARGEST_NUMBER = 1_000_000_000
LONGEST_MOVES = 100

Naming: TypeAlias = Callable[[Seat], str | int]


@dataclass(frozen=True, slots=True)
class Hearing:
    """How a document's names become seats: by word at the table, by number in the log."""

    seat: Callable[[object, str], Seat]
    newcomer: Callable[[object, str], Seat]
    key_seat: Callable[[object, str], Seat]
    text_may_be_gone: bool
    """In the log free text may have been redacted."""


@dataclass(frozen=True, slots=True)
class Codec:
    """A pair: `read(value, hearing, pointer)` and its inverse `write(value, naming)`."""

    read: Callable[[object, Hearing, str], object]
    write: Callable[[object, Naming], object]


def _seat(value: object, hearing: Hearing, pointer: str) -> object:
    one = value[0] if isinstance(value, list | tuple) and len(value) == 1 else value
    return hearing.seat(one, pointer)


def _newcomer(value: object, hearing: Hearing, pointer: str) -> object:
    return hearing.newcomer(value, pointer)


def _write_seat(value: object, naming: Naming) -> object:
    assert isinstance(value, int)
    return naming(value)


def _seats(value: object, hearing: Hearing, pointer: str) -> object:
    if not isinstance(value, list | tuple):
        return (hearing.seat(value, pointer),)
    if not value:
        raise Malformed("empty_list", pointer)
    _check_length(value, pointer)
    return tuple(hearing.seat(one, f"{pointer}/{at}") for at, one in enumerate(value))


def _write_seats(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    named = [naming(seat) for seat in value]
    return named[0] if len(named) == 1 else named


def _write_ring(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    return [naming(seat) for seat in value]


def _check_length(value: list[object] | tuple[object, ...], pointer: str) -> None:
    if len(value) > LONGEST_LIST:
        raise Malformed("list_too_long", pointer, most=LONGEST_LIST)


def _points(value: object, hearing: Hearing, pointer: str) -> object:
    return read_points(value, pointer)


def read_points(value: object, pointer: str) -> int:
    """Return quarter points; raise Malformed for what is no number, too fine or too large."""
    try:
        return parse_points(value)
    except NotPoints as refused:
        raise Malformed(refused.code, pointer, value=shown(value)) from None


def read_stake(value: object, pointer: str) -> int:
    """Return a stake in quarters of a unit; it must be more than nothing."""
    stake_q = read_points(value, pointer)
    if stake_q <= 0:
        raise Malformed("stake_not_positive", pointer, value=shown(value))
    return stake_q


def _stake(value: object, hearing: Hearing, pointer: str) -> object:
    return read_stake(value, pointer)


def _write_points(value: object, naming: Naming) -> object:
    assert isinstance(value, int)
    return format_points(value)


def _shares(value: object, hearing: Hearing, pointer: str) -> object:
    return _by_seat(value, hearing, pointer, read_points)


def _by_seat(value: object, hearing: Hearing, pointer: str, read: Callable[[object, str], int]) -> object:
    """Return pairs of a seat and its number, by seat; raise NamedTwice where two keys are one player."""
    if not isinstance(value, Mapping):
        raise Malformed("not_a_mapping", pointer)
    if not value:
        raise Malformed("empty_list", pointer)
    by_seat: dict[Seat, int] = {}
    for key, one in value.items():
        seat = hearing.key_seat(key, pointer)
        if seat in by_seat:
            raise NamedTwice(player=Seats((seat,)))
        by_seat[seat] = read(one, below(pointer, key))
    return tuple(sorted(by_seat.items()))


def _write_shares(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    return {str(naming(seat)): format_points(points_q) for seat, points_q in value}


def _winner(value: object, hearing: Hearing, pointer: str) -> object:
    return Side(str(value)) if value in ("box", "team") else hearing.seat(value, pointer)


def _write_winner(value: object, naming: Naming) -> object:
    return str(value) if isinstance(value, Side) else _write_seat(value, naming)


def _declared(value: object, hearing: Hearing, pointer: str) -> object:
    if value not in ("box", "captain"):
        raise Malformed("not_one_of", pointer, value=shown(value), allowed="box, captain")
    return Side.BOX if value == "box" else Side.TEAM


def _write_declared(value: object, naming: Naming) -> object:
    return "box" if value is Side.BOX else "captain"


def _result(value: object, hearing: Hearing, pointer: str) -> object:
    if value not in tuple(Result):
        allowed = ", ".join(Result)
        raise Malformed("not_one_of", pointer, value=shown(value), allowed=allowed)
    return Result(str(value))


def _number(value: object, hearing: Hearing, pointer: str) -> object:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Malformed("not_a_number", pointer)
    if abs(value) > LARGEST_NUMBER:
        raise Malformed("too_large", pointer, value=shown(value))
    return value


def _borne_off(value: object, hearing: Hearing, pointer: str) -> object:
    return _by_seat(value, hearing, pointer, read_checkers)


def _write_borne_off(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    return {str(naming(seat)): off for seat, off in value}


def read_checkers(value: object, pointer: str) -> int:
    """Return a number of checkers, from none to all fifteen."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= CHECKERS:
        raise Malformed("not_checkers", pointer, value=shown(value), most=CHECKERS)
    return value


def _checkers(value: object, hearing: Hearing, pointer: str) -> object:
    return read_checkers(value, pointer)


def _dice(value: object, hearing: Hearing, pointer: str) -> object:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(_is_die(die) for die in value):
        raise Malformed("not_dice", pointer)
    return tuple(value)


def _is_die(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= 6


def _moves(value: object, hearing: Hearing, pointer: str) -> object:
    text = _text(value, hearing, pointer)
    assert isinstance(text, str)
    if len(text) > LONGEST_MOVES:
        raise Malformed("text_too_long", pointer, most=LONGEST_MOVES)
    return text


def _write_dice(value: object, naming: Naming) -> object:
    assert isinstance(value, tuple)
    return list(value)


def _text(value: object, hearing: Hearing, pointer: str) -> object:
    if not isinstance(value, str):
        raise Malformed("not_text", pointer)
    if len(value) > LONGEST_TEXT:
        raise Malformed("text_too_long", pointer, most=LONGEST_TEXT)
    return value


def _flag(value: object, hearing: Hearing, pointer: str) -> object:
    if not isinstance(value, bool):
        raise Malformed("not_a_flag", pointer)
    return value


def _as_it_is(value: object, naming: Naming) -> object:
    return value


def _as_word(value: object, naming: Naming) -> object:
    return str(value)


SEAT = Codec(_seat, _write_seat)
NEWCOMER = Codec(_newcomer, _write_seat)
SEATS = Codec(_seats, _write_seats)
RING = Codec(_seats, _write_ring)
POINTS = Codec(_points, _write_points)
STAKE = Codec(_stake, _write_points)
SHARES = Codec(_shares, _write_shares)
WINNER = Codec(_winner, _write_winner)
DECLARED = Codec(_declared, _write_declared)
RESULT = Codec(_result, _as_word)
BORNE_OFF = Codec(_borne_off, _write_borne_off)
CHECKERS_OFF = Codec(_checkers, _as_it_is)
MOVES = Codec(_moves, _as_it_is)
DICE = Codec(_dice, _write_dice)
NUMBER = Codec(_number, _as_it_is)
TEXT = Codec(_text, _as_it_is)
FLAG = Codec(_flag, _as_it_is)
