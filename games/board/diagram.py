"""A position drawn in plain text, the mover at the bottom."""

from __future__ import annotations

from collections.abc import Sequence

from games.board.position import Position

MINE, THEIRS = "X", "O"
ROWS = 5
TOP = tuple(range(13, 25))
BOTTOM = tuple(range(12, 0, -1))


def diagram(position: Position) -> str:
    """Return the board as text: X is the side to move, O the other; a number stands where more than five stand."""
    counts = position.points
    (bar, their_bar), (off, their_off) = position.bar, position.off
    pips, their_pips = position.pips
    top = [counts[point - 1] for point in TOP]
    bottom = [counts[point - 1] for point in BOTTOM]
    upper = [_row(top, -their_bar, row) for row in range(ROWS)]
    lower = [_row(bottom, bar, row) for row in reversed(range(ROWS))]
    upper[0] += f"  {THEIRS} off {their_off}, pips {their_pips}"
    lower[-1] += f"  {MINE} off {off}, pips {pips}"
    return "\n".join([_edge(TOP), *upper, _middle(), *lower, _edge(BOTTOM)]) + "\n"


def _edge(points: Sequence[int]) -> str:
    left, right = ("-".join(f"{point:->2}" for point in half) for half in (points[:6], points[6:]))
    return f"+{left}--+-----+{right}--+"


def _middle() -> str:
    return f"|{'':19}| BAR |{'':19}|"


def _row(counts: Sequence[int], bar: int, row: int) -> str:
    left, right = ("".join(f"{_cell(count, row):>3}" for count in half) for half in (counts[:6], counts[6:]))
    return f"|{left} |{_cell(bar, row):^5}|{right} |"


def _cell(count: int, row: int) -> str:
    """Return what is seen of a pile in that row, counted from the edge of the board."""
    if abs(count) <= row:
        return ""
    if row == ROWS - 1 and abs(count) > ROWS:
        return str(abs(count))
    return MINE if count > 0 else THEIRS
