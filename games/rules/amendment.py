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
from games.rules.folding import Row, Standing, step
from games.rules.refusals import record as refused
from games.rules.state import TableState


def amended(start: TableState, standing: Sequence[Standing], row: int, action: Amend) -> Standing | None:
    """Return what stands after an amendment; refuse it, naming the act in the way.

    `start` is the table before its first row. Only the game and what comes after it is played.
    """
    if not action.reason.strip():
        raise refused.ReasonMissing()
    first, last = _span(start, standing, action.game)
    before = standing[first - 1] if first else None
    game = _game_replayed(before, before.state if before else start, row, action)
    kept = _kept([one.row for one in standing[first : last + 1]], action)
    return _later_replayed(game, [*kept, *(one.row for one in standing[last + 1 :])], action.game)


def _span(start: TableState, standing: Sequence[Standing], game: int) -> tuple[int, int]:
    """The places of a game's first and last row among those that stand."""
    begun: dict[int, int] = {}
    spans: dict[int, tuple[int, int]] = {}
    before = start
    for place, one in enumerate(standing):
        after = one.state
        if isinstance(one.row[1], Amend):
            spans[before.next_no] = (place, place)
        if after.current is not None:
            begun.setdefault(after.current.no, place)
        if after.games[-1:] != before.games[-1:]:
            no = after.games[-1].no
            spans[no] = (begun.get(no, place), place)
        before = after
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


def _game_replayed(before: Standing | None, state: TableState, row: int, action: Amend) -> Standing:
    """The amendment's own acts, or the amendment itself where it voids the game."""
    if not action.actions:
        return Standing(before, (row, action), step(state, action, row))
    head, games = before, len(state.games)
    for at, act in enumerate(action.actions, start=1):
        try:
            state = step(state, act, row)
        except RuleViolation as why:
            raise refused.AmendmentRefused(game=action.game, act=at, word=word_of(act), why=why.message) from why
        head = Standing(head, (row, act), state)
    if head is None or state.current is not None or len(state.games) != games + 1:
        raise refused.AmendmentUnfinished(game=action.game)
    return head


def _later_replayed(head: Standing, rows: Sequence[Row], game: int) -> Standing:
    for row, act in rows:
        try:
            head = Standing(head, (row, act), step(head.state, act, row))
        except RuleViolation as why:
            raise refused.LaterActRefused(game=game, row=row, word=word_of(act), why=why.message) from why
    return head
