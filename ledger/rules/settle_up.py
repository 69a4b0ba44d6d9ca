"""Who pays whom, in as few payments as can be, and in a way that does not move under people's hands.

The fewest payments are n − (the most disjoint groups that each sum to zero). Among the plans with so few, the first
is taken in the order (payer, payee, largest amount first), people in the caller's order. That plan is stable: when one
of its lines is paid, the rest of it is the first plan for what is left. (Were there an earlier one, it would make,
with the line paid, an earlier plan for the whole.)
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
    while payer := next((place + 1 for place, net in enumerate(left) if net < 0), 0):
        yield _pay(left, payer - 1, _first_payee(left, payer - 1))


def _pay(left: list[int], payer: int, payee: int) -> Step:
    amount = min(-left[payer], left[payee])
    left[payer] += amount
    left[payee] -= amount
    return payer, payee, amount


def _first_payee(left: Sequence[int], payer: int) -> int:
    """Return the first creditor who shares a group with `payer` in some division into the most groups.

    Inside such a group any debtor may pay any creditor the smaller of their nets, and it stays as good.
    """
    open_ = [payer, *(place for place, net in enumerate(left) if net and place != payer)]
    groups = _Groups([left[place] for place in open_])
    return min(place for no, place in enumerate(open_) if left[place] > 0 and groups.best_with_first >> no & 1)


class _Groups:
    """Divisions of places into zero-sum groups. A set of places is a bit mask; place 0 is the one asked about."""

    def __init__(self, nets: Sequence[int]) -> None:
        self._whole = (1 << len(nets)) - 1
        self._smallest = _irreducible(_zero_sums(nets))
        self._by_lowest: dict[int, list[int]] = {}
        for group in self._smallest:
            self._by_lowest.setdefault(group & -group, []).append(group)
        self._most: dict[int, int] = {0: 0}

    @property
    def best_with_first(self) -> int:
        """The union of all groups that hold place 0 in a division of the whole into the most groups."""
        most = self._most_groups(self._whole)
        union = 0
        for group in self._by_lowest[1]:
            if group & ~union and self._most_groups(self._whole ^ group) == most - 1:
                union |= group
        return union

    def _most_groups(self, mask: int) -> int:
        """Return into how many groups the places of `mask`, which sum to zero, can be divided at most."""
        if mask not in self._most:
            fitting = (group for group in self._by_lowest[mask & -mask] if not group & ~mask)
            self._most[mask] = 1 + max(self._most_groups(mask ^ group) for group in fitting)
        return self._most[mask]


def _zero_sums(nets: Sequence[int]) -> list[int]:
    """Return the non-empty sets of places whose nets sum to zero, by size."""
    sums = [0]
    for net in nets:
        sums += [so_far + net for so_far in sums]
    return sorted((mask for mask, total in enumerate(sums) if not total and mask), key=int.bit_count)


def _irreducible(zero_sums: Sequence[int]) -> list[int]:
    """Return those that contain no smaller one; a division into the most groups uses no others."""
    found: list[int] = []
    for mask in zero_sums:
        if all(group & ~mask for group in found):
            found.append(mask)
    return found


def _simple(left: list[int]) -> Iterator[Step]:
    """Yield equal pairs, then the largest debt to the largest credit, ties by place."""
    for payer, net in enumerate(left):
        if net < 0 and -net in left:
            yield _pay(left, payer, left.index(-net))
    while any(left):
        yield _pay(left, left.index(min(left)), left.index(max(left)))
