"""Other actions in the place of an earlier game's, everything after it replayed.

Rule: scoresheet, amend. Who sat down, sat out or came back during the game still does so during
it, unless the amendment repeats it; who went home does so right behind the game, and notes and
adjustments stand there too: correcting a result unseats nobody [D].
"""

from collections.abc import Sequence
from dataclasses import replace

from games.rules import entering
from games.rules.actions import (
    Action,
    Adjust,
    Amend,
    AutomaticDouble,
    Deal,
    Double,
    End,
    Join,
    Leave,
    Note,
    Play,
    Resign,
    Return,
    Roll,
    SitOut,
    Start,
    word_of,
)
from games.rules.cubes import Seat
from games.rules.errors import RuleViolation
from games.rules.folding import Row, Standing, step
from games.rules.refusals import record as refused
from games.rules.state import TableState
from games.rules.wording import ActWord

BEGINNINGS = (Start, AutomaticDouble, Double, Deal, End, Resign, Roll, Play)
"""The acts with which a game may begin. Rule: §4, End."""


def amended(
    start: TableState, standing: Sequence[Standing], row: int, action: Amend, *, stands: bool = False
) -> Standing | None:
    """Return what stands after an amendment; refuse it, naming the act in the way.

    `start` is the table before its first row. Only the game and what comes after it is played. Of acts that stand, as
    all do in an amendment that `stands`, nothing is asked that was not asked when they were written.
    """
    if not action.reason.strip():
        raise refused.ReasonMissing()
    first, last = _span(start, standing, action.game)
    before = standing[first - 1] if first else None
    state = before.state if before else start
    standing_acts = action.actions if stands else [one.row[1] for one in standing[first : last + 1]]
    game = _game_replayed(before, state, row, action, standing_acts)
    kept = _kept([one.row for one in standing[first : last + 1]], action)
    during = _seated_during(kept) if action.actions else []
    if during:
        game = _later_replayed(before, state, _with_seats(row, action.actions, during), action.game) or game
    behind = [one for one in kept if one not in during]
    later = [*behind, *(one.row for one in standing[last + 1 :])]
    return _later_replayed(game, game.state, later, action.game)


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
            spans[no] = (begun.setdefault(no, place), place)
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


def _seated_during(kept: Sequence[Row]) -> list[Row]:
    """Acts that can stand within any game: they count from the next one, touch no cube and bring nobody back."""
    during: list[Row] = []
    left: set[Seat] = set()
    for row, act in kept:
        if isinstance(act, Leave):
            left.add(act.player)
        elif isinstance(act, Join | SitOut | Return) and act.player not in left:
            during.append((row, act))
    return during


def _with_seats(row: int, acts: Sequence[Action], during: Sequence[Row]) -> list[Row]:
    """The amendment's acts, with others put in as soon as the game is on."""
    at = next(place for place, act in enumerate(acts) if isinstance(act, BEGINNINGS))
    rest = acts[at + 1 :] if isinstance(acts[at], Start) else acts[at:]
    before, after = [(row, act) for act in (*acts[:at], Start())], [(row, act) for act in rest]
    return [*before, *during, *after]


def _about(action: Action) -> tuple[str, object]:
    match action:
        case Join(player=seat) | Leave(player=seat) | SitOut(player=seat) | Return(player=seat):
            return word_of(action), seat
        case _:
            return word_of(action), action


def _without_cube(action: Action) -> Action:
    return replace(action, points_q=None) if isinstance(action, Leave) else action


def _game_replayed(
    before: Standing | None, state: TableState, row: int, action: Amend, standing_acts: Sequence[Action]
) -> Standing:
    """The amendment's own acts, or the amendment itself where it voids the game."""
    if not action.actions:
        return Standing(before, (row, action), step(state, action, row))
    head, games = before, len(state.games)
    for at, act in enumerate(action.actions, start=1):
        try:
            if act not in standing_acts:
                entering.check(state, act)
            state = step(state, act, row)
        except RuleViolation as why:
            raise refused.AmendmentRefused(
                game=action.game, act=at, word=ActWord(word_of(act)), why=why.message
            ) from why
        head = Standing(head, (row, act), state)
    if head is None or state.current is not None or len(state.games) != games + 1:
        raise refused.AmendmentUnfinished(game=action.game)
    return head


def _later_replayed(head: Standing | None, state: TableState, rows: Sequence[Row], game: int) -> Standing | None:
    """What stands after these rows were played on that table; refuse the first that no longer stands."""
    for row, act in rows:
        try:
            state = step(state, act, row)
        except RuleViolation as why:
            raise refused.LaterActRefused(game=game, row=row, word=ActWord(word_of(act)), why=why.message) from why
        head = Standing(head, (row, act), state)
    return head
