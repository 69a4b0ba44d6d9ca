"""What the pages show of tables that are split and joined: who would go, which two fit, and where people went."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from club.doors import Viewer, uuid_of
from club.models import Night
from club.permissions import May
from games import rights, selectors, services
from games.forms import command_of, version_of
from games.models import Crossing, Seat, Table
from games.ring_forms import DICE, THROW, Person, RingForm
from games.rules.seats import is_between_games
from games.rules.settings import Kind
from games.services import Crossed
from games.store import TableNow
from games.table_page.ties import Ties, links, throws_told
from games.table_page.words import listed

Context = dict[str, Any]


# ---- a table among the others -----------------------------------------------------------------------
def ties_of(viewer: Viewer, now: TableNow, crossed: Sequence[Crossing]) -> Ties:
    """Return what ties a table to the others of its night, as far as the viewer may follow."""
    others = {one.other_than(now.table).id for one in crossed}
    seen = others if viewer.actor.may(May.READ_CLUB) else _tables_where_seated(viewer, others)

    def url_of(table: Table) -> str:
        return reverse("table", args=[viewer.club.slug, table.id]) if table.id in seen else ""

    return Ties(
        links=links(now.table, crossed, url_of),
        throws=throws_told(selectors.throws_of(now), now.name_of),
        split_url=reverse("split_table", args=[viewer.club.slug, now.table.id]) if may_split(viewer, now) else "",
        is_too_large=any(warning.code == "too_many" for warning in now.state.warnings),
    )


def _tables_where_seated(viewer: Viewer, tables: set[UUID]) -> set[UUID]:
    if not tables or viewer.member is None:
        return set()
    his = Q(member=viewer.member) | Q(member__merged_into=viewer.member)
    return set(Seat.objects.filter(his, table__in=tables).values_list("table_id", flat=True))


def may_split(viewer: Viewer, now: TableNow) -> bool:
    """Tell whether the viewer may split this table, and it is large enough to be."""
    may = viewer.actor.may(May.OPEN_TABLE) and rights.may_score(now, viewer.actor)
    return may and now.table.state == Table.State.OPEN and bool(selectors.suggested_split(now))


# ---- a split ----------------------------------------------------------------------------------------
def split_form(now: TableNow, sent: QueryDict | None) -> RingForm:
    """Return the form of a split: everybody who sits there, those ticked who would go."""
    people = [Person(now.persons[seat], now.name_of(seat), _place(now, seat)) for seat in now.state.seating.present]
    suggested = selectors.suggested_split(now)
    return RingForm(people, sent, ways=(DICE, THROW), ticked=suggested, ticks_count=True)


def _place(now: TableNow, seat: int) -> str:
    seating = now.state.seating
    if seat == seating.box:
        return gettext("the box")
    if seat == seating.partner:
        return gettext("shares the box")
    if seat in seating.sitting_out:
        return gettext("sits out")
    if seat in seating.waiting:
        return gettext("joins next game")
    number = seating.line.index(seat) + 1
    return gettext("captain") if number == 1 else gettext("no. {number} in line").format(number=number)


def split_page(viewer: Viewer, now: TableNow, form: RingForm, error: str = "") -> Context:
    """Return the page of a split, with what keeps it from being done."""
    sent = form.is_sent
    return {
        "tab": "night",
        "now": now,
        "back": reverse("table", args=[viewer.club.slug, now.table.id]),
        "form": form,
        "is_between": is_between_games(now.state),
        "ties": listed(one.name for one in form.tied) if form.tied else "",
        "missing": listed(one.name for one in form.missing) if sent and form.missing else "",
        "error": error,
    }


def split(viewer: Viewer, now: TableNow, form: RingForm, sent: QueryDict) -> Crossed:
    """Split the table as the form says."""
    return services.split_table(
        table_id=now.table.id,
        actor=viewer.actor,
        movers=form.ticked,
        rolls=form.rounds if form.by == THROW else None,
        command_id=command_of(sent),
        expected_version=version_of(sent),
    )


# ---- a join -----------------------------------------------------------------------------------------
def joinable(tables: Sequence[TableNow]) -> list[TableNow]:
    """Return the tables of a night for which there is another one that could be joined to them."""
    is_open = [now for now in tables if now.table.state == Table.State.OPEN and now.table.kind == Kind.CHOUETTE]
    stakes = list(map(_stake, is_open))
    return [now for now in is_open if stakes.count(_stake(now)) > 1]


def _stake(now: TableNow) -> tuple[int, str]:
    return now.table.unit_minor, now.table.currency


def join_page(viewer: Viewer, night: Night, sent: QueryDict | None, error: str = "") -> Context:
    """Return the page on which two tables are joined: which stays, and which comes to it."""
    found = joinable([now for _table, now in selectors.each_table_of(night) if isinstance(now, TableNow)])
    alike = [now for now in found if _stake(now) == _stake(found[0])]
    usual = {"table": str(alike[0].table.id), "other": str(alike[1].table.id)} if alike else {}
    chosen = usual if sent is None else sent
    choices = [
        (str(now.table.id), gettext("Table {no}").format(no=now.table.no), _who(now), is_between_games(now.state))
        for now in found
    ]
    return {
        "tab": "night",
        "night": night,
        "choices": choices,
        "kept": chosen.get("table", ""),
        "other": chosen.get("other", ""),
        "error": error,
    }


def _who(now: TableNow) -> str:
    return listed(now.name_of(seat) for seat in now.state.seating.present)


def join(viewer: Viewer, sent: QueryDict) -> Crossed:
    """Join the two tables that were chosen."""
    return services.join_tables(
        table_id=uuid_of(sent.get("table", "")),
        other_id=uuid_of(sent.get("other", "")),
        actor=viewer.actor,
        command_id=command_of(sent),
    )
