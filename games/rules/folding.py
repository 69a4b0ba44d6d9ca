"""Rows folded into a table, one apply for each."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from games.rules.actions import Action, Amend
from games.rules.state import Opening, TableState
from games.rules.table import apply, open_table

Row: TypeAlias = tuple[int, Action]


def fold(opening: Opening, rows: Iterable[Row]) -> TableState:
    """Return the table that standing rows make; raise the first refusal."""
    state = open_table(opening)
    for row, action in rows:
        state = step(state, action, row)
    return state


def step(state: TableState, action: Action, row: int) -> TableState:
    """Return the table after one standing row; an amendment among them is a voided game."""
    if isinstance(action, Amend):
        return replace(state, next_no=state.next_no + 1, rows=row)
    return apply(state, action, row)
