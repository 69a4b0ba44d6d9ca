"""Other actions in the place of an earlier game's, everything after it replayed.

Rule: scoresheet, amend. Acts about seats, notes and adjustments that were entered during the
game stay, right behind it, unless the amendment repeats them: correcting a result unseats
nobody [D].
"""

from collections.abc import Sequence
from dataclasses import replace

from games.rules.actions import (
    Action,
    Adjust,
    Amend,
    Join,
    Leave,
    Note,
    Return,
    SitOut,
    word_of,
)
from games.rules.errors import RuleViolation
from games.rules.folding import Row, fold, step
from games.rules.refusals import record as refused
from games.rules.state import Opening, TableState
from games.rules.table import open_table


def amended(opening: Opening, rows: Sequence[Row], row: int, action: Amend) -> list[Row]:
    """Return the rows that stand after an amendment that was accepted when it was entered."""
    first, last = _span(opening, rows, action.game)
    return [*rows[:first], *_replacement(rows, first, last, row, action), *rows[last + 1 :]]


def checked(opening: Opening, rows: Sequence[Row], row: int, action: Amend) -> list[Row]:
    """Return the rows that stand after a new amendment; refuse it, naming the act in the way."""
    if not action.reason.strip():
        raise refused.ReasonMissing()
    first, last = _span(opening, rows, action.game)
    state = _game_replayed(fold(opening, rows[:first]), row, action)
    kept = _kept(rows[first : last + 1], action)
    _later_replayed(state, [*kept, *rows[last + 1 :]], action.game)
    return amended(opening, rows, row, action)


def _replacement(rows: Sequence[Row], first: int, last: int, row: int, action: Amend) -> list[Row]:
    acts: Sequence[Action] = action.actions or (action,)
    return [*((row, act) for act in acts), *_kept(rows[first : last + 1], action)]


def _span(opening: Opening, rows: Sequence[Row], game: int) -> tuple[int, int]:
    """The places of a game's first and last row among those that stand."""
    state = open_table(opening)
    voided: dict[int, tuple[int, int]] = {}
    for place, (_, action) in enumerate(rows):
        if isinstance(action, Amend):
            voided[state.next_no] = (place, place)
        state = step(state, action, place)
    spans = voided | {one.no: (one.first_row, one.last_row) for one in state.games}
    if game not in spans:
        raise refused.NoSuchGame(game=game)
    return spans[game]


def _kept(rows: Sequence[Row], action: Amend) -> list[Row]:
    """Acts within a game that are not the game's own and that the amendment leaves out."""
    repeated = {_about(act) for act in action.actions}
    return [
        (row, _without_cube(act))
        for row, act in rows
        if isinstance(act, Join | Leave | SitOut | Return | Note | Adjust) and _about(act) not in repeated
    ]


def _about(action: Action) -> tuple[str, object]:
    match action:
        case Join(player=seat) | Leave(player=seat) | SitOut(player=seat) | Return(player=seat):
            return word_of(action), seat
        case _:
            return word_of(action), action


def _without_cube(action: Action) -> Action:
    return replace(action, points_q=None) if isinstance(action, Leave) else action


def _game_replayed(before: TableState, row: int, action: Amend) -> TableState:
    if not action.actions:
        return step(before, action, row)
    state = before
    for at, act in enumerate(action.actions, start=1):
        try:
            state = step(state, act, row)
        except RuleViolation as why:
            raise refused.AmendmentRefused(game=action.game, act=at, word=word_of(act), why=why.message) from why
    if state.current is not None or len(state.games) != len(before.games) + 1:
        raise refused.AmendmentUnfinished(game=action.game)
    return state


def _later_replayed(state: TableState, rows: Sequence[Row], game: int) -> None:
    for row, act in rows:
        try:
            state = step(state, act, row)
        except RuleViolation as why:
            raise refused.LaterActRefused(game=game, row=row, word=word_of(act), why=why.message) from why
