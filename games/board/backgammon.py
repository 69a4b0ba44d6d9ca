"""All that a roll may lead to in backgammon. Rule: §1."""

from collections.abc import Collection

from games.board import walking
from games.board.packed import blots, closed


def results(men: bytes, dice: tuple[int, int]) -> Collection[int]:
    """Return every distinct position, packed, after a whole turn; the same one where no die can be played."""
    return walking.results(men, dice, closed(men), blots(men))
