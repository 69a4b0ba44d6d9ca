"""A member's statement for any days: what he had before, what moved it, what he had after."""

import calendar
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from club import selectors as club
from club.doors import Viewer
from club.errors import NotFound
from club.models import Club, Member
from club.permissions import May
from club.sources import Source, source_of, sources_of
from ledger import selectors
from ledger.account_lines import Line, statement
from ledger.charting import Chart, balance_chart
from ledger.models import Book

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a statement, and the balance it left."""

    line: Line
    source: Source
    balance_minor: int


@dataclass(frozen=True, slots=True)
class StatementPage:
    """A statement as it is read; without days it reaches from the beginning until now."""

    book: Book
    start: date | None
    end: date | None
    opening_minor: int
    rows: tuple[Row, ...]
    closing_minor: int
    head_seq: int
    head_hash: str
    chart: Chart | None


@dataclass(frozen=True, slots=True)
class Days:
    """Days that are often asked for."""

    name: str
    start: date | None
    end: date | None


def book_in(club: Club, currency: str) -> Book:
    """Return the club's book in a currency; raise NotFound."""
    book = selectors.books(club).filter(currency=currency).first()
    if book is None:
        raise NotFound
    return book


def page(viewer: Viewer, member_id: UUID, currency: str, start: date | None, end: date | None) -> Context:
    """Return the page of a member's statement."""
    person, book = club.member(viewer.club, member_id), book_in(viewer.club, currency)
    is_mine = viewer.member is not None and viewer.member.id == person.id
    return {
        "tab": "me" if is_mine else "club",
        "person": person,
        "statement": statement_of(person, book, start, end),
        "often": list(often_asked(timezone.localdate())),
        "may_download": is_mine or viewer.actor.may(May.KEEP_BOOKS),
    }


def statement_of(person: Member, book: Book, start: date | None, end: date | None) -> StatementPage:
    """Return somebody's statement in one book, with where each line comes from."""
    account = selectors.account_of(book=book, member=person)
    if account is None:
        return StatementPage(book, start, end, 0, (), 0, book.head_seq, book.head_hash, None)
    found = statement(account, start=start or date.min, end=end or date.max)
    rows = tuple(_rows(book.club, found.opening_minor, found.lines))
    chart = balance_chart(_by_day(found.opening_minor, rows))
    return StatementPage(
        book, start, end, found.opening_minor, rows, found.closing_minor, found.head_seq, found.head_hash, chart
    )


def _rows(club: Club, balance_minor: int, lines: Sequence[Line]) -> Iterator[Row]:
    sources = sources_of(club, lines)
    for line in lines:
        balance_minor += line.amount_minor
        yield Row(line, source_of(line, sources), balance_minor)


def _by_day(opening_minor: int, rows: Sequence[Row]) -> list[tuple[date, int]]:
    """Return the balance at the end of each day that moved it, and on the eve of the first."""
    days = {row.line.effective_date: row.balance_minor for row in rows}
    eve = [(min(days) - timedelta(days=1), opening_minor)] if days else []
    return eve + sorted(days.items())


def often_asked(today: date) -> Iterator[Days]:
    """Yield this month, the last, this year, and everything."""
    month = today.replace(day=1)
    yield Days(_("This month"), month, month.replace(day=calendar.monthrange(month.year, month.month)[1]))
    last = month - timedelta(days=1)
    yield Days(_("Last month"), last.replace(day=1), last)
    yield Days(_("This year"), today.replace(month=1, day=1), today.replace(month=12, day=31))
    yield Days(_("Everything"), None, None)
