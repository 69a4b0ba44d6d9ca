"""Who is asking, in which club, and what his token covers."""

from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from club import selectors
from club.api.reading import Malformed, uuid_of
from club.api_auth import Scope as Scope
from club.errors import Forbidden, NotFound
from club.models import Club, User
from club.permissions import Actor, Door, May

Found = TypeVar("Found", bound=Model)


class TokenTooNarrow(Forbidden):
    """Raised when a token was not made for this."""

    code = "token_scope"
    sentence = _("This token does not cover that. It needs the scope {scope}.")


class Scoped(BasePermission):
    """Lets a token do what its scopes cover: reading with `read` or the view's own scope, writing with that one."""

    def has_permission(self, request: Request, view: Any) -> bool:
        scopes = scopes_of(request)
        if scopes is None or Scope.ADMIN in scopes:
            return True
        needed: Scope = view.scope
        reads = request.method in SAFE_METHODS
        if needed in scopes or (reads and Scope.READ in scopes):
            return True
        raise TokenTooNarrow(scope=Scope.READ if reads else needed)


def scopes_of(request: Request) -> list[str] | None:
    """Return the scopes of the request's token; None for the site's own session, which is not limited."""
    return None if request.auth is None else list(getattr(request.auth, "scopes", []))


def user_of(request: Request) -> User:
    """Return who is signed in; the views let nobody else in."""
    assert isinstance(request.user, User)
    return request.user


def actor_in(request: Request, club: Club) -> Actor:
    """Return the actor that whoever asks is in `club`; raise NotFound when he does not belong to it."""
    return selectors.actor_for(user=user_of(request), club=club, door=Door.API)


def reader_in(request: Request, club: Club) -> Actor:
    """Return the actor, who may read what the club's members may; raise Forbidden for a guest."""
    actor = actor_in(request, club)
    actor.require(May.READ_CLUB)
    return actor


def clubs_of(request: Request) -> QuerySet[Club]:
    """Return the clubs that whoever asks belongs to."""
    return selectors.clubs_of(user_of(request))


def club_asked(request: Request) -> Club:
    """Return the club that `?club=` names, or the only one he belongs to; 404 for a club that is not his."""
    written = request.query_params.get("club")
    if written is not None:
        return found(clubs_of(request), uuid_of(written, "/club"))
    clubs = list(clubs_of(request)[:2])
    if len(clubs) != 1:
        raise Malformed(_("Say which club: ?club=… with the id of one of yours."), pointer="/club")
    return clubs[0]


def found(rows: QuerySet[Found], pk: UUID) -> Found:
    """Return the row with that id among those the caller may see; raise NotFound."""
    row = rows.filter(pk=pk).first()
    if row is None:
        raise NotFound
    return row
