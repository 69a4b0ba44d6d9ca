"""A member is anonymised: his games and money stay, told of nobody. Spans people, tables and books.

Neither log nor chain has a name in it, so both stay whole. It cannot be taken back.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club import services as club
from club.errors import Conflict, NotFound
from club.models import Member, MemberEvent, Night, NightEvent, OutboxMessage
from club.permissions import Actor, May
from club.services.checks import present
from games import store
from games.mentions import Mention, mentions_of, names_of
from games.models import Action, Adjustment, Game, Seat
from games.redaction import REDACTED
from games.seats import labels_for
from games.services import whereabouts
from ledger import services as ledger
from ledger.models import Entry, Payment


class AtOpenTable(Conflict):
    """Raised when somebody who is to be anonymised sits at a table of a night that is open."""

    code = "at_open_table"
    sentence = _("{name} sits at a table of an open night. Close the night first.")


@transaction.atomic
def anonymise_member(*, member_id: UUID, actor: Actor, redact: Collection[str] = ()) -> Member:
    """Take out who a member was, everywhere; return him under his neutral name. Twice is once, and never undone.

    His name on old sheets, in standings, books and exports is the neutral one. `redact` are the ids of those
    `mentions_of` him that are taken out too; others stay as they were written. Raises NotEven, HasOpenPayments,
    AtOpenTable, LastOrganiser, MemberMerged, Forbidden, NotFound (also for what is no mention of his).
    """
    actor.require(May.MANAGE_MEMBERS)
    asked = _member(member_id, actor)
    if asked.anonymised_at is not None:
        return asked
    texts = _chosen(asked, redact)
    said_at = {text.table_id for text in texts if text.table_id is not None}
    held = whereabouts.locked(members=whereabouts.person(asked), actor=actor, also=said_at)
    member = _member(member_id, actor)
    if member.anonymised_at is not None:
        return member
    _require_through(present(member), held)
    for text in texts:
        _TAKE_OUT[text.kind](text, actor)
    told = names_of(_members(member)) | {said for text in texts for said in text.said}
    person = club.mark_anonymised(member=member, told=told, actor=actor)
    _rename_seats(person)
    store.tell_anew({*held.tables, *said_at})
    return person[0]


def mentions(*, member_id: UUID, actor: Actor) -> list[Mention]:
    """Return the texts that say a member's name, for who may have them taken out. Raises Forbidden, NotFound."""
    actor.require(May.MANAGE_MEMBERS)
    return mentions_of(_members(present(_member(member_id, actor))))


def _member(member_id: UUID, actor: Actor) -> Member:
    known = Member.objects.select_related("user", "merged_into", "club")
    member = known.filter(pk=member_id, club_id=actor.club_id).first()
    if member is None:
        raise NotFound
    return member


def _members(member: Member) -> list[Member]:
    return [member, *member.merged.select_related("user")]


def _chosen(member: Member, redact: Collection[str]) -> list[Mention]:
    """Return the mentions of these ids; raise NotFound for what names him nowhere."""
    if not redact:
        return []
    known = {text.id: text for text in mentions_of(_members(member))}
    if not known.keys() >= set(redact):
        raise NotFound(pointer="/redact")
    return [known[one] for one in dict.fromkeys(redact)]


def _require_through(member: Member, held: whereabouts.Whereabouts) -> None:
    """Raise why somebody cannot leave for good yet; everything he could still be busy with is locked."""
    seats = Seat.objects.filter(member__in=whereabouts.person(member), table__night__state=Night.State.OPEN)
    if seats.exists():
        raise AtOpenTable(name=member.name)
    for book in held.books:
        ledger.require_even(book=book, member=member)


def _rename_seats(person: Iterable[Member]) -> None:
    """Write the neutral name on every sheet where one of these members has a seat."""
    for member in person:
        for seat in Seat.objects.filter(member=member).order_by("table", "no"):
            others = Seat.objects.filter(table=seat.table_id).exclude(pk=seat.pk).values_list("label", flat=True)
            (seat.label,) = labels_for([member], list(others))
            seat.save(update_fields=["label"])


# ---- texts taken out --------------------------------------------------------------------------------
def _act(text: Mention, actor: Actor) -> None:
    Action.objects.filter(pk=text.pk).update(text="", text_salt="")
    results = [str(pk) for kind in (Game, Adjustment) for pk in _ids(kind, text.table_id)]
    for message in OutboxMessage.objects.filter(payload__id__in=results, payload__reason__in=text.said):
        message.payload["reason"] = ""
        message.save(update_fields=["payload"])


def _ids(kind: type[Game] | type[Adjustment], table_id: UUID | None) -> list[UUID]:
    return list(kind._default_manager.filter(table=table_id).values_list("pk", flat=True))


def _memo(text: Mention, actor: Actor) -> None:
    ledger.redact_memo(entry=Entry.objects.get(pk=text.pk), actor=actor)


def _night(text: Mention, actor: Actor) -> None:
    NightEvent.objects.filter(pk=text.pk).update(reason=REDACTED)


def _title(text: Mention, actor: Actor) -> None:
    Night.objects.filter(pk=text.pk).update(title="")


def _person(text: Mention, actor: Actor) -> None:
    MemberEvent.objects.filter(pk=text.pk).update(reason=REDACTED)


def _payment(text: Mention, actor: Actor) -> None:
    ledger.redact_reason(payment=Payment.objects.get(pk=text.pk), actor=actor)


_TAKE_OUT: Final[Mapping[str, Callable[[Mention, Actor], None]]] = {
    "act": _act,
    "memo": _memo,
    "night": _night,
    "title": _title,
    "person": _person,
    "payment": _payment,
}
