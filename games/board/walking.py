"""Where a whole turn leads, for any game in which each step is judged by where it starts and lands.

A turn uses as many dice as can be used, and the higher one where only one of two can be. Rules: §1, §8.
"""

from collections.abc import Collection, Sequence
from typing import Final

from games.board.packed import BAR, BAR_BIT, BEYOND, HIT, HITTING, HOME, POINT_1, STEP, bits, mine, pack

HEAD: Final = 23
"""The bit of point 24, which long nard calls the head."""
NO_HEAD: Final = ~(1 << HEAD)
PLACES_HELD: Final = 2 * BAR_BIT - 1


def results(men: bytes, dice: tuple[int, int], shut: int, hittable: int, from_head: int = 4) -> Collection[int]:
    """Return every distinct position, packed, after a whole turn; the same one where no die can be played.

    `shut` are the points nobody may land on, `hittable` those where a landing hits, and `from_head` says how many
    checkers may leave point 24.
    """
    own, packed = mine(men), pack(men)
    high, low = max(dice), min(dice)
    if high == low:
        return _Double(men, high, shut, from_head).results(packed, own, hittable)
    if own & BAR_BIT or may_bear_off(men, own):
        found = _two_dice(packed, men, (high, low), own, shut, hittable, from_head)
    else:
        ways = own & ~(shut << high) & BEYOND[high], own & ~(shut << low) & BEYOND[low]
        found = _independent(packed, men, ways, (high, low), shut, hittable, from_head)
    return found or _one_die(packed, (high, low), own, shut, hittable)


def sources(own: int, shut: int, die: int) -> int:
    """Return the places from which one checker may be moved with this die now."""
    if own & BAR_BIT:
        return BAR_BIT & ~(shut << die)
    ways = own & ~(shut << die) & BEYOND[die]
    if own <= HOME:
        exact = 1 << (die - 1)
        if own & exact:
            return ways | exact
        if own < exact:
            return ways | (1 << own.bit_length() >> 1)
    return ways


def may_bear_off(men: bytes, own: int) -> bool:
    """Whether one of two dice may bear a checker off: one at most is outside the home board."""
    outside = own & ~HOME
    return not outside or (outside & (outside - 1) == 0 and men[POINT_1 + outside.bit_length() - 1] == 1)


def _one_die(packed: int, dice: tuple[int, int], own: int, shut: int, hittable: int) -> Collection[int]:
    for die in dice:
        if starts := sources(own, shut, die):
            return [packed + _step(bit, die, hittable) for bit in bits(starts)]
    return (packed,)


def _step(bit: int, die: int, hittable: int) -> int:
    return HITTING[die][bit] if bit >= die and hittable >> (bit - die) & 1 else STEP[die][bit]


def _two_dice(
    packed: int, men: bytes, dice: tuple[int, int], own: int, shut: int, hittable: int, from_head: int
) -> set[int]:
    """Return what two dice lead to in either order, each step judged after the one before it."""
    found = set[int]()
    for first, second in (dice, dice[::-1]):
        steps, hitting = STEP[second], HITTING[second]
        for bit in bits(sources(own, shut, first)):
            after = packed + _step(bit, first, hittable)
            left = own if men[POINT_1 + bit] > 1 else own ^ (1 << bit)
            target = 1 << (bit - first) if bit >= first else 0
            ways = sources(left | target, shut, second)
            if bit == HEAD and from_head == 1:
                ways &= NO_HEAD
            struck = ways & ((hittable & ~target) << second)
            for next_bit in bits(ways ^ struck):
                found.add(after + steps[next_bit])
            for next_bit in bits(struck):
                found.add(after + hitting[next_bit])
    return found


