"""Why moves that are no legal play are refused: the rule that stops the best attempt to make them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.board.notation import Move
from games.board.position import OFF, Position
from games.board.single_steps import target_of, why_not
from games.board.turns import Turn, without

STRONGEST_FIRST = (
    "bar_first", "blocked", "not_all_home", "must_bear_off_higher", "head_rule", "six_block",
    "must_use_higher", "must_use_both", "no_checker", "not_on_dice",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Attempt:
    """So far: the checkers still on their way as (from, places left to touch), and the dice left."""

    position: Position
    going: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]
    steps: int


def why_illegal(turn: Turn, moves: Sequence[Move]) -> str:
    """Return the code of the rule that forbids these moves, which are no legal play of this turn."""
    start = _Attempt(turn.position, tuple(move.places for move in moves), turn.all_dice, 0)
    ends = list(_ends(turn, start))
    furthest = max(steps for steps, _code in ends)
    codes = {code for steps, code in ends if steps == furthest}
    return next(code for code in STRONGEST_FIRST if code in codes)


def _ends(turn: Turn, attempt: _Attempt) -> Iterator[tuple[int, str]]:
    """Yield where each order of steps is stopped: after how many, and why."""
    if not attempt.going:
        yield attempt.steps + 1, _unplayed(turn, attempt)
        return
    tried = False
    for at, places in enumerate(attempt.going):
        if places in attempt.going[:at]:
            continue
        for die in dict.fromkeys(attempt.left):
            if _leads_past(places, die):
                continue
            tried = True
            code = why_not(attempt.position, places[0], die, turn.left_on(attempt.position))
            if code is None:
                yield from _ends(turn, _after(attempt, at, die))
            else:
                yield attempt.steps, code
    if not tried:
        yield attempt.steps, "not_on_dice"


def _leads_past(places: tuple[int, ...], die: int) -> bool:
    """Whether a step with this die would pass the next place that the move says it touches."""
    source, aim = places[0], places[1]
    return target_of(source, die) < aim or (aim == OFF and target_of(source, die) == OFF and die > source > 6)


def _after(attempt: _Attempt, at: int, die: int) -> _Attempt:
    source, *aims = attempt.going[at]
    target = target_of(source, die)
    rest = tuple(aims[1:] if target == aims[0] else aims)
    others = attempt.going[:at] + attempt.going[at + 1 :]
    going = (*others, (target, *rest)) if rest else others
    return _Attempt(attempt.position.moved(source, target), going, without(attempt.left, die), attempt.steps + 1)


def _unplayed(turn: Turn, attempt: _Attempt) -> str:
    """Return why it is wrong to stop here: more dice could be played, or a higher one."""
    most = turn.most(turn.position, turn.all_dice)
    return "must_use_higher" if attempt.steps == most == 1 and not turn.is_double else "must_use_both"
