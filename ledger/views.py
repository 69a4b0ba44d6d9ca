"""Pages of the books: who pays whom. Each view: who asks, one service, an answer."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from club.doors import ViewerRequest, in_club
from club.errors import Invalid
from club.models import Night
from club.permissions import May
from ledger import pages, services
from ledger.forms import PlanForm, ReasonForm


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
    night = pages.make_plan(request.viewer, form.cleaned_data["book"], form.cleaned_data["night"])
    return _back(request, night)


@require_POST
@in_club(May.READ_BOOKS)
def payment(request: ViewerRequest, payment_id: UUID, deed: str) -> HttpResponse:
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    one = pages.payment_of(request.viewer, payment_id)
    pages.do(request.viewer, one, deed, reason)
    return _back(request, one.plan.night)


@require_POST
@in_club(May.KEEP_BOOKS)
def settle_in_cash(request: ViewerRequest, plan_id: UUID) -> HttpResponse:
    plan = pages.plan_of(request.viewer, plan_id)
    services.confirm_all(plan=plan, actor=request.viewer.actor)
    return _back(request, plan.night)


def _back(request: ViewerRequest, night: Night | None) -> HttpResponse:
    slug = request.viewer.club.slug
    return redirect("night_settle", slug, night.id) if night else redirect("settle", slug)
