"""New entries of one locked book: chained in memory, then written at once. Only `posting` uses this."""

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.db import transaction

from club.errors import NotFound
from club.permissions import Actor
from ledger.errors import AccountClosed
from ledger.models import Account, Book, Entry, Transfer
from ledger.rules.chain import Link, Payload, memo_hash
from ledger.rules.transfers import AccountId, nets
from ledger.services import statements


@dataclass(slots=True)
class Posting:
    """What is about to be written to `book`, whose row is locked by this transaction."""

    book: Book
    actor: Actor | None
    now: datetime
    today: Callable[[], date]
    entries: list[Entry] = field(default_factory=list)
    payloads: list[Payload] = field(default_factory=list)

    def add(self, payload: Payload, memo: str) -> Entry:
        """Chain one more entry to the book's head, dated today where the month of its date is closed."""
        entry = unchained(self.book, payload, memo, self.actor, self.now, self.today)
        entry.seq, entry.prev_hash = self.book.head_seq + 1, self.book.head_hash
        entry.hash = link(entry, payload).hash
        self.book.head_seq, self.book.head_hash = entry.seq, entry.hash
        self.entries.append(entry)
        self.payloads.append(payload)
        return entry

    def write(self) -> None:
        """Write entries, transfers, the book's head and balances; nothing when nothing is new.

        Without a savepoint: an error here leaves the caller's transaction fit only to be rolled back. Raises
        AccountClosed and NotFound for an account that was closed, or never was the book's.
        """
        if not self.entries:
            return
        gains = nets(one for payload in self.payloads for one in payload.transfers)
        with transaction.atomic(savepoint=False):
            moved = statements.carry_out(list(self._steps(gains)))
            if gains and moved < len(gains):
                raise AccountClosed if self._owns(gains) else NotFound

    def _steps(self, gains: Mapping[AccountId, int]) -> Iterator[statements.Statement]:
        yield statements.insert(self.entries)
        rows = self._rows()
        if rows:
            yield statements.insert(rows)
        yield statements.move_head(self.book)
        if gains:
            yield statements.move_balances(self.book, gains)

    def _rows(self) -> list[Transfer]:
        return [
            Transfer(entry=entry, source_id=one.source, target_id=one.target, amount_minor=one.amount_minor)
            for entry, payload in zip(self.entries, self.payloads, strict=True)
            for one in payload.transfers
        ]

    def _owns(self, accounts: Collection[AccountId]) -> bool:
        return Account.objects.filter(book=self.book, pk__in=accounts).count() == len(accounts)


def unchained(
    book: Book, payload: Payload, memo: str, actor: Actor | None, now: datetime, today: Callable[[], date]
) -> Entry:
    """Return an entry of `payload` without its place in the chain; today's where the month of its date is closed."""
    closed = book.closed_through
    about = payload.date if closed is not None and payload.date <= closed else None
    entry = Entry(
        book=book,
        key=payload.key,
        kind=payload.kind,
        source_kind=payload.source_kind,
        source_id=payload.source_id,
        night_id=payload.night,
        effective_date=today() if about else payload.date,
        about_date=about,
        created_at=now,
        posted_by_id=actor.user_id if actor else None,
        memo=f"{about} · {memo}".rstrip(" ·") if about else memo,
        payload_hash=payload.hash,
        reverses_id=payload.reverses,
    )
    _seal(entry)
    return entry


def _seal(entry: Entry) -> None:
    """Give a memo its salt and hash: the chain keeps the hash when the memo is taken out."""
    if entry.memo:
        entry.memo_salt = secrets.token_hex(16)
        entry.memo_hash = memo_hash(entry.memo_salt, entry.memo)


def link(entry: Entry, payload: Payload) -> Link:
    """Return the place in the chain that the columns of `entry` say it has."""
    return Link(
        book=entry.book_id,
        seq=entry.seq,
        entry=entry.id,
        effective=entry.effective_date,
        created=entry.created_at,
        by=entry.posted_by_id,
        memo_hash=entry.memo_hash,
        payload=payload,
        previous=entry.prev_hash,
    )
