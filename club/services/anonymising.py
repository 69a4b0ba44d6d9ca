"""A person leaves for good: his rows stay, as nobody's. Tables and books take part: `games.services` calls this."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Manager, Model, Q
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from club.models import (
    AccessToken,
    ApiRequest,
    Claim,
    Club,
    Mail,
    Member,
    MemberEvent,
    OutboxMessage,
    Role,
    User,
)
from club.permissions import Actor, May
from club.services.checks import lock_person, trace
from club.services.people import keep_an_organiser, set_staff

GONE: Final = "[redacted]"
"""Stands in the place of what a mail said."""
NOWHERE: Final = "anonymised.invalid"


@transaction.atomic
def mark_anonymised(*, member: Member, told: Collection[str], actor: Actor) -> list[Member]:
    """Take out of the club's rows who `member`, and whoever was merged into him, was; return them all.

    He is retired under a neutral name; without account, address, wishes and mails. `told` are his names, and the texts
    about him that go: what copies of mails are searched for. Where he belongs to no other club, his user is emptied too
    and his tokens are revoked. Raises Forbidden, NotFound, LastOrganiser, MemberMerged, MemberAnonymised.
    """
    actor.require(May.MANAGE_MEMBERS)
    member = lock_person(member.id, actor)
    keep_an_organiser(member)
    person = [member, *member.merged.select_for_update(no_key=True).select_related("club").order_by("pk")]
    user, name = member.user, _neutral_name(member.club)
    for one in person:
        _empty(one, name)
    _forget_told(person, told)
    if user is not None:
        _forget_user(user)
    trace(member, MemberEvent.Kind.ANONYMISED, actor)
    return person


def _neutral_name(club: Club) -> str:
    """Return the next name that says nothing, in the club's language; the club's row is the lock."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    before = MemberEvent.objects.filter(member__club=club, kind=MemberEvent.Kind.ANONYMISED).count()
    with translation.override(club.language):
        return _("Former member {no}").format(no=before + 1)


def _empty(member: Member, name: str) -> None:
    now = timezone.now()
    member.name, member.email, member.user, member.language = name, "", None, ""
    member.role = Role.MEMBER if member.role != Role.GUEST else Role.GUEST
    member.mail_each_game = member.mail_night = member.mail_month = False
    member.retired_at, member.anonymised_at = member.retired_at or now, now
    member.save()
    member.events.exclude(reason="").update(reason=GONE)
    _refuse(member.claims, now)
    _forget_in_admin(member, name)


def _refuse(claims: Manager[Claim], now: datetime) -> None:
    """Answer what waits, and have nobody told."""
    claims.filter(state=Claim.State.WAITING).update(state=Claim.State.REFUSED, answered_at=now)


def _forget_told(person: Sequence[Member], told: Collection[str]) -> None:
    """Empty the copies of his mails, and of mails already sent that told others of the club of him."""
    said = Q(member__in=person)
    for text in told:
        said |= Q(sent_at__isnull=False) & (Q(text__contains=text) | Q(subject__contains=text))
    copies = Mail.objects.filter(said, member__club=person[0].club_id)
    copies.filter(sent_at=None, given_up_at=None).update(given_up_at=timezone.now())
    copies.update(subject=GONE, text=GONE, html=GONE, file_name="", file_text="", last_error="")
    invited = OutboxMessage.objects.filter(topic="member.invited", payload__invited_by__in=list(told))
    for message in invited.filter(payload__member_id__in=_ids_of(person[0].club)):
        message.payload["invited_by"] = ""
        message.save(update_fields=["payload"])


def _ids_of(club: Club) -> list[str]:
    return [str(pk) for pk in club.members.values_list("pk", flat=True)]


def _forget_user(user: User) -> None:
    """Empty a user who belongs to no club any more: nobody signs in as him, and his tokens open nothing."""
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if user.is_superuser or user.memberships.exists():
        set_staff(user)
        return
    now = timezone.now()
    AccessToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
    ApiRequest.objects.filter(credential__in=_credentials(user)).delete()
    EmailAddress.objects.filter(user=user).delete()
    _refuse(user.claims, now)
    user.email, user.language, user.is_active, user.is_staff = f"{user.pk}@{NOWHERE}", "", False, False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    _forget_in_admin(user, user.email)


def _credentials(user: User) -> list[str]:
    tokens = AccessToken.objects.filter(user=user).values_list("pk", flat=True)
    return [f"user:{user.pk}", *(f"token:{pk}" for pk in tokens)]


def _forget_in_admin(row: Model, name: str) -> None:
    """Let the admin's own history call a row by its name now, and say nothing else of it."""
    kind = ContentType.objects.get_for_model(row)
    LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr=name, change_message="")
