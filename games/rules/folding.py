"""Rows that stand, each with the table after it: a list that shares its beginning with what stood before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from games.rules.actions import Action, Amend
from games.rules.state import TableState
from games.rules.table import apply

Row: TypeAlias = tuple[int, Action]


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """A row that stands, the one that stands before it, and the table after it."""

    before: Standing | None
    row: Row
    state: TableState

    def all(self) -> list[Standing]:
        """Return every row that stands up to this one, oldest first."""
        found: list[Standing] = []
        one: Standing | None = self
        while one is not None:
            found.append(one)
            one = one.before
        return found[::-1]


def step(state: TableState, action: Action, row: int) -> TableState:
    """Return the table after one standing row; an amendment among them is a voided game."""
    if isinstance(action, Amend):
        return replace(state, next_no=state.next_no + 1, rows=row)
    return apply(state, action, row)
