"""Me, clubs, members, nights and who is there: each view parses, asks who is there, calls one service."""

from typing import Any
from uuid import UUID

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from club import selectors, services
from club.api import documents as doc
from club.api import schema
from club.api.access import Scope, actor_in, club_asked, clubs_of, found, reader_in, scopes_of, user_of
from club.api.base import ApiView
from club.api.idempotency import once
from club.api.reading import require_known
from club.errors import NotFound
from club.models import Member, Night
from club.permissions import Actor
from club.tries import count_join_try

PAGE = [schema.LIMIT, schema.CURSOR]


def body_of(serializer: type[Serializer[Any]], request: Request) -> dict[str, Any]:
    """Return the checked body; raise DRF's ValidationError, told with pointers, or Malformed for a strange key.

    A key that nothing reads is mostly one that is misspelt: without its `night` a plan would be the whole club's.
    """
    asked = serializer(data=request.data)
    require_known(asked, request.data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


class Me(ApiView):
    @extend_schema(responses=doc.MeSerializer, operation_id="me")
    def get(self, request: Request) -> Response:
        """Who the token or session belongs to, and in which clubs."""
        user = user_of(request)
        memberships = Member.objects.filter(selectors.ACTIVE, user=user).select_related("club").order_by("club__name")
        me = {"id": user.id, "email": user.email, "language": user.language}
        return Response(doc.MeSerializer({**me, "scopes": scopes_of(request), "memberships": memberships}).data)


class Clubs(ApiView):
    ordering = ("name", "id")

    @extend_schema(responses=schema.paged("Club", doc.ClubSerializer), operation_id="clubs", parameters=PAGE)
    def get(self, request: Request) -> Response:
        """Your clubs."""
        return self.page_of(request, clubs_of(request), lambda club: doc.ClubSerializer(club).data)


class OneClub(ApiView):
    @extend_schema(responses=doc.ClubSerializer, operation_id="club")
    def get(self, request: Request, club_id: UUID) -> Response:
        """One of your clubs."""
        return Response(doc.ClubSerializer(found(clubs_of(request), club_id)).data)


class Members(ApiView):
    scope = Scope.ADMIN
    ordering = ("name", "id")

    @extend_schema(
        responses=schema.paged("Member", doc.MemberSerializer),
        operation_id="members",
        parameters=[schema.CLUB, *PAGE],
    )
    def get(self, request: Request) -> Response:
        """The people of a club who are not retired, by name."""
        club = club_asked(request)
        reader_in(request, club)
        return self.page_of(request, selectors.members(club), lambda member: doc.MemberSerializer(member).data)

    @extend_schema(
        request=doc.NewMemberSerializer,
        responses={201: doc.MemberSerializer},
        operation_id="add_member",
        parameters=[schema.CLUB, schema.OPTIONAL_KEY],
    )
    def post(self, request: Request) -> Response:
        """Invite somebody by e-mail, or add a guest without an address."""
        return once(self, request, lambda: self._add(request), required=False)

    def _add(self, request: Request) -> Response:
        club = club_asked(request)
        actor, asked = actor_in(request, club), body_of(doc.NewMemberSerializer, request)
        if "email" in asked:
            member = services.invite(club=club, actor=actor, **asked)
        else:
            member = services.add_guest(club=club, actor=actor, name=asked["name"])
        return Response(doc.MemberSerializer(member).data, 201)


class OneMember(ApiView):
    @extend_schema(responses=doc.MemberSerializer, operation_id="member")
    def get(self, request: Request, member_id: UUID) -> Response:
        """One person of a club, retired ones too."""
        member = found(Member.objects.filter(club__in=clubs_of(request)).select_related("club"), member_id)
        reader_in(request, member.club)
        return Response(doc.MemberSerializer(member).data)


def night_of(request: Request, night_id: UUID) -> tuple[Night, Actor]:
    """Return a night of one of the caller's clubs, and who he is there; raise NotFound."""
    night = found(Night.objects.filter(club__in=clubs_of(request)).select_related("club"), night_id)
    return night, actor_in(request, night.club)


class Nights(ApiView):
    scope = Scope.ADMIN
    ordering = ("-opened_at", "id")

    @extend_schema(
        responses=schema.paged("Night", doc.NightSerializer),
        operation_id="nights",
        parameters=[schema.CLUB, *PAGE],
    )
    def get(self, request: Request) -> Response:
        """A club's nights, the newest first."""
        club = club_asked(request)
        reader_in(request, club)
        return self.page_of(request, selectors.nights(club), lambda night: doc.NightSerializer(night).data)

    @extend_schema(
        request=doc.NewNightSerializer,
        responses={201: doc.NightSerializer},
        operation_id="open_night",
        parameters=[schema.CLUB, schema.OPTIONAL_KEY],
    )
    def post(self, request: Request) -> Response:
        """Open a night."""
        return once(self, request, lambda: self._open(request), required=False)

    def _open(self, request: Request) -> Response:
        club = club_asked(request)
        asked = body_of(doc.NewNightSerializer, request)
        night = services.open_night(club=club, actor=actor_in(request, club), **asked)
        return Response(doc.NightSerializer(night).data, 201)


class OneNight(ApiView):
    @extend_schema(responses=doc.NightSerializer, operation_id="night")
    def get(self, request: Request, night_id: UUID) -> Response:
        """One night of a club."""
        night, _actor = night_of(request, night_id)
        reader_in(request, night.club)
        return Response(doc.NightSerializer(night).data)


class Attendances(ApiView):
    scope = Scope.SCORE
    ordering = ("since", "id")

    @extend_schema(
        responses=schema.paged("Attendance", doc.AttendanceSerializer),
        operation_id="attendances",
        parameters=PAGE,
    )
    def get(self, request: Request, night_id: UUID) -> Response:
        """Who came to a night, in the order they came."""
        night, _actor = night_of(request, night_id)
        reader_in(request, night.club)
        return self.page_of(request, selectors.attendances(night), lambda one: doc.AttendanceSerializer(one).data)

    @extend_schema(
        request=doc.NewAttendanceSerializer,
        responses={201: doc.AttendanceSerializer},
        operation_id="attend",
    )
    def post(self, request: Request, night_id: UUID) -> Response:
        """Note that a member is there; twice is harmless."""
        night, actor = night_of(request, night_id)
        member = selectors.member(night.club, body_of(doc.NewAttendanceSerializer, request)["member"])
        attendance = services.attend(night=night, member=member, actor=actor)
        return Response(doc.AttendanceSerializer(attendance).data, 201)


class JoinRequests(ApiView):
    permission_classes = [AllowAny]

    @extend_schema(
        request=doc.JoinRequestSerializer, responses={201: doc.WaitingSerializer}, operation_id="ask_to_join"
    )
    def post(self, request: Request) -> Response:
        """A guest asks in with the code on the table, and waits until the organiser lets him in."""
        count_join_try(request)
        asked = body_of(doc.JoinRequestSerializer, request)
        waiting = services.ask_to_join(code=asked["join_code"], name=asked["name"], language=get_language() or "en")
        return Response(doc.WaitingSerializer(waiting).data, 201)


class Elsewhere(ApiView):
    """Any other address under /api/: a problem, not a page."""

    permission_classes = [AllowAny]
    schema = None  # type: ignore[assignment]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound
