"""One checker moved with one die: which rule it breaks, if any, as a player would check it. Rules: §1, §8."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.board import packed
from games.board.long_nard import has_block
from games.board.position import BAR, OFF, POINTS, Game, Position

HOME = 6
HEAD = POINTS


@dataclass(frozen=True, slots=True)
class Step:
    """One checker moved with one die. The bar is 25, off is 0."""

    source: int
    target: int
    die: int
    hits: bool = False


def target_of(source: int, die: int) -> int:
    """Return where a die leads from there: a point, or off the board."""
    return max(source - die, OFF)


def why_not(position: Position, source: int, die: int, from_head: int = 1) -> str | None:
    """Return the code of the rule that forbids this step, or None if it may be made.

    `from_head` is how many checkers may still leave the head in this turn of long nard.
    """
    if position.count(source) <= 0:
        return "no_checker"
    if source != BAR and position.count(BAR) > 0:
        return "bar_first"
    if position.game is Game.LONG_NARD:
        return _in_board(position, source, die) or _of_long_nard(position, source, die, from_head)
    return _in_board(position, source, die)


def steps_with(position: Position, die: int, from_head: int = 1) -> Iterator[Step]:
    """Yield every step that may be made with this die now, from the highest place down."""
    for source in range(BAR, OFF, -1):
        if position.count(source) > 0 and why_not(position, source, die, from_head) is None:
            yield step_of(position, source, die)


def step_of(position: Position, source: int, die: int) -> Step:
    """Return that step, and whether it hits."""
    target = target_of(source, die)
    return Step(source, target, die, target != OFF and position.count(target) < 0)


def _in_board(position: Position, source: int, die: int) -> str | None:
    """Return why a checker may not land there, or not be borne off."""
    target = target_of(source, die)
    closed_by = 1 if position.game is Game.LONG_NARD else 2
    if target != OFF:
        return "blocked" if position.count(target) <= -closed_by else None
    if any(position.count(place) > 0 for place in range(HOME + 1, BAR + 1)):
        return "not_all_home"
    if die > source and any(position.count(place) > 0 for place in range(source + 1, HOME + 1)):
        return "must_bear_off_higher"
    return None


def _of_long_nard(position: Position, source: int, die: int, from_head: int) -> str | None:
    if source == HEAD and from_head < 1:
        return "head_rule"
    after = position.moved(source, target_of(source, die))
    return "six_block" if _has_block(after) and not _has_block(position) else None


def _has_block(position: Position) -> bool:
    return has_block(packed.mine(position.men), packed.theirs(position.men))