def _independent(
    packed: int, men: bytes, ways: tuple[int, int], dice: tuple[int, int], shut: int, hittable: int, from_head: int
) -> set[int]:
    """Return what two dice lead to while nothing enters or is borne off; `ways` are the starting places by die.

    Then no step changes what another may do, but that the checker which was moved may move on.
    """
    (one, two), (first, second) = dice, ways
    ones, twos = _steps(one, hittable), _steps(two, hittable)
    later = [twos[bit] for bit in bits(second)]
    found = {start + delta for start in [packed + ones[bit] for bit in bits(first)] for delta in later}
    for bit in bits(first & second):
        if men[POINT_1 + bit] < 2 or (bit == HEAD and from_head == 1):
            found.discard(packed + ones[bit] + twos[bit])
    for target in bits((first >> one) & (second >> two) & hittable):
        hit_twice = packed + ones[target + one] + twos[target + two]
        found.discard(hit_twice)
        found.add(hit_twice - HIT[target])
    for middle in bits((first >> one) & ~(shut << two) & BEYOND[two]):
        found.add(packed + ones[middle + one] + twos[middle])
    for middle in bits((second >> two) & ~(shut << one) & BEYOND[one]):
        found.add(packed + twos[middle + two] + ones[middle])
    return found


def _steps(die: int, hittable: int) -> Sequence[int]:
    """Return what each step with that die adds, by the bit it starts from, with hits where it lands on these points."""
    if not hittable:
        return STEP[die]
    steps = list(STEP[die])
    for start in bits((hittable << die) & PLACES_HELD):
        steps[start] = HITTING[die][start]
    return steps


class _Double:
    """The four steps of a double, always from the highest place down: so no result is met twice."""

    __slots__ = ("_counts", "_die", "_found", "_from_head", "_open", "_shut")

    def __init__(self, men: bytes, die: int, shut: int, from_head: int) -> None:
        self._counts = [*men[POINT_1 : BAR + 1], *bytes(6)]  # counted from its end: those borne off
        self._die, self._shut, self._from_head = die, shut, from_head
        self._open = ~(shut << die) & BEYOND[die]
        self._found: tuple[list[int], ...] = ([], [], [], [])

    def results(self, packed: int, own: int, hittable: int) -> Collection[int]:
        self._walk(packed, own, hittable, -1, 0)
        return next((found for found in reversed(self._found) if found), (packed,))

    def _walk(self, packed: int, own: int, hittable: int, below: int, depth: int) -> None:
        """Take every step after `depth` others from the places `below`, and go on from there."""
        die, counts, found = self._die, self._counts, self._found[depth]
        ways = below & (own & self._open if HOME < own < BAR_BIT else sources(own, self._shut, die))
        if depth >= self._from_head:
            ways &= NO_HEAD
        hits = ways & (hittable << die)
        for bit in bits(ways):
            place, target = 1 << bit, 1 << bit >> die
            hit = hits & place
            after = packed + (HITTING[die][bit] if hit else STEP[die][bit])
            found.append(after)
            counts[bit] -= 1
            left = own | target if counts[bit] else (own ^ place) | target
            there = counts[bit - die]
            counts[bit - die] = 1 if hit else there + 1
            go_on = self._walk_last if depth == 1 else self._walk
            go_on(after, left, hittable ^ target if hit else hittable, 2 * place - 1, depth + 1)
            counts[bit - die] = there
            counts[bit] += 1

    def _walk_last(self, packed: int, own: int, hittable: int, below: int, depth: int) -> None:
        """Take the last two steps: as `_walk`, but with nothing to put back."""
        die, shut, free, counts, no_head = self._die, self._shut, self._open, self._counts, self._from_head <= depth
        (*_shorter, threes, fours), steps, hitting = self._found, STEP[die], HITTING[die]
        ways = below & (own & free if HOME < own < BAR_BIT else sources(own, shut, die))
        if no_head:
            ways &= NO_HEAD
        hits = ways & (hittable << die)
        for bit in bits(ways):
            place, target = 1 << bit, 1 << bit >> die
            hit = hits & place
            after = packed + (hitting[bit] if hit else steps[bit])
            threes.append(after)
            left = own | target if counts[bit] > 1 else (own ^ place) | target
            last = (2 * place - 1) & (left & free if HOME < left < BAR_BIT else sources(left, shut, die))
            if no_head:
                last &= NO_HEAD
            struck = last & ((hittable ^ target if hit else hittable) << die)
            if struck:
                fours += [after + hitting[last_bit] for last_bit in bits(struck)]
            for last_bit in bits(last ^ struck):  # where few are met, a loop is faster than a comprehension
                fours.append(after + steps[last_bit])
