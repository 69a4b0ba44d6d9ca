"""Books and statements as files, for the treasurer's browser and each member's own."""

from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from club import selectors as club
from club.doors import ViewerRequest, in_club
from club.errors import NotFound
from club.models import Club
from club.permissions import May
from ledger import selectors
from ledger.downloads import download
from ledger.exporting import Format, PeriodBackwards, export_book, export_statement
from ledger.forms import ExportForm
from ledger.models import Book


@require_GET
@in_club(May.KEEP_BOOKS)
def export(request: ViewerRequest) -> HttpResponse:
    """Ask which book, as what, and for which days."""
    return _asked(request, ExportForm(currencies=_currencies(request.viewer.club)))


@require_GET
@in_club(May.KEEP_BOOKS)
def export_file(request: ViewerRequest) -> HttpResponseBase:
    """Return the file that was asked for, or the question again with what is wrong in it."""
    form = ExportForm(request.GET, currencies=_currencies(request.viewer.club))
    if not form.is_valid():
        return _asked(request, form, status=422)
    asked = form.cleaned_data
    book, days = _book(request.viewer.club, asked["book"]), {"start": asked["start"], "end": asked["end"]}
    try:
        return download(export_book(book=book, format=Format(asked["format"]), actor=request.viewer.actor, **days))
    except PeriodBackwards as error:
        form.add_error("end", error.detail)
        return _asked(request, form, status=error.status)


@require_GET
@in_club(May.READ_BOOKS)
def statement(request: ViewerRequest, member_id: UUID, currency: str) -> HttpResponseBase:
    """Return a member's statement in one currency as CSV."""
    viewer = request.viewer
    book, member = _book(viewer.club, currency), club.member(viewer.club, member_id)
    return download(export_statement(book=book, member=member, actor=viewer.actor))


def _asked(request: ViewerRequest, form: ExportForm, *, status: int = 200) -> HttpResponse:
    return render(request, "ledger/export.html", {"tab": "settle", "form": form}, status=status)


def _currencies(club: Club) -> list[str]:
    return [book.currency for book in selectors.books(club)]


def _book(club: Club, currency: str) -> Book:
    book = selectors.books(club).filter(currency=currency).first()
    if book is None:
        raise NotFound
    return book
