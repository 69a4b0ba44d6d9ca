"""What the club does when told: invitations, and word to those who keep the books. Loaded by `ClubConfig.ready`."""

from django.urls import reverse

from club import mail
from club.models import Claim, Member, Role
from club.outbox import Payload, consumer


@consumer("member.invited")
def write_invitation(payload: Payload, key: str) -> None:
    """Mail the invitation. Payload: member_id, invited_by (a name, may be empty)."""
    member = Member.objects.select_related("club", "user").get(pk=payload["member_id"])
    context = {"invited_by": payload["invited_by"], "email": mail.address_of(member)}
    mail.write(member=member, key=key, template="invitation", context=context)


@consumer("guest.claimed")
def ask_organisers(payload: Payload, key: str) -> None:
    """Ask the organisers whether a guest's games are the claimant's. Payload: claim_id; nothing once it is answered."""
    claim = Claim.objects.select_related("guest__club", "user").get(pk=payload["claim_id"])
    if claim.state != Claim.State.WAITING:
        return
    club = claim.guest.club
    context = {"guest": claim.guest.name, "email": claim.user.email, "name": _name_in(claim)}
    context["url"] = reverse("member", args=[club.slug, claim.guest_id])
    organisers = club.members.filter(role=Role.ORGANISER, retired_at=None, merged_into=None)
    for member in organisers.select_related("club", "user"):
        mail.write(member=member, key=f"{key}:{member.id}", template="guest_claimed", context=context)


@consumer("claim.answered")
def tell_claimant(payload: Payload, key: str) -> None:
    """Tell who claimed a guest's games how it was answered, where he belongs to the club. Payload: claim_id."""
    claim = Claim.objects.select_related("guest__club").get(pk=payload["claim_id"])
    member = Member.objects.filter(club=claim.guest.club, user=claim.user_id).select_related("club", "user").first()
    if member is not None:
        context = {"guest": claim.guest.name, "granted": claim.state == Claim.State.GRANTED}
        context["url"] = reverse("me", args=[claim.guest.club.slug])
        mail.write(member=member, key=key, template="claim_answered", context=context)


def _name_in(claim: Claim) -> str:
    """Return what the claimant is called in the club; empty where he is nobody there yet."""
    member = Member.objects.filter(club=claim.guest.club, user=claim.user_id).first()
    return member.name if member is not None else ""


@consumer("books.finding")
def warn_of_findings(payload: Payload, key: str) -> None:
    """Mail a check's findings to treasurers and organisers. Payload: club_id, currency (or empty), says, findings."""
    keepers = Member.objects.filter(club_id=payload["club_id"], role__in=[Role.TREASURER, Role.ORGANISER])
    context = {"currency": payload["currency"], "says": payload["says"], "findings": payload["findings"]}
    for member in keepers.select_related("club", "user"):
        mail.write(member=member, key=f"{key}:{member.id}", template="books_finding", context=context)
