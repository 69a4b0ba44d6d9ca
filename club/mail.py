"""Mail: written once under a key, in the reader's language and the club's time; sent later, until the server takes it.

`write` belongs in a transaction and only stores. `send` talks to the server outside of any. Before that it moves the
mail's `available_at` (a lease), so of two workers one sends; a crash between the server's yes and our mark can repeat
a mail, with the same Message-ID, once the lease has run out.
"""

import logging
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from enum import StrEnum
from smtplib import SMTPDataError, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db.models import F, Q
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone, translation

from club import outbox
from club.models import Mail, Member

log = logging.getLogger(__name__)

SEND_TASK: Final = "club.tasks.send_pending_mail"
LEASE: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
PENDING: Final = Q(sent_at__isnull=True, given_up_at__isnull=True)

# The wish of a member that a template honours; a template that is not named here always goes out.
WISH_OF: Final = {
    "game_result": "mail_each_game",
    "game_corrected": "mail_night",
    "night_closed": "mail_night",
    "month_statement": "mail_month",
}


@dataclass(frozen=True, slots=True)
class File:
    """A text file that goes with a mail, as CSV."""

    name: str
    text: str


class Outcome(StrEnum):
    """What became of one try to send."""

    SENT = "sent"
    NOT_DUE = "not_due"
    REFUSED = "refused"
    SERVER_AWAY = "server_away"


# ---- writing ----------------------------------------------------------------------------------------
def write(*, member: Member, key: str, template: str, context: dict[str, Any], file: File | None = None) -> Mail | None:
    """Store the mail of `templates/emails/{template}.*` for a member, once per key, and wake the sending.

    Returns the mail that stands under the key; None when the member has no address or does not want such mail.
    Paths in `context["url"]` become absolute. Each template's context is described at its top.
    """
    if not wants(member, template):
        return None
    written = Mail.objects.filter(key=key).first()
    if written is not None:
        return written
    subject, text, html = render(member=member, template=template, context=context)
    mail = Mail(key=key, member=member, subject=subject, text=text, html=html, message_id=_new_message_id())
    if file is not None:
        mail.file_name, mail.file_text = file.name, file.text
    Mail.objects.bulk_create([mail], ignore_conflicts=True)
    outbox.wake_on_commit(SEND_TASK)
    return Mail.objects.get(key=key)


def wants(member: Member, template: str) -> bool:
    """Say whether a member can be mailed at all and wishes to have this kind of mail."""
    wish = WISH_OF.get(template)
    return bool(address_of(member)) and (wish is None or getattr(member, wish))


def address_of(member: Member) -> str:
    """Return where a member's mail goes; empty for the retired, merged, anonymised, and those without an address."""
    if not member.is_active or member.anonymised_at is not None:
        return ""
    if member.user is not None and not member.user.is_active:
        return ""
    return member.email or (member.user.email if member.user else "")


def language_of(member: Member) -> str:
    """Return the language a member is written in: his own, his user's, or the club's."""
    return member.language or (member.user.language if member.user else "") or member.club.language


def render(*, member: Member, template: str, context: dict[str, Any]) -> tuple[str, str, str]:
    """Return subject, text and HTML in the member's language and his club's time zone."""
    known = {
        "member": member,
        "club": member.club,
        "language": language_of(member),
        "site_url": settings.SITE_URL,
        "wishes_url": _absolute(reverse("me", args=[member.club.slug])),
    }
    context = known | context | {"url": _absolute(context.get("url", "/"))}
    with translation.override(language_of(member)), timezone.override(ZoneInfo(member.club.time_zone)):
        subject = _fill(f"emails/{template}.subject.txt", context, escape=False)
        text = _fill(f"emails/{template}.txt", context, escape=False)
        html = _fill(f"emails/{template}.html", context | {"subject": subject}, escape=True)
    return " ".join(subject.split())[:200], text, html


def _fill(name: str, context: dict[str, Any], *, escape: bool) -> str:
    template: Template = get_template(name).template  # type: ignore[attr-defined]
    return template.render(Context(context, autoescape=escape)).strip() + "\n"


def _absolute(url: str) -> str:
    return f"{settings.SITE_URL}{url}" if url.startswith("/") else url


def _new_message_id() -> str:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    return f"<{uuid.uuid4()}@{domain}>"


# ---- sending ----------------------------------------------------------------------------------------
def is_due() -> bool:
    """Say whether some mail may be tried now."""
    return Mail.objects.filter(PENDING, available_at__lte=timezone.now()).exists()


def send_due(*, limit: int = 500) -> int:
    """Send the mails that are due, oldest first, and return how many went; stop when the server is away."""
    sent = 0
    due = Mail.objects.filter(PENDING, available_at__lte=timezone.now()).order_by("available_at", "id")
    for mail_id in list(due.values_list("id", flat=True)[:limit]):
        outcome = send(mail_id=mail_id)
        sent += outcome is Outcome.SENT
        if outcome is Outcome.SERVER_AWAY:
            break
    return sent


def send(*, mail_id: int) -> Outcome:
    """Try to send one mail now if it is due and nobody else is at it; a failure puts it off and is kept on it."""
    now = timezone.now()
    if not _lease(mail_id, now):
        return Outcome.NOT_DUE
    mail = Mail.objects.select_related("member__user", "member__club").get(pk=mail_id)
    address = address_of(mail.member)
    if not address:
        return _give_up(mail, "no address any more")
    try:
        _message(mail, address).send()
    except Exception as error:  # whatever the server or the address brings up is kept; the other mails go on
        log.exception("mail %s could not be sent", mail.pk)
        return _put_off(mail, error)
    Mail.objects.filter(pk=mail.pk).update(sent_at=timezone.now(), last_error="")
    return Outcome.SENT


def _lease(mail_id: int, now: datetime) -> bool:
    mine = Mail.objects.filter(PENDING, pk=mail_id, available_at__lte=now)
    return bool(mine.update(available_at=now + LEASE, attempts=F("attempts") + 1))


def _message(mail: Mail, address: str) -> EmailMultiAlternatives:
    headers = {"Message-ID": mail.message_id, "Auto-Submitted": "auto-generated"}
    message = EmailMultiAlternatives(mail.subject, mail.text, to=[address], headers=headers)
    message.attach_alternative(mail.html, "text/html")
    if mail.file_name:
        message.attach(mail.file_name, mail.file_text, "text/csv")
    return message


def _put_off(mail: Mail, error: Exception) -> Outcome:
    now = timezone.now()
    said = f"{type(error).__name__}: {error}"[:2000]
    if now - mail.created_at > GIVE_UP_AFTER:
        return _give_up(mail, said)
    again = now + outbox.wait_before_try(mail.attempts)
    Mail.objects.filter(pk=mail.pk).update(available_at=again, last_error=said)
    about_this_mail = (SMTPRecipientsRefused, SMTPDataError, SMTPSenderRefused)
    away = isinstance(error, OSError) and not isinstance(error, about_this_mail)
    return Outcome.SERVER_AWAY if away else Outcome.REFUSED


def _give_up(mail: Mail, why: str) -> Outcome:
    Mail.objects.filter(pk=mail.pk).update(given_up_at=timezone.now(), last_error=why)
    return Outcome.REFUSED


def try_again(*, mail_id: int) -> None:
    """Have a mail that was given up or put off tried again soon; a sent one stays sent."""
    again = Mail.objects.filter(pk=mail_id, sent_at=None)
    if again.update(available_at=timezone.now(), given_up_at=None):
        outbox.wake_on_commit(SEND_TASK)
