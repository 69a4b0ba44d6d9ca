"""The state of a table: plain frozen values, everything a page needs to draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from games.rules.board_state import Board
from games.rules.settings import HouseRules, Kind
from games.rules.wording import Message, say

Seat: TypeAlias = int


class Side(StrEnum):
    """The two sides of a game: the box (with his partner) and the team."""

    BOX = "box"
    TEAM = "team"

    @property
    def other(self) -> Side:
        """The opponents of this side."""
        return Side.TEAM if self is Side.BOX else Side.BOX


class Result(StrEnum):
    """How a game ended on the board: the first three in backgammon, the others in long nard. Rule: §1, §8."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    OIN = "oin"
    MARS = "mars"
    DRAW = "draw"


def results_of(kind: Kind) -> tuple[Result, ...]:
    """Return the results that somebody can win a game of that kind with."""
    if kind is Kind.LONG_NARD:
        return Result.OIN, Result.MARS
    return Result.SINGLE, Result.GAMMON, Result.BACKGAMMON


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
class Opening:
    """Who sat down, under which house rules; stakes are in quarters, 4 where not named."""

    kind: Kind
    rules: HouseRules
    players: tuple[Seat, ...]
    partner: Seat | None = None
    stakes: Mapping[Seat, int] = field(default_factory=dict)


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


