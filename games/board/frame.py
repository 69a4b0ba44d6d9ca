"""Where the places of a board stand in a drawing: from either side of the table, the home to the right or the left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.board.position import BAR, OFF, POINTS, Game

POINT: Final = 44
EDGE: Final = 22
BAR_WIDTH: Final = 44
TALL: Final = 200
HEIGHT: Final = 2 * EDGE + 460
WIDTH: Final = 2 * EDGE + 12 * POINT + BAR_WIDTH + POINT + 12
LEFT_OF_BAR: Final = EDGE + 6 * POINT


@dataclass(frozen=True, slots=True)
class View:
    """From where a board is looked at: the mover below or above, the home to the right or to the left."""

    mover_above: bool = False
    home_left: bool = False
    numbered_by_other: bool = False
    """Whether the points carry the numbers of the side that is not on turn."""

    @property
    def from_across(self) -> View:
        """The same drawing in the numbering of the other side."""
        return View(not self.mover_above, self.home_left)


FROM_BELOW: Final = View()
"""The mover below and the home to the right: as books print it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The places of one game in one view, each by its number."""

    game: Game
    view: View = FROM_BELOW

    def is_above(self, place: int) -> bool:
        """Whether a place stands in the upper half."""
        return 13 <= self._seen(place) <= POINTS if 1 <= place <= POINTS else self.view.mover_above

    def base(self, place: int) -> int:
        """Return how deep the edge is that the checkers of a place stand on."""
        return EDGE if self.is_above(place) else HEIGHT - EDGE

    def open_end(self, place: int, beyond: int = 0) -> int:
        """Return how deep the end of a place is that points to the middle, or so much beyond it."""
        return EDGE + TALL + beyond if self.is_above(place) else HEIGHT - EDGE - TALL - beyond

    def centre(self, place: int) -> int:
        """Return how far from the left the middle of a place is; those borne off lie outermost beside the home."""
        x = self._from_left(place)
        return WIDTH - x if self.view.home_left else x

    @property
    def left_of_bar(self) -> int:
        """How far from the left the bar begins."""
        return WIDTH - LEFT_OF_BAR - BAR_WIDTH if self.view.home_left else LEFT_OF_BAR

    def number(self, point: int) -> int:
        """Return which number stands at a point."""
        return self._across(point) if self.view.numbered_by_other else point

    def _from_left(self, place: int) -> int:
        if place == BAR:
            return LEFT_OF_BAR + BAR_WIDTH // 2
        if place == OFF:
            return WIDTH - EDGE - POINT // 2
        seen = self._seen(place)
        column = seen - 13 if seen > 12 else 12 - seen
        return EDGE + POINT * column + POINT // 2 + (BAR_WIDTH if column >= 6 else 0)

    def _seen(self, point: int) -> int:
        """Return the point as whoever sits below numbers it."""
        return self._across(point) if self.view.mover_above else point

    def _across(self, point: int) -> int:
        """Return a point of the mover as the other side numbers it."""
        return (point + 11) % POINTS + 1 if self.game is Game.LONG_NARD else POINTS + 1 - point
