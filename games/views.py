"""Pages of nights and tables. Each view: who asks, one service, an answer."""

from uuid import UUID

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club import selectors as club
from club import services as people
from club.doors import ViewerRequest, in_club, status_of
from club.forms import ReasonForm, first_error
from club.permissions import May
from games import forms, live, opening_pages, pages, reading_pages, services, table_desk
from games.store import TableNow
from games.table_page import PhoneRole
from games.table_page.model import TablePage
from games.telling import sentence_of


# ---- the night --------------------------------------------------------------------------------------
@require_GET
@in_club()
def night(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    evening = club.night(request.viewer.club, night_id)
    return render(request, "games/night.html", pages.night_page(request.viewer, evening, request.GET.get("sheet", "")))


@require_POST
@in_club()
def come(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    """Note that a member came, or make a new guest and let him in."""
    evening = club.night(request.viewer.club, night_id)
    form = forms.ComeForm(request.POST, people=pages.not_here(evening))
    if form.is_valid():
        pages.welcome(request.viewer, evening, form)
    else:
        messages.error(request, first_error(form))
    return redirect("night", request.viewer.club.slug, night_id)


@require_POST
@in_club()
def attendance(request: ViewerRequest, night_id: UUID, attendance_id: int) -> HttpResponse:
    """Let a guest in, refuse him, or note that somebody went home."""
    evening = club.night(request.viewer.club, night_id)
    asked = pages.attendance_of(evening, attendance_id)
    match request.POST.get("answer"):
        case "in":
            people.let_in(attendance=asked, actor=request.viewer.actor)
        case "no":
            people.refuse_guest(attendance=asked, actor=request.viewer.actor)
        case "left":
            people.left(night=evening, member=asked.member, actor=request.viewer.actor)
    return redirect("night", request.viewer.club.slug, night_id)


@require_http_methods(["GET", "POST"])
@in_club(May.OPEN_TABLE)
def new_table(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    evening = club.night(request.viewer.club, night_id)
    sent = request.POST if request.method == "POST" else None
    form, ring = opening_pages.new_table_form(evening, sent), opening_pages.ring_form(evening, sent)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid() and not ring.tied:
        try:
            opened = opening_pages.open_table(request.viewer, evening, form, ring)
        except table_desk.REFUSALS as error:  # said above the form: what was filled in stays
            form.add_error(None, sentence_of(error))
            status = status_of(error)
        else:
            return redirect("table", request.viewer.club.slug, opened.table.id)
    page = opening_pages.new_table_page(evening, form, ring)
    return render(request, "games/new_table.html", page, status=status)


@require_POST
@in_club(May.RUN_NIGHT)
def close_night(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    services.close_night(night_id=night_id, actor=request.viewer.actor)
    return redirect("night_settle", request.viewer.club.slug, night_id)


@require_POST
@in_club(May.RUN_NIGHT)
def reopen_night(request: ViewerRequest, night_id: UUID) -> HttpResponse:
    form = ReasonForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    services.reopen_night(night_id=night_id, reason=reason, actor=request.viewer.actor)
    return redirect("night", request.viewer.club.slug, night_id)


# ---- the table --------------------------------------------------------------------------------------
@require_GET
@in_club(None)
def table(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    now = table_desk.load(request.viewer, table_id)
    return _drawn(request, table_desk.page(request, request.viewer, now), whole=True)


@require_GET
@in_club(None)
def table_fragment(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    now = table_desk.load(request.viewer, table_id)
    return _drawn(request, table_desk.page(request, request.viewer, now), whole=False)


@require_POST
@in_club(None)
def act(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Record one act and draw the table as it then stands; what is refused is said on the same page."""
    viewer, sent, fragment = request.viewer, None, bool(request.htmx)
    now = table_desk.load(viewer, table_id)
    try:
        sent = forms.read_act(request.POST)
        now = table_desk.record(viewer, now, sent)
    except table_desk.REFUSALS as error:
        now = table_desk.load(viewer, table_id)
        page = table_desk.page_after_refusal(request, viewer, now, sent, error)
        return _drawn(request, page, whole=not fragment, status=status_of(error))
    return _recorded(request, now)


def _recorded(request: ViewerRequest, now: TableNow) -> HttpResponse:
    if not request.htmx:
        return redirect("table", request.viewer.club.slug, now.table.id)
    return _drawn(request, table_desk.page(request, request.viewer, now), whole=False)


def _drawn(request: ViewerRequest, page: TablePage, *, whole: bool, status: int = 200) -> HttpResponse:
    """Return the whole page or the one fragment of it; both are drawn from the same values."""
    template = "games/table.html" if whole else "games/_table.html"
    answer = render(request, template, {"page": page}, status=status)
    answer["X-Table"] = str(page.version)
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@in_club(None)
def phone_role(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Remember what this phone is for at this table."""
    now = table_desk.load(request.viewer, table_id)
    role = PhoneRole.OWN if request.POST.get("role") == PhoneRole.OWN else PhoneRole.SCORER
    request.session[table_desk.phone_key(now.table.id)] = str(role)
    return redirect("table", request.viewer.club.slug, table_id)


async def table_stream(request: HttpRequest, slug: str, table_id: UUID) -> HttpResponseBase:
    """Tell this phone each new version of the table, as server-sent events."""
    refused = await sync_to_async(may_follow)(request, slug, table_id=table_id)
    if refused.status_code != 204:
        return refused
    answer = StreamingHttpResponse(live.stream(table_id), content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    answer["X-Accel-Buffering"] = "no"
    return answer


@in_club(None)
def may_follow(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Answer 204 when the viewer may follow the table."""
    table_desk.load(request.viewer, table_id)
    return HttpResponse(status=204)


@require_GET
@in_club(None)
def sheet(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    """Show the score sheet of a table, for the screen and for paper: points by game, and every line."""
    now = table_desk.load(request.viewer, table_id)
    return render(request, "games/sheet.html", reading_pages.sheet_page(request.viewer, now))


@require_GET
@in_club(None)
def table_rules(request: ViewerRequest, table_id: UUID) -> HttpResponse:
    now = table_desk.load(request.viewer, table_id)
    return render(
        request,
        "games/rules.html",
        reading_pages.rules_page(now, reverse("table", args=[request.viewer.club.slug, table_id])),
    )


# ---- the season -------------------------------------------------------------------------------------
@require_GET
@in_club()
def standings(request: ViewerRequest) -> HttpResponse:
    return render(
        request, "games/standings.html", reading_pages.standings_page(request.viewer, request.GET.get("season", ""))
    )
