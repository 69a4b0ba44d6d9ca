"""A member's statement: the page, which prints well, and the same as CSV."""

from datetime import date
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from club import selectors as club
from club.doors import ViewerRequest, in_club
from club.permissions import May
from ledger import statement_pages
from ledger.downloads import download
from ledger.exporting import export_statement
from ledger.forms import DaysForm


@require_GET
@in_club(May.READ_BOOKS)
def statement(request: ViewerRequest, member_id: UUID, currency: str) -> HttpResponse:
    form = DaysForm(request.GET if {"start", "end"} & set(request.GET) else _this_year())
    days = form.days()
    context = statement_pages.page(request.viewer, member_id, currency, *days)
    status = 200 if form.is_valid() else 422
    return render(request, "ledger/statement.html", context | {"form": form}, status=status)


def _this_year() -> dict[str, date]:
    today = timezone.localdate()
    return {"start": today.replace(month=1, day=1), "end": today.replace(month=12, day=31)}


@require_GET
@in_club(May.READ_BOOKS)
def statement_csv(request: ViewerRequest, member_id: UUID, currency: str) -> HttpResponseBase:
    viewer = request.viewer
    book, member = statement_pages.book_in(viewer.club, currency), club.member(viewer.club, member_id)
    start, end = DaysForm(request.GET).days_asked()
    return download(export_statement(book=book, member=member, actor=viewer.actor, start=start, end=end))
