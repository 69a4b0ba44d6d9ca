"""Books as files, for the treasurer's browser."""

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_GET

from club.doors import ViewerRequest, in_club
from club.errors import NotFound
from club.models import Club
from club.permissions import May
from ledger import selectors
from ledger.downloads import download
from ledger.exporting import Format, export_book
from ledger.forms import ExportForm
from ledger.statement_pages import book_in


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
    if "book" in form.errors:
        raise NotFound
    if not form.is_valid():
        return _asked(request, form, status=422)
    asked = form.cleaned_data
    book, days = book_in(request.viewer.club, asked["book"]), {"start": asked["start"], "end": asked["end"]}
    return download(export_book(book=book, format=Format(asked["format"]), actor=request.viewer.actor, **days))


def _asked(request: ViewerRequest, form: ExportForm, *, status: int = 200) -> HttpResponse:
    return render(request, "ledger/export.html", {"tab": "settle", "form": form}, status=status)


def _currencies(club: Club) -> list[str]:
    return [book.currency for book in selectors.books(club)]
