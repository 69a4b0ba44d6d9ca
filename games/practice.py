"""One game against the practice opponent, as plain values: who is on turn, the dice, the cube, what was done.

Nothing of it is a table's: no log, no points, no books. The reader is White, the opponent Black.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from games.board import practice as opponent
from games.board.outcome import Outcome, Result, outcome
from games.board.plays import legal_plays, play
from games.board.position import Game, Position, Side, opening
from games.board.turns import Dice

Die = Callable[[], int]

YOU, OPPONENT = Side.WHITE, Side.BLACK
TOLD: Final = 12
"""How many of the latest things done are kept to be told."""


class NotNow(Exception):
    """Raised for what cannot be done at this moment of the game."""


@dataclass(frozen=True, slots=True)
class Done:
    """Something that was done: a play (dice and moves), or a word such as `double`."""

    by: Side
    what: str
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class Practice:
    """A game at one moment. `dice` are thrown and not yet played; `offered` is who waits for an answer to his double.

    `at` counts the moments, so that a form from an earlier one does nothing.
    """

    position: Position
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    offered: Side | None = None
    dropped: Side | None = None
    done: tuple[Done, ...] = ()
    at: int = 0

    @property
    def over(self) -> Outcome | None:
        """How the game has ended, by the board or by a drop."""
        if self.dropped is not None:
            return Outcome(self.dropped.other, Result.SINGLE)
        return outcome(self.position)

    @property
    def points(self) -> int:
        """What a finished game would count."""
        return 0 if self.over is None else self.over.multiplier() * self.cube

    @property
    def may_roll(self) -> bool:
        """Whether the reader is to roll."""
        waits = self.over is None and self.offered is None and self.dice is None
        return waits and self.position.turn is YOU

    @property
    def may_double(self) -> bool:
        """Whether the reader may offer the cube."""
        return self.may_roll and self._may_turn(YOU)

    def rolled(self, die: Die) -> Practice:
        """Return the game with the reader's roll; raise NotNow when he is not to roll."""
        if not self.may_roll:
            raise NotNow
        return replace(self, dice=(die(), die()), at=self.at + 1)

    def played(self, moves: str, die: Die) -> Practice:
        """Return the game after the reader's play and what the opponent did on it.

        Raises NotNow without a roll to play, and the board's errors for a play that the rules forbid.
        """
        if self.over is not None or self.dice is None or self.position.turn is not YOU:
            raise NotNow
        made = play(self.position, self.dice, moves)
        return self._noted(Done(YOU, made.notation, self.dice), position=made.position, dice=None)._opponents_turn(die)

    def doubled(self) -> Practice:
        """Return the game after the reader's double, which the opponent takes or drops at once."""
        if not self.may_double:
            raise NotNow
        offered = self._noted(Done(YOU, "double"))
        if opponent.takes(self.position):
            return offered._noted(Done(OPPONENT, "take"), cube=2 * self.cube, owner=OPPONENT)
        return offered._noted(Done(OPPONENT, "drop"), dropped=OPPONENT)

    def answered(self, takes: bool, die: Die) -> Practice:
        """Return the game after the reader's answer to the opponent's double."""
        if self.offered is not OPPONENT:
            raise NotNow
        if not takes:
            return self._noted(Done(YOU, "drop"), offered=None, dropped=YOU)
        taken = self._noted(Done(YOU, "take"), offered=None, cube=2 * self.cube, owner=YOU)
        return taken._opponents_roll((die(), die()))

    def _opponents_turn(self, die: Die) -> Practice:
        if self.over is not None:
            return self
        if self._may_turn(OPPONENT) and opponent.doubles(self.position):
            return self._noted(Done(OPPONENT, "double"), offered=OPPONENT)
        return self._opponents_roll((die(), die()))

    def _opponents_roll(self, dice: Dice) -> Practice:
        made = opponent.chosen(legal_plays(self.position, dice))
        return self._noted(Done(OPPONENT, made.notation, dice), position=made.position)

    def _may_turn(self, side: Side) -> bool:
        return self.position.game is Game.BACKGAMMON and self.owner in (None, side)

    def _noted(self, done: Done, **changes: Any) -> Practice:
        return replace(self, done=(*self.done, done)[-TOLD:], at=self.at + 1, **changes)


def begun(game: Game, die: Die) -> Practice:
    """Return a new game: each throws a die and the higher begins and plays both; equal dice are thrown again.

    White begins a game of long nard, and throws his dice himself.
    """
    if game is Game.LONG_NARD:
        return Practice(opening(game))
    yours, theirs = die(), die()
    while yours == theirs:
        yours, theirs = die(), die()
    if yours > theirs:
        return Practice(opening(game), dice=(yours, theirs))
    return Practice(opening(game, OPPONENT))._opponents_roll((theirs, yours))


# ---- kept in the reader's session -------------------------------------------------------------------
def to_document(game: Practice) -> dict[str, Any]:
    """Return the game as JSON can keep it."""
    position = game.position
    return {
        "board": [str(position.game), str(position.turn), position.men.hex()],
        "dice": game.dice,
        "cube": game.cube,
        "sides": [game.owner, game.offered, game.dropped],
        "done": [[one.by, one.what, one.dice] for one in game.done],
        "at": game.at,
    }


def from_document(kept: Mapping[str, Any]) -> Practice:
    """Return the game that `to_document` kept."""
    name, turn, men = kept["board"]
    owner, offered, dropped = (side and Side(side) for side in kept["sides"])
    return Practice(
        position=Position(Game(name), Side(turn), bytes.fromhex(men)),
        dice=_dice(kept["dice"]),
        cube=kept["cube"],
        owner=owner,
        offered=offered,
        dropped=dropped,
        done=tuple(Done(Side(by), what, _dice(dice)) for by, what, dice in kept["done"]),
        at=kept["at"],
    )


def _dice(kept: list[int] | None) -> Dice | None:
    return None if kept is None else (kept[0], kept[1])
