"""New entries of one locked book: chained in memory, then written in four statements. Only `posting` uses this."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.db.models import BigIntegerField, Case, F, Value, When

from club.errors import NotFound
from club.permissions import Actor
from ledger.errors import AccountClosed
from ledger.models import Account, Book, Entry, Transfer
from ledger.rules.chain import Link, Payload, memo_hash
from ledger.rules.transfers import AccountId, nets

MINOR: Final = BigIntegerField()


@dataclass(slots=True)
class Posting:
    """What is about to be written to `book`, whose row is locked by this transaction."""

    book: Book
    actor: Actor | None
    now: datetime
    today: date
    entries: list[Entry] = field(default_factory=list)
    payloads: list[Payload] = field(default_factory=list)

    def add(self, payload: Payload, memo: str) -> Entry:
        """Chain one more entry to the book's head, dated today where the month of its date is closed."""
        closed = self.book.closed_through
        about = payload.date if closed is not None and payload.date <= closed else None
        entry = Entry(
            book=self.book,
            seq=self.book.head_seq + 1,
            key=payload.key,
            kind=payload.kind,
            source_kind=payload.source_kind,
            source_id=payload.source_id,
            night_id=payload.night,
            effective_date=self.today if about else payload.date,
            about_date=about,
            created_at=self.now,
            posted_by_id=self.actor.user_id if self.actor else None,
            memo=f"{about} · {memo}".rstrip(" ·") if about else memo,
            payload_hash=payload.hash,
            prev_hash=self.book.head_hash,
            reverses_id=payload.reverses,
        )
        _seal(entry)
        entry.hash = link(entry, payload).hash
        self.book.head_seq, self.book.head_hash = entry.seq, entry.hash
        self.entries.append(entry)
        self.payloads.append(payload)
        return entry

    def write(self) -> None:
        """Write entries, transfers, balances and the book's head; nothing when nothing is new.

        Without a savepoint: an error here leaves the caller's transaction fit only to be rolled back.
        """
        if not self.entries:
            return
        with transaction.atomic(savepoint=False):
            Entry.objects.bulk_create(self.entries)
            Transfer.objects.bulk_create(self._rows())
            self._move_balances(nets(one for payload in self.payloads for one in payload.transfers))
            self.book.save(update_fields=["head_seq", "head_hash"])

    def _rows(self) -> Iterable[Transfer]:
        return [
            Transfer(entry=entry, source_id=one.source, target_id=one.target, amount_minor=one.amount_minor)
            for entry, payload in zip(self.entries, self.payloads, strict=True)
            for one in payload.transfers
        ]

    def _move_balances(self, moved: Mapping[AccountId, int]) -> None:
        """Add to every account what it gains, in one statement that also refuses foreign and closed accounts."""
        if not moved:
            return
        mine = Account.objects.filter(book=self.book, pk__in=moved)
        gains = Case(*(When(pk=pk, then=Value(gain, MINOR)) for pk, gain in moved.items()), output_field=MINOR)
        if mine.filter(closed_at=None).update(balance_minor=F("balance_minor") + gains) < len(moved):
            raise AccountClosed if mine.count() == len(moved) else NotFound


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
