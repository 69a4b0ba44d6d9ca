"""Pages of a club's house rules. Every member may read them; who manages them makes new versions."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from club.doors import ViewerRequest, in_club, status_of
from club.permissions import May
from games import rule_pages, services
from games.readable_rules import Readable
from games.rule_forms import RulesForm
from games.table_desk import REFUSALS
from games.telling import sentence_of


@require_GET
@in_club()
def house_rules(request: ViewerRequest) -> HttpResponse:
    return render(request, "games/house_rules.html", rule_pages.list_page(request.viewer))


@require_GET
@in_club()
def one(request: ViewerRequest, ref: str) -> HttpResponse:
    return render(request, "games/one_house_rules.html", rule_pages.one_page(request.viewer, ref))


@require_GET
@in_club()
def compare(request: ViewerRequest) -> HttpResponse:
    return render(request, "games/compare_rules.html", rule_pages.compare_page(request.viewer, request.GET.dict()))


@require_http_methods(["GET", "POST"])
@in_club(May.MANAGE_RULES)
def new(request: ViewerRequest) -> HttpResponse:
    """Ask what to start from, then for each setting; show what differs, or keep it as the next version."""
    ref = request.GET.get("from", "")
    if not ref:
        return render(request, "games/start_rules.html", rule_pages.list_page(request.viewer))
    start, form = rule_pages.form_of(request.viewer, ref, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and request.POST.get("do") == "save":
        return _save(request, start, form)
    return _asked(request, start, form, 422 if form.errors else 200)


def _save(request: ViewerRequest, start: Readable, form: RulesForm) -> HttpResponse:
    viewer = request.viewer
    try:
        saved = services.save_house_rules(
            club=viewer.club,
            name=form.cleaned_data["name"],
            kind=start.rules.kind,
            settings={"preset": start.preset, **form.values},
            actor=viewer.actor,
        )
    except REFUSALS as error:  # said above the form: what was filled in stays
        form.add_error("name", sentence_of(error))
        return _asked(request, start, form, status_of(error))
    messages.success(request, gettext("{rules} is kept. Tables that are open keep theirs.").format(rules=saved))
    return redirect("house_rules_one", viewer.club.slug, saved.id)


def _asked(request: ViewerRequest, start: Readable, form: RulesForm, status: int) -> HttpResponse:
    return render(request, "games/new_rules.html", rule_pages.form_page(request.viewer, start, form), status=status)
