"""What a worker does with the books at night."""

import logging
from collections import defaultdict

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from club import outbox
from ledger import checks
from ledger.models import Book
from ledger.rules.chain import sha256

log = logging.getLogger(__name__)
MOST_TOLD = 20


@shared_task(name="ledger.tasks.check_all_books")
def check_all_books() -> None:
    """Check every book; log each finding and tell the treasurers, once a day while it is the same."""
    found: dict[Book | None, list[str]] = defaultdict(list)
    for finding in checks.findings():
        log.error("books: %s", finding)
        found[finding.book].append(f"{finding.code}: {finding.detail}")
    for book, details in found.items():
        _tell(book, details)


@transaction.atomic
def _tell(book: Book | None, details: list[str]) -> None:
    """Enqueue `books.finding`; a payload without a club concerns every club of this site."""
    day, digest = timezone.now().date(), sha256("\n".join(details))[:16]
    outbox.enqueue(
        key=f"books.finding:{book.pk if book else 'all'}:{day}:{digest}",
        topic="books.finding",
        payload={
            "club": str(book.club_id) if book else None,
            "book": str(book.pk) if book else None,
            "count": len(details),
            "details": details[:MOST_TOLD],
        },
    )
