"""What the two plain text formats share: two postings a transfer, and text that fits on a line."""

from collections.abc import Iterator

from ledger.rules.currency import format_amount
from ledger.rules.export.book import Book, Entry, Names


def postings(book: Book, entry: Entry, names: Names) -> Iterator[tuple[str, str]]:
    """Yield account and amount for each side of each transfer: what the source loses, what the target gains."""
    for one in entry.link.payload.transfers:
        yield names[one.source], amount(book, -one.amount_minor)
        yield names[one.target], amount(book, one.amount_minor)


def openings(book: Book, names: Names) -> list[tuple[str, str]]:
    """Return account and amount of every balance that was brought into the period; they sum to zero."""
    brought = [account for account in book.accounts.values() if account.opening_minor]
    return [(names[account.id], amount(book, account.opening_minor)) for account in brought]


def amount(book: Book, minor: int) -> str:
    """Return an amount with its currency: "-12.50 EUR"."""
    return f"{format_amount(minor, book.currency)} {book.currency}"
