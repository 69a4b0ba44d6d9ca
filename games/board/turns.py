"""A turn: a position and a roll, and which steps keep to the rules of the whole turn. Rules: §1, §8."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from games.board import backgammon, long_nard, packed
from games.board.errors import InvalidDice
from games.board.position import BAR, CHECKERS, OFF, Game, Position, Side
from games.board.single_steps import HEAD, Step, step_of, steps_with, why_not

Dice = tuple[int, int]
Way = tuple[Step, ...]


class HeadException(StrEnum):
    """Who may take two checkers from the head with a first throw of 3-3, 4-4 or 6-6 in long nard."""

    WHITE = "white"
    BOTH = "both"


TWO_FROM_THE_HEAD = frozenset({3, 4, 6})


@dataclass(frozen=True, slots=True)
class Turn:
    """What a side may do with a roll. `from_head` is how many checkers may leave the head in it."""

    position: Position
    dice: Dice
    from_head: int

    @classmethod
    def of(cls, position: Position, dice: Dice, head_exception: HeadException = HeadException.WHITE) -> Turn:
        """Return the turn; raise `InvalidDice` for anything but two dice from 1 to 6."""
        one, two = checked_dice(dice, position)
        return cls(position, (one, two), _from_head(position, (one, two), head_exception))

    @property
    def is_double(self) -> bool:
        """Whether the dice are equal, and played four times."""
        return self.dice[0] == self.dice[1]

    @property
    def all_dice(self) -> tuple[int, ...]:
        """The dice to play, the higher first; a double four times."""
        return self.dice * 2 if self.is_double else tuple(sorted(self.dice, reverse=True))

    def results(self) -> Collection[int]:
        """Return every distinct board after the turn, packed as the mover sees it; the same one if no die plays."""
        if self.position.game is Game.LONG_NARD:
            return long_nard.results(self.position.men, self.dice, self.from_head)
        return backgammon.results(self.position.men, self.dice)

    def next_steps(self, position: Position, left: tuple[int, ...]) -> list[Step]:
        """Return the steps from here, with these dice left, after which the turn can still be played to its end."""
        most = self.most(position, left)
        found = [
            step
            for die in sorted(set(left), reverse=True)
            for step in steps_with(position, die, self.left_on(position))
            if 1 + self.most(position.moved(step.source, step.target), without(left, die)) == most
        ]
        if most == 1 and len(left) == 2 and not self.is_double:
            return [step for step in found if step.die == found[0].die]
        return found

    def most(self, position: Position, left: tuple[int, ...]) -> int:
        """Return how many of these dice can be played from here at most."""
        return _most(position, left, self.left_on(position))

    def left_on(self, position: Position) -> int:
        """Return how many checkers may still leave the head."""
        return self.from_head - (self.position.count(HEAD) - position.count(HEAD))

    def ways_to(self, men: bytes) -> tuple[Way, ...]:
        """Return the sets of steps that lead to one of `results()`, each from the highest place down."""
        if self.is_double:
            return (self._only_way_to(men),)
        ways = [() if men == self.position.men else None, *self._ways_of_two_dice(men)]
        found = dict.fromkeys(way for way in ways if way is not None)
        longest = max(map(len, found))
        return tuple(way for way in found if len(way) == longest)

    def _ways_of_two_dice(self, men: bytes) -> Iterator[Way]:
        """Yield the ways of one or two different dice that lead there: the first step is from a place that has lost."""
        losing = self._places_that_lose(men)
        for die in self.dice:
            for first in self._steps_from(losing, self.position, die):
                after = self.position.moved(first.source, first.target)
                if after.men == men:
                    yield (first,)
                for second in self._steps_from({*losing, first.target}, after, *without(self.dice, die)):
                    if after.moved(second.source, second.target).men == men:
                        yield self._from_the_top(first, second)

    def _places_that_lose(self, men: bytes) -> set[int]:
        before, after = (men.translate(packed.NO_ENEMIES) for men in (self.position.men, men))
        return {place for place in range(1, BAR + 1) if before[place + 1] > after[place + 1]}

    def _steps_from(self, places: set[int], position: Position, die: int) -> list[Step]:
        from_head = self.left_on(position)
        return [
            step_of(position, place, die)
            for place in places
            if place != OFF and why_not(position, place, die, from_head) is None
        ]

    def _from_the_top(self, *steps: Step) -> Way:
        """Return the same steps from the highest place down; whichever lands first on a blot hits it."""
        position, way = self.position, []
        for step in sorted(steps, key=lambda step: (-step.source, -step.target)):
            way.append(step_of(position, step.source, step.die))
            position = position.moved(step.source, step.target)
        return tuple(way)

    def _only_way_to(self, men: bytes) -> Way:
        """Return the steps of a double: how many leave each place follows from the boards before and after."""
        die, leaving = self.dice[0], dict[int, int]()
        before, after = (men.translate(packed.NO_ENEMIES) for men in (self.position.men, men))
        for place in range(BAR, OFF, -1):
            leaving[place] = before[place + 1] + leaving.get(place + die, 0) - after[place + 1]
        return self._from_the_top(
            *(step_of(self.position, place, die) for place, times in leaving.items() for _ in range(times))
        )


def checked_dice(dice: Dice, position: Position | None = None) -> Dice:
    """Return the dice; raise `InvalidDice` for anything but two dice from 1 to 6."""
    try:
        one, two = dice
    except (TypeError, ValueError):
        raise InvalidDice("invalid_dice", dice, position) from None
    if type(one) is not int or type(two) is not int or not (1 <= one <= 6 and 1 <= two <= 6):
        raise InvalidDice("invalid_dice", dice, position)
    return one, two


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice that are left when one has been played."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(maxsize=10_000)
def _most(position: Position, left: tuple[int, ...], from_head: int) -> int:
    """Return how many of these dice can be played at most; positions come up in many orders of steps."""
    most = 0
    for die in sorted(set(left), reverse=True):
        for step in steps_with(position, die, from_head):
            after = position.moved(step.source, step.target)
            most = max(most, 1 + _most(after, without(left, die), from_head - (step.source == HEAD)))
            if most == len(left):
                return most
    return most


def _from_head(position: Position, dice: Dice, head_exception: HeadException) -> int:
    """Return how many checkers may leave the head. Rule: §8, one, and two in a first turn with 3-3, 4-4 or 6-6."""
    if position.game is not Game.LONG_NARD or dice[0] != dice[1]:
        return 1
    double = dice[0]
    if position.count(HEAD) != CHECKERS or double not in TWO_FROM_THE_HEAD:
        return 1
    if double == 4 and _after_five_five(position):
        return 1
    return 2 if position.turn is Side.WHITE or head_exception is HeadException.BOTH else 1


def _after_five_five(position: Position) -> bool:
    """Whether the other side has played nothing but an opening 5-5: one checker, twenty points from the head."""
    other = position.passed()
    return other.count(HEAD) == CHECKERS - 1 and other.count(HEAD - 20) == 1
