"""Two members of a club become one person, or two again. Tables and books take part: `games.services` calls these."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, Invalid
from club.models import Member, MemberEvent
from club.permissions import Actor, May
from club.services.attendance import Retired
from club.services.checks import lock_member, present, trace, why


class SamePerson(Invalid):
    code = "same_person"
    sentence = _("Choose two different members.")


class MergedSignsIn(Conflict):
    """Raised when the one who is to be merged signs in by himself: one of two accounts would lead nowhere."""

    code = "merged_signs_in"
    sentence = _("{name} signs in, so he stays who he is. Merge the other one into him.")


class StandsForOthers(Conflict):
    """Raised when somebody is to be merged into whom others were merged: a person is never merged through another."""

    code = "stands_for_others"
    sentence = _("{others} was merged into {name}. Take them apart first, or merge the other way round.")


class NotMerged(Conflict):
    code = "not_merged"
    sentence = _("{name} is not merged into anybody.")


@transaction.atomic
def mark_merged(*, member: Member, into: Member, reason: str, actor: Actor) -> bool:
    """Let `member` be `into` from now on, with a reason; False when he already is.

    Raises Forbidden, NotFound, Invalid without a reason, SamePerson, MergedSignsIn, StandsForOthers, Retired for a
    retired survivor, MemberMerged, MemberAnonymised.
    """
    actor.require(May.MANAGE_MEMBERS)
    if member.id == into.id:
        raise SamePerson(pointer="/into")
    locked = {pk: lock_member(pk, actor) for pk in sorted((member.id, into.id))}
    member, into = locked[member.id], locked[into.id]
    if member.merged_into_id == into.id:
        return False
    _require_free(present(member), present(into))
    member.merged_into = into
    member.save(update_fields=["merged_into"])
    trace(member, MemberEvent.Kind.MERGED, actor, other=into, reason=why(reason))
    return True


def _require_free(member: Member, into: Member) -> None:
    if into.retired_at is not None:
        raise Retired(name=into.name)
    if member.user_id is not None:
        raise MergedSignsIn(name=member.name)
    others = list(member.merged.order_by("name").values_list("name", flat=True))
    if others:
        raise StandsForOthers(name=member.name, others=", ".join(others))


@transaction.atomic
def mark_unmerged(*, member: Member, reason: str, actor: Actor) -> Member | None:
    """Let `member` be himself again, with a reason; return who he was meanwhile, None when he was himself.

    Raises Forbidden, NotFound, Invalid without a reason, NotMerged for who never was, MemberAnonymised.
    """
    actor.require(May.MANAGE_MEMBERS)
    member = lock_member(member.id, actor)
    former = member.merged_into
    if former is None:
        if not member.events.filter(kind=MemberEvent.Kind.UNMERGED).exists():
            raise NotMerged(name=member.name)
        return None
    member.merged_into = None
    present(member).save(update_fields=["merged_into"])
    trace(member, MemberEvent.Kind.UNMERGED, actor, other=former, reason=why(reason))
    return former
