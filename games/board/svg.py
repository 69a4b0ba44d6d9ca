"""A position drawn as SVG. Neither styles nor scripts: a page colours it by its classes.

White's checkers are light; Black's are dark and carry a ring, so that more than colour tells the sides apart. A pile
above five has its number. Points are numbered as the mover numbers them, or
as the view says.
Each place of the board is a group `<g class="place" data-place="…">`, 25 being the mover's bar and 0 his borne-off
checkers; a place that can be pressed is in a link.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from games.board.frame import BAR_WIDTH, EDGE, FROM_BELOW, HEIGHT, POINT, TALL, WIDTH, Frame, View
from games.board.position import BAR, OFF, POINTS, Position, Side

RADIUS: Final = 20
SHOWN: Final = 5
LANE: Final = 9

_FILLS: Final = {
    "board": "#e9dfcc", "dark": "#8f6f4e", "light": "#cdb48c", "bar": "#b9a27d", "white": "#fdfaf3", "black": "#33291f",
}  # fmt: skip
NO_LINKS: Final[Mapping[int, str]] = MappingProxyType({})


def svg(
    position: Position,
    description: str,
    *,
    lit: Collection[int] = (),
    chosen: int | None = None,
    view: View = FROM_BELOW,
    links: Mapping[int, str] = NO_LINKS,
    ways: Iterable[tuple[int, int]] = (),
) -> str:
    """Return the drawing as an `<svg>` element; `description` is what a screen reader says (`describing.described`).

    `lit` are the places a step may go to or come from, `chosen` the one it comes from, `links` where pressing a place
    leads. `ways` are the moves that the other side has just made, in its own numbering. A drawing with links is hidden
    from screen readers: whoever presses nothing needs the same acts as words beside it.
    """
    frame = Frame(position.game, view)
    places = [
        _linked(_place(position, frame, place, place in lit, place == chosen), links.get(place))
        for place in (*range(1, POINTS + 1), BAR, OFF)
    ]
    said = ' aria-hidden="true"' if links else ' role="img"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {WIDTH} {HEIGHT}"{said}>'
        f"<title>{escape(description)}</title>"
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{_FILLS["board"]}"/>'
        f'<rect class="bar-line" x="{frame.left_of_bar}" y="{EDGE}" width="{BAR_WIDTH}" height="{HEIGHT - 2 * EDGE}"'
        f' fill="{_FILLS["bar"]}"/>'
        f"{''.join(places)}{_others(position, frame)}{_ways(frame, ways)}</svg>"
    )


def _linked(drawn: str, url: str | None) -> str:
    return drawn if url is None else f'<a href="{escape(url)}" tabindex="-1">{drawn}</a>'


def _place(position: Position, frame: Frame, place: int, lit: bool, chosen: bool) -> str:
    classes = "place" + " lit" * lit + " chosen" * chosen
    left, top = frame.centre(place) - POINT // 2, EDGE if frame.is_above(place) else HEIGHT - EDGE - TALL
    drawn = [f'<rect class="area" x="{left}" y="{top}" width="{POINT}" height="{TALL}" fill="none"/>']
    if 1 <= place <= POINTS:
        drawn += [_triangle(frame, place), _number(frame, place)]
    count = position.count(place)
    drawn += _pile(abs(count), position.turn if count > 0 else position.turn.other, frame, place)
    if lit or chosen:
        drawn.append(_mark(frame, place, chosen))
    return f'<g class="{classes}" data-place="{place}">{"".join(drawn)}</g>'


def _others(position: Position, frame: Frame) -> str:
    """Return the other side's bar and borne-off checkers; nothing can be moved to or from there."""
    across, other = Frame(frame.game, frame.view.from_across), position.turn.other
    piles = [*_pile(position.bar[1], other, across, BAR), *_pile(position.off[1], other, across, OFF)]
    return f'<g class="others">{"".join(piles)}</g>'


def _triangle(frame: Frame, point: int) -> str:
    x, shade = frame.centre(point), "dark" if point % 2 else "light"
    base, tip = frame.base(point), frame.open_end(point)
    corners = f"{x - POINT // 2},{base} {x + POINT // 2},{base} {x},{tip}"
    return f'<polygon class="point {shade}" points="{corners}" fill="{_FILLS[shade]}"/>'


def _number(frame: Frame, point: int) -> str:
    x, y = frame.centre(point), EDGE - 6 if frame.is_above(point) else HEIGHT - 6
    return f'<text class="number" x="{x}" y="{y}" font-size="16" text-anchor="middle">{frame.number(point)}</text>'


def _pile(count: int, side: Side, frame: Frame, place: int) -> Iterator[str]:
    x, base, up = frame.centre(place), frame.base(place), 1 if frame.is_above(place) else -1
    for at in range(min(count, SHOWN)):
        y = base + up * (RADIUS + 2 * RADIUS * at)
        is_numbered = at == SHOWN - 1 and count > SHOWN
        yield _checker(x, y, side, ring=side is Side.BLACK and not is_numbered)
        if is_numbered:
            yield (
                f'<text class="count {side}" x="{x}" y="{y + 6}" font-size="18" font-weight="bold"'
                f' text-anchor="middle" fill="{_FILLS[side.other]}">{count}</text>'
            )


def _checker(x: int, y: int, side: Side, *, ring: bool) -> str:
    drawn = (
        f'<circle class="checker {side}" cx="{x}" cy="{y}" r="{RADIUS - 1}" fill="{_FILLS[side]}"'
        f' stroke="{_FILLS["black"]}" stroke-width="2"/>'
    )
    if ring:
        drawn += (
            f'<circle class="ring" cx="{x}" cy="{y}" r="{RADIUS - 7}" fill="none" stroke="{_FILLS["white"]}"'
            ' stroke-width="2"/>'
        )
    return drawn


def _mark(frame: Frame, place: int, chosen: bool) -> str:
    """Return a mark at the open end of a place: a ring where a step may lead, a full dot where it comes from."""
    return (
        f'<circle class="mark" cx="{frame.centre(place)}" cy="{frame.open_end(place, 10)}" r="8"'
        f' fill="{_FILLS["black"] if chosen else "none"}" stroke="{_FILLS["black"]}" stroke-width="3"/>'
    )


def _ways(frame: Frame, ways: Iterable[tuple[int, int]]) -> str:
    """Return the other side's last moves as arrows along the middle of the board, each in a lane of its own."""
    across = Frame(frame.game, frame.view.from_across)
    drawn = [_way(across, source, target, lane) for lane, (source, target) in enumerate(ways)]
    return f'<g class="ways">{"".join(drawn)}</g>' if drawn else ""


def _way(frame: Frame, source: int, target: int, lane: int) -> str:
    x, start = frame.centre(source), frame.open_end(source, 4)
    end_x, end, up = frame.centre(target), frame.open_end(target, 2), -1 if frame.is_above(target) else 1
    y = HEIGHT // 2 + LANE * (lane + 1) // 2 * (1 if lane % 2 else -1)
    head = f"{end_x},{end} {end_x - 6},{end - up * 9} {end_x + 6},{end - up * 9}"
    return (
        f'<path class="way" d="M{x} {start}V{y}H{end_x}V{end - up * 8}" fill="none" stroke="{_FILLS["black"]}"'
        f' stroke-width="3"/><circle class="way-start" cx="{x}" cy="{start}" r="4" fill="{_FILLS["black"]}"/>'
        f'<polygon class="way-end" points="{head}" fill="{_FILLS["black"]}"/>'
    )
