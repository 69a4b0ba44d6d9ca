"""Do the books still say what was posted? Every difference is a finding; nothing is repaired in silence.

Other apps register what only they can check, such as whether each finished game stands in the books as played.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Count, F, Q, Sum
from django.utils import timezone

from ledger import guards
from ledger.models import Account, Book, Checkup, Entry, Payment, Period, Transfer
from ledger.rules.chain import Payload, memo_hash
from ledger.rules.transfers import Transfer as Move
from ledger.rules.transfers import lines
from ledger.selectors import balances_on
from ledger.services.accounts import lock_book
from ledger.services.drafts import meant_date
from ledger.services.writing import link

Check = Callable[[], Iterable[str]]
_registered: list[Check] = []
CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it must be: a stable code, the book (none for what is not of one book), and what."""

    code: str
    book: Book | None
    detail: str

    def __str__(self) -> str:
        return f"{self.book or '-'}: {self.code}: {self.detail}"


def register(check: Check) -> Check:
    """Add another app's check: a function that yields a sentence for each difference it finds."""
    _registered.append(check)
    return check


def findings() -> Iterator[Finding]:
    """Yield everything that is wrong: guards, every book, and what other apps check."""
    yield from (Finding("guard_missing", None, name) for name in guards.missing())
    for book in Book.objects.select_related("club").order_by("club", "currency"):
        yield from findings_of(book)
    for check in _registered:
        yield from (Finding("registered", None, detail) for detail in check())


def check_up() -> list[Finding]:
    """Check everything, remember for each book which codes were found or that none was, and return the findings.

    What is not of one book is remembered for every book.
    """
    books = list(Book.objects.all())
    found = list(findings())
    for book in books:
        codes = list(dict.fromkeys(one.code for one in found if one.book in (book, None)))
        now = {"checked_at": timezone.now(), "head_seq": book.head_seq, "codes": codes}
        Checkup.objects.update_or_create(book=book, defaults=now)
    return found


def findings_of(book: Book) -> list[Finding]:
    """Return everything that is wrong in one book, as of one moment; entries are read in chunks."""
    with _one_moment():
        book = Book.objects.select_related("club").get(pk=book.pk)
        checks = (_chain, _balances, _reversals, _payments, _periods)
        return [Finding(code, book, detail) for check in checks for code, detail in check(book)]


def rebuild_balances(book: Book) -> int:
    """Set every balance of the book to the sum of its transfers; return how many were wrong."""
    with transaction.atomic():
        locked = lock_book(book.pk, None)
        wrong = list(_wrong_balances(locked))
        for account, total in wrong:
            Account.objects.filter(pk=account.pk).update(balance_minor=total)
        return len(wrong)