@dataclass(frozen=True, slots=True)
class LastRollDue:
    """The starter of a game of long nard has finished, and the other has one more roll. Rule: §8, `last_roll`."""

    least_off: int
    """How many checkers the other has borne off at least."""
    most_off: int


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played."""

    no: int
    first_row: int
    box: Seat
    partner: Seat | None
    members: tuple[Seat, ...]
    """The team in line, the original captain first."""
    captain: Seat
    """The captain for all purposes; he may be out of the game."""
    cubes: Mapping[Seat, Cube]
    stakes: Mapping[Seat, int]
    """Stakes in quarters as they were when the game began; 4 where not named."""
    ex_captains: tuple[Seat, ...] = ()
    left: frozenset[Seat] = frozenset()
    """Members who went home; under `follow_captain` and `proxy` their cubes may still be live."""
    proxies: Mapping[Seat, Seat] = field(default_factory=dict)
    """Who acts for the cube of somebody who went home."""
    round: Round | None = None
    last_round: Round | None = None
    """The last round that closed: who may play an extra against whom."""
    extras: tuple[ExtraCube, ...] = ()
    automatics: int = 0
    any_offered: bool = False
    window_closed: bool = False
    box_took_another: bool = False
    """Whether the box took a crew member's cube in an earlier round (`must_take_captain`)."""
    declared: Side | None = None
    last_closed: Seat | None = None
    last_roll: LastRollDue | None = None
    rolls: int = 0
    """How many rolls were recorded; the board begins with the first."""
    board: Board | None = None
    """Where the checkers stand, in a game that is recorded roll by roll from its start."""
    dead_cube: bool = False
    """Whether a cube was turned that could change nothing any more. Rule: §3."""

    @property
    def live(self) -> tuple[Seat, ...]:
        """Members whose cubes are live, in line."""
        return tuple(seat for seat in self.members if self.cubes[seat].closed is None)

    @property
    def acting_captain(self) -> Seat | None:
        """The highest live member who is still at the table: he moves the checkers."""
        return next((seat for seat in self.live if seat not in self.left), None)

    @property
    def leader(self) -> Seat:
        """Who plays for the team: the acting captain, or the captain where nobody of the team plays on."""
        return self.acting_captain or self.captain

    def player_of(self, side: Side) -> Seat:
        """Return who plays for a side."""
        return self.box if side is Side.BOX else self.leader

    @property
    def followers(self) -> tuple[Seat, ...]:
        """Members who went home and whose cubes follow the acting captain's."""
        return tuple(seat for seat in self.live if seat in self.left and seat not in self.proxies)

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """Members whose cubes are live and who decide for themselves or through a proxy, in line."""
        return tuple(seat for seat in self.live if seat not in self.left or seat in self.proxies)

    def acts_for(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the members whose live cubes that player decides about: his own, and those he is the proxy for."""
        return tuple(other for other in self.live if seat in (other, self.proxies.get(other)))

    def stake_q(self, one: Seat, other: Seat) -> int:
        """Return a pair's stake in quarters: the smaller of the two. Rule: §4, Unequal stakes."""
        return min(self.stakes.get(one, 4), self.stakes.get(other, 4))

    def waiting_for(self, side: Side) -> tuple[Seat, ...]:
        """Members whose cubes wait for that side's answer, in line."""
        return tuple(
            seat for seat in self.members if (offer := self.cubes[seat].offer) is not None and offer.answerer is side
        )

    @property
    def is_waiting(self) -> bool:
        """Whether any cube waits for an answer."""
        return any(cube.offer is not None for cube in self.cubes.values())


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where for the next game; those sitting out keep their place in `queue`."""

    box: Seat
    queue: tuple[Seat, ...]
    partner: Seat | None = None
    sitting_out: frozenset[Seat] = frozenset()
    waiting: tuple[Seat, ...] = ()
    """Newcomers who sit down when the game is over, in the order they joined."""
    leaving: frozenset[Seat] = frozenset()
    """Players who went home during the game."""
    may_decline: Seat | None = None
    """The captain who has just won the box."""
    last_loser: Seat | None = None
    """Who went to the end of the queue after the last game; None once he has gone home."""

    @property
    def line(self) -> tuple[Seat, ...]:
        """The queue without those sitting out: the next captain first."""
        return tuple(seat for seat in self.queue if seat not in self.sitting_out)

    @property
    def present(self) -> tuple[Seat, ...]:
        """Everybody who has a seat now, newcomers last, those who went home left out."""
        partner = () if self.partner is None else (self.partner,)
        seated = (self.box, *partner, *self.queue)
        return (*(seat for seat in seated if seat not in self.leaving), *self.waiting)


@dataclass(frozen=True, slots=True)
class Pair:
    """What two players settle in one game: the loser pays the winner, in quarter points."""

    loser: Seat
    winner: Seat
    points_q: int


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game: who played, what was paid, and why the box stays or goes."""

    no: int
    first_row: int
    last_row: int
    box: Seat
    partner: Seat | None
    captain: Seat
    winner: Side | None
    """None while a deal at zero leaves it open."""
    result: Result | None
    """None when the game ended without a board result."""
    points_q: Mapping[Seat, int]
    pairs: tuple[Pair, ...]
    """Members against the box first, then extras, then the partner's share of the box's net."""
    share: Pair | None
    """The partner's share, also the last of `pairs`; None at zero or without a partner."""
    reasons: tuple[Message, ...]
    next: Seating | None
    """The seating that follows; None until the game is declared."""
    played: LiveGame
    """The game as it stood at its end."""
    score: Mapping[Seat, int] = field(default_factory=dict)
    """The score of a match after the game; empty in every other kind of play."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A correction that sums to zero, in quarter points by seat."""

    row: int
    points_q: Mapping[Seat, int]


@dataclass(frozen=True, slots=True)
class TableState:
    """A table after so many rows of its log."""

    opening: Opening
    seating: Seating
    stakes: Mapping[Seat, int]
    totals_q: Mapping[Seat, int]
    games: tuple[Game, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    current: LiveGame | None = None
    next_no: int = 1
    rows: int = 0

    @property
    def rules(self) -> HouseRules:
        """The table's house rules."""
        return self.opening.rules

    @property
    def _has_had_a_dead_cube(self) -> bool:
        if self.opening.kind is not Kind.MATCH:
            return False
        return any(one.played.dead_cube for one in self.games) or (self.current is not None and self.current.dead_cube)

    @property
    def score(self) -> Mapping[Seat, int]:
        """The score of a match; empty in every other kind of play."""
        if self.opening.kind is not Kind.MATCH:
            return {}
        return self.games[-1].score if self.games else dict.fromkeys(self.opening.players, 0)

    @property
    def match_winner(self) -> Seat | None:
        """Who has won the match; None while it is on, and in every other kind of play."""
        return next((seat for seat, points in self.score.items() if points >= self.rules.target), None)

    @property
    def undecided(self) -> Game | None:
        """The last game while its winner must still be declared."""
        if self.current is None and self.games and self.games[-1].next is None:
            return self.games[-1]
        return None

    @property
    def warnings(self) -> tuple[Message, ...]:
        """What the table should look at; refuses nothing."""
        found: list[Message] = []
        if self.undecided is not None:
            found.append(say("undeclared"))
        if self._has_had_a_dead_cube:
            found.append(say("dead_cube"))
        here = len(self.seating.present)
        if here > self.rules.max_players:
            found.append(say("too_many", here=here, most=self.rules.max_players))
        return tuple(found)
