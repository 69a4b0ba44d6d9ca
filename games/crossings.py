"""People who crossed from one table to another: what a split or a join wrote stands, whoever would undo it.

An undo at one table knows nothing of the other: it would seat people twice, or nowhere. So nothing goes back to a
line of a crossing or before it; another split or join brings people back, and a game before it is corrected by hand.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, NightClosed
from club.models import Night
from games.models import Crossing, Table
from games.rules.actions import Action, Adjust, Amend, Undo
from games.store import TableNow

CORRECTIONS: Final = (Amend, Adjust)


class CrossingStands(Conflict):
    """Raised when an undo would go back to before people crossed to or from another table."""

    code = "crossing_stands"
    sentence = _(
        "People went between this table and table {no} since then; that is not undone. "
        "Split or join the tables to bring them back, or correct the game."
    )


class TableJoined(Conflict):
    """Raised when something is to be done at a table whose people have gone to another one."""

    code = "table_joined"
    sentence = _("Table {no} was joined to table {to}; play goes on there.")


def crossings_of(table: Table) -> QuerySet[Crossing]:
    """Return a table's crossings, oldest first, with both tables."""
    of_table = Crossing.objects.filter(Q(source=table) | Q(target=table))
    return of_table.select_related("source", "target").order_by("at", "id")


def joins_of(night: Night) -> QuerySet[Crossing]:
    """Return which of the night's tables were joined to which."""
    return Crossing.objects.filter(kind=Crossing.Kind.JOIN, source__night=night).select_related("source", "target")


def last_line(table: Table, crossings: Iterable[Crossing]) -> int:
    """Return the last line of the table's log that a crossing wrote; nothing up to it is undone. 0: none."""
    return max((one.line_at(table) for one in crossings), default=0)


def is_correction(actions: Sequence[Action]) -> bool:
    """Tell whether all of these only correct what was played: that can be done at a joined table, too."""
    return all(isinstance(action, CORRECTIONS) for action in actions)


def require_open(table: Table, *, correcting: bool = False) -> None:
    """Raise NightClosed at a closed table; TableJoined at one that was joined, save for corrections of its games."""
    if table.state == Table.State.CLOSED:
        raise NightClosed
    if table.state == Table.State.JOINED and not correcting:
        joined = table.crossings_out.select_related("target").get(kind=Crossing.Kind.JOIN)
        raise TableJoined(no=table.no, to=joined.target.no)


def require_standing(before: TableNow, after: TableNow) -> None:
    """Raise CrossingStands when what was done between `before` and `after` takes lines of a crossing back."""
    if not any(isinstance(action, Undo) for action in after.actions[before.version :]):
        return
    stands = {row for row, _action in after.history.rows()}
    for one in crossings_of(before.table):
        line = one.line_at(before.table)
        if line and line not in stands:
            raise CrossingStands(no=one.other_than(before.table).no)
