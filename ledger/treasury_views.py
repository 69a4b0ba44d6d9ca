"""The treasurer's pages. Each view: who asks, one service, an answer."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.doors import ViewerRequest, in_club
from club.errors import ClubError, Invalid
from club.permissions import May
from ledger import opening_pages, services, treasury_pages
from ledger.forms import ReasonForm
from ledger.statement_pages import book_in
from ledger.treasury_forms import ClosePeriodForm, OpenBookForm, OpeningsForm


@require_GET
@in_club(May.KEEP_BOOKS)
def desk(request: ViewerRequest) -> HttpResponse:
    return render(request, "ledger/desk.html", treasury_pages.desk_page(request.viewer))


@require_POST
@in_club(May.KEEP_BOOKS)
def open_book(request: ViewerRequest) -> HttpResponse:
    form = OpenBookForm(request.POST)
    if not form.is_valid():
        return render(request, "ledger/desk.html", treasury_pages.desk_page(request.viewer, form), status=422)
    viewer, currency = request.viewer, form.cleaned_data["currency"]
    try:
        services.open_book(club=viewer.club, currency=currency, actor=viewer.actor)
    except Invalid as error:
        form.add_error("currency", error.detail)
        return render(request, "ledger/desk.html", treasury_pages.desk_page(viewer, form), status=422)
    return redirect("books", request.viewer.club.slug)


@require_POST
@in_club(May.KEEP_BOOKS)
def close_period(request: ViewerRequest, currency: str) -> HttpResponse:
    form = ClosePeriodForm(request.POST)
    if not form.is_valid():
        raise Invalid
    book = book_in(request.viewer.club, currency)
    services.close_period(book=book, end_date=form.cleaned_data["end_date"], actor=request.viewer.actor)
    return redirect("books", request.viewer.club.slug)


@require_http_methods(["GET", "POST"])
@in_club(May.KEEP_BOOKS)
def adjust(request: ViewerRequest, currency: str) -> HttpResponse:
    viewer, book = request.viewer, book_in(request.viewer.club, currency)
    form = treasury_pages.adjust_form(viewer, currency, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            treasury_pages.adjust(viewer, book, form)
        except Invalid as error:
            form.add_error(None, error.detail)
        else:
            return redirect("adjust", viewer.club.slug, currency)
    status = 422 if form.errors else 200
    return render(request, "ledger/adjust.html", treasury_pages.adjust_page(viewer, book, form), status=status)


@require_GET
@in_club(May.KEEP_BOOKS)
def entries(request: ViewerRequest, currency: str) -> HttpResponse:
    context = treasury_pages.entries_page(request.viewer, currency, request.GET)
    return render(request, "ledger/entries.html", context, status=422 if context["form"].errors else 200)


@require_POST
@in_club(May.KEEP_BOOKS)
def withdraw(request: ViewerRequest, currency: str, seq: int) -> HttpResponse:
    entry, form = treasury_pages.entry_of(request.viewer, currency, seq), ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    services.withdraw(entry=entry, reason=reason, actor=request.viewer.actor)
    messages.success(request, gettext("Entry {seq} is taken back: {reason}").format(seq=seq, reason=reason))
    return redirect("entries", request.viewer.club.slug, currency)


@require_http_methods(["GET", "POST"])
@in_club(May.KEEP_BOOKS)
def openings(request: ViewerRequest, currency: str) -> HttpResponse:
    book = book_in(request.viewer.club, currency)
    if request.method == "GET":
        return render(request, "ledger/openings.html", opening_pages.empty_page(book))
    form = OpeningsForm(request.POST, request.FILES)
    context = opening_pages.form_page(book, form)
    looked = context["preview"]
    if request.POST.get("step") == "post" and looked is not None and looked.is_good:
        try:
            posted = opening_pages.post(request.viewer, book, form, looked)
        except ClubError as error:
            context = opening_pages.form_page(book, form, error.detail)
            return render(request, "ledger/openings.html", context, status=error.status)
        told = ngettext("{n} opening balance is posted.", "{n} opening balances are posted.", len(posted))
        messages.success(request, told.format(n=len(posted)))
        return redirect("books", request.viewer.club.slug)
    status = 200 if looked is not None and looked.is_good else 422
    return render(request, "ledger/openings.html", context, status=status)
