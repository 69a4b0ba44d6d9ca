"""A balance over time as a drawing: places for an SVG, worked out here, so that the page needs no script.

Places are text, because a template would write a number's decimals as the reader's language does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

LEFT: Final = 64
RIGHT: Final = 346
TOP: Final = 12
BOTTOM: Final = 156
STEPS: Final = (1, 2, 5)


@dataclass(frozen=True, slots=True)
class Gridline:
    """A horizontal line of the drawing, and the amount it stands for."""

    y: str
    text_y: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A line through the balance at the end of each day, with the same in figures."""

    trace: str
    area: str
    last_x: str
    last_y: str
    gridlines: tuple[Gridline, ...]
    figures: tuple[tuple[date, int], ...]

    @property
    def first_day(self) -> date:
        return self.figures[0][0]

    @property
    def last_day(self) -> date:
        return self.figures[-1][0]

    @property
    def lowest_minor(self) -> int:
        return min(amount for _day, amount in self.figures)

    @property
    def highest_minor(self) -> int:
        return max(amount for _day, amount in self.figures)

    @property
    def last_minor(self) -> int:
        return self.figures[-1][1]


def balance_chart(figures: Sequence[tuple[date, int]]) -> Chart | None:
    """Return the drawing of (day, balance in minor units), oldest first; None where there is no line to draw."""
    if len(figures) < 2:
        return None
    levels = _levels([amount for _day, amount in figures])
    first, last = figures[0][0].toordinal(), figures[-1][0].toordinal()

    def x(day: date) -> float:
        return LEFT + (RIGHT - LEFT) * (day.toordinal() - first) / max(1, last - first)

    def y(amount: int) -> float:
        return BOTTOM - (BOTTOM - TOP) * (amount - levels[0]) / (levels[-1] - levels[0])

    trace = " ".join(f"{x(day):.1f},{y(amount):.1f}" for day, amount in figures)
    return Chart(
        trace=trace,
        area=f"{LEFT},{y(0):.1f} {trace} {x(figures[-1][0]):.1f},{y(0):.1f}",
        last_x=f"{x(figures[-1][0]):.1f}",
        last_y=f"{y(figures[-1][1]):.1f}",
        gridlines=tuple(Gridline(f"{y(one):.1f}", f"{y(one) + 4:.1f}", one) for one in levels),
        figures=tuple(figures),
    )


def _levels(amounts: Sequence[int]) -> list[int]:
    """Return round amounts, zero among them, that reach around all amounts: two to seven of them."""
    low, high = min(0, *amounts), max(0, *amounts)
    step = _round_step(high - low)
    levels = [(low // step) * step]
    while levels[-1] < high or len(levels) < 2:
        levels.append(levels[-1] + step)
    return levels


def _round_step(span: int) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, 50, … that divides the span into five steps at most."""
    unit = 1
    while unit * STEPS[-1] * 5 < span:
        unit *= 10
    return next(unit * step for step in STEPS if unit * step * 5 >= span)
