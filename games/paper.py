"""The score sheet as it lies on the table: a row a game, a column a player, running totals, what the cubes did."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from club import formats
from games.rules import actions as a
from games.rules.points import QUARTERS
from games.rules.settings import Kind
from games.rules.state import Adjustment, Game, LiveGame, Seat
from games.store import TableNow
from games.table_page.words import game_told, told
from ledger.rules.currency import POINTS

NOTED: Final = (a.AutomaticDouble, a.Drop, a.Beaver, a.Refuse, a.Raccoon, a.Otter, a.Deal, a.Extra)
"""Acts that people write down; what was taken shows in the cube."""


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
    """What a player won or lost in a row, and what he has by then."""

    points_q: int
    total_q: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A game or a correction; a cell is None for who had no part in it."""

    title: str
    cells: tuple[Cell | None, ...]
    result: str
    notes: tuple[str, ...]
    game: int | None = None


@dataclass(frozen=True, slots=True)
class Paper:
    """The whole sheet; `money` is None at a table that counts points only."""

    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    totals_q: tuple[int, ...]
    money: tuple[int, ...] | None
    has_places: bool
    target: int | None


def paper(now: TableNow) -> Paper:
    """Return the sheet of a table. In a match its points are those of the match, of which the money counts the end."""
    state, writer = now.state, _Writer(now)
    lines = tuple(writer.line(result) for result in _in_order(now))
    return Paper(
        heads=tuple(Head(now.name_of(seat), _stake(state.stakes.get(seat, QUARTERS))) for seat in writer.seats),
        lines=lines,
        totals_q=tuple(writer.totals_q.values()),
        money=None if now.table.currency == POINTS else tuple(now.won_minor.get(seat, 0) for seat in writer.seats),
        has_places=not state.opening.kind.is_for_two,
        target=state.rules.target if state.opening.kind is Kind.MATCH else None,
    )


def _in_order(now: TableNow) -> list[Game | Adjustment]:
    results: list[Game | Adjustment] = [*now.state.games, *now.state.adjustments]
    return sorted(results, key=lambda one: one.last_row if isinstance(one, Game) else one.row)


def _stake(stake_q: int) -> str:
    return "" if stake_q == QUARTERS else f"×{formats.unsigned_points(stake_q)}"


class _Writer:
    """Writes the lines from above, keeping the running totals."""

    def __init__(self, now: TableNow) -> None:
        self.now = now
        self.seats = tuple(now.state.totals_q)
        self.totals_q: dict[Seat, int] = dict.fromkeys(self.seats, 0)
        self._rows = now.history.rows()
        numbers = [row for row, _act in self._rows]
        self._first = {row: at for at, row in reversed(list(enumerate(numbers)))}
        self._last = {row: at for at, row in enumerate(numbers)}

    def line(self, result: Game | Adjustment) -> Line:
        """Return a row of the sheet and count it."""
        points_q = self._points_q(result)
        for seat, won_q in points_q.items():
            self.totals_q[seat] += won_q
        cells = tuple(self._cell(result, seat, points_q[seat]) if seat in points_q else None for seat in self.seats)
        if isinstance(result, Adjustment):
            return Line(_("Correction"), cells, "", (self.now.actions[result.row - 1].reason,))
        return Line(str(result.no), cells, game_told(result, self.now.name_of), self._notes(result), result.no)

    def _points_q(self, result: Game | Adjustment) -> Mapping[Seat, int]:
        """Return the points of a row; in a match what its score has grown by."""
        if isinstance(result, Game) and result.score:
            return {seat: points * QUARTERS - self.totals_q[seat] for seat, points in result.score.items()}
        return result.points_q

    def _cell(self, result: Game | Adjustment, seat: Seat, points_q: int) -> Cell:
        return Cell(points_q, self.totals_q[seat], self._place(result, seat))

    def _place(self, result: Game | Adjustment, seat: Seat) -> Place | None:
        if isinstance(result, Adjustment) or self.now.state.opening.kind.is_for_two:
            return None
        return {result.captain: CAPTAIN, result.partner: PARTNER, result.box: BOX}.get(seat)

    def _notes(self, game: Game) -> tuple[str, ...]:
        """Return what the cubes stood at, then what happened to them."""
        rows = self._rows[self._first[game.first_row] : self._last[game.last_row] + 1]
        acts = (told(act, self.now.name_of) for _row, act in rows if isinstance(act, NOTED))
        return (*self._cubes(game.played), *acts)

    def _cubes(self, game: LiveGame) -> tuple[str, ...]:
        values = {seat: game.cubes[seat].value for seat in game.live}
        if set(values.values()) <= {1}:
            return ()
        if len(set(values.values())) == 1:
            return (_("Cube: {value}").format(value=next(iter(values.values()))),)
        each = ", ".join(f"{self.now.name_of(seat)} {value}" for seat, value in values.items())
        return (_("Cubes: {each}").format(each=each),)
