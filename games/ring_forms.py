"""Who sits down at a table, and in which order: typed as numbers, typed as throws, or thrown by the product.

Throws are asked for as at the table: first everybody's, then again those who are tied, until nobody is. Each round has
its own field beside the name, so that a mistyped throw can still be put right, and no script is needed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from uuid import UUID

from django.http import QueryDict

from games.rules.throws import order_of
from games.services import Ring, ring_by, ring_thrown

ORDER: Final = "order"
THROW: Final = "throw"
DICE: Final = "dice"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sit down; `small` is what tells more of him."""

    id: UUID
    name: str
    small: str = ""


@dataclass(frozen=True, slots=True)
class NumberField:
    """A field for a number: the first, or one more throw of somebody who was tied."""

    name: str
    value: str
    round: int

    @property
    def is_asked(self) -> bool:
        """Whether this is where somebody throws again now."""
        return self.round > 1 and not self.value


@dataclass(frozen=True, slots=True)
class Row:
    person: Person
    is_ticked: bool
    numbers: tuple[NumberField, ...]

    @property
    def asks(self) -> bool:
        """Whether he throws again now."""
        return self.numbers[-1].is_asked


class RingForm:
    """What was ticked and typed about who sits down.

    `ways` are the ways to an order that are offered, the usual one first. `ticks_count` says that only those play who
    are ticked, whatever was typed; else a number is enough where numbers are asked for.
    """

    def __init__(
        self,
        people: Sequence[Person],
        sent: QueryDict | None,
        *,
        ways: Sequence[str] = (ORDER, THROW, DICE),
        ticked: Collection[UUID] = (),
        ticks_count: bool = False,
    ) -> None:
        self.people, self.ways, self._sent, self._ticks_count = people, ways, sent, ticks_count
        asked = "" if sent is None else sent.get("by", "")
        self.by = asked if asked in ways else ways[0]
        wanted = {str(member) for member in ticked} if sent is None else set(sent.getlist("sits"))
        self.ticked = [one.id for one in people if str(one.id) in wanted]

    @property
    def is_sent(self) -> bool:
        return self._sent is not None

    @property
    def rows(self) -> list[Row]:
        return [Row(one, one.id in self.ticked, self._numbers(one.id)) for one in self.people]

    @cached_property
    def rounds(self) -> list[dict[UUID, int]]:
        """The numbers typed, round by round; a round that is not complete is not yet thrown."""
        able = self.ticked if self._ticks_count else [one.id for one in self.people]
        rounds = [self._typed(able, 1)]
        while tied := _tied(rounds):
            again = self._typed(tied, len(rounds) + 1)
            if self.by != THROW or len(again) < len(tied):
                break
            rounds.append(again)
        return rounds

    @property
    def tied(self) -> list[Person]:
        """Those who have the same number or throw as somebody else."""
        tied = _tied(self.rounds) if self.by != DICE else []
        return [one for one in self.people if one.id in tied]

    @property
    def missing(self) -> list[Person]:
        """Those who are to sit down by their throws and have none yet."""
        if self.by == DICE or not self._ticks_count:
            return []
        return [one for one in self.people if one.id in self.ticked and one.id not in self.rounds[0]]

    def ring(self, club_id: UUID) -> Ring:
        """Return the ring that was asked for; raise WrongRolls or RollsTied."""
        if self.by == DICE:
            return ring_thrown(self.ticked)
        if self.by == THROW:
            return ring_by(self.rounds, club_id)
        numbers = self.rounds[0]
        return Ring(players=sorted(numbers, key=numbers.__getitem__))

    def _numbers(self, member: UUID) -> tuple[NumberField, ...]:
        rounds = 1 + sum(member in throws for throws in self.rounds[1:])
        if self.by == THROW and member in _tied(self.rounds):
            rounds = len(self.rounds) + 1
        return tuple(
            NumberField(_field(member, number), self._text(member, number), number) for number in range(1, rounds + 1)
        )

    def _typed(self, members: Sequence[UUID], number: int) -> dict[UUID, int]:
        texts: Mapping[UUID, str] = {member: self._text(member, number) for member in members}
        return {member: int(text) for member, text in texts.items() if text.isascii() and text.isdigit() and int(text)}

    def _text(self, member: UUID, number: int) -> str:
        return "" if self._sent is None else self._sent.get(_field(member, number), "").strip()[:3]


def _field(member: UUID, number: int) -> str:
    return f"seat-{member}" if number == 1 else f"seat-{member}-{number}"


def _tied(rounds: Sequence[Mapping[UUID, int]]) -> list[UUID]:
    return [member for place in order_of(rounds).tied for member in place]
