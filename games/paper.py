"""The score sheet as it lies on the table: a row a game, a column a player, running totals, what the cubes did."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from club import formats
from games.models import Table
from games.rules import actions as a
from games.rules.cubes import Seat
from games.rules.folding import Standing
from games.rules.overriding import passed_at
from games.rules.points import QUARTERS
from games.rules.settings import Kind
from games.rules.state import Adjustment, Game
from games.store import TableNow
from games.table_page.behind import rules_behind
from games.table_page.words import game_told, told
from ledger.rules.currency import POINTS, exponent_of

MARKS: Final = {
    a.Drop: pgettext_lazy("a mark on the score sheet", "drop"),
    a.Refuse: pgettext_lazy("a mark on the score sheet", "refused"),
    a.Beaver: pgettext_lazy("a mark on the score sheet", "beaver"),
    a.Raccoon: pgettext_lazy("a mark on the score sheet", "raccoon"),
    a.Otter: pgettext_lazy("a mark on the score sheet", "otter"),
}
"""What people write in the column of whoever does it; what was taken shows in the cube."""

NOTED: Final = (a.AutomaticDouble, a.Deal, a.Extra, a.LastRoll)
"""Acts that are written beside the result."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody sat in a game: one letter on paper, a word for whoever has it read aloud."""

    letter: Promise
    word: Promise


BOX: Final = Place(pgettext_lazy("one letter for the box", "B"), gettext_lazy("Box"))
CAPTAIN: Final = Place(pgettext_lazy("one letter for the captain", "C"), gettext_lazy("Captain"))
PARTNER: Final = Place(pgettext_lazy("one letter for the partner", "P"), gettext_lazy("Partner"))


@dataclass(frozen=True, slots=True)
class Head:
    """A player's column; `stake` only where it is not the table's."""

    name: str
    stake: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What a player won or lost in a row, and what he has by then.

    `marks` are what his cube stood at when it was settled, once it was turned, and what he did to others'.
    """

    points_q: int
    total_q: int
    place: Place | None = None
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A game or a correction; a cell is None for who had no part in it."""

    title: str
    cells: tuple[Cell | None, ...]
    result: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole sheet; `money` is None at a table that counts points only."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    totals_q: tuple[int, ...]
    money: tuple[int, ...] | None
    has_places: bool
    target: int | None


def stake_told(table: Table) -> str:
    """Return what is played for: so much a point or, in a match, for all of it; or for points alone."""
    if table.currency == POINTS:
        return _("for points")
    stake = formats.money(table.unit_minor, table.currency, exponent_of(table.currency))
    return (_("{stake} a match") if table.kind == Kind.MATCH else _("{stake} a point")).format(stake=stake)


def paper(now: TableNow) -> Paper:
    """Return the sheet of a table. In a match its points are those of the match, of which the money counts the end."""
    state, writer = now.state, _Writer(now)
    lines = tuple(writer.line(result) for result in now.history.results())
    return Paper(
        heads=tuple(Head(now.name_of(seat), _stake(state.stakes.get(seat, QUARTERS))) for seat in writer.seats),
        lines=lines,
        totals_q=tuple(writer.totals_q.values()),
        money=None if now.table.currency == POINTS else tuple(now.won_minor.get(seat, 0) for seat in writer.seats),
        has_places=not state.opening.kind.is_for_two,
        target=state.rules.target if state.opening.kind is Kind.MATCH else None,
    )


def _stake(stake_q: int) -> str:
    return "" if stake_q == QUARTERS else f"×{formats.unsigned_points(stake_q)}"


class _Writer:
    """Writes the lines from above, keeping the running totals."""

    def __init__(self, now: TableNow) -> None:
        self.now = now
        self.seats = tuple(now.state.totals_q)
        self.totals_q: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self._is_for_two = now.state.opening.kind.is_for_two
        self._steps = now.history.steps()
        numbers = [step.row[0] for step in self._steps]
        self._first = {row: at for at, row in reversed(list(enumerate(numbers)))}
        self._last = {row: at for at, row in enumerate(numbers)}

    def line(self, result: Game | Adjustment) -> Line:
        """Return a row of the sheet and count it."""
        points_q = self._points_q(result)
        for seat, won_q in points_q.items():
            self.totals_q[seat] += won_q
        cells = {seat: Cell(won_q, self.totals_q[seat]) for seat, won_q in points_q.items()}
        if isinstance(result, Adjustment):
            reason = self.now.actions[result.row - 1].reason
            return Line("±", self._in_columns(cells), _("Correction"), (reason,))
        steps = self._steps_of(result)
        acts = [step.row[1] for step in steps]
        cells = {seat: self._marked(cell, seat, result, acts) for seat, cell in cells.items()}
        noted = (told(act, self.now.name_of) for act in acts if isinstance(act, NOTED))
        notes = (*self._one_cube(result), *noted, *self._passed_over(steps))
        return Line(str(result.no), self._in_columns(cells), game_told(result, self.now.name_of), notes)

    def _points_q(self, result: Game | Adjustment) -> Mapping[Seat, int]:
        """Return the points of a row; in a match what its score has grown by."""
        if isinstance(result, Game) and result.score:
            return {seat: points * QUARTERS - self.totals_q[seat] for seat, points in result.score.items()}
        return result.points_q

    def _steps_of(self, game: Game) -> list[Standing]:
        first, last = self._first[game.first_row], self._last[game.last_row]
        return self._steps[first : last + 1]

    def _passed_over(self, steps: Iterable[Standing]) -> Iterator[str]:
        """Yield which house rule an act passed over, and why."""
        for step in steps:
            _row, act = step.row
            if passed := passed_at(self.now.history.table_after(step.before), act):
                (rule,) = rules_behind(self.now.state, [passed])
                yield _("{rule} Passed over: {reason}").format(rule=rule.sentence, reason=act.reason)

    def _in_columns(self, cells: Mapping[Seat, Cell]) -> tuple[Cell | None, ...]:
        return tuple(cells.get(seat) for seat in self.seats)

    def _marked(self, cell: Cell, seat: Seat, game: Game, acts: Iterable[a.Action]) -> Cell:
        if self._is_for_two:
            return replace(cell, marks=tuple(_marks(seat, acts)))
        place = {game.captain: CAPTAIN, game.partner: PARTNER, game.box: BOX}.get(seat)
        return replace(cell, place=place, marks=(*_cube(game, seat), *_marks(seat, acts)))

    def _one_cube(self, game: Game) -> tuple[str, ...]:
        """Return what the cube of two people stood at: it is nobody's column."""
        values = _cube(game, game.captain) if self._is_for_two else ()
        return tuple(_("Cube: {value}").format(value=value) for value in values)


def _cube(game: Game, seat: Seat) -> tuple[str, ...]:
    cube = game.played.cubes.get(seat)
    return () if cube is None or cube.value == 1 else (str(cube.value),)


def _marks(seat: Seat, acts: Iterable[a.Action]) -> Iterable[str]:
    """Return what he did, each once, in its order."""
    return dict.fromkeys(str(MARKS[type(act)]) for act in acts if isinstance(act, a.Answer) and _is_marked(act, seat))


def _is_marked(act: a.Answer, seat: Seat) -> bool:
    return type(act) in MARKS and seat in act.by
