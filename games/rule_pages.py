"""What the pages of house rules show: the club's versions, presets with their sources, one whole, two side by side."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.forms import BoundField
from django.urls import reverse
from django.utils.translation import gettext

from club.doors import Viewer
from club.errors import NotFound
from club.models import Club
from games import rule_versions, selectors
from games.models import HouseRules
from games.rule_forms import RulesForm, asked_by_group
from games.rule_words import KIND_NAMES, Rule, preset_told, rule_told, rules_told, set_told, value_told
from games.rules.rule_book import BOOK
from games.rules.rule_sets import RuleSet, compare, differs, resolved
from games.rules.settings import Kind, presets_of

Context = dict[str, Any]
TABLE: Final = "table-"
"""What the address of a table's frozen rules begins with."""


@dataclass(frozen=True, slots=True)
class Readable:
    """House rules that can be read: a version of the club's, a preset, or what a table plays by."""

    ref: str
    title: str
    rules: RuleSet
    preset: str
    url: str = ""
    source: str = ""
    row: HouseRules | None = None

    @property
    def kind_name(self) -> str:
        """What the kind of table is called."""
        return str(KIND_NAMES[self.rules.kind])

    @property
    def since(self) -> datetime | None:
        """When this version was made."""
        return self.row.created_at if self.row else None


def readable(club: Club, ref: str) -> Readable:
    """Return the house rules of an address: a version's id, `kind-preset`, or `table-id`; raise NotFound."""
    word, _dash, rest = ref.partition("-")
    if ref.startswith(TABLE):
        return _of_table(club, rest)
    if word in tuple(Kind):
        return of_preset(club, Kind(word), rest)
    return of_version(club, rule_versions.version(club=club, rules_id=_id(ref)))


def of_version(club: Club, row: HouseRules) -> Readable:
    """Return a version of the club's own house rules."""
    title = gettext("{name}, version {version}").format(name=row.name, version=row.version)
    rules, preset = rule_versions.rule_set(row), rule_versions.preset(row)
    return Readable(str(row.id), title, rules, preset, _url(club, str(row.id)), row=row)


def of_preset(club: Club, kind: Kind, name: str) -> Readable:
    """Return a preset as a kind of table has it; raise NotFound where it has none of that name."""
    if name not in presets_of(kind):
        raise NotFound
    told, ref = preset_told(name), f"{kind}-{name}"
    return Readable(ref, told.title, resolved({"preset": name}, kind), name, _url(club, ref), told.source)


def _of_table(club: Club, written: str) -> Readable:
    now = selectors.load_table(club_id=club.id, table_id=_id(written))
    kind = now.state.opening.kind
    rules = RuleSet(kind, now.state.rules.to_document(kind))
    title = gettext("Table {no}, {rules}").format(no=now.table.no, rules=rules_told(now.table.rules_name))
    url = reverse("table_rules", args=[club.slug, now.table.id])
    return Readable(f"{TABLE}{now.table.id}", title, rules, presets_of(kind)[0], url)


def _id(written: str) -> UUID:
    try:
        return UUID(written)
    except ValueError as error:
        raise NotFound from error


def _url(club: Club, ref: str) -> str:
    return reverse("house_rules_one", args=[club.slug, ref])


# ---- all of them ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ShelfLine:
    """The club's house rules of one name: the latest version, what it changes, and the older ones."""

    latest: Readable
    changes: int
    older: tuple[Readable, ...]


@dataclass(frozen=True, slots=True)
class PresetShelf:
    """The presets of a kind of table."""

    kind: Kind
    title: str
    presets: tuple[Readable, ...]


def list_page(viewer: Viewer) -> Context:
    """Return the club's house rules with their versions, and the presets with their sources."""
    club = viewer.club
    return {
        "tab": "club",
        "shelves": [
            ShelfLine(
                of_version(club, shelf.latest),
                len(rule_versions.changes(shelf.latest)),
                tuple(of_version(club, row) for row in shelf.older),
            )
            for shelf in rule_versions.shelves(club)
        ],
        "presets": preset_shelves(club),
    }


def preset_shelves(club: Club) -> list[PresetShelf]:
    """Return the presets by kind; those that a money game shares with a chouette stand there once."""
    shelves = []
    for kind in Kind:
        names = [name for name in presets_of(kind) if (kind is Kind.MONEY) == (name == Kind.MONEY)]
        found = tuple(of_preset(club, kind, name) for name in names)
        shelves.append(PresetShelf(kind, str(KIND_NAMES[kind]), found))
    return shelves


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
        "preset": of_preset(viewer.club, read.rules.kind, read.preset),
        "changes": len(changed),
        "versions": [of_version(viewer.club, row) for row in versions],
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
    other = readable(club, asked["other"]) if asked.get("other") else of_preset(club, one.rules.kind, one.preset)
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
    own = [of_version(club, row) for shelf in rule_versions.shelves(club) for row in (shelf.latest, *shelf.older)]
    groups = [(gettext("The club’s own"), [(one.ref, one.title) for one in own])] if own else []
    return [
        *groups,
        *((shelf.title, [(one.ref, one.title) for one in shelf.presets]) for shelf in preset_shelves(club)),
    ]


# ---- a new one --------------------------------------------------------------------------------------
def form_of(viewer: Viewer, ref: str, sent: Any = None) -> tuple[Readable, RulesForm]:
    """Return what a form of house rules started from, and the form."""
    start = readable(viewer.club, ref)
    name = start.row.name if start.row else ""
    return start, RulesForm(sent, base=start.rules, preset=start.preset, initial={"name": name})


def form_page(viewer: Viewer, start: Readable, form: RulesForm) -> Context:
    """Return the form by groups, and what it changes from its preset and from the version it started from."""
    preset = of_preset(viewer.club, start.rules.kind, start.preset)
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