@contextmanager
def _one_moment() -> Iterator[None]:
    """See one moment of the database throughout, without holding up who posts; inside a transaction, see that one's."""
    if connection.in_atomic_block:
        yield
        return
    with _reading_only(), transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _reading_only() -> Iterator[None]:
    """On SQLite, begin transactions without the lock that ours take at once to write."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.ensure_connection()  # which sets the mode
    own: Any = connection
    mode, own.transaction_mode = own.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        own.transaction_mode = mode


Said = Iterator[tuple[str, str]]


def _chain(book: Book) -> Said:
    seq, previous = 0, ""
    entries = Entry.objects.filter(book=book).order_by("seq").prefetch_related("transfers__source", "transfers__target")
    for entry in entries.iterator(chunk_size=CHUNK):
        seq += 1
        if entry.seq != seq:
            yield "seq", f"entry {seq} is followed by {entry.seq}"
            seq = entry.seq
        if entry.prev_hash != previous:
            yield "chain", f"entry {seq} does not follow from the one before"
        yield from _entry(book, entry)
        previous = entry.hash
    if (book.head_seq, book.head_hash) != (seq, previous):
        yield "head", f"the book's head is {book.head_seq}, its last entry {seq}"


def _entry(book: Book, entry: Entry) -> Said:
    rows = list(entry.transfers.all())
    payload = payload_of(entry, rows)
    if payload.hash != entry.payload_hash:
        yield "payload", f"entry {entry.seq} {entry.key} is not what was posted"
    if link(entry, payload).hash != entry.hash:
        yield "hash", f"entry {entry.seq} {entry.key} has another hash than it should"
    if entry.memo and memo_hash(entry.memo_salt, entry.memo) != entry.memo_hash:
        yield "memo", f"entry {entry.seq} {entry.key} has another memo than was posted"
    if any(account.book_id != book.pk for row in rows for account in (row.source, row.target)):
        yield "foreign", f"entry {entry.seq} {entry.key} moves an account of another book"


def payload_of(entry: Entry, rows: Iterable[Transfer]) -> Payload:
    """Return the payload that the columns of an entry and its transfers say was posted."""
    return Payload(
        key=entry.key,
        kind=entry.kind,
        source_kind=entry.source_kind,
        source_id=entry.source_id,
        night=entry.night_id,
        date=meant_date(entry),
        reverses=entry.reverses_id,
        transfers=_moves(rows),
    )


def _moves(rows: Iterable[Transfer]) -> list[Move]:
    return [Move(row.source_id, row.target_id, row.amount_minor) for row in rows]


def _balances(book: Book) -> Said:
    for account, total in _wrong_balances(book):
        yield "balance", f"account {account.pk} has {account.balance_minor}, its transfers {total}"
    total = Account.objects.filter(book=book).aggregate(total=Sum("balance_minor"))["total"] or 0
    if total:
        yield "sum", f"the balances sum to {total}"


def _wrong_balances(book: Book) -> Iterator[tuple[Account, int]]:
    sent = dict(_totals("source_id", book))
    received = dict(_totals("target_id", book))
    for account in Account.objects.filter(book=book).iterator(chunk_size=CHUNK):
        total = received.get(account.pk, 0) - sent.get(account.pk, 0)
        if account.balance_minor != total:
            yield account, total


def _totals(side: str, book: Book) -> Iterable[tuple[UUID, int]]:
    mine = Transfer.objects.filter(**{f"{side.removesuffix('_id')}__book": book}).order_by()
    return mine.values_list(side).annotate(Sum("amount_minor"))


def _reversals(book: Book) -> Said:
    reversals = Entry.objects.filter(book=book, reverses__isnull=False).select_related("reverses")
    for entry in reversals.prefetch_related("transfers", "reverses__transfers").iterator(chunk_size=CHUNK):
        assert entry.reverses is not None
        mirrored = (move.mirrored for move in _moves(entry.reverses.transfers.all()))
        if entry.reverses.book_id != book.pk or list(lines(mirrored)) != list(lines(_moves(entry.transfers.all()))):
            yield "reversal", f"entry {entry.seq} is not the mirror of {entry.reverses.seq}"


def _payments(book: Book) -> Said:
    confirmed = Payment.objects.filter(plan__book=book, state=Payment.State.CONFIRMED)
    right = Q(entry__kind=Entry.Kind.SETTLEMENT, entry__book=book, entry__reversed_by=None)
    right &= Q(entry__transfers__source=F("payee"), entry__transfers__target=F("payer"))
    right &= Q(entry__transfers__amount_minor=F("amount_minor"))
    for payment in confirmed.exclude(pk__in=confirmed.filter(right).values("pk")):
        yield "payment", f"payment {payment.pk} is confirmed without the entry it should have"
    standing = Entry.objects.filter(book=book, kind=Entry.Kind.SETTLEMENT, source_kind="payment", reversed_by=None)
    for entry in standing.annotate(payments=Count("payment")).filter(payments=0):
        yield "settlement", f"entry {entry.seq} {entry.key} has no confirmed payment"


def _periods(book: Book) -> Said:
    periods = Period.objects.filter(book=book)
    for period in periods:
        told = {str(account): net for account, net in balances_on(book, period.end_date, period.seq).items()}
        head = Entry.objects.filter(book=book, seq=period.seq).values_list("hash", flat=True).first() or ""
        if told != period.balances or head != period.hash:
            yield "period", f"the month closed on {period.end_date} is not what the entries say"
    last = max((period.end_date for period in periods), default=None)
    if book.closed_through != last:
        yield "closed_through", f"the book is closed through {book.closed_through}, its last month {last}"
