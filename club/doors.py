"""The door of the pages: who is asking in which club, and one place that turns errors into an answer.

A view is wrapped by `in_club`; it finds `request.viewer` and calls one service. A person without an account is a
guest whom an organiser let in by name; his session knows which guest he is.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from urllib.parse import urlencode
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect

from club import selectors
from club.errors import ClubError, NotFound
from club.models import Club, Member, Role, User
from club.permissions import Actor, Door, May
from games.rules.errors import Malformed, RuleViolation
from games.telling import sentence_of

P = ParamSpec("P")
GUEST_KEY = "guest"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a page of a club."""

    club: Club
    actor: Actor
    member: Member | None

    @property
    def is_member(self) -> bool:
        return self.actor.role != Role.GUEST

    @property
    def may(self) -> dict[str, bool]:
        """What the viewer's role carries, by the permission's word, for templates."""
        return {str(permission): self.actor.may(permission) for permission in May}


class ViewerRequest(HttpRequest):
    """A request that came through `in_club`."""

    viewer: Viewer
    htmx: Any


View = Callable[Concatenate[ViewerRequest, P], HttpResponseBase]


def in_club(needs: May | None = May.READ_CLUB) -> Callable[[View[P]], Callable[..., HttpResponseBase]]:
    """Find the club of the address and who is asking; let in who has the permission `needs` (None: any of them).

    Who is nobody in the club gets 404, who is not signed in is sent to sign in; errors become a sentence and a status.
    """

    def wrap(view: View[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def within(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase:
            viewer = _viewer(request, slug)
            if viewer is None:
                return _to_sign_in(request)
            asking = cast(ViewerRequest, request)
            asking.viewer = viewer
            with timezone.override(ZoneInfo(viewer.club.time_zone)):
                return answer(asking, lambda: admitted(asking, *args, **kwargs))

        def admitted(request: ViewerRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if needs is not None:
                request.viewer.actor.require(needs)
            return view(request, *args, **kwargs)

        return within

    return wrap


def answer(request: HttpRequest, view: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return the view's answer, or the page that says in one sentence why not, with its status."""
    try:
        return view()
    except NotFound as error:
        raise Http404(error.detail) from error
    except (ClubError, RuleViolation, Malformed) as error:
        return refused(request, sentence_of(error), status_of(error))


def refused(request: HttpRequest, sentence: str, status: int) -> HttpResponse:
    """Return a page that says what could not be done and that nothing was recorded."""
    return render(request, "refused.html", {"sentence": sentence}, status=status)


def status_of(error: Exception) -> int:
    """Return 409 for what the rules refuse, 422 for what cannot be read, else what the error says itself."""
    if isinstance(error, ClubError):
        return error.status
    return 422 if isinstance(error, Malformed) else 409


def remember_guest(request: HttpRequest, member: Member) -> None:
    """Let this browser be the guest who has just asked to join."""
    request.session.cycle_key()  # whoever planted this session's key does not come in with him
    request.session[GUEST_KEY] = str(member.id)


def guest_of(request: HttpRequest) -> Member | None:
    """Return the guest this browser asked to join as, whether let in or not."""
    known = request.session.get(GUEST_KEY)
    return Member.objects.filter(pk=known, user=None).select_related("club").first() if known else None


def _viewer(request: HttpRequest, slug: str) -> Viewer | None:
    """Return who is asking; None when he has to sign in first; raise Http404 where there is no such club to him."""
    club = Club.objects.filter(slug=slug).first()
    guest = guest_of(request)
    try:
        if club and request.user.is_authenticated:
            return _member(request.user, club)
        if club and guest and guest.club_id == club.id:
            return Viewer(club, selectors.actor_for_guest(member_id=guest.id, club=club, door=Door.PAGE), guest)
    except NotFound as error:
        raise Http404(error.detail) from error
    if request.user.is_authenticated:
        raise Http404
    return None


def _member(user: User, club: Club) -> Viewer:
    actor = selectors.actor_for(user=user, club=club, door=Door.PAGE)
    return Viewer(club, actor, selectors.membership(user, club))


def _to_sign_in(request: HttpRequest) -> HttpResponse:
    address = resolve_url(settings.LOGIN_URL) + "?" + urlencode({"next": request.get_full_path()})
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(address)
    return redirect(address)


def uuid_of(text: str) -> UUID:
    """Return the id in a form's field; NotFound for anything that is none."""
    try:
        return UUID(text)
    except ValueError as error:
        raise NotFound from error
