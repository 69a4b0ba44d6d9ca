"""Pages about people: home, the club, its members, the door for guests. Each view: who asks, one service, an answer."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club import demo, selectors, services
from club import pages as draw
from club.doors import ViewerRequest, answer, guest_of, in_club, remember_guest
from club.errors import ClubError
from club.forms import InviteForm, JoinForm, OpenNightForm, PreferencesForm, RoleForm, first_error
from club.models import Role
from club.permissions import May
from club.qr import drawn
from club.tries import TooManyTries, count_join_try


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Lead to the only club of who is signed in, or list them; else say what this is."""
    clubs = list(selectors.clubs_of(request.user)) if request.user.is_authenticated else []
    if len(clubs) == 1:
        return redirect("club", clubs[0].slug)
    return render(request, "club/home.html", {"clubs": clubs, "guest": guest_of(request)})


@require_GET
@in_club()
def club(request: ViewerRequest) -> HttpResponse:
    return render(request, "club/club.html", draw.club_page(request.viewer))


@require_GET
@in_club()
def tonight(request: ViewerRequest) -> HttpResponse:
    """Lead to the night that is open; to the club where there is none, or several."""
    slug, nights = request.viewer.club.slug, draw.open_nights(request.viewer.club)
    return redirect("night", slug, nights[0].id) if len(nights) == 1 else redirect("club", slug)


@require_POST
@in_club()
def open_night(request: ViewerRequest) -> HttpResponse:
    form = OpenNightForm(request.POST)
    title = form.cleaned_data["title"] if form.is_valid() else ""
    night = services.open_night(club=request.viewer.club, actor=request.viewer.actor, title=title)
    return redirect("night", request.viewer.club.slug, night.id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def invite(request: ViewerRequest) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        messages.error(request, first_error(form))
        return redirect("club", request.viewer.club.slug)
    member = services.invite(club=request.viewer.club, actor=request.viewer.actor, **form.cleaned_data)
    messages.success(request, gettext("{name} is invited by mail.").format(name=member.name))
    return redirect("member", request.viewer.club.slug, member.id)


@require_GET
@in_club()
def me(request: ViewerRequest) -> HttpResponse:
    if request.viewer.member is None:
        return redirect("club", request.viewer.club.slug)
    return redirect("member", request.viewer.club.slug, request.viewer.member.id)


@require_GET
@in_club()
def member(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Show a member; whoever was merged is shown as who he is now."""
    person = selectors.member(request.viewer.club, member_id)
    if person.merged_into_id is not None:
        return redirect("member", request.viewer.club.slug, person.merged_into_id)
    return render(request, "club/member.html", draw.member_page(request.viewer, person))


@require_POST
@in_club()
def preferences(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    form = PreferencesForm(request.POST)
    person = selectors.member(request.viewer.club, member_id)
    if form.is_valid():
        services.set_preferences(member=person, actor=request.viewer.actor, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
    return redirect("member", request.viewer.club.slug, member_id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def retire(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    """Retire an active member, bring a retired one back."""
    person = selectors.member(request.viewer.club, member_id)
    change = services.retire if person.retired_at is None else services.restore
    change(member=person, actor=request.viewer.actor)
    return redirect("member", request.viewer.club.slug, member_id)


@require_POST
@in_club(May.MANAGE_MEMBERS)
def role(request: ViewerRequest, member_id: UUID) -> HttpResponse:
    form = RoleForm(request.POST)
    person = selectors.member(request.viewer.club, member_id)
    if form.is_valid():
        services.set_role(member=person, role=Role(form.cleaned_data["role"]), actor=request.viewer.actor)
    return redirect("member", request.viewer.club.slug, member_id)


# ---- the door for guests ----------------------------------------------------------------------------
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str = "") -> HttpResponseBase:
    """Ask to be let in to tonight under a name; the code on the wall is the only thing needed."""
    if request.method == "POST":
        return answer(request, lambda: _ask(request))
    night = draw.night_of_member(request.user, code)
    if night is not None:
        return redirect("night", night.club.slug, night.id)
    return render(request, "club/join.html", draw.join_page(JoinForm(initial={"code": code}), guest_of(request)))


def _ask(request: HttpRequest) -> HttpResponse:
    form = JoinForm(request.POST)
    try:
        count_join_try(request)
    except TooManyTries as error:
        return _not_so_often(request, form, error)
    if form.is_valid():
        try:
            asked = services.ask_to_join(language=get_language() or "en", **form.cleaned_data)
        except ClubError as error:
            form.add_error("name" if error.code == "name_taken" else "code", error.detail)
        else:
            remember_guest(request, asked.member)
            return redirect("join")
    return render(request, "club/join.html", draw.join_page(form, None), status=422)


def _not_so_often(request: HttpRequest, form: JoinForm, error: TooManyTries) -> HttpResponse:
    form.add_error(None, error.detail)
    answer = render(request, "club/join.html", draw.join_page(form, None), status=error.status)
    answer["Retry-After"] = str(error.values["retry_after"])
    return answer


@require_GET
def join_qr(request: HttpRequest, code: str) -> HttpResponse:
    """Draw the QR code that leads to the join page."""
    return HttpResponse(drawn(settings.SITE_URL + resolve_url("join_code", code)), content_type="image/svg+xml")


@require_GET
def demo_mail(request: HttpRequest) -> HttpResponse:
    """Show the mails of the demo, which go into files."""
    if not settings.DEMO:
        raise Http404
    return render(request, "club/demo_mail.html", {"mails": demo.mails()})
