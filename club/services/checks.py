"""What several services check first: whose club it is, and the row read again under its lock."""

from datetime import date
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, DateOutOfRange, Invalid, NotFound
from club.models import Club, Member, MemberEvent, Night
from club.permissions import Actor

EARLIEST: Final = date(1970, 1, 1)
"""Nothing that anybody writes down here was earlier: 0026 and 1026 are years typed wrong."""


class MemberMerged(Conflict):
    """Raised when something is to be done to a member who was merged into another."""

    code = "member_merged"
    sentence = _("{name} was merged into {person}. Take them apart first.")


class MemberAnonymised(Conflict):
    """Raised when something is to be done to a member who was anonymised: nobody is there any more."""

    code = "member_anonymised"
    sentence = _("{name} was anonymised. That cannot be taken back.")


def own_club(club: Club, actor: Actor) -> Club:
    """Return the club; raise NotFound when it is not the actor's."""
    if club.id != actor.club_id:
        raise NotFound
    return club


def lock_member(member_id: UUID, actor: Actor) -> Member:
    """Return the member of the actor's club under its lock; raise NotFound for any other."""
    members = Member.objects.select_for_update(no_key=True, of=("self",)).select_related("club", "user")
    member = members.filter(pk=member_id, club_id=actor.club_id).first()
    if member is None:
        raise NotFound
    return member


def lock_person(member_id: UUID, actor: Actor) -> Member:
    """Return the member under his lock as `lock_member` does; raise MemberMerged or MemberAnonymised."""
    return present(lock_member(member_id, actor))


def present(member: Member) -> Member:
    """Return the member; raise MemberMerged or MemberAnonymised where he is somebody else now, or nobody."""
    if member.anonymised_at is not None:
        raise MemberAnonymised(name=member.name)
    if member.merged_into is not None:
        raise MemberMerged(name=member.name, person=member.merged_into.name)
    return member


def trace(
    member: Member, kind: MemberEvent.Kind, actor: Actor | None, *, other: Member | None = None, reason: str = ""
) -> MemberEvent:
    """Write down what was done to a member, by whom and why."""
    by = actor.user_id if actor else None
    return MemberEvent.objects.create(member=member, kind=kind, other=other, reason=reason, by_id=by)


def why(reason: str) -> str:
    """Return a reason without stray spaces; raise Invalid for none or one of more than 200 letters."""
    reason = " ".join(reason.split())
    if not 1 <= len(reason) <= 200:
        raise Invalid(_("Say why, in at most 200 letters."), pointer="/reason")
    return reason


def lock_night(night_id: UUID, actor: Actor) -> Night:
    """Return the night of the actor's club under its lock; raise NotFound for any other."""
    nights = Night.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    night = nights.filter(pk=night_id, club_id=actor.club_id).first()
    if night is None:
        raise NotFound
    return night


def check_day(day: date, *, last: date, pointer: str = "/date") -> date:
    """Return a day that somebody may mean, `last` included; raise DateOutOfRange for an earlier or a later one."""
    if not EARLIEST <= day <= last:
        raise DateOutOfRange(first=EARLIEST.isoformat(), last=last.isoformat(), pointer=pointer)
    return day


def clean_name(name: str) -> str:
    """Return a person's name without stray spaces; raise Invalid for none, too long, or unprintable."""
    name = " ".join(name.split())
    longest = Member._meta.get_field("name").max_length
    if not name or len(name) > (longest or 0) or not name.isprintable():
        raise Invalid(pointer="/name")
    return name


def check_language(language: str) -> str:
    """Return a language the product speaks; raise Invalid for another."""
    if language not in dict(settings.LANGUAGES):
        raise Invalid(pointer="/language")
    return language
