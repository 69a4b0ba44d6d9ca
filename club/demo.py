"""The mails of the demo: read back from the files that Django's file backend writes."""

from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final

from django.conf import settings

SHOWN: Final = 50
SEPARATOR: Final = b"-" * 79 + b"\n"


@dataclass(frozen=True, slots=True)
class DemoMail:
    at: datetime
    to: str
    subject: str
    text: str


def mails() -> list[DemoMail]:
    """Return the newest mails in MAIL_DIR, newest first."""
    files = sorted(Path(settings.MAIL_DIR).glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
    found = [_read(part) for path in files[-SHOWN:] for part in path.read_bytes().split(SEPARATOR) if part.strip()]
    return sorted(found, key=lambda mail: mail.at, reverse=True)[:SHOWN]


def _read(raw: bytes) -> DemoMail:
    message = message_from_bytes(raw, policy=policy.default)
    body = message.get_body(("plain",))
    return DemoMail(at=_date(message), to=str(message["To"]), subject=str(message["Subject"]), text=_text(body))


def _text(body: MIMEPart | None) -> str:
    content = body.get_content() if body is not None else ""
    return content.strip() if isinstance(content, str) else ""


def _date(message: EmailMessage) -> datetime:
    """Return when a mail was written; "-0000" comes without a zone and is UTC."""
    written = parsedate_to_datetime(message["Date"]) if message["Date"] else datetime.fromtimestamp(0, UTC)
    return written if written.tzinfo else written.replace(tzinfo=UTC)
