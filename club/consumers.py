"""What the club does when told: invitations, and word to those who keep the books. Loaded by `ClubConfig.ready`."""

from club import mail
from club.models import Member, Role
from club.outbox import Payload, consumer


@consumer("member.invited")
def write_invitation(payload: Payload, key: str) -> None:
    """Mail the invitation. Payload: member_id, invited_by (a name, may be empty)."""
    member = Member.objects.select_related("club", "user").get(pk=payload["member_id"])
    context = {"invited_by": payload["invited_by"], "email": mail.address_of(member)}
    mail.write(member=member, key=key, template="invitation", context=context)


@consumer("books.finding")
def warn_of_findings(payload: Payload, key: str) -> None:
    """Mail a check's findings to treasurers and organisers. Payload: club_id, currency (or empty), says, findings."""
    keepers = Member.objects.filter(club_id=payload["club_id"], role__in=[Role.TREASURER, Role.ORGANISER])
    context = {"currency": payload["currency"], "says": payload["says"], "findings": payload["findings"]}
    for member in keepers.select_related("club", "user"):
        mail.write(member=member, key=f"{key}:{member.id}", template="books_finding", context=context)
