"""A book as an hledger journal, strict enough for `hledger check -s`: accounts and commodity are declared."""

from collections.abc import Iterable, Iterator
from datetime import date

from ledger.rules.currency import exponent_of
from ledger.rules.export.amounts import amount, openings, postings
from ledger.rules.export.book import Balances, Book, Entry, Names, day_before, one_line
from ledger.rules.export.names import names_of


def write(book: Book, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the journal: accounts, balances brought in, a transaction for each entry, and what must come out."""
    names = names_of(book.accounts.values())
    yield from _head(book)
    for account in book.accounts.values():
        yield f"account {names[account.id]}  ; {_plain(account.name).replace(':', ' ')}\n"  # `type:` would be a tag
    yield from _brought(book, names)
    for entry in entries:
        yield from _transaction(book, entry, names)
    for month in book.months:
        yield from _balances(book, month.end, "Month closed", month.balances, names)
    yield from _balances(book, book.last, "Balances", book.closings, names)


def _head(book: Book) -> Iterator[str]:
    yield "".join(f"; {line}\n" for line in book.preface)
    decimals = "0" * exponent_of(book.currency)
    yield f"\ndecimal-mark .\ncommodity 1000.{decimals} {book.currency}\n\n"


def _brought(book: Book, names: Names) -> Iterator[str]:
    brought = openings(book, names)
    if book.start and brought:
        yield f"\n{day_before(book.start)} * Balances brought forward\n"
        yield from _lines(brought)


def _transaction(book: Book, entry: Entry, names: Names) -> Iterator[str]:
    link, payload = entry.link, entry.link.payload
    yield f"\n{link.effective} * ({link.seq}) {_plain(entry.memo) or payload.kind}\n"
    yield f"    ; kind:{payload.kind}\n    ; key:{payload.key}\n    ; hash:{entry.hash}\n"
    if entry.about:
        yield f"    ; meant:{entry.about}\n"
    if entry.reverses:
        yield f"    ; reverses:{entry.reverses}\n"
    yield from _lines(postings(book, entry, names))


def _lines(postings: Iterable[tuple[str, str]]) -> Iterator[str]:
    return (f"    {account}  {amount}\n" for account, amount in postings)


def _balances(book: Book, evening: date, title: str, balances: Balances, names: Names) -> Iterator[str]:
    """Yield a transaction that moves nothing and asserts balances: of one day's, the last in the file counts last."""
    if balances:
        yield f"\n{evening} * {title}\n"
    for account, minor in balances.items():
        yield f"    {names[account]}  {amount(book, 0)} = {amount(book, minor)}\n"


def _plain(text: str) -> str:
    """Return text on one line in which no comment begins."""
    return one_line(text).replace(";", ",")
