"""What an export is made of: a book as of one head, its accounts, its closed months, and its entries one by one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, TypeAlias
from uuid import UUID

from ledger.rules.chain import Link
from ledger.rules.transfers import AccountId

Names: TypeAlias = Mapping[AccountId, str]
Balances: TypeAlias = Mapping[AccountId, int]

SIGNS: Final = (
    "A positive balance is what the club's players owe this member, a negative one what he owes them.",
    "The balances sum to zero. A transfer takes its amount from the source's balance and adds it to the target's.",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An account with its balances, in minor units, before the first and after the last day of the export.

    `kind` is member, house or adjustments; `name` is the member's, as people write it.
    """

    id: UUID
    kind: str
    name: str
    member: UUID | None
    opening_minor: int
    closing_minor: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """A closed month: every balance by account at the end of its last day, in minor units."""

    end: date
    balances: Balances


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A book from `start` through `end` (None: from the beginning, until now) as of its head.

    `first` and `last` are the days of the first and last entries in it.
    """

    id: UUID
    club: str
    currency: str
    head_seq: int
    head_hash: str
    start: date | None
    end: date | None
    first: date
    last: date
    accounts: Mapping[AccountId, Account]
    months: tuple[Month, ...]

    @property
    def head(self) -> str:
        """The number and the hash of the last entry, for a reader who wrote it down."""
        return f"{self.head_seq} {self.head_hash}".rstrip()

    @property
    def closings(self) -> Balances:
        """Every balance after the last day."""
        return {id: account.closing_minor for id, account in self.accounts.items()}

    @property
    def preface(self) -> tuple[str, ...]:
        """What a reader must know first: which book, which days, the chain's head, and what the signs mean."""
        days = f"From {self.start or 'the beginning'} through {self.end or 'the last entry'}."
        return (f"The {self.currency} book of {one_line(self.club)}", days, f"Head of the chain: {self.head}", *SIGNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry as it stands in the chain, with what the chain does not hold.

    `about` is the date that was meant where its month was closed; `reverses` and `reversed_by` are numbers of entries.
    """

    link: Link
    hash: str
    memo: str
    memo_salt: str
    night: str
    about: date | None
    reverses: int | None
    reversed_by: int | None


def day_before(day: date) -> date:
    """Return the eve of a day; the first day there is has none."""
    return day - timedelta(days=1) if day > date.min else day


def one_line(text: str) -> str:
    """Return text whose control characters, line ends among them, are spaces."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()
