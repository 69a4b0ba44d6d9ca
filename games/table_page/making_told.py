"""A play in the making, drawn and in words: the same on a table's page and on that of the practice partner."""

from collections.abc import Callable

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.table_page.board_drawing import BoardView, Names, drawn, place_told
from games.table_page.board_model import StepButton
from games.table_page.making import Making

Address = Callable[..., str]
"""Where a step leads, from what its query says."""


def making_drawn(
    made: Making, taken_up: int | None, names: Names, view: BoardView, address: Address
) -> tuple[SafeString, str]:
    """Return the board after the steps made, as SVG and in words; `taken_up` is the place of the checker in hand."""
    sources = frozenset(step.source for step in made.following)
    chosen = taken_up if taken_up in sources else None
    lit = sources if chosen is None else frozenset(step.target for step in made.following if step.source == chosen)
    return drawn(made.position, names, view, lit=lit, chosen=chosen, links=_links(made, chosen, address))


def _links(made: Making, chosen: int | None, address: Address) -> dict[int, str]:
    """Return where pressing a place leads: take a checker up, put it down again, or move it."""
    found = {
        step.source: address(steps=made.text, **{"from": step.source})
        for step in made.following
        if step.source != chosen
    }
    if chosen is not None:
        found[chosen] = address(steps=made.text)
        for step in made.following:
            if step.source == chosen:
                found[step.target] = address(steps=made.text, step=f"{step.source}-{step.target}")
    return found


def says(made: Making) -> str:
    """Return what is asked now, or what is made so far."""
    if made.forced:
        return (
            _("No checker can be moved.")
            if not made.made
            else _("This is the only play: {moves}.").format(moves=made.moves)
        )
    if made.is_whole:
        return _("The play is whole: {moves}.").format(moves=made.moves)
    return _("Made so far: {moves}.").format(moves=made.moves) if made.made else _("Tap a checker, then where it goes.")


def steps(made: Making) -> tuple[StepButton, ...]:
    """Return a button for each step that may follow; it says in words what the board shows."""
    found = dict.fromkeys((step.source, step.target, step.hits) for step in made.following)
    return tuple(_step(source, target, hits) for source, target, hits in found)


def _step(source: int, target: int, hits: bool) -> StepButton:
    one, other = place_told(source), place_told(target)
    pattern = _("from {source} to {target}, hits") if hits else _("from {source} to {target}")
    label = f"{one} → {other}{'*' if hits else ''}"
    return StepButton(f"{source}-{target}", label, pattern.format(source=one, target=other))
