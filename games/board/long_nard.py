"""All that a roll may lead to in long nard. Rule: §8."""

from collections.abc import Collection
from typing import Final

from games.board import walking
from games.board.packed import BEYOND, POINT_1, STEP, bits, mine, pack, theirs
from games.board.walking import HEAD

HEAD_BIT: Final = 1 << HEAD
ALL_POINTS: Final = (1 << 24) - 1


def results(men: bytes, dice: tuple[int, int], from_head: int = 1) -> Collection[int]:
    """Return every distinct position, packed, after a whole turn; the same one where no die can be played.

    `from_head` is how many checkers may leave the head in this turn. A block that stands already, because nobody
    challenged it, forbids nothing: only building one is forbidden.
    """
    own, enemy = mine(men), theirs(men)
    if has_block(own, enemy) or not has_block(_within_reach(own, enemy, dice), enemy):
        return walking.results(men, dice, enemy, 0, from_head)
    turn = _Turn(men, enemy, from_head)
    high, low = max(dice), min(dice)
    return turn.double(high, own) if high == low else turn.two_dice(high, low, own)


def has_block(own: int, enemy: int) -> bool:
    """Whether six points in a row are held with no enemy checker ahead of them."""
    road = _as_they_walk(own)
    pairs = road & (road >> 1)
    sixes = pairs & (pairs >> 2) & (pairs >> 4)
    return bool(sixes) and not _as_they_walk(enemy) & ((sixes & -sixes) - 1)


def _as_they_walk(points: int) -> int:
    """Return the points by the enemy's numbers."""
    return (points >> 12) | ((points << 12) & ALL_POINTS)


def _within_reach(own: int, enemy: int, dice: tuple[int, int]) -> int:
    """Return every point where a checker of the mover's may stand in this turn, and perhaps some more."""
    for die in dice * 2 if dice[0] == dice[1] else (*dice, dice[0]):
        own |= (own & ~(enemy << die) & BEYOND[die]) >> die
    return own


class _Turn:
    """A turn in which a block may come up, so that each single step is judged."""

    def __init__(self, men: bytes, enemy: int, from_head: int) -> None:
        self._packed, self._enemy = pack(men), enemy
        self._kept_on_head = men[POINT_1 + HEAD] - from_head

    def two_dice(self, high: int, low: int, own: int) -> Collection[int]:
        highs, lows = self._after(self._packed, own, high), self._after(self._packed, own, low)
        found: set[int] = set()
        for firsts, second in ((highs, low), (lows, high)):
            for packed, left in firsts.items():
                found.update(self._after(packed, left, second))
        return found or highs or lows or (self._packed,)

    def double(self, die: int, own: int) -> Collection[int]:
        now = {self._packed: own}
        for _step in range(4):
            following: dict[int, int] = {}
            for packed, left in now.items():
                following |= self._after(packed, left, die)
            if not following:
                break
            now = following
        return now

    def _after(self, packed: int, own: int, die: int) -> dict[int, int]:
        """Return the positions that one step leads to, with the places held in each."""
        ways = walking.sources(own, self._enemy, die)
        if ways & HEAD_BIT and _count(packed, HEAD) <= self._kept_on_head:
            ways ^= HEAD_BIT
        found = {}
        for bit in bits(ways):
            left = own if _count(packed, bit) > 1 else own ^ (1 << bit)
            if bit >= die:
                left |= 1 << (bit - die)
            if not has_block(left, self._enemy):
                found[packed + STEP[die][bit]] = left
        return found


def _count(packed: int, bit: int) -> int:
    return (packed >> (8 * (POINT_1 + bit)) & 0xFF) - 128
