"""Who pays whom, in as few payments as can be, and in a way that does not move under people's hands.

The fewest payments are n − (the most disjoint groups that each sum to zero). Among the plans with so few, the first
is taken in the order (payer, payee, largest amount first), people in the caller's order. That plan is stable: when one
of its lines is paid, the rest of it is the first plan for what is left. (Were there an earlier one, it would make,
with the line paid, an earlier plan for the whole.)
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, Generic, TypeVar

Id = TypeVar("Id", bound=Hashable)

EXACT_UP_TO: Final = 16
"""Up to so many people with a non-zero net the plan has the fewest payments there can be."""


@dataclass(frozen=True, slots=True)
class Payment(Generic[Id]):
    """`payer` hands `amount_minor` (above zero) to `payee`."""

    payer: Id
    payee: Id
    amount_minor: int


def payments(nets: Mapping[Id, int]) -> tuple[Payment[Id], ...]:
    """Return who pays whom so that every net becomes zero; a positive net is what one is owed, in minor units.

    Exact for up to EXACT_UP_TO people who are not even; above that equal pairs first, then the largest debt to the
    largest credit. Raises TypeError unless nets are ints, ValueError unless they sum to zero.
    """
    _require_even(nets)
    people = [person for person, net in nets.items() if net]
    left = [nets[person] for person in people]
    steps = _fewest(left) if len(people) <= EXACT_UP_TO else _simple(left)
    return tuple(Payment(people[payer], people[payee], amount) for payer, payee, amount in steps)


def through(nets: Mapping[Id, int], banker: Id) -> tuple[Payment[Id], ...]:
    """Return the payments by which everyone pays, or is paid by, one banker; refuses what `payments` refuses."""
    _require_even(nets)
    return tuple(
        Payment(person, banker, -net) if net < 0 else Payment(banker, person, net)
        for person, net in nets.items()
        if net and person != banker
    )


def _require_even(nets: Mapping[Id, int]) -> None:
    if any(type(net) is not int for net in nets.values()):
        raise TypeError("nets are ints of minor units")
    if sum(nets.values()):
        raise ValueError(f"nets sum to {sum(nets.values())}, not to zero")


Step = tuple[int, int, int]


def _fewest(left: list[int]) -> Iterator[Step]:
    """Yield the first of the shortest plans; `left` is what each place still owes (below zero) or is owed."""
    zero_sums = _zero_sums(left)
    while (payer := next((place for place, net in enumerate(left) if net < 0), None)) is not None:
        group = _best_with(payer, zero_sums)
        step = _pay(left, payer, next(place for place, net in enumerate(left) if net > 0 and group >> place & 1))
        zero_sums = _after(step, left, zero_sums)
        yield step


def _pay(left: list[int], payer: int, payee: int) -> Step:
    amount = min(-left[payer], left[payee])
    left[payer] += amount
    left[payee] -= amount
    return payer, payee, amount


def _zero_sums(nets: Sequence[int]) -> list[int]:
    """Return the sets of places, as bit masks, whose nets sum to zero, but for the empty one.

    Each is a set of the first half and one of the second whose sums cancel out.
    """
    half = len(nets) // 2
    first: dict[int, list[int]] = {}
    for mask, total in enumerate(_sums(nets[:half])):
        first.setdefault(total, []).append(mask)
    second = enumerate(_sums(nets[half:]))
    return [mask | rest << half for rest, total in second for mask in first.get(-total, ()) if mask or rest]


def _sums(nets: Sequence[int]) -> list[int]:
    """Return the sum of each set of places, by its mask."""
    sums = [0]
    for net in nets:
        sums += [so_far + net for so_far in sums]
    return sums


def _after(step: Step, left: Sequence[int], zero_sums: Sequence[int]) -> list[int]:
    """Return which sets sum to zero after a payment: those with both of the two, and those with neither."""
    payer, payee, _amount = step
    both = 1 << payer | 1 << payee
    even = sum(1 << place for place in (payer, payee) if not left[place])
    return [rest for mask in zero_sums if mask & both in (0, both) and (rest := mask & ~even)]


def _best_with(payer: int, zero_sums: Sequence[int]) -> int:
    """Return the union of all groups that hold `payer` in a division of everybody into the most groups.

    Inside such a group any debtor may pay any creditor the smaller of their nets, and it stays as good.
    """
    groups = _irreducible(zero_sums)
    most = _Most(groups)
    everybody = max(zero_sums, key=int.bit_count)
    rests = {group: most.groups_of(everybody ^ group) for group in groups if group >> payer & 1}
    best = max(rests.values())
    return reduce(or_, (group for group, others in rests.items() if others == best))


def _irreducible(zero_sums: Sequence[int]) -> list[int]:
    """Return those that contain no smaller one; a division into the most groups uses no others."""
    found: list[int] = []
    for mask in sorted(zero_sums, key=int.bit_count):
        for group in found:
            if not group & ~mask:
                break
        else:
            found.append(mask)
    return found


class _Most:
    """Into how many of some zero-sum groups sets of places can be divided at most."""

    def __init__(self, groups: Iterable[int]) -> None:
        self._by_lowest: dict[int, list[int]] = {}
        for group in groups:
            self._by_lowest.setdefault(group & -group, []).append(group)
        self._known: dict[int, int] = {0: 0}

    def groups_of(self, mask: int) -> int:
        """Return the number for the places of `mask`, which sum to zero."""
        if mask not in self._known:
            fitting = (group for group in self._by_lowest[mask & -mask] if not group & ~mask)
            self._known[mask] = 1 + max(self.groups_of(mask ^ group) for group in fitting)
        return self._known[mask]


def _simple(left: list[int]) -> Iterator[Step]:
    """Yield equal pairs, then the largest debt to the largest credit, ties by place."""
    for payer, net in enumerate(left):
        if net < 0 and -net in left:
            yield _pay(left, payer, left.index(-net))
    while any(left):
        yield _pay(left, left.index(min(left)), left.index(max(left)))
