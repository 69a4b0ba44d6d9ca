"""The state of a table: plain frozen values, everything a page needs to draw it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.board.outcome import Result
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.settings import HouseRules, Kind
from games.rules.wording import Message, say


def results_of(kind: Kind) -> tuple[Result, ...]:
    """Return the results that somebody can win a game of that kind with."""
    if kind is Kind.LONG_NARD:
        return Result.OIN, Result.MARS
    return Result.SINGLE, Result.GAMMON, Result.BACKGAMMON


@dataclass(frozen=True, slots=True)
class Opening:
    """Who sat down, under which house rules; stakes are in quarters, 4 where not named."""

    kind: Kind
    rules: HouseRules
    players: tuple[Seat, ...]
    partner: Seat | None = None
    stakes: Mapping[Seat, int] = field(default_factory=dict)


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

    def game(self, no: int) -> Game | None:
        """Return a finished game by its number; None where no such game stands."""
        return next((game for game in self.games if game.no == no), None)

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
