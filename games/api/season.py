"""House rules as data, and a season's standings."""

from dataclasses import fields
from enum import StrEnum
from typing import Any, get_type_hints
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, actor_in, club_asked, clubs_of, found, reader_in
from club.api.base import ApiView
from club.api.etags import tagged
from club.api.idempotency import once
from club.api.reading import uuid_of
from club.api.views import body_of
from games import selectors, services
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.documents import ObjectField, Shape
from games.models import HouseRules, Standing
from games.rules import settings
from games.rules.points import format_points
from ledger.api.money import MoneySerializer, PointsField, money
from ledger.rules.currency import POINTS

Document = dict[str, Any]


class HouseRulesShape(Shape):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    preset = serializers.CharField(allow_blank=True)
    settings = ObjectField()


class NewHouseRulesShape(Shape):
    name = serializers.CharField(max_length=60)
    settings = ObjectField(help_text="A preset's name under `preset`, and what differs from it.")


class HouseRulesList(Shape):
    results = HouseRulesShape(many=True)


class SettingShape(Shape):
    key = serializers.CharField()
    default = serializers.JSONField()
    values = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="Null: a number, true or false, or text."
    )


class PresetsShape(Shape):
    presets = serializers.DictField(child=ObjectField(), help_text="What each preset changes from the defaults.")
    settings = SettingShape(many=True)


def _rules_document(rules: HouseRules) -> Document:
    return {
        "id": str(rules.id),
        "club": str(rules.club_id),
        "name": rules.name,
        "version": rules.version,
        "preset": rules.preset,
        "settings": rules.settings,
    }


class HouseRulesOfClub(ApiView):
    scope = Scope.ADMIN

    @extend_schema(operation_id="house_rules", parameters=[schema.CLUB], responses=HouseRulesList)
    def get(self, request: Request) -> Response:
        """The club's own house rules, the latest version of each."""
        club = club_asked(request)
        reader_in(request, club)
        return Response({"results": [_rules_document(rules) for rules in selectors.house_rules(club)]})

    @extend_schema(
        operation_id="save_house_rules",
        request=NewHouseRulesShape,
        responses={201: HouseRulesShape},
        parameters=[schema.CLUB, schema.OPTIONAL_KEY],
    )
    def post(self, request: Request) -> Response:
        """Keep house rules as the next version of their name; tables that are open keep theirs."""
        return once(self, request, lambda: self._save(request), required=False)

    def _save(self, request: Request) -> Response:
        club = club_asked(request)
        asked = body_of(NewHouseRulesShape, request)
        rules = services.save_house_rules(club=club, actor=actor_in(request, club), **asked)
        return Response(_rules_document(rules), 201)


class OneHouseRules(ApiView):
    @extend_schema(operation_id="one_house_rules", responses=HouseRulesShape)
    def get(self, request: Request, rules_id: UUID) -> Response:
        """One version of a club's house rules; a version never changes."""
        rules = found(HouseRules.objects.filter(club__in=clubs_of(request)).select_related("club"), rules_id)
        reader_in(request, rules.club)
        return Response(_rules_document(rules))


class Presets(ApiView):
    @extend_schema(operation_id="presets", responses=PresetsShape)
    def get(self, request: Request) -> Response:
        """Every setting with its default and values, and what each preset changes."""
        hints, defaults = get_type_hints(settings.HouseRules), settings.HouseRules().to_document(settings.Kind.CHOUETTE)
        known = [_setting(field.name, hints[field.name], defaults) for field in fields(settings.HouseRules) if field.name in defaults]
        presets = {name: dict(changes) for name, changes in settings.PRESETS.items()}
        return Response({"presets": presets, "settings": known})


def _setting(key: str, kind: Any, defaults: Document) -> Document:
    values = [str(value) for value in kind] if isinstance(kind, type) and issubclass(kind, StrEnum) else None
    return {"key": key, "default": defaults[key], "values": values}


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
