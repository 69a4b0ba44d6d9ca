"""What a worker does with the books by itself: checks them at night, mails statements after each month."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from celery import shared_task
from django.db import OperationalError, transaction
from django.utils import timezone

from club import outbox
from club.models import Club
from ledger import checks, monthly
from ledger.finding_words import FINDING_WORDS
from ledger.models import Book
from ledger.rules.chain import sha256

log = logging.getLogger(__name__)
MOST_TOLD = 20


@shared_task(name="ledger.tasks.check_all_books")
def check_all_books() -> None:
    """Check every book, log each finding and tell the treasurers once a day; what is of no book goes to every club."""
    found: dict[Book | None, list[checks.Finding]] = defaultdict(list)
    for finding in checks.check_up():
        log.error("books: %s", finding)
        found[finding.book].append(finding)
    for book, findings in found.items():
        for club_id in [book.club_id] if book else _clubs_with_books():
            _tell(club_id, book.currency if book else "", findings)


@shared_task(name="ledger.tasks.mail_statements", autoretry_for=(OperationalError,), retry_backoff=True, max_retries=5)
def mail_statements() -> None:
    """Mail every member the statement of the month that is over: once each, however often this runs."""
    for club in Club.objects.order_by("pk"):
        monthly.mail_last_month(club)


def _clubs_with_books() -> list[UUID]:
    return list(Book.objects.order_by("club").values_list("club", flat=True).distinct())


@transaction.atomic
def _tell(club_id: UUID, currency: str, findings: Sequence[checks.Finding]) -> None:
    details = [f"{finding.code}: {finding.detail}" for finding in findings]
    says = list(dict.fromkeys(FINDING_WORDS[finding.code] for finding in findings))
    day, digest = timezone.now().date(), sha256("\n".join(details))[:16]
    outbox.enqueue(
        key=f"books.finding:{club_id}:{currency}:{day}:{digest}",
        topic="books.finding",
        payload={"club_id": str(club_id), "currency": currency, "says": says, "findings": details[:MOST_TOLD]},
    )
