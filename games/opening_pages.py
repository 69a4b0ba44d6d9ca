"""The page on which a table is opened: what is played, for how much, who sits, and in which order."""

from typing import Any
from uuid import UUID

from django.http import QueryDict

from club import selectors as club
from club.doors import Viewer
from club.models import Attendance, Club, Night
from games import selectors, services
from games.models import Table
from games.opening_forms import NewTableForm
from games.ring_forms import Person, RingForm
from games.store import TableNow
from games.table_page.words import listed
from ledger import selectors as books

Context = dict[str, Any]


def new_table_form(night: Night, sent: QueryDict | None) -> NewTableForm:
    """Return what is asked of the table itself: the club's house rules are offered, and what its books count."""
    return NewTableForm(sent, house_rules=selectors.house_rules(night.club), currencies=currencies_of(night.club))


def currencies_of(club: Club) -> list[str]:
    """Return what a table may be played for: the club's currency first, then whatever else its books count."""
    return list(dict.fromkeys([club.currency, *(book.currency for book in books.books(club))]))


def ring_form(night: Night, sent: QueryDict | None) -> RingForm:
    """Return who may sit down: everybody who is here, those ticked who sit at no table yet."""
    here = [one.person for one in club.attendances(night, state=Attendance.State.PRESENT)]
    seated = set() if sent is not None else _seated(night)
    free = [one.id for one in here if one.id not in seated]
    return RingForm([Person(one.id, one.name) for one in here], sent, ticked=free)


def _seated(night: Night) -> set[UUID]:
    """Return who sits at an open table of the night that can be read."""
    tables = [now for table, now in selectors.each_table_of(night) if table.state == Table.State.OPEN]
    return {now.persons[seat] for now in tables if isinstance(now, TableNow) for seat in now.state.seating.present}


def new_table_page(night: Night, form: NewTableForm, ring: RingForm) -> Context:
    """Return the page for a new table, with what keeps it from opening."""
    ties = listed(one.name for one in ring.tied) if ring.tied else ""
    return {"tab": "night", "night": night, "form": form, "ring": ring, "ties": ties}


def open_table(viewer: Viewer, night: Night, form: NewTableForm, ring: RingForm) -> TableNow:
    """Open the table of two valid forms."""
    rules, name = form.settings()
    return services.open_table(
        night_id=night.id,
        actor=viewer.actor,
        kind=form.cleaned_data["kind"],
        ring=ring.ring(night.club_id),
        unit_minor=form.cleaned_data["unit"],
        currency=form.cleaned_data["currency"],
        rules=rules,
        rules_name=name,
    )
