"""A book as CSV (RFC 4180, UTF-8): one row a transfer, for a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator
from typing import Final

from ledger.rules.currency import format_amount
from ledger.rules.export.book import Book, Entry
from ledger.rules.transfers import Transfer

COLUMNS: Final = (
    "seq",
    "date",
    "kind",
    "source",
    "target",
    "amount",
    "currency",
    "memo",
    "night",
    "date_meant",
    "reverses",
    "reversed_by",
    "created_at",
    "source_account",
    "target_account",
    "key",
    "hash",
    "book_head",
)
_BEGINS_A_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def write(book: Book, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the header and a row for each transfer; an entry that moved nothing has one row without an amount.

    `amount` goes out of `source` and into `target`; `book_head` is the same in every row.
    """
    yield row(COLUMNS)
    for entry in entries:
        for transfer in entry.link.payload.transfers or (None,):
            yield row(_cells(book, entry, transfer))


def row(cells: Iterable[object]) -> str:
    """Return one line of CSV. Text that a spreadsheet would take for a formula gets an apostrophe before it.

    Numbers are left alone: hand them over as `Number`.
    """
    return str(_LINES.writerow([_cell(cell) for cell in cells]))


class Number(str):
    """Decimal text that we made ourselves; its minus begins no formula."""

    __slots__ = ()


def _cell(cell: object) -> object:
    if isinstance(cell, str) and not isinstance(cell, Number) and cell.startswith(_BEGINS_A_FORMULA):
        return f"'{cell}"
    return cell


def _cells(book: Book, entry: Entry, transfer: Transfer | None) -> list[object]:
    link, payload = entry.link, entry.link.payload
    return [
        link.seq,
        link.effective,
        payload.kind,
        book.accounts[transfer.source].name if transfer else None,
        book.accounts[transfer.target].name if transfer else None,
        Number(format_amount(transfer.amount_minor, book.currency)) if transfer else None,
        book.currency,
        entry.memo,
        entry.night,
        entry.about,
        entry.reverses,
        entry.reversed_by,
        link.created_text,
        transfer.source if transfer else None,
        transfer.target if transfer else None,
        payload.key,
        entry.hash,
        book.head,
    ]


class _Echo:
    """Hands back what is written, so that `csv` makes a line and keeps nothing."""

    def write(self, line: str) -> str:
        return line


_LINES = csv.writer(_Echo())
