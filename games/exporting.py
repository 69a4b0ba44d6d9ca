"""A table's evening as a scoresheet document, for people to read and for `import_sheets` to play again."""

from collections.abc import Mapping
from typing import Any

from club.models import Night
from games import selectors
from games.rules.currency import Stake
from games.rules.scoresheet import write
from games.rules.settings import Kind, presets_of
from games.rules.settings_reader import kind_preset, read_rules
from games.store import TableNow
from ledger.rules.currency import POINTS

UNIT_OF_POINTS = 100
"""One point in the hundredths of the currency of points: a table without a stake."""

Document = dict[str, Any]


def sheet_of(now: TableNow) -> Document:
    """Return the scoresheet of a table: nothing in it is derived, and exporting an import gives it back.

    Its id is that of the sheet it was imported from, else the table's own.
    """
    table, names = now.table, [seat.label for seat in now.seats]
    sheet_id = table.source_id or str(table.id)
    sheet = write(now.state.opening, names, now.actions, stake=_stake(now), sheet_id=sheet_id)
    return {**sheet, "rules": _rules(now)}


def sheets_of_night(night: Night) -> list[Document]:
    """Return the scoresheets of a night's tables, in their order."""
    return [sheet_of(now) for now in selectors.tables_of(night)]


def _stake(now: TableNow) -> Stake | None:
    stake = Stake(now.table.unit_minor, now.table.currency)
    return None if stake == Stake(UNIT_OF_POINTS, POINTS) else stake


def _rules(now: TableNow) -> Document:
    """Return the preset from which the fewest settings differ, and those; the whole list where none fits."""
    kind, resolved = Kind(now.table.kind), now.state.rules.to_document(Kind(now.table.kind))
    usual = kind_preset(kind)
    shorter = (_from_preset(name, kind, resolved) for name in (usual, *presets_of(kind)))
    return min((short for short in shorter if short is not None), key=len, default=dict(resolved))


def _from_preset(preset: str, kind: Kind, resolved: Mapping[str, object]) -> Document | None:
    """Return the preset and what differs from it, None when that would not be read back as these settings."""
    base = read_rules({"preset": preset}, kind).to_document(kind)
    short = {"preset": preset, **{key: value for key, value in resolved.items() if base[key] != value}}
    return short if read_rules(short, kind).to_document(kind) == resolved else None
