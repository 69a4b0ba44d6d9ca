"""What importing scoresheets into a night does: all of it is decided here, and nothing is written."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from club.errors import ClubError, CommandReused, Forbidden, Invalid, NightClosed
from club.models import Member, Night
from club.permissions import Actor, May
from games import rights, selectors, store, winnings
from games.exporting import UNIT_OF_POINTS
from games.importing.hearing import Heard, Wrong, wrong_in
from games.models import Seat, Table
from games.rules.history import history_of
from games.rules.names import spelt
from games.rules.points import QUARTERS
from games.rules.settings_reader import read_rules
from games.rules.sheet_reader import Sheet as Read
from games.rules.state import Opening
from games.seats import LONGEST_NAME, AmbiguousName, persons_by_name
from games.services.opening import check_stake
from games.store import TableNow
from ledger.rules.currency import POINTS, TooFine, format_amount, parse_amount


class NameTooLong(Invalid):
    code = "name_too_long"
    sentence = _("“{name}” is too long for a name, or has spaces around it.")


class SheetReused(CommandReused):
    """Another sheet of that id was imported into this night, or stands in the same text."""

    sentence = _("The id {id} is already used by another scoresheet of this night.")


class GuestsByOrganiser(Forbidden):
    sentence = _("{name} is not a member of this club. Only an organiser may bring in guests.")


@dataclass(frozen=True, slots=True)
class Plan:
    """What importing a sheet does: who is who, and the table as it then stands."""

    heard: Heard
    members: tuple[Member | None, ...]
    """By seat; None becomes a guest."""
    table: TableNow
    """Made up, nothing of it written; where the sheet was imported before, the table that stands."""
    is_done: bool = False

    @property
    def guests(self) -> tuple[str, ...]:
        """The names of those who become guests."""
        return tuple(name for name, one in zip(self.heard.read.names, self.members, strict=True) if one is None)


def planned(*, night: Night, actor: Actor, sheets: Iterable[Heard | Wrong]) -> list[Plan | Wrong]:
    """Return what importing each sheet does, or why it cannot be imported.

    A sheet that stands twice in a text is one table, and so is one that the night has already.
    """
    plans: list[Plan | Wrong] = []
    for sheet in sheets:
        plans.append(sheet if isinstance(sheet, Wrong) else _planned(night, actor, sheet, plans))
    return plans


def fingerprint(plans: Iterable[Plan]) -> str:
    """Return what tells these plans from any others: the sheets, who is who in them, and what stands already."""
    told = [
        (plan.heard.content, [str(one.id) if one else None for one in plan.members], plan.is_done) for plan in plans
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def tables_of_sheet(tables: QuerySet[Table], sheet_id: str) -> QuerySet[Table]:
    """Return those of the tables that were imported under an id, or whose own sheets carry it."""
    carry_it = Q(source_id=sheet_id)
    if _is_uuid(sheet_id):
        carry_it |= Q(pk=sheet_id, source_id="")
    return tables.filter(carry_it).select_related("night__club")


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def _planned(night: Night, actor: Actor, sheet: Heard, before: Sequence[Plan | Wrong]) -> Plan | Wrong:
    try:
        return (sheet.id and (_twin(sheet, before) or _done(night, sheet))) or _new(night, actor, sheet)
    except ClubError as error:
        return wrong_in(sheet.sheet, error)


# ---- the same sheet again ---------------------------------------------------------------------------
def _twin(sheet: Heard, before: Iterable[Plan | Wrong]) -> Plan | None:
    """Return the plan of a sheet of this id earlier in the text; raise SheetReused when it says otherwise."""
    twin = next((one for one in before if isinstance(one, Plan) and one.heard.id == sheet.id), None)
    if twin is not None and twin.heard.content != sheet.content:
        raise SheetReused(pointer="/id", id=sheet.id)
    return twin


def _done(night: Night, sheet: Heard) -> Plan | None:
    """Return the table that this very sheet made, or was made from, in the night; raise SheetReused for another's."""
    table = tables_of_sheet(Table.objects.filter(night=night), sheet.id).first()
    if table is None:
        return None
    now = store.load(table)
    if not _made(sheet, now, night):
        raise SheetReused(pointer="/id", id=sheet.id)
    seats = table.seats.select_related("member").order_by("no")[: len(sheet.read.names)]
    return Plan(sheet, tuple(seat.member for seat in seats), now, is_done=True)


