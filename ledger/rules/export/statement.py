"""A member's statement as CSV: the balance brought in, what moved his account, the balance in the end."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from ledger.rules.currency import format_amount
from ledger.rules.export.as_csv import Number, row

COLUMNS: Final = (
    "seq",
    "date",
    "kind",
    "amount",
    "balance",
    "currency",
    "memo",
    "date_meant",
    "reversed_by",
    "book_head",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What one entry did to the account, in minor units."""

    seq: int
    date: datetime.date
    kind: str
    amount_minor: int
    memo: str
    about: datetime.date | None
    reversed_by: int | None


def write(*, currency: str, head: str, opening_minor: int, lines: Iterable[Line]) -> Iterator[str]:
    """Yield the statement; a positive balance is what the club's players owe the member."""

    def decimal(minor: int) -> Number:
        return Number(format_amount(minor, currency))

    yield row(COLUMNS)
    yield row((None, None, "brought_forward", None, decimal(opening_minor), currency, None, None, None, head))
    balance = opening_minor
    for line in lines:
        balance += line.amount_minor
        moved = (decimal(line.amount_minor), decimal(balance), currency)
        yield row((line.seq, line.date, line.kind, *moved, line.memo, line.about, line.reversed_by, head))
    yield row((None, None, "balance", None, decimal(balance), currency, None, None, None, head))
