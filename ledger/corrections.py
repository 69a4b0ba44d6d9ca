"""What changed in a night's results after a moment, such as its closing: by account and by what it came from.

Payments are no results: that somebody paid is no correction.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from club.models import Night
from ledger.models import Book, Entry
from ledger.persons import holders
from ledger.rules.transfers import nets_of
from ledger.selectors import is_paying


@dataclass(frozen=True, slots=True)
class Change:
    """What one game, fee or adjustment came to for an account before, and what it comes to now; and why."""

    kind: str
    source_kind: str
    source_id: str
    before_minor: int
    after_minor: int
    reason: str


def changed_since(night: Night, *, book: Book, moment: datetime) -> dict[UUID, list[Change]]:
    """Return what changed by account, in the order in which it was first posted; nothing for who came out the same.

    Two queries, three where something changed.
    """
    late = list(_results(night, book).filter(created_at__gt=moment).values_list("source_kind", "source_id", "key"))
    if not late:
        return {}
    entries = _results(night, book).filter(_same_source(late)).order_by("seq").prefetch_related("transfers")
    by_source: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        by_source.setdefault(_source(entry), []).append(entry)
    known = holders(book)
    found: dict[UUID, list[Change]] = {}
    for posted in by_source.values():
        for account, change in _changes(posted, moment):
            found.setdefault(known.get(account, account), []).append(change)
    return found


def _results(night: Night, book: Book) -> QuerySet[Entry]:
    return Entry.objects.filter(night=night, book=book).exclude(is_paying())


def _same_source(late: Sequence[tuple[str, str, str]]) -> Q:
    """What came from the same games; what has no source stands for itself."""
    ids = {source_id for _kind, source_id, _key in late if source_id}
    keys = {key for _kind, source_id, key in late if not source_id}
    return Q(source_id__in=ids) | Q(source_id="", key__in=keys)


def _source(entry: Entry) -> tuple[str, str]:
    return entry.source_kind, entry.source_id or entry.key


def _changes(posted: Sequence[Entry], moment: datetime) -> Iterator[tuple[UUID, Change]]:
    before = _nets(entry for entry in posted if entry.created_at <= moment)
    first, reason = posted[0], _reason(posted, moment)
    for account, now in _nets(posted).items():
        was = before.get(account, 0)
        if was != now:
            yield account, Change(first.kind, first.source_kind, first.source_id, was, now, reason)


def _nets(entries: Iterable[Entry]) -> dict[UUID, int]:
    return nets_of(one.moved for entry in entries for one in entry.transfers.all())


def _reason(posted: Sequence[Entry], moment: datetime) -> str:
    """Return why it was taken back last; a game that is new needs no reason."""
    taken_back = (one for one in reversed(posted) if one.kind == Entry.Kind.REVERSAL and one.created_at > moment)
    return next((one.memo for one in taken_back), "")
