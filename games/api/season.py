"""A season's standings."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import club_asked, reader_in
from club.api.base import ApiView
from club.api.etags import tagged
from club.api.reading import uuid_of
from games import selectors
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.documents import Shape
from games.models import Standing
from games.rules.points import format_points
from ledger.api.money import MoneySerializer, PointsField, money
from ledger.rules.currency import POINTS

Document = dict[str, Any]


class StandingShape(Shape):
    member = serializers.UUIDField()
    name = serializers.CharField()
    nights = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    box_games = serializers.IntegerField()
    points = PointsField()
    money = MoneySerializer(allow_null=True)


class SeasonShape(Shape):
    id = serializers.UUIDField()
    name = serializers.CharField()
    starts = serializers.DateField()
    ends = serializers.DateField()


class StandingsShape(Shape):
    season = SeasonShape(allow_null=True, help_text="Null while the club has no season.")
    results = StandingShape(many=True)


SEASON = OpenApiParameter("season", OpenApiTypes.UUID, description="Left out: the club's latest.")


class Standings(ApiView):
    @extend_schema(
        operation_id="standings", parameters=[schema.CLUB, SEASON, schema.IF_NONE_MATCH], responses=StandingsShape
    )
    def get(self, request: Request) -> Response:
        """A season's standings, the best first."""
        club = club_asked(request)
        reader_in(request, club)
        written = request.query_params.get("season")
        season = selectors.season(club=club, season_id=uuid_of(written, "/season") if written else None)
        rows = [_standing(row) for row in selectors.standings(season)] if season else []
        return tagged(request, {"season": _season(season), "results": rows}, start="season")


def _season(season: Any) -> Document | None:
    if season is None:
        return None
    dates = {"starts": season.starts.isoformat(), "ends": season.ends.isoformat()}
    return {"id": str(season.id), "name": season.name, **dates}


def _standing(row: Standing) -> Document:
    return {
        "member": str(row.member_id),
        "name": row.member.name,
        "nights": row.nights,
        "games": row.games,
        "wins": row.wins,
        "box_games": row.box_games,
        "points": format_points(row.points_q),
        "money": None if row.currency == POINTS else money(row.money_minor, row.currency),
    }
