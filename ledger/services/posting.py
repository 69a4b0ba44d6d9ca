"""The one door into the books. Lock order everywhere: night → table → book → rows.

A book's row is the only lock of what is posted in it: no deadlock whatever the order of accounts, no gap in `seq`,
a chain that cannot fork. Posting takes six statements however many people are in it; on PostgreSQL one, or three where
several entries are posted together.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from functools import partial

from django.db import connection, transaction
from django.utils import timezone

from club.models import Night
from club.permissions import Actor
from club.selectors import today_in
from ledger.errors import IdempotencyConflict
from ledger.models import Book, Entry
from ledger.services import one_statement, statements
from ledger.services.accounts import lock_book, own_book
from ledger.services.drafts import Draft, Leg, payloads
from ledger.services.writing import Posting, unchained


def post(
    *,
    book: Book,
    key: str,
    kind: Entry.Kind,
    transfers: Sequence[Leg],
    actor: Actor | None,
    source_kind: str = "",
    source_id: str = "",
    night: Night | None = None,
    effective_date: date | None = None,
    memo: str = "",
) -> Entry:
    """Post one entry and return it, or the entry that stands under `key` with the same payload; see `post_all`."""
    draft = Draft(
        key=key,
        kind=kind,
        transfers=transfers,
        source_kind=source_kind,
        source_id=source_id,
        night=night,
        effective_date=effective_date,
        memo=memo,
    )
    return post_all(book=book, drafts=[draft], actor=actor)[0]


def reverse(*, entry: Entry, reason: str, actor: Actor | None) -> Entry:
    """Take an entry back by its mirror image, once: the second time returns the reversal that stands.

    Raises NotReversible for a reversal, ReasonMissing, MemoTooLong, and what `post_all` raises.
    """
    return post_all(book=entry.book, drafts=[Draft.reversal(entry, reason)], actor=actor)[0]


def post_all(*, book: Book, drafts: Sequence[Draft], actor: Actor | None) -> list[Entry]:
    """Post all drafts or none, under one lock, and return their entries in order; what stands is not posted again.

    Runs in the caller's transaction, or in its own. A date in a closed month is posted today and named in the memo.
    Whether the actor may is for the caller to ask; here he is of the book's club. Raises IdempotencyConflict when a
    key stands with another payload, AccountClosed, NotFound for what is another club's or book's, TypeError for an
    amount that is not an int, ValueError for one that is not positive.
    """
    entry = _at_once(book, drafts[0], actor) if len(drafts) == 1 else None
    return [entry] if entry is not None else _step_by_step(book, drafts, actor)


def _at_once(book: Book, draft: Draft, actor: Actor | None) -> Entry | None:
    """Post by one statement where that is possible; None when nothing was posted."""
    if not (one_statement.is_possible() and draft.names_accounts):
        return None
    now = timezone.now()
    today = partial(_today, own_book(book, actor), now)
    [payload] = payloads(book, [draft], today)
    entry = unchained(book, payload, draft.memo, actor, now, today)
    return entry if one_statement.write(entry, payload) else None


def _step_by_step(book: Book, drafts: Sequence[Draft], actor: Actor | None) -> list[Entry]:
    with _transaction():
        locked = lock_book(book.pk, actor)
        now = timezone.now()
        today = partial(_today, locked, now)
        asked = payloads(locked, drafts, today)
        standing = statements.standing(locked, [payload.key for payload in asked])
        posting = Posting(locked, actor, now, today)
        for draft, payload in zip(drafts, asked, strict=True):
            stands = standing.get(payload.key)
            if stands is None:
                standing[payload.key] = posting.add(payload, draft.memo)
            elif stands.payload_hash != payload.hash:
                raise IdempotencyConflict(key=payload.key)
        posting.write()
        return [standing[payload.key] for payload in asked]


def _today(book: Book, now: datetime) -> date:
    """The club's date; asked only where a draft has none, or one in a closed month."""
    return today_in(book.club, now)


@contextmanager
def _transaction() -> Iterator[None]:
    """Open a transaction unless the caller is in one: a refusal before the first write leaves his as it was."""
    if connection.in_atomic_block:
        yield
    else:
        with transaction.atomic():
            yield
