"""Scoresheets played again at tables of the club: all of a text or nothing, and the same sheet only once a night.

Three steps: what the text says (`hearing`, no database), what the club makes of it (`plans`, writes nothing), and the
tables (here). A preview stops after the second; whatever is refused is refused before the third begins.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club import services as club
from club.errors import Conflict
from club.models import Attendance, Member, Night
from club.permissions import Actor
from club.services.checks import lock_night
from games.importing.hearing import Heard, Wrong, heard
from games.importing.plans import Plan, fingerprint, planned
from games.models import Seat
from games.rules.actions import Action
from games.rules.names import spelt
from games.services import Ring, open_table
from games.services.acting import write_down
from games.sheets import Sheet, Unreadable
from games.store import TableNow

__all__ = ["Heard", "Plan", "PreviewOutdated", "Wrong", "fingerprint", "heard", "import_sheets", "preview"]

_T = TypeVar("_T")


class PreviewOutdated(Conflict):
    """What would be imported is no longer what was looked at."""

    code = "preview_outdated"
    sentence = _("This is not what you looked at: the text or the club has changed since.")


def preview(*, night: Night, actor: Actor, sheets: Iterable[Sheet | Unreadable]) -> list[Plan | Wrong]:
    """Return what `import_sheets` would do with each sheet, or why it would not; writes nothing."""
    return planned(night=night, actor=actor, sheets=heard(sheets))


def import_sheets(
    *, night_id: UUID, actor: Actor, sheets: Iterable[Sheet | Unreadable], looked_at: str | None = None
) -> list[TableNow]:
    """Play scoresheets at new tables of an open night, all of them or none, and return the table of each.

    Results, money and mail are as if tapped. Names are those of active members; anybody else becomes a guest. A sheet
    with an id is imported once a night: again, it leads to its table; another sheet of that id is SheetReused.
    `looked_at` is the fingerprint of a preview that must still hold where anything is written (PreviewOutdated).
    Raises what the first wrong sheet is wrong by: Unreadable, SheetMalformed, ActRefused, AmbiguousName, NightClosed,
    Forbidden, NotFound, …; of several sheets its pointer begins with the sheet's place among them.
    """
    said = _all_right(heard(sheets))
    with transaction.atomic():
        night = lock_night(night_id, actor)
        plans = _all_right(planned(night=night, actor=actor, sheets=said))
        if not all(plan.is_done for plan in plans) and looked_at not in (None, fingerprint(plans)):
            raise PreviewOutdated
        return _recorded(night, actor, plans)


def _all_right(sheets: Sequence[_T | Wrong]) -> list[_T]:
    """Return the sheets when none is wrong; raise what the first wrong one is wrong by."""
    right: list[_T] = []
    for at, sheet in enumerate(sheets):
        if isinstance(sheet, Wrong):
            if len(sheets) > 1:
                sheet.error.pointer = f"/{at}{sheet.error.pointer}"
            raise sheet.error
        right.append(sheet)
    return right


def _recorded(night: Night, actor: Actor, plans: Sequence[Plan]) -> list[TableNow]:
    """Make the table of each plan; a plan that several sheets share is one table, a guest of several is one guest."""
    guests: dict[str, Member] = {}
    made: dict[int, TableNow] = {}
    for plan in plans:
        if id(plan) not in made:
            made[id(plan)] = plan.table if plan.is_done else _played(night, actor, plan, guests)
    return [made[id(plan)] for plan in plans]


def _played(night: Night, actor: Actor, plan: Plan, guests: dict[str, Member]) -> TableNow:
    members = []
    for name, member in zip(plan.heard.read.names, plan.members, strict=True):
        if member is None and spelt(name) not in guests:
            guests[spelt(name)] = club.add_guest(club=night.club, name=name, actor=actor)
        members.append(member or guests[spelt(name)])
    opened = open_table(**_opening(night, actor, plan, members))
    return _record(_with_newcomers(opened, plan, members), actor, plan.heard.acts)


def _opening(night: Night, actor: Actor, plan: Plan, members: Sequence[Member]) -> dict[str, Any]:
    """Return what `open_table` asks for."""
    table = plan.table.table
    return {
        "night_id": night.id,
        "actor": actor,
        "kind": str(table.kind),
        "ring": _ring(plan, members),
        "unit_minor": table.unit_minor,
        "currency": table.currency,
        "rules": table.rules,
        "rules_name": table.rules_name,
        "source_id": table.source_id,
    }


def _ring(plan: Plan, members: Sequence[Member]) -> Ring:
    read = plan.heard.read
    seated = {seat: member.id for seat, member in enumerate(members, start=1)}
    return Ring(
        players=[seated[seat] for seat in read.opening.players],
        partner=None if read.opening.partner is None else seated[read.opening.partner],
        stakes_q={seated[seat]: stake_q for seat, stake_q in read.opening.stakes.items()},
        labels={member.id: name for member, name in zip(members, read.names, strict=True)},
    )


def _with_newcomers(now: TableNow, plan: Plan, members: Sequence[Member]) -> TableNow:
    """Give those who join later their seats now, under the sheet's names and as the rules number them."""
    later = list(enumerate(members, start=1))[len(now.seats) :]
    names = plan.heard.read.names
    seats = [Seat(table=now.table, no=no, member=member, label=names[no - 1]) for no, member in later]
    Seat.objects.bulk_create(seats)
    Attendance.objects.bulk_create(
        (Attendance(night=now.table.night, member=member) for _no, member in later), ignore_conflicts=True
    )
    return replace(now, seats=(*now.seats, *seats))


def _record(now: TableNow, actor: Actor, acts: Sequence[Action]) -> TableNow:
    """Record the acts game by game: the books and the outbox get what they would have got from taps."""
    written = after = now
    for action in acts:
        later = after.with_([action])
        if _moved(after, later):
            written = write_down(written, later, actor, uuid4())
        after = later
    return write_down(written, after, actor, uuid4()) if written.version < after.version else after


def _moved(before: TableNow, after: TableNow) -> bool:
    return (before.state.games, before.state.adjustments) != (after.state.games, after.state.adjustments)
