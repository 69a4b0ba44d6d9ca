"""Books out of the database for other programs: however many entries there are, one batch of them is in memory.

Nothing is locked and no cursor stays open while a slow reader reads. The head of the book says what belongs to the
export: up to there nothing changes any more.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypedDict
from uuid import UUID

from django.db.models import F, Max, Min, Q, QuerySet

from club.errors import Forbidden
from club.models import Member
from club.permissions import Actor, May
from club.selectors import today_in
from ledger import account_lines, selectors
from ledger.checks import payload_of
from ledger.models import Account, Book, Entry, Period, Transfer
from ledger.rules.export import as_beancount, as_csv, as_hledger, as_json, statement
from ledger.rules.export import book as rules
from ledger.rules.transfers import AccountId
from ledger.services.writing import link

BATCH: Final = 50
PIECE: Final = 64 * 1024

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class Format(StrEnum):
    """What a book can be written as."""

    CSV = "csv"
    BEANCOUNT = "beancount"
    HLEDGER = "hledger"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Export:
    """A file to be: its name, its media type, and its text in pieces, made while they are read."""

    name: str
    media_type: str
    pieces: Iterator[str]


class _Around(TypedDict):
    night_date: date | None
    night_title: str | None
    reverses_seq: int | None
    reversed_seq: int | None


Writer = Callable[[rules.Book, Iterable[rules.Entry]], Iterator[str]]
WRITERS: Final[dict[Format, tuple[Writer, str, str]]] = {
    Format.CSV: (as_csv.write, "csv", "text/csv"),
    Format.BEANCOUNT: (as_beancount.write, "beancount", "text/plain"),
    Format.HLEDGER: (as_hledger.write, "journal", "text/plain"),
    Format.JSON: (as_json.write, "json", "application/json"),
}


def export_book(
    *, book: Book, format: Format, actor: Actor, start: date | None = None, end: date | None = None
) -> Export:
    """Return the book for those days by effective date, both included, as of its head now.

    Raises Forbidden unless the actor keeps the books, PeriodBackwards.
    """
    actor.require(May.KEEP_BOOKS)
    account_lines.require_order(start, end)
    write, suffix, media_type = WRITERS[format]
    now = _as_of_now(book, start, end)
    days = "".join(f"-{day}" for day in (start, end) if day)
    name = f"{book.club.slug}-{book.currency}{days}.{suffix}"
    return Export(name, media_type, _in_pieces(write(now, _entries(now))))


def export_statement(
    *, book: Book, member: Member, actor: Actor, start: date | None = None, end: date | None = None
) -> Export:
    """Return a member's statement as CSV: his own, or anybody's for who keeps the books.

    Raises Forbidden, PeriodBackwards.
    """
    actor.require(May.READ_BOOKS)
    if member.person_id != actor.member_id and not actor.may(May.KEEP_BOOKS):
        raise Forbidden
    account_lines.require_order(start, end)
    name = f"{book.club.slug}-{book.currency}-statement.csv"
    return Export(name, "text/csv", _in_pieces(_statement(book, member, start or date.min, end or date.max)))


def _statement(book: Book, member: Member, start: date, end: date) -> Iterator[str]:
    account = selectors.account_of(book=book, member=member)
    found = account_lines.running_statement(account, start=start, end=end) if account else None
    lines = (
        statement.Line(
            seq=line.seq,
            date=line.effective_date,
            kind=line.kind,
            amount_minor=line.amount_minor,
            memo=line.memo,
            about=line.about_date,
            reversed_by=line.reversed_by,
        )
        for line in (found.lines if found else ())
    )
    head = f"{found.head_seq} {found.head_hash}" if found else f"{book.head_seq} {book.head_hash}"
    opening_minor = found.opening_minor if found else 0
    return statement.write(currency=book.currency, head=head.strip(), opening_minor=opening_minor, lines=lines)


# ---- the book as of one head ------------------------------------------------------------------------
def _as_of_now(book: Book, start: date | None, end: date | None) -> rules.Book:
    now = Book.objects.select_related("club").get(pk=book.pk)
    days = _in_period(now, start, end).aggregate(first=Min("effective_date"), last=Max("effective_date"))
    first = days["first"] or start or end or today_in(now.club)
    return rules.Book(
        id=now.id,
        club=now.club.name,
        currency=now.currency,
        head_seq=now.head_seq,
        head_hash=now.head_hash,
        start=start,
        end=end,
        first=first,
        last=days["last"] or first,
        accounts=_accounts(now, start, end),
        months=_months(now, start, end),
    )


def _in_period(book: Book, start: date | None, end: date | None) -> QuerySet[Entry]:
    asked = Q(book=book, seq__lte=book.head_seq)
    if start:
        asked &= Q(effective_date__gte=start)
    if end:
        asked &= Q(effective_date__lte=end)
    return Entry.objects.filter(asked)


def _accounts(book: Book, start: date | None, end: date | None) -> dict[AccountId, rules.Account]:
    brought = selectors.balances_on(book, rules.day_before(start), book.head_seq) if start else {}
    closing = selectors.balances_on(book, end or date.max, book.head_seq)
    accounts = [
        rules.Account(
            id=account.id,
            kind=account.kind,
            name=account.person.name if account.person else account.kind.capitalize(),
            member=account.person.id if account.person else None,
            opening_minor=brought.get(account.id, 0),
            closing_minor=closing.get(account.id, 0),
        )
        for account in Account.objects.filter(book=book).select_related("member__merged_into")
    ]
    return {one.id: one for one in sorted(accounts, key=lambda one: (one.kind, one.name, one.id))}


def _months(book: Book, start: date | None, end: date | None) -> tuple[rules.Month, ...]:
    closed = Period.objects.filter(book=book, seq__lte=book.head_seq).order_by("end_date")
    inside = closed.filter(end_date__range=(start or date.min, end or date.max))
    return tuple(
        rules.Month(end=month.end_date, balances={UUID(account): net for account, net in month.balances.items()})
        for month in inside
    )


# ---- its entries, batch by batch --------------------------------------------------------------------
def _entries(book: rules.Book) -> Iterator[rules.Entry]:
    rows = _rows(book)
    after = 0
    while batch := list(rows.filter(seq__gt=after)[:BATCH]):
        moved = _transfers(batch)
        yield from (_entry(row, moved[row.id], book.head_seq) for row in batch)
        after = batch[-1].seq


def _transfers(batch: Iterable[Entry]) -> defaultdict[UUID, list[Transfer]]:
    """Return the transfers of each entry. `prefetch_related` would tie both in circles, which are freed late."""
    moved: defaultdict[UUID, list[Transfer]] = defaultdict(list)
    for transfer in Transfer.objects.filter(entry__in=[entry.id for entry in batch]):
        moved[transfer.entry_id].append(transfer)
    return moved


def _rows(book: rules.Book) -> "QuerySet[WithAnnotations[Entry, _Around]]":
    inside = Entry.objects.filter(book=book.id, seq__lte=book.head_seq)
    inside = inside.filter(effective_date__range=(book.first, book.last))
    around = inside.annotate(night_date=F("night__date"), night_title=F("night__title"))
    named = around.annotate(reverses_seq=F("reverses__seq"), reversed_seq=F("reversed_by__seq"))
    return named.order_by("seq")


def _entry(row: "WithAnnotations[Entry, _Around]", transfers: Iterable[Transfer], head_seq: int) -> rules.Entry:
    reversed_by = row.reversed_seq if row.reversed_seq and row.reversed_seq <= head_seq else None
    return rules.Entry(
        link=link(row, payload_of(row, transfers)),
        hash=row.hash,
        memo=row.memo,
        memo_salt=row.memo_salt,
        night=f"{row.night_date} {row.night_title}".strip() if row.night_date else "",
        about=row.about_date,
        reverses=row.reverses_seq,
        reversed_by=reversed_by,
    )


def _in_pieces(lines: Iterable[str]) -> Iterator[str]:
    """Yield lines together, so that a door has fewer pieces to send."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size >= PIECE:
            yield "".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield "".join(waiting)
