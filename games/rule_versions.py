"""What is read of a club's house rules: every version for good, and what each comes to. Nouns; nothing here writes."""

from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from club.errors import NotFound
from club.models import Club
from games.models import HouseRules
from games.rules.rule_sets import RuleSet, differs, resolved
from games.rules.settings import Kind
from games.rules.settings_reader import kind_preset


@dataclass(frozen=True, slots=True)
class Shelf:
    """House rules of one name: the version that counts now, and those before it, newest first."""

    latest: HouseRules
    older: tuple[HouseRules, ...]


def shelves(club: Club) -> list[Shelf]:
    """Return the club's house rules by name, with every version."""
    rows = HouseRules.objects.filter(club=club).order_by("name", "-version")
    return [Shelf(next(versions), tuple(versions)) for _name, versions in groupby(rows, key=lambda one: one.name)]


def version(*, club: Club, rules_id: UUID) -> HouseRules:
    """Return one version of the club's house rules; raise NotFound for any other's."""
    found = HouseRules.objects.filter(club=club, pk=rules_id).first()
    if found is None:
        raise NotFound
    return found


def versions_of(rules: HouseRules) -> list[HouseRules]:
    """Return every version of the same name, newest first."""
    return list(HouseRules.objects.filter(club_id=rules.club_id, name=rules.name).order_by("-version"))


def rule_set(rules: HouseRules) -> RuleSet:
    """Return what a version comes to: each of its settings, and the default of those that came later."""
    return resolved(rules.settings, Kind(rules.kind))


def changes(rules: HouseRules) -> dict[str, object]:
    """Return what a version changes from its preset."""
    return dict(differs(rule_set(rules), preset(rules)))


def preset(rules: HouseRules) -> str:
    """Return the preset that a version started from."""
    return rules.preset or kind_preset(Kind(rules.kind))
