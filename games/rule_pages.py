"""What the pages of house rules show: the club's versions, presets with their sources, one whole, two side by side."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext

from club.doors import Viewer
from club.models import Club
from games import rule_versions
from games.readable_rules import TABLE, Readable, of_preset, of_version, preset_shelves, readable
from games.rule_forms import RulesForm, asked_by_group
from games.rule_words import Rule, rule_told, set_told, value_told
from games.rules.rule_book import BOOK
from games.rules.rule_sets import RuleSet, compare, differs

Context = dict[str, Any]


# ---- all of them ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ShelfLine:
    """The club's house rules of one name: the latest version, what it changes, and the older ones."""

    latest: Readable
    changes: int
    older: tuple[Readable, ...]


def list_page(viewer: Viewer) -> Context:
    """Return the club's house rules with their versions, and the presets with their sources."""
    club = viewer.club
    return {
        "tab": "club",
        "shelves": [
            ShelfLine(
                of_version(shelf.latest),
                len(rule_versions.changes(shelf.latest)),
                tuple(of_version(row) for row in shelf.older),
            )
            for shelf in rule_versions.shelves(club)
        ],
        "presets": preset_shelves(),
    }


# ---- one --------------------------------------------------------------------------------------------
def one_page(viewer: Viewer, ref: str) -> Context:
    """Return house rules whole, in sentences, with what differs from their preset marked."""
    read = readable(viewer.club, ref)
    changed = differs(read.rules, read.preset) if read.row else {}
    versions = rule_versions.versions_of(read.row) if read.row else []
    return {
        "tab": "club",
        "read": read,
        "groups": set_told(read.rules, changed),
        "preset": of_preset(read.rules.kind, read.preset),
        "changes": len(changed),
        "versions": [of_version(row) for row in versions],
        "is_latest": not versions or versions[0] == read.row,
    }


# ---- two --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Versus:
    """A setting in two sets of house rules; None where it means nothing in that kind of table."""

    name: str
    one: Rule | None
    other: Rule | None


def compare_page(viewer: Viewer, asked: Mapping[str, str]) -> Context:
    """Return two sets of house rules side by side, what differs first; one alone is compared with its preset."""
    club = viewer.club
    context: Context = {"tab": "club", "choices": _choices(club)}
    if not asked.get("one"):
        return context
    one = readable(club, asked["one"])
    other = readable(club, asked["other"]) if asked.get("other") else of_preset(one.rules.kind, one.preset)
    pairs = compare(one.rules, other.rules)
    return context | {
        "one": one,
        "other": other,
        "tables": [(read.ref, read.title) for read in (one, other) if read.ref.startswith(TABLE)],
        "different": versus(one.rules, other.rules, (pair.setting.key for pair in pairs if pair.differs)),
        "same": versus(one.rules, other.rules, (pair.setting.key for pair in pairs if not pair.differs)),
    }


def versus(one: RuleSet, other: RuleSet, keys: Iterable[str]) -> list[Versus]:
    """Return settings side by side, told."""
    return [Versus(gettext(BOOK[key].name), _told_in(one, key), _told_in(other, key)) for key in keys]


def _told_in(rules: RuleSet, key: str) -> Rule | None:
    return rule_told(key, rules.values[key]) if rules.has(key) else None


Choices = list[tuple[str, list[tuple[str, str]]]]


def _choices(club: Club) -> Choices:
    own = [of_version(row) for shelf in rule_versions.shelves(club) for row in (shelf.latest, *shelf.older)]
    groups = [(gettext("The club’s own"), [(one.ref, one.title) for one in own])] if own else []
    return [
        *groups,
        *((shelf.title, [(one.ref, one.title) for one in shelf.presets]) for shelf in preset_shelves()),
    ]


# ---- a new one --------------------------------------------------------------------------------------
def form_of(viewer: Viewer, ref: str, sent: Any = None) -> tuple[Readable, RulesForm]:
    """Return what a form of house rules started from, and the form."""
    start = readable(viewer.club, ref)
    name = start.row.name if start.row else ""
    return start, RulesForm(sent, base=start.rules, preset=start.preset, initial={"name": name})


def form_page(viewer: Viewer, start: Readable, form: RulesForm) -> Context:
    """Return the form by groups, and what it changes from its preset and from the version it started from."""
    preset = of_preset(start.rules.kind, start.preset)
    rules = form.rules
    return {
        "tab": "club",
        "start": start,
        "form": form,
        "groups": [(title, [_asked(form, key) for key in keys]) for title, keys in asked_by_group(start.rules.kind)],
        "preset": preset,
        "from_preset": changed(preset.rules, rules),
        "from_version": changed(start.rules, rules) if start.row else [],
    }


def _asked(form: RulesForm, key: str) -> tuple[BoundField, str]:
    """Return a field and what it says now; nothing while that cannot be."""
    field = form[key]
    return field, "" if field.errors else value_told(key, field.value())


def changed(before: RuleSet, after: RuleSet) -> list[Versus]:
    """Return the settings that differ, before and after."""
    keys = [pair.setting.key for pair in compare(before, after) if pair.differs]
    return versus(before, after, keys)
