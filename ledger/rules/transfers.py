"""The ledger's atom: a transfer moves one amount out of one account and into another, so nothing can be unbalanced."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar
from uuid import UUID

AccountId: TypeAlias = UUID | str
Id = TypeVar("Id", bound=AccountId)
MOST_MINOR: Final = 10**15
"""No single amount is larger: thousands of them still fit a 64-bit balance."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`source` falls and `target` rises by `amount_minor`, a whole number of minor units above zero.

    Raises TypeError for an amount that is not an int (a bool or a float is not), ValueError for one that is not
    between 1 and MOST_MINOR, or for a transfer from an account to itself.
    """

    source: AccountId
    target: AccountId
    amount_minor: int

    def __post_init__(self) -> None:
        if type(self.amount_minor) is not int:
            raise TypeError(f"an amount is an int of minor units, not {self.amount_minor!r}")
        if not 0 < self.amount_minor <= MOST_MINOR:
            raise ValueError(f"an amount is between 1 and {MOST_MINOR}, not {self.amount_minor}")
        if self.source == self.target:
            raise ValueError("a transfer is between two accounts")

    @property
    def mirrored(self) -> "Transfer":
        """The transfer that takes this one back."""
        return Transfer(self.target, self.source, self.amount_minor)

    @property
    def line(self) -> str:
        """The transfer as one line of canonical text."""
        return f"transfer {self.source} {self.target} {self.amount_minor}"


def lines(transfers: Iterable[Transfer]) -> Iterator[str]:
    """Yield the canonical lines of `transfers`, in an order that does not depend on how they were listed."""
    return iter(sorted(transfer.line for transfer in transfers))


def nets(transfers: Iterable[Transfer]) -> dict[AccountId, int]:
    """Return what each account named gains (positive) or loses, in minor units; the values sum to zero."""
    return nets_of((one.source, one.target, one.amount_minor) for one in transfers)


def nets_of(moved: Iterable[tuple[Id, Id, int]]) -> dict[Id, int]:
    """Return the same of plain (source, target, amount), which may be sums of transfers."""
    totals: dict[Id, int] = {}
    for source, target, amount_minor in moved:
        totals[source] = totals.get(source, 0) - amount_minor
        totals[target] = totals.get(target, 0) + amount_minor
    return totals


def netted(transfers: Iterable[Transfer]) -> tuple[Transfer, ...]:
    """Return at most one transfer between any two accounts, with the same nets, in the order the pairs appeared."""
    owed: dict[tuple[AccountId, AccountId], int] = {}
    for one in transfers:
        pair, sign = (one.source, one.target), 1
        if pair not in owed and pair[::-1] in owed:
            pair, sign = (one.target, one.source), -1
        owed[pair] = owed.get(pair, 0) + sign * one.amount_minor
    return tuple(
        Transfer(source, target, amount) if amount > 0 else Transfer(target, source, -amount)
        for (source, target), amount in owed.items()
        if amount
    )
