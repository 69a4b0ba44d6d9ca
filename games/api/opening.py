"""What a POST that opens a table asks for, in the terms of the service."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from club.errors import Invalid, NotFound
from club.models import Night
from games.models import HouseRules
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
        "ring": Ring(players=asked["players"], partner=asked.get("partner"), stakes_q=_stakes(asked)),
        "unit_minor": unit_minor,
        "currency": currency,
        "rules": rules,
        "rules_name": name,
    }


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
