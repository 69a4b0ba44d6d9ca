"""House rules: a club's versions, the presets with their sources, what every setting means, and two side by side."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, actor_in, club_asked, clubs_of, found, reader_in
from club.api.base import ApiView
from club.api.idempotency import once
from club.api.views import body_of
from club.errors import NotFound
from games import rule_versions, services
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api import rule_shapes as shapes
from games.api.setting_schema import every_setting
from games.models import HouseRules
from games.readable_rules import Readable, of_preset, of_version, readable
from games.rule_words import Rule, rule_told, set_told
from games.rules.rule_book import BOOK
from games.rules.rule_book.presets import PRESET_BOOK
from games.rules.rule_sets import RuleSet, compare
from games.rules.settings import Json, Kind

Document = dict[str, Any]


NAME = OpenApiParameter("name", str, description="Every version of the house rules of this name, the newest first.")
_REF = "A version's id, `kind-preset` such as `chouette-amsterdam`, or `table-` and a table's id."
ONE = OpenApiParameter("one", str, required=True, description=_REF)
OTHER = OpenApiParameter("other", str, description=f"{_REF} Left out: the preset of the first.")


# ---- a club's versions ------------------------------------------------------------------------------
class HouseRulesOfClub(ApiView):
    scope = Scope.ADMIN

    @extend_schema(operation_id="house_rules", parameters=[schema.CLUB, NAME], responses=shapes.HouseRulesList)
    def get(self, request: Request) -> Response:
        """The club's own house rules: the latest version of each, or every version of one name."""
        club = club_asked(request)
        reader_in(request, club)
        name = request.query_params.get("name")
        shelves = rule_versions.shelves(club)
        rows = (
            [shelf.latest for shelf in shelves]
            if name is None
            else [row for shelf in shelves if shelf.latest.name == name for row in (shelf.latest, *shelf.older)]
        )
        return Response({"results": [_version(row) for row in rows]})

    @extend_schema(
        operation_id="save_house_rules",
        request=shapes.NewHouseRulesShape,
        responses={201: shapes.WholeVersionShape},
        parameters=[schema.CLUB, schema.OPTIONAL_KEY],
    )
    def post(self, request: Request) -> Response:
        """Keep house rules as the next version of their name; tables that are open keep theirs."""
        return once(self, request, lambda: self._save(request), required=False)

    def _save(self, request: Request) -> Response:
        club = club_asked(request)
        asked = body_of(shapes.NewHouseRulesShape, request)
        asked["kind"] = Kind(asked["kind"])
        rules = services.save_house_rules(club=club, actor=actor_in(request, club), **asked)
        return Response(_whole_version(rules), 201)


class OneHouseRules(ApiView):
    @extend_schema(operation_id="one_house_rules", responses=shapes.WholeVersionShape)
    def get(self, request: Request, rules_id: UUID) -> Response:
        """One version of a club's house rules, in sentences; a version never changes."""
        rules = found(HouseRules.objects.filter(club__in=clubs_of(request)).select_related("club"), rules_id)
        reader_in(request, rules.club)
        return Response(_whole_version(rules))


def _version(rules: HouseRules) -> Document:
    read = of_version(rules)
    return {
        "id": str(rules.id),
        "club": str(rules.club_id),
        "name": rules.name,
        "version": rules.version,
        "kind": rules.kind,
        "preset": read.preset,
        "settings": dict(read.rules.values),
        "differs": rule_versions.changes(rules),
        "created_at": rules.created_at.isoformat(),
    }


def _whole_version(rules: HouseRules) -> Document:
    return {**_version(rules), "sentences": _sentences(rule_versions.rule_set(rules))}


def _sentences(rules: RuleSet) -> list[Document]:
    """Return house rules whole, but for what says nothing in them."""
    return [_sentence(rule, rules.values) for group in set_told(rules) for rule in group.rules]


def _sentence(rule: Rule, values: Mapping[str, Json]) -> Document:
    return {
        "key": rule.key,
        "name": rule.name,
        "value": values[rule.key],
        "words": rule.value,
        "sentence": rule.sentence,
        "note": rule.note,
        "soft": rule.is_soft,
    }


# ---- presets and the schema -------------------------------------------------------------------------
class Presets(ApiView):
    @extend_schema(operation_id="presets", responses=shapes.PresetsShape)
    def get(self, request: Request) -> Response:
        """Every preset for every kind of table that may name it, with its source."""
        known = [of_preset(kind, preset.key) for preset in PRESET_BOOK.values() for kind in preset.kinds]
        return Response({"results": [_preset(one) for one in known]})


class OnePreset(ApiView):
    @extend_schema(operation_id="one_preset", responses=shapes.WholePresetShape)
    def get(self, request: Request, kind: str, preset: str) -> Response:
        """A preset as a kind of table has it, in sentences."""
        read = _preset_asked(kind, preset)
        return Response({**_preset(read), "sentences": _sentences(read.rules)})


def _preset_asked(kind: str, preset: str) -> Readable:
    """Return a preset for a kind of table; raise NotFound where there is none."""
    if kind not in tuple(Kind):
        raise NotFound
    return of_preset(Kind(kind), preset)


def _preset(read: Readable) -> Document:
    return {
        "ref": read.ref,
        "key": read.preset,
        "kind": str(read.rules.kind),
        "title": read.title,
        "source": read.source,
        "changes": dict(PRESET_BOOK[read.preset].changes),
        "settings": dict(read.rules.values),
    }


class Schema(ApiView):
    @extend_schema(operation_id="house_rules_schema", responses=shapes.SchemaShape)
    def get(self, request: Request) -> Response:
        """Every setting: its type, values and defaults, and a sentence for each value."""
        return Response({"settings": every_setting()})


# ---- two side by side -------------------------------------------------------------------------------
class Compare(ApiView):
    @extend_schema(
        operation_id="compare_house_rules", parameters=[schema.CLUB, ONE, OTHER], responses=shapes.ComparedShape
    )
    def get(self, request: Request) -> Response:
        """Two versions, presets or tables' rules side by side."""
        club = club_asked(request)
        reader_in(request, club)
        one = readable(club, request.query_params.get("one", ""))
        asked = request.query_params.get("other")
        other = readable(club, asked) if asked else of_preset(one.rules.kind, one.preset)
        pairs = compare(one.rules, other.rules)
        return Response(
            {
                "one": _side(one),
                "other": _side(other),
                "different": [_pair(pair.setting.key, one, other) for pair in pairs if pair.differs],
                "same": [_pair(pair.setting.key, one, other) for pair in pairs if not pair.differs],
            }
        )


def _side(read: Readable) -> Document:
    return {"ref": read.ref, "title": read.title, "kind": str(read.rules.kind)}


def _pair(key: str, one: Readable, other: Readable) -> Document:
    return {"key": key, "name": gettext(BOOK[key].name), "one": _told(one.rules, key), "other": _told(other.rules, key)}


def _told(rules: RuleSet, key: str) -> Document | None:
    return _sentence(rule_told(key, rules.values[key]), rules.values) if rules.has(key) else None
