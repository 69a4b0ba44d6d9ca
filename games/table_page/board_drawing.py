"""A board drawn and said in words: for a table's page, the replay of a game, and whoever else shows a position."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.board.describing import described
from games.board.frame import View
from games.board.notation import parse_moves
from games.board.position import BAR, OFF, Position
from games.board.position import Side as Colour
from games.board.svg import NO_LINKS, svg
from games.board.wording import render
from games.table_page.making import Ends

Names = tuple[str, str]
"""Who is on turn, and the other."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """How a reader has the board before him: who sits below (nobody said: whoever is on turn), where the home is."""

    below: Colour | None = None
    home_left: bool = False

    def of(self, position: Position) -> View:
        """Return how a position lies before that reader."""
        return View(self.below is not None and self.below is not position.turn, self.home_left)


def drawn(
    position: Position,
    names: Names,
    view: BoardView,
    *,
    lit: Collection[int] = (),
    chosen: int | None = None,
    links: Mapping[int, str] = NO_LINKS,
    ways: Iterable[Ends] = (),
    numbered_by_other: bool = False,
) -> tuple[SafeString, str]:
    """Return a position as SVG and in words; `names` are (mover, other)."""
    said = render(described(position, names), _)
    lies = replace(view.of(position), numbered_by_other=numbered_by_other)
    drawing = svg(position, said, lit=lit, chosen=chosen, view=lies, links=links, ways=ways)
    return mark_safe(drawing), said  # noqa: S308 -- numbers, and what is escaped where it is drawn


def ways_of(moves: str) -> tuple[Ends, ...]:
    """Return the single ways of a play that stands on the board, each from one place to the next."""
    return tuple(ends for move in parse_moves(moves).moves for ends in pairwise(move.places))


def pips_told(position: Position, names: Names) -> str:
    """Return the pip counts, whoever is on turn first: "Anna 159 · Béla 167"."""
    return " · ".join(f"{name} {count}" for name, count in zip(names, position.pips, strict=True))


def place_told(place: int) -> str:
    """Return what a place is called: its number, the bar, or off."""
    return {BAR: _("bar"), OFF: _("off")}.get(place) or str(place)
