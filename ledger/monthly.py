"""Each month's statement by mail: once a member and month, in his language, when anything moved or he owes."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Final

from django.db import transaction
from django.urls import reverse
from django.utils import translation

from club import mail
from club.models import Club, Mail, Member
from club.permissions import system
from club.selectors import today_in
from ledger import selectors
from ledger.exporting import export_statement
from ledger.models import Book
from ledger.statement_pages import StatementPage, statement_of

FIRST_DAYS: Final = 7
"""A month is mailed on its first days after: a worker that was away catches up, and late entries wake nobody."""
TEMPLATE: Final = "month_statement"

Context = dict[str, Any]


def mail_last_month(club: Club, *, today: date | None = None) -> int:
    """Write the statements of the month before `today` (the club's own date) that are not written yet.

    Returns how many. Nothing later than a month's first days; harmless twice, also at once.
    """
    today = today or today_in(club)
    if today.day > FIRST_DAYS:
        return 0
    end = today.replace(day=1) - timedelta(days=1)
    books = list(selectors.books(club))
    return sum(_mail(member, books, end.replace(day=1), end) for member in _readers(club, end))


def _readers(club: Club, end: date) -> Iterator[Member]:
    """Yield those who have an account, want the mail and have not got it."""
    members = Member.objects.filter(club=club, accounts__isnull=False).select_related("club", "user").distinct()
    written = set(Mail.objects.filter(member__club=club, key__startswith="month:").values_list("key", flat=True))
    yield from (one for one in members if _key(one, end) not in written and mail.wants(one, TEMPLATE))


def _key(member: Member, end: date) -> str:
    return f"month:{member.id}:{end:%Y-%m}"


@transaction.atomic
def _mail(member: Member, books: Sequence[Book], start: date, end: date) -> bool:
    with translation.override(mail.language_of(member)):
        told = [one for book in books if _tells(one := statement_of(member, book, start, end))]
        if not told:
            return False
        context = {
            "month": start,
            "url": reverse("me", args=[member.club.slug]),
            "books": [_book(member, one) for one in told],
        }
    file = mail.File(f"{member.club.slug}-{end:%Y-%m}.csv", _as_csv(member, [one.book for one in told], start, end))
    return mail.write(member=member, key=_key(member, end), template=TEMPLATE, context=context, file=file) is not None


def _tells(statement: StatementPage) -> bool:
    """Say whether there is anything to tell: something moved, or money is owed."""
    return bool(statement.rows) or (statement.closing_minor < 0 and not statement.book.is_points)


def _book(member: Member, statement: StatementPage) -> Context:
    return {
        "currency": statement.book.currency,
        "is_points": statement.book.is_points,
        "opening_minor": statement.opening_minor,
        "closing_minor": statement.closing_minor,
        "rows": [
            {
                "day": row.line.effective_date,
                "what": row.source.what,
                "memo": "" if row.source.url and row.line.kind != "reversal" else row.line.memo,
                "amount_minor": row.line.amount_minor,
                "balance_minor": row.balance_minor,
            }
            for row in statement.rows
        ],
        "head_seq": statement.head_seq,
        "head_hash": statement.head_hash,
    }


def _as_csv(member: Member, books: Sequence[Book], start: date, end: date) -> str:
    """Return the statements as one file, with one heading."""
    actor = system(member.club_id)
    exports = [export_statement(book=one, member=member, actor=actor, start=start, end=end) for one in books]
    first, *rest = ["".join(export.pieces) for export in exports]
    return first + "".join(text.partition("\n")[2] for text in rest)
