"""How a game ended, if it has: who won, and how much it counts. Rules: §1, §8."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from games.board.position import BAR, CHECKERS, Game, Position, Side

HOME = 6


class Result(StrEnum):
    """What a game counts by the board alone."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    OIN = "oin"
    MARS = "mars"
    DRAW = "draw"


MULTIPLIERS = {
    Result.SINGLE: 1, Result.GAMMON: 2, Result.BACKGAMMON: 3, Result.OIN: 1, Result.MARS: 2, Result.DRAW: 0,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has won, and how; nobody in a draw."""

    winner: Side | None
    result: Result

    def multiplier(self, *, mars_counts: bool = True) -> int:
        """Return what the stake is multiplied by; without `mars_counts` (`ending: oin`) a Mars is an Oin."""
        return 1 if self.result is Result.MARS and not mars_counts else MULTIPLIERS[self.result]


def outcome(position: Position, *, last_roll: bool = False) -> Outcome | None:
    """Return how the game has ended, or None while it is being played.

    With `last_roll`, long nard goes on when White has finished until Black, too, has had that turn: it is a draw if he
    has finished as well. Mars is judged after it.
    """
    mover, other = position.off
    if CHECKERS not in (mover, other):
        return None
    if position.game is Game.BACKGAMMON:
        return _of_backgammon(position)
    if last_roll and position.turn is Side.BLACK and other == CHECKERS != mover:
        return None
    return _of_long_nard(position)


def _of_backgammon(position: Position) -> Outcome:
    winner, loser = (position, position.passed())
    if winner.off[0] != CHECKERS:
        winner, loser = loser, winner
    if loser.off[0]:
        return Outcome(winner.turn, Result.SINGLE)
    behind = any(loser.count(place) > 0 for place in range(BAR - HOME, BAR + 1))
    return Outcome(winner.turn, Result.BACKGAMMON if behind else Result.GAMMON)


def _of_long_nard(position: Position) -> Outcome:
    mover, other = position.off
    if mover == other:
        return Outcome(None, Result.DRAW)
    winner = position.turn if mover == CHECKERS else position.turn.other
    return Outcome(winner, Result.OIN if min(mover, other) else Result.MARS)
