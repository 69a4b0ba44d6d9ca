"""What the pages of nights, sheets and seasons show: read by selectors, laid out for the templates."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext

from club import selectors as club
from club import services as people
from club.doors import Viewer, uuid_of
from club.errors import NotFound
from club.formats import points
from club.forms import ReasonForm
from club.models import Attendance, Member, Night
from games import crossings, selectors
from games.forms import ComeForm
from games.models import Table
from games.rule_words import rules_told
from games.rules.settings import Kind
from games.services.nights import is_unfinished
from games.splitting_pages import joinable
from games.store import TableNow
from games.stored_log import TableUnreadable
from games.table_page import for_two
from games.table_page.words import listed

Context = dict[str, Any]
HERE = (Attendance.State.PRESENT, Attendance.State.LEFT)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A table of a night in one line: how it stands, or why it cannot be shown."""

    title: str
    rules_name: str
    line: str
    url: str
    sheet_url: str
    is_unfinished: bool
    is_unreadable: bool
    is_open: bool


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who is here tonight: where he sits, and what he has won or lost so far."""

    attendance: Attendance
    where: str
    points_q: int
    money: tuple[tuple[int, str], ...]


# ---- the night --------------------------------------------------------------------------------------
def night_page(viewer: Viewer, night: Night, sheet: str) -> Context:
    """Return the night: its tables, who is here, who waits at the door, and what keeps it from closing."""
    each = selectors.each_table_of(night)
    joined = {one.source_id: one.target.no for one in crossings.joins_of(night)}
    tables = [now for table, now in each if isinstance(now, TableNow) and table.id not in joined]
    cards = [_table_card(viewer, table, now, joined.get(table.id)) for table, now in each]
    there, absent = list(club.attendances(night)), not_here(night)
    return {
        "tab": "night",
        "night": night,
        "tables": cards,
        "people": _people(night, tables, there),
        "waiting": [one for one in there if one.state == Attendance.State.WAITING],
        "come_form": ComeForm(people=absent),
        "am_absent": viewer.member in absent,
        "reason_form": ReasonForm(),
        "unfinished": [card for card in cards if card.is_unfinished],
        "events": night.events.filter(kind="reopened").select_related("by"),
        "may_join": bool(joinable(tables)),
        "sheet": sheet,
    }


def _table_card(viewer: Viewer, table: Table, now: TableNow | TableUnreadable, joined_to: int | None) -> TableCard:
    line = _state_line(now) if isinstance(now, TableNow) else now.detail
    at = [viewer.club.slug, table.id]
    return TableCard(
        title=gettext("Table {no} · {kind}").format(no=table.no, kind=table.get_kind_display()),
        rules_name=rules_told(table.rules_name),
        line=line if joined_to is None else gettext("Joined to table {no}; play goes on there.").format(no=joined_to),
        url=reverse("table", args=at),
        sheet_url=reverse("sheet", args=at),
        is_unfinished=isinstance(now, TableNow) and is_unfinished(now.state),
        is_unreadable=isinstance(now, TableUnreadable),
        is_open=table.state == Table.State.OPEN,
    )


def _state_line(now: TableNow) -> str:
    """Return how a table stands, in one line."""
    state = now.state
    if state.opening.kind is Kind.MATCH:
        return for_two.match_told(state, now.name_of)
    if state.opening.kind.is_for_two:
        return _money_line(now)
    box, game = now.name_of(state.seating.box), state.current
    if game is None:
        done = len(state.games)
        if not done:
            return gettext("{box} is the box. Nobody has played yet.").format(box=box)
        return gettext("{box} is the box. Games played: {count}.").format(box=box, count=done)
    asked = gettext("a cube is asked") if game.is_waiting else gettext("no cube is asked")
    return gettext("{box} is the box against {count}. Game {no}, {asked}.").format(
        box=now.name_of(game.box), count=len(game.members), no=game.no, asked=asked
    )


def _money_line(now: TableNow) -> str:
    names = listed(now.name_of(seat) for seat in now.state.seating.present)
    ahead = max(now.state.totals_q, key=lambda seat: now.state.totals_q[seat])
    points_q = now.state.totals_q[ahead]
    if not points_q:
        return gettext("{names} are even.").format(names=names)
    return gettext("{names}: {name} leads, {points}.").format(
        names=names, name=now.name_of(ahead), points=points(points_q)
    )


def _people(night: Night, tables: Sequence[TableNow], there: Iterable[Attendance]) -> list[PersonRow]:
    tallies = selectors.score_of_night(night)
    rows = [
        PersonRow(
            one,
            _where(one.person.id, tables),
            sum(tally.points_q for tally in tallies if tally.member_id == one.person.id),
            tuple((tally.money_minor, tally.currency) for tally in tallies if tally.member_id == one.person.id),
        )
        for one in there
        if one.state in HERE
    ]
    return sorted(rows, key=lambda row: -row.points_q)


def _where(member_id: UUID, tables: Sequence[TableNow]) -> str:
    found = [_place(now, seat) for now in tables if (seat := _seat_now(now, member_id)) is not None]
    return ", ".join(found) or gettext("at no table")


def _seat_now(now: TableNow, member_id: UUID) -> int | None:
    seat = now.seat_of_member(member_id)
    return seat if seat in now.state.seating.present else None


def _place(now: TableNow, seat: int) -> str:
    seating = now.state.seating
    if seat == seating.box and not now.state.opening.kind.is_for_two:
        return gettext("table {no}, the box").format(no=now.table.no)
    if seat in seating.waiting:
        return gettext("joins table {no} next game").format(no=now.table.no)
    return gettext("table {no}").format(no=now.table.no)


def not_here(night: Night) -> list[Member]:
    """Return the active members of the club who are not noted as present tonight."""
    here = night.attendances.filter(state=Attendance.State.PRESENT).values("member_id")
    return list(club.members(night.club).exclude(Q(pk__in=here) | Q(merged__in=here)))


def welcome(viewer: Viewer, night: Night, form: ComeForm) -> None:
    """Note the member of the form as present, or make the new guest it names and let him in."""
    chosen, guest = form.cleaned_data["member"], form.cleaned_data["guest"].strip()
    if guest:
        member = people.add_guest(club=viewer.club, name=guest, actor=viewer.actor)
    else:
        member = club.member(viewer.club, uuid_of(chosen))
    people.attend(night=night, member=member, actor=viewer.actor)


def attendance_of(night: Night, attendance_id: int) -> Attendance:
    """Return one attendance of the night; raise NotFound."""
    found = club.attendances(night).filter(pk=attendance_id).select_related("night__club").first()
    if found is None:
        raise NotFound
    return found
