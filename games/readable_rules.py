"""House rules that can be read, whichever they are: a version of the club's, a preset, what a table plays by."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.translation import gettext

from club.errors import NotFound
from club.models import Club
from games import rule_versions, selectors
from games.models import HouseRules
from games.rule_words import KIND_NAMES, preset_told, rules_told
from games.rules.rule_sets import RuleSet, resolved, rule_set
from games.rules.settings import Kind, presets_of

TABLE: Final = "table-"
"""What the address of a table's frozen rules begins with."""


@dataclass(frozen=True, slots=True)
class Readable:
    """House rules that can be read: a version of the club's, a preset, or what a table plays by."""

    ref: str
    title: str
    rules: RuleSet
    preset: str
    source: str = ""
    row: HouseRules | None = None

    @property
    def kind_name(self) -> str:
        """What the kind of table is called."""
        return str(KIND_NAMES[self.rules.kind])

    @property
    def is_preset(self) -> bool:
        """Whether it is a preset, which says where it was read."""
        return self.row is None and not self.ref.startswith(TABLE)

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
        return of_preset(Kind(word), rest)
    return of_version(rule_versions.version(club=club, rules_id=_id(ref)))


def of_version(row: HouseRules) -> Readable:
    """Return a version of the club's own house rules."""
    title = gettext("{name}, version {version}").format(name=row.name, version=row.version)
    rules, preset = rule_versions.rule_set(row), rule_versions.preset(row)
    return Readable(str(row.id), title, rules, preset, row=row)


def of_preset(kind: Kind, name: str) -> Readable:
    """Return a preset as a kind of table has it; raise NotFound where it has none of that name."""
    if name not in presets_of(kind):
        raise NotFound
    told, ref = preset_told(name), f"{kind}-{name}"
    return Readable(ref, told.title, resolved({"preset": name}, kind), name, told.source)


def _of_table(club: Club, written: str) -> Readable:
    now = selectors.load_table(club_id=club.id, table_id=_id(written))
    kind = now.state.opening.kind
    rules = rule_set(now.state.rules, kind)
    title = gettext("Table {no}, {rules}").format(no=now.table.no, rules=rules_told(now.table.rules_name))
    source = gettext("What the table has played by since it was opened.")
    return Readable(f"{TABLE}{now.table.id}", title, rules, presets_of(kind)[0], source)


def _id(written: str) -> UUID:
    try:
        return UUID(written)
    except ValueError as error:
        raise NotFound from error


# ---- the presets ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PresetShelf:
    """The presets of a kind of table."""

    kind: Kind
    title: str
    presets: tuple[Readable, ...]


def preset_shelves() -> list[PresetShelf]:
    """Return the presets by kind; those that a money game shares with a chouette stand there once."""
    shelves = []
    for kind in Kind:
        names = [name for name in presets_of(kind) if (kind is Kind.MONEY) == (name == Kind.MONEY)]
        found = tuple(of_preset(kind, name) for name in names)
        shelves.append(PresetShelf(kind, str(KIND_NAMES[kind]), found))
    return shelves
