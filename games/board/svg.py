"""A position drawn as SVG, the mover at the bottom. Neither styles nor scripts: a page colours it by its classes.

The sides are told apart by more than colour: the other side's checkers carry a ring. A pile above five has its number.
Each place of the board is a group `<g class="place" data-place="…">`, 25 being the mover's bar and 0 his borne-off
checkers, so that a page can make the places of the next step pressable.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from html import escape
from typing import Final

from games.board.position import BAR, OFF, POINTS, Position

POINT: Final = 44
EDGE: Final = 22
BAR_WIDTH: Final = 44
TALL: Final = 200
HEIGHT: Final = 2 * EDGE + 460
WIDTH: Final = 2 * EDGE + 12 * POINT + BAR_WIDTH + POINT + 12
RADIUS: Final = 20
SHOWN: Final = 5

_FILLS: Final = {
    "board": "#e9dfcc", "dark": "#8f6f4e", "light": "#cdb48c", "bar": "#b9a27d", "mine": "#fdfaf3", "theirs": "#33291f",
}  # fmt: skip


def svg(position: Position, description: str, *, lit: Collection[int] = (), chosen: int | None = None) -> str:
    """Return the drawing as an `<svg>` element; `description` is what a screen reader says (`describing.described`).

    `lit` are the places a step may go to or come from, `chosen` the one it comes from.
    """
    places = [_place(position, place, place in lit, place == chosen) for place in (*range(1, POINTS + 1), BAR, OFF)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>{escape(description)}</title>"
        f'<rect class="felt" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{_FILLS["board"]}"/>'
        f'<rect class="bar" x="{_left_of_bar()}" y="{EDGE}" width="{BAR_WIDTH}" height="{HEIGHT - 2 * EDGE}"'
        f' fill="{_FILLS["bar"]}"/>'
        f"{''.join(places)}{_others(position)}</svg>"
    )


def _place(position: Position, place: int, lit: bool, chosen: bool) -> str:
    classes = "place" + " lit" * lit + " chosen" * chosen
    left, top = _centre(place) - POINT // 2, EDGE if _is_above(place) else HEIGHT - EDGE - TALL
    drawn = [f'<rect class="area" x="{left}" y="{top}" width="{POINT}" height="{TALL}" fill="none"/>']
    if 1 <= place <= POINTS:
        drawn += [_triangle(place), _number(place)]
    drawn += _pile(position.count(place), _centre(place), above=_is_above(place))
    if lit or chosen:
        drawn.append(_mark(place, chosen))
    return f'<g class="{classes}" data-place="{place}">{"".join(drawn)}</g>'


def _others(position: Position) -> str:
    """Return the other side's bar and borne-off checkers; nothing can be moved to or from there."""
    bar, off = position.bar[1], position.off[1]
    piles = [*_pile(-bar, _centre(BAR), above=True), *_pile(-off, _centre(OFF), above=True)]
    return f'<g class="others">{"".join(piles)}</g>'


def _triangle(point: int) -> str:
    x, shade = _centre(point), "dark" if point % 2 else "light"
    base, tip = (EDGE, EDGE + TALL) if _is_above(point) else (HEIGHT - EDGE, HEIGHT - EDGE - TALL)
    corners = f"{x - POINT // 2},{base} {x + POINT // 2},{base} {x},{tip}"
    return f'<polygon class="point {shade}" points="{corners}" fill="{_FILLS[shade]}"/>'


def _number(point: int) -> str:
    y = EDGE - 6 if _is_above(point) else HEIGHT - 6
    return f'<text class="number" x="{_centre(point)}" y="{y}" font-size="14" text-anchor="middle">{point}</text>'


def _pile(count: int, x: int, *, above: bool) -> Iterator[str]:
    side = "mine" if count > 0 else "theirs"
    for at in range(min(abs(count), SHOWN)):
        y = EDGE + RADIUS + 2 * RADIUS * at if above else HEIGHT - EDGE - RADIUS - 2 * RADIUS * at
        is_numbered = at == SHOWN - 1 and abs(count) > SHOWN
        yield _checker(x, y, side, ring=side == "theirs" and not is_numbered)
        if is_numbered:
            yield (
                f'<text class="count {side}" x="{x}" y="{y + 6}" font-size="18" font-weight="bold"'
                f' text-anchor="middle" fill="{_FILLS["theirs" if side == "mine" else "mine"]}">{abs(count)}</text>'
            )


def _checker(x: int, y: int, side: str, *, ring: bool) -> str:
    edge = _FILLS["theirs"]
    drawn = (
        f'<circle class="checker {side}" cx="{x}" cy="{y}" r="{RADIUS - 1}" fill="{_FILLS[side]}" stroke="{edge}"'
        ' stroke-width="2"/>'
    )
    if ring:
        drawn += (
            f'<circle class="ring" cx="{x}" cy="{y}" r="{RADIUS - 7}" fill="none" stroke="{_FILLS["mine"]}"'
            ' stroke-width="2"/>'
        )
    return drawn


def _mark(place: int, chosen: bool) -> str:
    """Return a mark at the open end of a place: a ring where a step may lead, a full dot where it comes from."""
    y = EDGE + TALL + 10 if _is_above(place) else HEIGHT - EDGE - TALL - 10
    fill = _FILLS["theirs"] if chosen else "none"
    return (
        f'<circle class="mark" cx="{_centre(place)}" cy="{y}" r="8" fill="{fill}" stroke="{_FILLS["theirs"]}"'
        ' stroke-width="3"/>'
    )


def _is_above(place: int) -> bool:
    return 13 <= place <= POINTS


def _left_of_bar() -> int:
    return EDGE + 6 * POINT


def _centre(place: int) -> int:
    """Return the middle of a place, from the left: points 12 and 13 stand outermost, those borne off to the right."""
    if place == BAR:
        return _left_of_bar() + BAR_WIDTH // 2
    if place == OFF:
        return WIDTH - EDGE - POINT // 2
    column = place - 13 if _is_above(place) else 12 - place
    return EDGE + POINT * column + POINT // 2 + (BAR_WIDTH if column >= 6 else 0)
