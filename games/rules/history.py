"""The log: which rows stand after undo and amend, and the table they make.

A log is a sequence of actions; an action's row is its position from 1. A row that holds None
was refused when it was entered: it counts as a line and does nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.rules import amendment
from games.rules.actions import Action, Amend, Undo
from games.rules.folding import Row, fold
from games.rules.refusals import record as refused
from games.rules.state import Opening, TableState
from games.rules.table import apply

Log: TypeAlias = Sequence[Action | None]


@dataclass(frozen=True, slots=True, eq=False)
class _Standing:
    """The rows that stand, newest first: a list that shares its tail with what was before."""

    before: _Standing | None
    row: Row

    def rows(self) -> list[Row]:
        found: list[Row] = []
        node: _Standing | None = self
        while node is not None:
            found.append(node.row)
            node = node.before
        return found[::-1]


def effective(opening: Opening, actions: Log) -> list[Row]:
    """Return the rows that stand, with undo and amend resolved, each with its row number.

    The acts of an amendment carry the amendment's row; a voided game leaves its amendment
    behind, which only keeps the later games' numbers. Rule: scoresheet, undo and amend.
    """
    return _rows(_views(opening, actions)[-1])


def replay(opening: Opening, actions: Log) -> TableState:
    """Return the table that a log makes; raise the refusal of the first row that is refused."""
    state = fold(opening, effective(opening, actions))
    return replace(state, rows=len(actions))


def extend(opening: Opening, actions: Log, state: TableState, action: Action) -> TableState:
    """Return the table after appending `action` to the log whose table is `state`.

    Raises a RuleViolation where the action is refused. One apply for ordinary actions; undo
    and amend fold the log again.
    """
    row = len(actions) + 1
    if not isinstance(action, Undo | Amend):
        return apply(state, action, row)
    views = _views(opening, actions)
    after = _next_view(opening, views, row, action, checked=False)
    return replace(fold(opening, _rows(after)), rows=row)


def what_undo_takes_back(opening: Opening, actions: Log, to: int | None = None) -> tuple[Action, ...]:
    """Return the acts that stand now and would not after that undo, oldest first.

    An undo that takes back an undo brings acts back instead and takes none of these.
    """
    views = _views(opening, actions)
    target = _target(views, to)
    kept = set(_rows(views[target - 1]))
    return tuple(action for row, action in _rows(views[-1]) if (row, action) not in kept)


def _views(opening: Opening, actions: Log) -> list[_Standing | None]:
    """What stood after each row; the first is the empty log."""
    views: list[_Standing | None] = [None]
    for row, action in enumerate(actions, start=1):
        views.append(_next_view(opening, views, row, action, checked=True))
    return views


def _next_view(
    opening: Opening,
    views: list[_Standing | None],
    row: int,
    action: Action | None,
    *,
    checked: bool,
) -> _Standing | None:
    match action:
        case None:
            return views[-1]
        case Undo(to=to):
            return views[_target(views, to) - 1]
        case Amend():
            amend = amendment.amended if checked else amendment.checked
            return _standing(amend(opening, _rows(views[-1]), row, action))
        case _:
            return _Standing(views[-1], (row, action))


def _target(views: list[_Standing | None], to: int | None) -> int:
    """The row an undo goes back to: by default the last that stands."""
    last = views[-1]
    if to is None:
        if last is None:
            raise refused.NothingToUndo()
        return _last_entered(views)
    if not 1 <= to < len(views):
        raise refused.NoSuchRow(row=to)
    return to


def _last_entered(views: list[_Standing | None]) -> int:
    """The row that first made what stands now: the last row that stands."""
    return next(row for row, view in enumerate(views) if view is views[-1])


def _rows(view: _Standing | None) -> list[Row]:
    return [] if view is None else view.rows()


def _standing(rows: Iterable[Row]) -> _Standing | None:
    view: _Standing | None = None
    for row in rows:
        view = _Standing(view, row)
    return view
