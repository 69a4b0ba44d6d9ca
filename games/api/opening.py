"""What a POST that opens a table asks for, in the terms of the service."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from club.api.reading import uuid_of
from club.errors import Invalid, NotFound
from club.models import Night
from games import services
from games.models import HouseRules
from games.rules import errors as rules
from games.rules.points import NotPoints, parse_points
from games.services import Ring
from ledger.api.money import amount_of
from ledger.rules.currency import POINTS

UNIT_OF_POINTS: Final = 100
"""One point in the hundredths in which a book of points counts."""


class WrongStakes(Invalid):
    code = "wrong_stake"
    sentence = _("Stakes are given by member's id, in units such as “2” or “0.5”.")


class RulesTwice(Invalid):
    code = "rules_twice"
    sentence = _("Give either rules or house_rules, not both.")


def opening_asked(asked: Mapping[str, Any], night: Night) -> dict[str, Any]:
    """Return the keywords of `open_table` for a checked body; raise Invalid or NotFound with a pointer."""
    unit_minor, currency = _stake(asked.get("stake"), night)
    rules, name = _rules(asked, night)
    return {
        "kind": asked["kind"],
        "ring": replace(_ring(asked, night), partner=asked.get("partner"), stakes_q=_stakes(asked)),
        "unit_minor": unit_minor,
        "currency": currency,
        "rules": rules,
        "rules_name": name,
    }


def rolls_asked(rolls: Sequence[Mapping[str, int]]) -> list[dict[UUID, int]]:
    """Return throws by member's id, round by round; raise Malformed for a key that is no id."""
    return [
        {uuid_of(member, f"/rolls/{at}"): throw for member, throw in throws.items()} for at, throws in enumerate(rolls)
    ]


def _ring(asked: Mapping[str, Any], night: Night) -> Ring:
    """Return the ring in the order given, by the throws given, or as the product throws for it."""
    if ("rolls" in asked) == ("players" in asked):
        raise rules.Malformed("players_or_rolls", "/rolls" if "rolls" in asked else "/players")
    if "rolls" in asked:
        return services.ring_by(rolls_asked(asked["rolls"]), night.club_id)
    if asked["throw"]:
        return services.ring_thrown(asked["players"])
    return Ring(players=asked["players"])


def _stake(stake: Mapping[str, str] | None, night: Night) -> tuple[int, str]:
    if stake is None:
        return UNIT_OF_POINTS, POINTS
    currency = stake.get("currency", night.club.currency)
    return amount_of(stake["unit"], currency, "/stake/unit"), currency


def _rules(asked: Mapping[str, Any], night: Night) -> tuple[Mapping[str, object], str]:
    if "rules" in asked and "house_rules" in asked:
        raise RulesTwice(pointer="/house_rules")
    if "house_rules" not in asked:
        return asked.get("rules", {}), str(asked.get("rules", {}).get("preset", ""))
    own = HouseRules.objects.filter(club=night.club, pk=asked["house_rules"]).first()
    if own is None:
        raise NotFound(pointer="/house_rules")
    return own.settings, str(own)


def _stakes(asked: Mapping[str, Any]) -> dict[UUID, int]:
    try:
        return {UUID(member): parse_points(units) for member, units in asked.get("stakes", {}).items()}
    except (ValueError, NotPoints) as wrong:
        raise WrongStakes(pointer="/stakes") from wrong
