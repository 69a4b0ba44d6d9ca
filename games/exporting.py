"""A table's evening as a scoresheet document, for people to read and for `import_sheets` to play again."""

from collections.abc import Mapping
from typing import Any

from club.models import Night
from games import selectors
from games.rules.actions import to_document
from games.rules.points import QUARTERS, format_points
from games.rules.settings import Kind, presets_of
from games.rules.settings_reader import kind_preset, read_rules
from games.store import TableNow
from ledger.rules.currency import POINTS, format_amount

FORMAT = 1
UNIT_OF_POINTS = 100
"""One point in the hundredths of the currency of points: a table without a stake."""

Document = dict[str, Any]


def sheet_of(now: TableNow) -> Document:
    """Return the scoresheet of a table: nothing in it is derived, and exporting an import gives it back.

    Its id is that of the sheet it was imported from, else the table's own.
    """
    table = now.table
    sheet: Document = {
        "scoresheet": FORMAT,
        "id": table.source_id or str(table.id),
        "kind": str(table.kind),
        "rules": _rules(now),
        "stake": _stake(now),
        "stakes": {seat.label: format_points(seat.stake_q) for seat in now.seats if seat.stake_q != QUARTERS},
        "players": [seat.label for seat in now.seats[: table.opening_seats]],
        "partner": None if table.partner_seat is None else now.name_of(table.partner_seat),
        "actions": [to_document(action, now.name_of) for action in now.actions],
    }
    return {key: value for key, value in sheet.items() if key == "actions" or value not in (None, {})}


def sheets_of_night(night: Night) -> list[Document]:
    """Return the scoresheets of a night's tables, in their order."""
    return [sheet_of(now) for now in selectors.tables_of(night)]


def _stake(now: TableNow) -> Document | None:
    table = now.table
    if (table.unit_minor, table.currency) == (UNIT_OF_POINTS, POINTS):
        return None
    return {"unit": format_amount(table.unit_minor, table.currency), "currency": table.currency}


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
