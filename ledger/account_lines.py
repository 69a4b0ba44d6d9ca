"""What moved one person's account, line by line, and his statement for some days. Reading only.

As in `ledger.selectors`: minor units, positive = the club's players owe this member, and who was merged is read as one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Final, TypedDict
from uuid import UUID

from django.db.models import BigIntegerField, Case, Exists, F, OuterRef, Q, QuerySet, Subquery, Sum, When

from ledger.errors import PeriodBackwards
from ledger.models import Account, Book, Entry, Transfer
from ledger.persons import read_with

LINES_AT_ONCE: Final = 200

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Gain(TypedDict):
    gain_minor: int
    taken_back_by: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """What one entry did to one account, and why. `reversed_by` is the seq of the entry that took it back."""

    seq: int
    entry_id: UUID
    kind: str
    source_kind: str
    source_id: str
    night_id: UUID | None
    effective_date: date
    about_date: date | None
    created_at: datetime
    memo: str
    reversed_by: int | None
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Statement:
    """An account from one date to another, both included; `head_hash` is the chain's head when it was made."""

    account: Account
    start: date
    end: date
    opening_minor: int
    lines: tuple[Line, ...]
    closing_minor: int
    head_seq: int
    head_hash: str


@dataclass(frozen=True, slots=True)
class RunningStatement:
    """A statement whose lines are read from the database while they are taken, all of them as of the head it names."""

    opening_minor: int
    lines: Iterator[Line]
    head_seq: int
    head_hash: str


def lines(account: Account, *, limit: int = 50, before_seq: int | None = None) -> list[Line]:
    """Return what moved the person's account, newest first, from below `before_seq`; two queries."""
    moved = _moves(account.book_id, read_with(account))
    if before_seq is not None:
        moved = moved.filter(seq__lt=before_seq)
    return [line_of(entry, entry.gain_minor, entry.taken_back_by) for entry in moved.order_by("-seq")[:limit]]


def statement(account: Account, *, start: date, end: date) -> Statement:
    """Return the person's statement for those days by effective date, as of the book's head; four queries."""
    found = running_statement(account, start=start, end=end, at_once=None)
    listed = tuple(found.lines)
    closing = found.opening_minor + sum(line.amount_minor for line in listed)
    return Statement(account, start, end, found.opening_minor, listed, closing, found.head_seq, found.head_hash)


def running_statement(
    account: Account, *, start: date, end: date, at_once: int | None = LINES_AT_ONCE
) -> RunningStatement:
    """Return the same statement with its lines read as they are taken, `at_once` a query; None is all of them."""
    book, his = Book.objects.get(pk=account.book_id), read_with(account)
    brought = _transfers(his).filter(entry__effective_date__lt=start, entry__seq__lte=book.head_seq)
    opening = brought.aggregate(net=_gain(his))["net"] or 0
    moved = _moves(book.pk, his).filter(effective_date__range=(start, end), seq__lte=book.head_seq)
    lines = _each(moved.order_by("effective_date", "seq"), book.head_seq, at_once)
    return RunningStatement(opening, lines, book.head_seq, book.head_hash)


def _each(moved: "QuerySet[WithAnnotations[Entry, _Gain]]", head_seq: int, at_once: int | None) -> Iterator[Line]:
    after = Q()
    while batch := list(moved.filter(after)[:at_once]):
        for entry in batch:
            by = entry.taken_back_by
            yield line_of(entry, entry.gain_minor, by if by is not None and by <= head_seq else None)
        if at_once is None:
            return
        last = batch[-1]
        after = Q(effective_date__gt=last.effective_date) | Q(effective_date=last.effective_date, seq__gt=last.seq)


def require_order(start: date | None, end: date | None) -> None:
    """Raise PeriodBackwards for days of which the last is before the first; either may be left open."""
    if start and end and end < start:
        raise PeriodBackwards(pointer="/to")


def _moves(book_id: UUID, accounts: Sequence[UUID]) -> "QuerySet[WithAnnotations[Entry, _Gain]]":
    """Every entry that has one of the accounts in it, with what they gained by it; summed for those that are read."""
    here = _transfers(accounts).filter(entry=OuterRef("pk")).order_by()
    gain = here.values("entry").annotate(net=_gain(accounts)).values("net")
    found = Entry.objects.filter(Exists(here), book=book_id)
    return found.annotate(gain_minor=Subquery(gain), taken_back_by=F("reversed_by__seq"))


def _transfers(accounts: Sequence[UUID]) -> QuerySet[Transfer]:
    """What moved one of a person's accounts; what only went from one to the other is nothing to him."""
    within = Q(source__in=accounts, target__in=accounts)
    return Transfer.objects.filter(Q(source__in=accounts) | Q(target__in=accounts)).exclude(within)


def line_of(entry: Entry, amount_minor: int, taken_back_by: int | None) -> Line:
    """Return an entry as a line of an account that gained `amount_minor` by it."""
    return Line(
        seq=entry.seq,
        entry_id=entry.id,
        kind=entry.kind,
        source_kind=entry.source_kind,
        source_id=entry.source_id,
        night_id=entry.night_id,
        effective_date=entry.effective_date,
        about_date=entry.about_date,
        created_at=entry.created_at,
        memo=entry.memo,
        reversed_by=taken_back_by,
        amount_minor=amount_minor,
    )


def _gain(accounts: Sequence[UUID]) -> Sum:
    amount = F("amount_minor")
    return Sum(Case(When(target__in=accounts, then=amount), default=-amount, output_field=BigIntegerField()))
