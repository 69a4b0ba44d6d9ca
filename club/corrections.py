"""What a member is told of nights that were opened again after he had been told how they came out."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from club.models import Club, Member, Night, NightEvent
from club.sources import Source, sources_of
from ledger import selectors as ledger
from ledger.corrections import changed_since
from ledger.names import told

NIGHTS: Final = 3


@dataclass(frozen=True, slots=True)
class Correction:
    """One result of a closed night that came out otherwise for him."""

    night: Night
    source: Source
    currency: str
    before_minor: int
    after_minor: int
    reason: str


def corrections_of(club: Club, person: Member) -> list[Correction]:
    """Return what was corrected for him after the first closing of his last nights that were opened again."""
    reopened = NightEvent.objects.filter(kind=NightEvent.Kind.REOPENED, night__club=club)
    nights = Night.objects.filter(pk__in=reopened.values("night"), attendances__member=person).distinct()
    return [one for night in nights.order_by("-date", "-opened_at")[:NIGHTS] for one in _in_night(club, night, person)]


def _in_night(club: Club, night: Night, person: Member) -> Iterator[Correction]:
    closed = night.events.filter(kind=NightEvent.Kind.CLOSED).order_by("at").first()
    if closed is None:
        return
    for balance in ledger.balance_of(person):
        changes = changed_since(night, book=balance.book, moment=closed.at).get(balance.account.id, [])
        sources = sources_of(club, changes)
        for change in changes:
            source = sources.get(change.source_id) or Source(told(change.kind))
            yield Correction(
                night, source, balance.book.currency, change.before_minor, change.after_minor, change.reason
            )
