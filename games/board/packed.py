"""How a position is packed, so that a whole checker play is one addition.

A side's checkers count up, the other side's count down. There is a byte for each place a checker can stand, in the
order that the mover walks it backwards:

    0 his checkers off · 1 the other's bar · 2-25 his points 1-24 · 26 his bar · 27 the other's checkers off

Read from its end with the signs changed, the same bytes are the position as the other side numbers it. As one whole
number, with 128 added to each byte so that nothing is ever borrowed, a step is the addition of a constant.
Sets of points are bits: bit 0 is point 1, bit 23 is point 24, bit 24 is the bar.
"""

from typing import Final

PLACES: Final = 28
OFF, THEIR_BAR, POINT_1, BAR, THEIR_OFF = 0, 1, 2, 26, 27
POINTS: Final = slice(POINT_1, BAR)
CHECKERS: Final = 15

BAR_BIT: Final = 1 << 24
HOME: Final = 0b111111
BIAS: Final = int.from_bytes(b"\x80" * PLACES, "little")
NEGATED: Final = bytes(-count & 0xFF for count in range(256))

NO_ENEMIES: Final = bytes(count if count < 128 else 0 for count in range(256))
"""Translates the bytes of a position into the counts of the mover alone."""

_MINE: Final = bytes(b"01"[0 < count < 128] for count in range(256))
_THEIRS: Final = bytes(b"01"[count >= 128] for count in range(256))
_THEIR_BLOT: Final = bytes(b"01"[count == 255] for count in range(256))
_CLOSED: Final = bytes(b"01"[128 <= count < 255] for count in range(256))


def pack(men: bytes) -> int:
    """Return the bytes of a position as one whole number."""
    return int.from_bytes(men, "little") ^ BIAS


def unpack(packed: int) -> bytes:
    """Return the bytes of a position from its whole number."""
    return (packed ^ BIAS).to_bytes(PLACES, "little")


def passed(men: bytes, nard: bool) -> bytes:
    """Return the bytes of a position as the other side numbers it; in long nard both walk the same way round."""
    negated = men.translate(NEGATED)
    if nard:
        return negated[:25:-1] + negated[14:26] + negated[2:14] + negated[1::-1]
    return negated[::-1]


def mine(men: bytes) -> int:
    """Return the places where the mover has checkers, his bar among them."""
    return int(men[26:1:-1].translate(_MINE), 2)


def theirs(men: bytes) -> int:
    """Return the points where the other side has checkers."""
    return int(men[25:1:-1].translate(_THEIRS), 2)


def blots(men: bytes) -> int:
    """Return the points where the other side has one checker."""
    return int(men[25:1:-1].translate(_THEIR_BLOT), 2)


def closed(men: bytes) -> int:
    """Return the points where the other side has two checkers or more."""
    return int(men[25:1:-1].translate(_CLOSED), 2)


def _one(place: int) -> int:
    return 1 << (8 * place)


def _steps(die: int) -> tuple[int, ...]:
    """Return what a step with that die adds, by the bit of the point it starts from; past point 1 it bears off."""
    return tuple(_one(max(POINT_1 + bit - die, OFF) if bit >= die else OFF) - _one(POINT_1 + bit) for bit in range(25))


STEP: Final = ((), *(_steps(die) for die in range(1, 7)))
"""STEP[die][bit]: a step of the mover's."""
HIT: Final = tuple(_one(POINT_1 + bit) - _one(THEIR_BAR) for bit in range(24))
"""HIT[bit]: the other side's checker goes from that point to its bar."""
HITTING: Final = tuple(
    tuple(steps[bit] + (HIT[bit - die] if bit >= die else 0) for bit in range(25)) if steps else ()
    for die, steps in enumerate(STEP)
)
"""HITTING[die][bit]: a step that hits."""
BEYOND: Final = tuple((1 << 25) - (1 << die) for die in range(7))
"""BEYOND[die]: the places from which a die does not lead off the board."""


def _bits_of(size: int, shift: int) -> tuple[tuple[int, ...], ...]:
    found: list[tuple[int, ...]] = [()]
    for mask in range(1, 1 << size):
        highest = mask.bit_length() - 1
        found.append((highest + shift, *found[mask ^ (1 << highest)]))
    return tuple(found)


_LOW: Final = _bits_of(12, 0)
_HIGH: Final = _bits_of(13, 12)


def bits(mask: int) -> tuple[int, ...]:
    """Return the bits of a set, the highest first."""
    return _HIGH[mask >> 12] + _LOW[mask & 0xFFF]
