"""The sheet of a table: every line that was written, which of them stand, and the points game by game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from club import formats
from games.models import Action as Row
from games.rules.actions import Act, Action
from games.rules.cubes import Seat
from games.rules.overriding import passed_over
from games.rules.state import Adjustment, Game, TableState
from games.store import TableNow
from games.table_page import words
from games.table_page.after import total_title
from games.table_page.behind import rules_behind
from games.table_page.controls import RuleLink
from games.table_page.dock import undo_button
from games.table_page.for_two import gained_q
from games.table_page.model import Grid, GridRow, LogLine


def lines(now: TableNow, rows: Iterable[Row], may_undo: Callable[[int], bool]) -> tuple[LogLine, ...]:
    """Return the lines of the sheet, oldest first; to those that `may_undo` allows one can go back."""
    standing = {row for row, _action in now.history.rows()}
    ends = {game.last_row: game for game in now.state.games}
    return tuple(
        _undoable(_line(now, row, now.actions[row.seq - 1], row.seq in standing, ends), may_undo) for row in rows
    )


def _line(now: TableNow, row: Row, action: Action, stands: bool, ends: Mapping[int, Game]) -> LogLine:
    ended = ends.get(row.seq)
    action = words.with_name(action, ended.played) if ended else action
    return LogLine(
        seq=row.seq,
        text=words.told(action, now.name_of),
        brief=words.told(action, now.name_of, brief=True),
        at=row.at,
        by=row.by_member.name if row.by_member else "",
        reason=action.reason if isinstance(action, Act) else "",
        passed=_passed(now, row.seq, action),
        stands=stands,
        game=ended.no if ended else None,
    )


def _passed(now: TableNow, line: int, action: Action) -> tuple[RuleLink, ...]:
    passed = passed_over(now.history, line, action)
    return rules_behind(now.state, [passed]) if passed else ()


def _undoable(line: LogLine, may_undo: Callable[[int], bool]) -> LogLine:
    return replace(line, undo=undo_button(line)) if line.stands and may_undo(line.seq) else line


def last_standing(lines_: Iterable[LogLine]) -> LogLine | None:
    """Return the newest line that stands."""
    return next((line for line in reversed(tuple(lines_)) if line.stands), None)


def grid(now: TableNow) -> Grid:
    """Return the points game by game: each row sums to zero, but in a match, whose own points are counted."""
    state = now.state
    seats = tuple(state.totals_q)
    rows = [_row_of_grid(state, one) for one in now.history.results() if isinstance(one, Game) or not state.score]
    return Grid(
        caption=_("The match, game by game.") if state.score else _("Tonight, game by game. Each row sums to 0."),
        names=tuple(map(now.name_of, seats)),
        rows=tuple(
            GridRow(title, tuple(formats.points(points_q[seat]) if seat in points_q else "" for seat in seats))
            for title, points_q in rows
        ),
        totals=tuple(words.total(state, seat) for seat in seats),
        total_title=total_title(state),
    )


def _row_of_grid(state: TableState, result: Game | Adjustment) -> tuple[str, Mapping[Seat, int]]:
    if isinstance(result, Adjustment):
        return _("Correction"), result.points_q
    return str(result.no), gained_q(state, result)