def _made(sheet: Heard, now: TableNow, night: Night) -> bool:
    """Whether the table opened as the sheet says and its log begins with the sheet's acts."""
    read = sheet.read
    opening = replace(read.opening, stakes=_unequal(read.opening))
    names = tuple(seat.label for seat in now.seats[: len(read.names)])
    stands = (now.table.unit_minor, now.table.currency, store.opening_of(now.table, now.seats), names)
    return stands == (*_stake(read, night), opening, read.names) and store.begins_with(now.table, sheet.acts)


def _unequal(opening: Opening) -> dict[int, int]:
    return {seat: stake_q for seat, stake_q in opening.stakes.items() if stake_q != QUARTERS}


# ---- a new table ------------------------------------------------------------------------------------
def _new(night: Night, actor: Actor, sheet: Heard) -> Plan:
    """Return the plan of a new table; raise whatever keeps it from being imported."""
    actor.require(May.OPEN_TABLE)
    if not night.is_open:
        raise NightClosed
    members = _members(night, actor, sheet)
    unit_minor, currency = _stake(sheet.read, night)
    check_stake(night.club, unit_minor, currency, sheet.read.opening.rules)
    empty = _empty(night, sheet, members, unit_minor, currency)
    rights.require(empty, actor, sheet.acts)
    history = history_of(sheet.read.opening, sheet.acts)
    won_minor = winnings.counted({}, None, history.state, unit_minor)
    return Plan(sheet, members, replace(empty, actions=sheet.acts, history=history, won_minor=won_minor))


def _empty(night: Night, sheet: Heard, members: Sequence[Member | None], unit_minor: int, currency: str) -> TableNow:
    opening = sheet.read.opening
    table = Table(
        night=night,
        kind=str(opening.kind),
        rules=opening.rules.to_document(opening.kind),
        rules_name=_rules_name(night, sheet),
        unit_minor=unit_minor,
        currency=currency,
        opening_seats=len(opening.players),
        partner_seat=opening.partner,
        source_id=sheet.id,
    )
    seats = tuple(
        Seat(
            table=table,
            no=no,
            member=member or Member(club=night.club, name=name),
            label=name,
            stake_q=opening.stakes.get(no, QUARTERS),
        )
        for no, (member, name) in enumerate(zip(members, sheet.read.names, strict=True), start=1)
    )
    return TableNow(table, seats, (), history_of(opening, ()), {})


def _rules_name(night: Night, sheet: Heard) -> str:
    """Return what the club calls rules like these; else the preset that the sheet names, if it does."""
    opening, written = sheet.read.opening, sheet.content.get("rules")
    for own in selectors.house_rules(night.club):
        if own.kind == opening.kind and read_rules(own.settings, opening.kind) == opening.rules:
            return str(own)
    return str(written.get("preset", "")) if isinstance(written, dict) else ""


def _members(night: Night, actor: Actor, sheet: Heard) -> tuple[Member | None, ...]:
    """Return the active member of each name, by seat; None for one who becomes a guest."""
    known = persons_by_name(night.club_id, sheet.read.names)
    found = tuple(_the_one(known.get(spelt(name), []), sheet, name) for name in sheet.read.names)
    for name, member in zip(sheet.read.names, found, strict=True):
        _check_name(sheet, name, member, actor)
    return found


def _the_one(named: Sequence[Member], sheet: Heard, name: str) -> Member | None:
    if len(named) > 1:
        raise AmbiguousName(name=name, pointer=sheet.place_of(name))
    return named[0] if named else None


def _check_name(sheet: Heard, name: str, member: Member | None, actor: Actor) -> None:
    is_clean = name == " ".join(name.split()) and name.isprintable()
    if len(name) > LONGEST_NAME or not (member or is_clean):
        raise NameTooLong(name=name[:LONGEST_NAME], pointer=sheet.place_of(name))
    if member is None and not actor.may(May.RUN_NIGHT):
        raise GuestsByOrganiser(name=name, pointer=sheet.place_of(name))


def _stake(read: Read, night: Night) -> tuple[int, str]:
    """Return the stake in minor units; without a currency it is in the club's."""
    if read.stake is None:
        return UNIT_OF_POINTS, POINTS
    currency = read.stake.currency or night.club.currency
    try:
        return parse_amount(format_amount(read.stake.unit_minor, read.stake.currency or "EUR"), currency), currency
    except TooFine as error:
        raise Invalid(pointer="/stake/unit") from error
