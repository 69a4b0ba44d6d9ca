"""An opponent for trying the board alone, who plays by a few plain rules. Not an analyst: good players beat it.

Of all legal plays it makes that which bears off most; then, in backgammon, hits most, leaves fewest lone checkers and
holds most points; in long nard, leaves fewest on the head and holds most points; in both, leaves the lowest pip count
at last. Of several alike it makes the one whose text comes first.

It doubles before its roll when its pip count is lower than the other's by 8 % of its own or more, and takes when its
own is higher than the doubler's by 12 % of the doubler's at most. It looks at nothing else: no contact, no gammons.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.board.plays import Play
from games.board.position import OFF, POINTS, Game, Position

DOUBLES_AT_PERCENT: Final = 8
TAKES_TO_PERCENT: Final = 12


def chosen(plays: Iterable[Play]) -> Play:
    """Return the play that the opponent makes, of all legal ones."""
    ranked = [(_rank(play.left), play) for play in plays]
    best = max(rank for rank, _play in ranked)
    return min((play for rank, play in ranked if rank == best), key=lambda play: play.notation)


def doubles(position: Position) -> bool:
    """Tell whether the opponent, on turn and before the roll, offers the cube."""
    mine, theirs = position.pips
    return 100 * (theirs - mine) >= DOUBLES_AT_PERCENT * mine


def takes(position: Position) -> bool:
    """Tell whether the opponent takes a cube that the side on turn offers."""
    doubler, mine = position.pips
    return 100 * (mine - doubler) <= TAKES_TO_PERCENT * doubler


def _rank(left: Position) -> tuple[int, ...]:
    """Return how well a play is liked, by the position that the mover leaves; the highest is played."""
    held = [left.count(point) for point in range(1, POINTS + 1)]
    pips = left.pips[0]
    if left.game is Game.LONG_NARD:
        return left.count(OFF), -left.count(POINTS), sum(count > 0 for count in held), -pips
    return left.count(OFF), left.bar[1], -held.count(1), sum(count > 1 for count in held), -pips
