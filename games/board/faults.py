"""What is wrong with a board that cannot be."""

from collections.abc import Sequence

from games.board.packed import CHECKERS
from games.board.wording import Message, say

POINTS = 24
MOVER, OTHER = "mover", "other"


def faults_of(points: Sequence[int], bar: Sequence[int], off: Sequence[int], *, nard: bool) -> tuple[Message, ...]:
    """Return everything that is wrong with these checkers; nothing if they may stand like this.

    `points` are numbered by the mover, whose checkers count up; `bar` and `off` are (mover, other).
    """
    if len(points) != POINTS:
        return (say("points_missing", points=len(points)),)
    if len(bar) != 2 or len(off) != 2:
        return (say("two_sides"),)
    if not all(type(count) is int for count in (*points, *bar, *off)):
        return (say("not_whole"),)
    if min(*bar, *off) < 0:
        return (say("less_than_none"),)
    return (*_counts(points, bar, off), *_of_the_bar(points, bar, nard), *_of_the_end(off, nard))


def _counts(points: Sequence[int], bar: Sequence[int], off: Sequence[int]) -> list[Message]:
    mover = sum(count for count in points if count > 0) + bar[0] + off[0]
    other = -sum(count for count in points if count < 0) + bar[1] + off[1]
    return [
        say(f"checkers_of_{side}", count=count) for side, count in ((MOVER, mover), (OTHER, other)) if count != CHECKERS
    ]


def _of_the_bar(points: Sequence[int], bar: Sequence[int], nard: bool) -> list[Message]:
    if nard:
        return [say("no_bar")] if any(bar) else []
    shut_out = all(count <= -2 for count in points[18:]) and all(count >= 2 for count in points[:6])
    return [say("both_shut_out")] if all(bar) and shut_out else []


def _of_the_end(off: Sequence[int], nard: bool) -> list[Message]:
    return [say("both_finished")] if not nard and off[0] == off[1] == CHECKERS else []
