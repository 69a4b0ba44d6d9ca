"""The game that is being played: who plays it, its cubes, its board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.board.position import CHECKERS
from games.rules.board_state import Board
from games.rules.cubes import Cube, ExtraCube, Round, Seat, Side


@dataclass(frozen=True, slots=True)
class LastRollDue:
    """The starter of a game of long nard has finished, and the other has one more roll. Rule: §8, `last_roll`."""

    least_off: int
    """How many checkers the other has borne off at least."""
    most_off: int

    @property
    def counts(self) -> range:
        """How many checkers can be off after that roll."""
        return range(self.least_off, min(self.most_off, CHECKERS) + 1)


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
    def players(self) -> tuple[Seat, ...]:
        """Everybody who plays: the box, his partner, the team in line."""
        return (self.box, *(() if self.partner is None else (self.partner,)), *self.members)

    @property
    def opponent(self) -> Seat:
        """Who plays against the box where one plays one."""
        return self.members[0]

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

    def plays_on(self, seat: Seat) -> bool:
        """Whether a member is still in the game: with a cube, his own or one left to him, or as who plays the team."""
        return seat == self.leader or (seat not in self.left and bool(self.acts_for(seat)))

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
