"""A book for beancount 3: explicit amounts, and assertions that are exact, not within beancount's usual tolerance."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final

from ledger.rules.currency import format_amount
from ledger.rules.export.amounts import openings, postings
from ledger.rules.export.book import Balances, Book, Entry, Names, day_before, one_line
from ledger.rules.export.names import names_of

DAY: Final = timedelta(days=1)


def write(book: Book, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the book: accounts, balances brought in, a transaction for each entry, and what must come out."""
    names = names_of(book.accounts.values())
    yield from _head(book)
    yield from _accounts(book, names)
    yield from _brought(book, names)
    for entry in entries:
        yield from _transaction(book, entry, names)
    for month in book.months:
        yield from _balances(book, month.end, month.balances, names)
    yield from _balances(book, book.last, book.closings, names)


def _head(book: Book) -> Iterator[str]:
    yield "".join(f";; {line}\n" for line in book.preface)
    yield f'\noption "title" {_quoted(f"{book.club} {book.currency}")}\n'
    yield f'option "operating_currency" "{book.currency}"\n\n'


def _accounts(book: Book, names: Names) -> Iterator[str]:
    opened = day_before(book.start) if book.start and openings(book, names) else book.first
    for account in book.accounts.values():
        yield f"{opened} open {names[account.id]} {book.currency}\n"
        yield f'  name: {_quoted(account.name)}\n  account: "{account.id}"\n'


def _brought(book: Book, names: Names) -> Iterator[str]:
    brought = openings(book, names)
    if book.start and brought:
        yield f'\n{day_before(book.start)} * "Balances brought forward"\n'
        yield from _lines(brought)


def _transaction(book: Book, entry: Entry, names: Names) -> Iterator[str]:
    link, payload = entry.link, entry.link.payload
    yield f"\n{link.effective} * {_quoted(entry.memo or payload.kind)} #{payload.kind}{_link(entry)}\n"
    yield f'  seq: {link.seq}\n  key: {_quoted(payload.key)}\n  hash: "{entry.hash}"\n'
    if entry.about:
        yield f"  meant: {entry.about}\n"
    yield from _lines(postings(book, entry, names))


def _link(entry: Entry) -> str:
    """Return the link that an entry and its reversal have in common: the number of the first."""
    if entry.reverses or entry.reversed_by:
        return f" ^entry-{entry.reverses or entry.link.seq}"
    return ""


def _lines(postings: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"  {account}  {amount}\n" for account, amount in postings)


def _balances(book: Book, evening: date, balances: Balances, names: Names) -> Iterator[str]:
    """Yield assertions for the end of a day: beancount looks at the beginning of the day it is given."""
    yield "\n"
    for account, minor in balances.items():
        exactly = f"{format_amount(minor, book.currency)} ~ 0 {book.currency}"
        yield f"{_day_after(evening)} balance {names[account]}  {exactly}\n"


def _day_after(day: date) -> date:
    return day + DAY if day < date.max else day


def _quoted(text: str) -> str:
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
