"""A guest's games become somebody's who signs in: his own account, or merged into the member he is already."""

from uuid import UUID

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from club import services as club
from club.errors import NotFound
from club.models import Claim, Member, User
from club.permissions import Actor, Door, May, system
from club.services.people import HasAccount
from games.services import whereabouts
from games.services.merging import merge_members


@transaction.atomic
def grant_claim(*, claim_id: UUID, actor: Actor) -> Member:
    """Confirm that a guest's games are the claimant's; return the member he is. Twice is once.

    Raises ClaimAnswered when it was refused, Forbidden, NotFound, and what `take_over` raises.
    """
    actor.require(May.MANAGE_MEMBERS)
    asked = Claim.objects.filter(pk=claim_id, guest__club_id=actor.club_id).first()
    if asked is None:
        raise NotFound
    already = Member.objects.filter(club_id=actor.club_id, user=asked.user_id).values_list("pk", flat=True)
    whereabouts.locked(members=[asked.guest_id, *already], actor=actor)
    claim = club.answer_claim(claim_id=claim_id, state=Claim.State.GRANTED, actor=actor)
    if claim.guest.person.user_id != claim.user_id:
        _take_over(claim.guest, claim.user, actor)
    return _now(claim.guest)


@transaction.atomic
def claim_by_link(*, word: str, user: User, door: Door = Door.PAGE) -> Member:
    """Let whoever signs in and has a guest's link take over his games; return the member he is. Twice is once.

    The organiser who gave the link has confirmed it. Raises LinkExpired, and what `take_over` raises.
    """
    guest = club.guest_of_link(word)
    if guest.person.user_id != user.pk:
        _take_over(guest, user, system(guest.club_id, door))
    return _now(guest)


@transaction.atomic
def claim_by_mail(*, word: str, email: str, door: Door = Door.PAGE) -> Member:
    """Let whoever has a guest's link sign in with an address from now on: the invitation goes there.

    Raises LinkExpired, HasAccount, AlreadyMember, Invalid.
    """
    guest = club.guest_of_link(word)
    member = club.give_account(member=guest, email=email, actor=system(guest.club_id, door))
    club.close_claims(guest=member, actor=system(guest.club_id, door))
    return member


def _take_over(guest: Member, user: User, actor: Actor) -> None:
    """Make the guest the user's: by merging where he is a member already. Raises HasAccount, AtOneTable, Retired, …"""
    if guest.user_id is not None:
        raise HasAccount(name=guest.name)
    already = Member.objects.filter(club_id=guest.club_id, user=user).first()
    if already is None:
        club.attach(member=guest, user=user, actor=actor)
        club.close_claims(guest=guest, actor=actor)
    else:
        with translation.override(guest.club.language):
            reason = _("Claimed by {name}").format(name=already.name)
        merge_members(member_id=guest.id, into_id=already.id, reason=reason, actor=actor)


def _now(guest: Member) -> Member:
    return Member.objects.select_related("merged_into", "club").get(pk=guest.pk).person
