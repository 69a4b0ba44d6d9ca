"""The log: which rows stand after undo and amend, and the table they make.

A log is a sequence of actions; an action's row is its position from 1. A row that holds None
was refused when it was entered: it counts as a line and does nothing.

Every line keeps the rows that stand after it and the table they make, so that an undo looks up
what stood and an amendment replays only what comes after its game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.rules import amendment, entering, match
from games.rules.actions import Action, Amend, Undo
from games.rules.folding import Row, Standing
from games.rules.refusals import record as refused
from games.rules.state import Adjustment, Game, Opening, TableState
from games.rules.table import apply, open_table


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """A log up to one line: what stands then, and the table. `extended` makes the next."""

    opening: Opening
    line: int
    standing: Standing | None
    state: TableState
    before: History | None = None

    def extended(self, action: Action | None, *, stands: bool = False) -> History:
        """Return the history one line longer; raise a RuleViolation where the action is refused.

        Of a line that `stands` nothing is asked that was not asked when it was written.
        """
        match action:
            case None:
                return self._next(self.standing)
            case Undo(to=to):
                return self._next(self.at(self._undone_from(to) - 1).standing)
            case Amend():
                match.check_goes_on(self.state, action)
                start = open_table(self.opening)
                return self._next(amendment.amended(start, self.steps(), self.line + 1, action, stands=stands))
            case _:
                row = self.line + 1
                if not stands:
                    entering.check(self.state, action)
                state = apply(self.state, action, row)
                return History(self.opening, row, Standing(self.standing, (row, action), state), state, self)

    def alone(self) -> History:
        """Return the table without what came before it, for a log of which nothing is taken back or corrected."""
        last = self.standing and replace(self.standing, before=None)
        return History(self.opening, self.line, last, self.state)

    def rows(self) -> list[Row]:
        """Return the rows that stand, with undo and amend resolved, each with its row number.

        The acts of an amendment carry the amendment's row; a voided game leaves its amendment
        behind, which only keeps the later games' numbers. Rule: scoresheet, undo and amend.
        """
        return [one.row for one in self.steps()]

    def results(self) -> list[Game | Adjustment]:
        """Return finished games and adjustments in the order in which they stand: what was amended keeps its place."""
        places = {row: place for place, (row, _action) in enumerate(self.rows())}
        found: list[Game | Adjustment] = [*self.state.games, *self.state.adjustments]
        return sorted(found, key=lambda one: places[one.last_row if isinstance(one, Game) else one.row])

    def taken_back(self, to: int | None = None) -> tuple[Action, ...]:
        """Return the acts that stand now and would not after that undo, oldest first.

        An undo that takes back an undo brings acts back instead and takes none of these.
        """
        kept = set(self.at(self._undone_from(to) - 1).rows())
        return tuple(action for row, action in self.rows() if (row, action) not in kept)

    def _next(self, standing: Standing | None) -> History:
        line = self.line + 1
        return History(self.opening, line, standing, replace(self.table_after(standing), rows=line), self)

    def table_after(self, standing: Standing | None) -> TableState:
        """Return the table after a row that stands; None is before the first."""
        return open_table(self.opening) if standing is None else standing.state

    def steps(self) -> list[Standing]:
        """Return the rows that stand, oldest first, each with the table after it."""
        return [] if self.standing is None else self.standing.all()

    def at(self, line: int) -> History:
        """Return the history as it was after that line."""
        one = self
        while one.line > line and one.before is not None:
            one = one.before
        return one

    def _undone_from(self, to: int | None) -> int:
        """The row an undo goes back to: by default the one that first made what stands now."""
        if to is not None:
            if not 1 <= to <= self.line:
                raise refused.NoSuchRow(row=to)
            return to
        if self.standing is None:
            raise refused.NothingToUndo()
        one = first = self
        while (earlier := one.before) is not None:
            if earlier.standing is self.standing:
                first = earlier
            one = earlier
        return first.line


def begin(opening: Opening) -> History:
    """Return the history of a table where nothing has been done yet."""
    return History(opening, 0, None, open_table(opening))


def history_of(opening: Opening, actions: Iterable[Action | None]) -> History:
    """Return the history of a log; raise the refusal of the first row that is refused."""
    history = begin(opening)
    for action in actions:
        history = history.extended(action)
    return history


def replay(opening: Opening, actions: Iterable[Action | None]) -> TableState:
    """Return the table that a log makes; raise the refusal of the first row that is refused."""
    return history_of(opening, actions).state
