"""Whole sets of house rules side by side: what differs from a preset, and what from another set."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.rule_book import BOOK, Setting, is_same, settings_read
from games.rules.settings import FIXED, HouseRules, Json, Kind
from games.rules.settings_reader import read_rules

Document = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Resolved house rules for a kind of table."""

    kind: Kind
    values: Document

    def has(self, key: str) -> bool:
        """Whether the setting means something in this kind of table and beside the other values."""
        return key in settings_read(self.kind) and not BOOK[key].is_idle(self.values)


@dataclass(frozen=True, slots=True)
class Pair:
    """A setting in two sets of house rules."""

    setting: Setting
    differs: bool


def rule_set(rules: HouseRules, kind: Kind) -> RuleSet:
    """Return a table's rules as a set that can be read and compared."""
    return RuleSet(kind, rules.to_document(kind))


def resolved(settings: Mapping[str, object], kind: Kind, pointer: str = "/rules") -> RuleSet:
    """Return the rules that `settings` (a preset's name and what differs) come to; raise Malformed naming the key."""
    return rule_set(read_rules(settings, kind, pointer), kind)


def differs(rules: RuleSet, preset: str) -> dict[str, Json]:
    """Return what the rules change from a preset: the preset's name with these gives exactly the same rules.

    Defaults follow `cube_mode`, so what differs is asked of the preset both as it is and with the rules' own cubes.
    """
    own_cubes = {"cube_mode": rules.values["cube_mode"]} if "cube_mode" in rules.values else {}
    bases = [resolved({"preset": preset, **more}, rules.kind).values for more in ({}, own_cubes)]
    return {
        key: value
        for key, value in rules.values.items()
        if key not in FIXED.get(rules.kind, {}) and not all(is_same(value, base[key]) for base in bases)
    }


def compare(one: RuleSet, other: RuleSet) -> tuple[Pair, ...]:
    """Return every setting that means something in either set, in reading order, with whether the two differ."""
    return tuple(
        Pair(setting, _differ(setting.key, one, other))
        for setting in BOOK.values()
        if one.has(setting.key) or other.has(setting.key)
    )


def _differ(key: str, one: RuleSet, other: RuleSet) -> bool:
    if one.has(key) and other.has(key):
        return not is_same(one.values[key], other.values[key])
    return True
