"""Whose a guest's games are: somebody who signs in asks, or follows a link that an organiser gave him.

What is granted may merge two members, which spans tables and books: that is `games.services.claiming`.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club import outbox
from club.errors import ClubError, Conflict, NotFound
from club.models import Claim, Member, User
from club.permissions import Actor, May, system
from club.selectors import membership
from club.services.checks import own_club
from club.services.people import lock_without_account

LINK_LASTS: Final = timedelta(days=14)
_SIGNER: Final = signing.TimestampSigner(salt="club.guest-link")
"""Signs short words, which make codes that are easily scanned."""


class ClaimAnswered(Conflict):
    """Raised when a claim is to be granted that was refused, or the other way round."""

    code = "claim_answered"
    sentence = _("This claim was already answered.")


class OwnHistory(Conflict):
    """Raised when somebody claims to be himself."""

    code = "own_history"
    sentence = _("These are your own games already.")


class LinkExpired(ClubError):
    """Raised for a link that is too old, or was never made by us."""

    code = "link_expired"
    status = 410
    sentence = _("This link is no longer good. Ask an organiser for a new one.")


@transaction.atomic
def ask_for_guest(*, guest_id: UUID, user: User, here: UUID | None = None) -> Claim:
    """Ask the organisers to confirm that a guest's games are `user`'s; asked twice, it is one claim.

    He must belong to the guest's club, or have asked in as this guest from the browser he is at (`here`). Raises
    NotFound, HasAccount, OwnHistory, MemberMerged, MemberAnonymised.
    """
    guest = _guest_asked_for(guest_id, user, here)
    claim, is_new = Claim.objects.get_or_create(guest=guest, user=user, state=Claim.State.WAITING)
    if is_new:
        outbox.enqueue(key=f"guest.claimed:{claim.id}", topic="guest.claimed", payload={"claim_id": str(claim.id)})
    return claim


def _guest_asked_for(guest_id: UUID, user: User, here: UUID | None) -> Member:
    known = Member.objects.filter(pk=guest_id).select_related("club").first()
    if known is None or (here != guest_id and membership(user, known.club) is None):
        raise NotFound
    if known.user_id == user.pk:
        raise OwnHistory
    return lock_without_account(guest_id, system(known.club_id))


@transaction.atomic
def refuse_claim(*, claim_id: UUID, actor: Actor) -> Claim:
    """Say that a guest's games are not the claimant's. Raises Forbidden, NotFound, ClaimAnswered; twice is once."""
    return answer_claim(claim_id=claim_id, state=Claim.State.REFUSED, actor=actor)


@transaction.atomic
def answer_claim(*, claim_id: UUID, state: Claim.State, actor: Actor) -> Claim:
    """Answer a claim under its lock and have it told. Raises Forbidden, NotFound, ClaimAnswered."""
    actor.require(May.MANAGE_MEMBERS)
    claims = Claim.objects.select_for_update(no_key=True, of=("self",)).select_related("guest__club", "user")
    claim = claims.filter(pk=claim_id, guest__club_id=actor.club_id).first()
    if claim is None:
        raise NotFound
    if claim.state == Claim.State.WAITING:
        _answer(claim, state, actor)
    if claim.state != state:
        raise ClaimAnswered
    return claim


def close_claims(*, guest: Member, actor: Actor) -> None:
    """Answer what waits for a guest who is somebody now: his own claim is granted, others not. Raises Forbidden."""
    actor.require(May.MANAGE_MEMBERS)
    now = Member.objects.select_related("merged_into").get(pk=guest.pk).person
    for claim in guest.claims.filter(state=Claim.State.WAITING).select_related("guest"):
        is_his = claim.user_id == now.user_id
        _answer(claim, Claim.State.GRANTED if is_his else Claim.State.REFUSED, actor)


def _answer(claim: Claim, state: Claim.State, actor: Actor) -> None:
    claim.state, claim.answered_at, claim.answered_by_id = state, timezone.now(), actor.user_id
    claim.save(update_fields=["state", "answered_at", "answered_by"])
    outbox.enqueue(key=f"claim.answered:{claim.id}", topic="claim.answered", payload={"claim_id": str(claim.id)})


# ---- a link -----------------------------------------------------------------------------------------
def guest_link(*, guest: Member, actor: Actor) -> str:
    """Return the word of a link by which whoever has it takes over a guest's games, for two weeks.

    Raises Forbidden, NotFound, HasAccount, MemberMerged, MemberAnonymised.
    """
    actor.require(May.MANAGE_MEMBERS)
    own_club(guest.club, actor)
    with transaction.atomic():
        guest = lock_without_account(guest.id, actor)
    return _SIGNER.sign(urlsafe_b64encode(guest.id.bytes).decode().rstrip("="))


def guest_of_link(word: str) -> Member:
    """Return the guest of a link, who may be somebody by now; raise LinkExpired."""
    try:
        said = _SIGNER.unsign(word, max_age=LINK_LASTS)
    except signing.BadSignature as wrong:
        raise LinkExpired from wrong
    guest_id = UUID(bytes=urlsafe_b64decode(f"{said}=="))
    return Member.objects.select_related("club", "merged_into").get(pk=guest_id)
