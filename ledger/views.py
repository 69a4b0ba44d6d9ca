"""Pages of the books: who pays whom. Each view: who asks, one service, an answer."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from club.doors import ViewerRequest, in_club
from club.errors import Invalid
from club.models import Night
from club.permissions import May
from ledger import deeds, pages, services
from ledger.forms import DeedForm, PlanForm


@require_GET
@in_club(May.READ_BOOKS)
def settle(request: ViewerRequest) -> HttpResponse:
    return render(request, "ledger/settle.html", pages.club_page(request.viewer))


@require_GET
@in_club(May.READ_BOOKS)
def night_settle(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    return render(request, "ledger/settle.html", pages.night_page(request.viewer, night_id))


@require_POST
@in_club(May.READ_BOOKS)
def make_plan(request: ViewerRequest) -> HttpResponse:
    form = PlanForm(request.POST)
    if not form.is_valid():
        raise Invalid
    asked = form.cleaned_data
    night = deeds.make_plan(request.viewer, asked["book"], asked["night"], asked["banker"], afresh=asked["afresh"])
    return _back(request, night)


@require_POST
@in_club(May.READ_BOOKS)
def payment(request: ViewerRequest, payment_id: UUID, deed: str) -> HttpResponse:
    form = DeedForm(request.POST)
    if not form.is_valid():
        raise Invalid
    one = deeds.payment_of(request.viewer, payment_id)
    deeds.do(request.viewer, one, deed, deeds.Sent(**form.cleaned_data))
    return _back(request, one.plan.night)


@require_POST
@in_club(May.KEEP_BOOKS)
def settle_in_cash(request: ViewerRequest, plan_id: UUID) -> HttpResponse:
    plan = deeds.plan_of(request.viewer, plan_id)
    services.confirm_all(plan=plan, actor=request.viewer.actor)
    return _back(request, plan.night)


def _back(request: ViewerRequest, night: Night | None) -> HttpResponse:
    slug = request.viewer.club.slug
    return redirect("night_settle", slug, night.id) if night else redirect("settle", slug)
