"""Cubes between the box and the members, and the offers made with them: plain frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Seat: TypeAlias = int


class Side(StrEnum):
    """The two sides of a game: the box (with his partner) and the team."""

    BOX = "box"
    TEAM = "team"

    @property
    def other(self) -> Side:
        """The opponents of this side."""
        return Side.TEAM if self is Side.BOX else Side.BOX


class Owner(StrEnum):
    """Where a cube stands."""

    CENTRE = "centre"
    BOX = "box"
    MEMBER = "member"

    @classmethod
    def of(cls, side: Side) -> Owner:
        """Return the owner that stands for this side of a cube."""
        return cls.BOX if side is Side.BOX else cls.MEMBER


class Closed(StrEnum):
    """Why a member's cube is out of the game before its end."""

    DROPPED = "dropped"
    REFUSED = "refused"
    DEAL = "deal"
    FORFEIT = "forfeit"


class Reply(StrEnum):
    """The first answer to an offer; an animal counts as a take in the soft rules."""

    TOOK = "took"
    DROPPED = "dropped"
    BEAVERED = "beavered"


@dataclass(frozen=True, slots=True)
class Offer:
    """A cube that waits for an answer: refusing costs `price`, accepting plays for `proposed`."""

    price: int
    proposed: int
    level: int
    """0 for a double, 1 for a beaver, 2 for a raccoon, and so on."""
    doubler: Side
    """The side that turned the cube first."""

    @property
    def answerer(self) -> Side:
        """The side that must answer now."""
        return self.doubler.other if self.level % 2 == 0 else self.doubler


@dataclass(frozen=True, slots=True)
class Closing:
    """A cube that is settled before the end of the game."""

    how: Closed
    winner: Side | None
    """None only for a deal at zero."""
    points_q: int
    """What the member receives, in quarter points; negative: pays."""


@dataclass(frozen=True, slots=True)
class Cube:
    """What lies between the box and one member."""

    value: int = 1
    owner: Owner = Owner.CENTRE
    turned: bool = False
    automatics: int = 0
    """How many automatic doubles are in its value."""
    offer: Offer | None = None
    closed: Closing | None = None

    @property
    def is_live(self) -> bool:
        """Whether the member still plays for it."""
        return self.closed is None

    @property
    def value_without_automatics(self) -> int:
        """The value that doubles and animals alone have given it."""
        return self.value >> self.automatics

    def may_be_turned_by(self, side: Side) -> bool:
        """Whether that side has access: the centre, or it owns the cube. Rule: §2."""
        return self.owner in (Owner.CENTRE, Owner.of(side))


@dataclass(frozen=True, slots=True)
class Offered:
    """A cube's part in a round of offers; `before` is the cube as it was offered."""

    doubler: Side
    before: Cube
    reply: Reply | None = None

    @property
    def price(self) -> int:
        """What dropping costs."""
        return self.before.value

    @property
    def proposed(self) -> int:
        """What taking plays for."""
        return 2 * self.before.value

    @property
    def from_centre(self) -> bool:
        """Whether nobody owned the cube when it was offered."""
        return self.before.owner is Owner.CENTRE

    @property
    def is_kept(self) -> bool:
        """Whether the cube was taken; a beaver counts as a take."""
        return self.reply in (Reply.TOOK, Reply.BEAVERED)


@dataclass(frozen=True, slots=True)
class Round:
    """The offers made until every one of them is answered. Rule: §4, offer rounds."""

    live_at_start: tuple[Seat, ...]
    offered: Mapping[Seat, Offered]

    def by(self, side: Side) -> dict[Seat, Offered]:
        """Return the offers which that side made."""
        return {seat: one for seat, one in self.offered.items() if one.doubler is side}


@dataclass(frozen=True, slots=True)
class ExtraCube:
    """A cube that a dropper plays on the box's side against the sole taker. Rule: §4, Extra."""

    dropper: Seat
    taker: Seat
    value: int
