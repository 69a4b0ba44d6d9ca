"""What can be done at a table: one frozen value for each action of the scoresheet."""

from dataclasses import dataclass
from typing import TypeAlias

from games.board.outcome import Result
from games.rules.cubes import Seat, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What every action may carry: an override of soft rules, and why."""

    override: bool = False
    reason: str = ""

    @property
    def may_pass_soft_rules(self) -> bool:
        """Whether the table lets this act pass although a soft rule speaks against it."""
        return self.override and bool(self.reason.strip())


@dataclass(frozen=True, slots=True)
class Start(Act):
    """The next game begins."""


@dataclass(frozen=True, slots=True)
class AutomaticDouble(Act):
    """Equal opening dice: centred cubes double; `only` empty means every one of them."""

    only: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Double(Act):
    """One side offers cubes; `to` empty means every cube that side may turn."""

    by: tuple[Seat, ...]
    to: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer(Act):
    """What all answers have: who answers, whose cubes, and which offer (`value` proposed)."""

    by: tuple[Seat, ...]
    to: tuple[Seat, ...] = ()
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Take(Answer):
    """A double is taken."""


@dataclass(frozen=True, slots=True)
class Drop(Answer):
    """A double is dropped."""


@dataclass(frozen=True, slots=True)
class Beaver(Answer):
    """A double is turned once more at once, the cube kept."""


@dataclass(frozen=True, slots=True)
class Accept(Answer):
    """The last animal is accepted."""


@dataclass(frozen=True, slots=True)
class Refuse(Answer):
    """The last animal is refused, at the value before it."""


@dataclass(frozen=True, slots=True)
class Raccoon(Answer):
    """A beaver is answered with another turn."""


@dataclass(frozen=True, slots=True)
class Otter(Answer):
    """A raccoon, or any later animal, is answered with another turn."""


@dataclass(frozen=True, slots=True)
class Deal(Act):
    """One cube is settled now: `player` receives `points_q` quarter points."""

    player: Seat
    points_q: int
    opponent: Seat | None = None


@dataclass(frozen=True, slots=True)
class Declare(Act):
    """Who counts as winner of the captain's game that a deal left open."""

    winner: Side


@dataclass(frozen=True, slots=True)
class Extra(Act):
    """A dropper pays the sole taker and plays an extra cube against him."""

    dropper: Seat
    taker: Seat


@dataclass(frozen=True, slots=True)
class End(Act):
    """The board result; `winner` is a side, or a player for his side."""

    winner: Side | Seat | None = None
    """None for a draw."""
    result: Result | None = None
    """None where it follows from `borne_off`."""
    borne_off: tuple[tuple[Seat, int], ...] = ()
    """In long nard: how many checkers the loser has borne off."""


@dataclass(frozen=True, slots=True)
class Resign(Act):
    """A whole side gave up at that level and the other accepted."""

    by: tuple[Seat, ...]
    result: Result | None = None
    borne_off: int | None = None
    """In long nard: how many checkers the one who resigns has borne off."""


@dataclass(frozen=True, slots=True)
class LastRoll(Act):
    """In long nard: the second mover's roll after the starter has finished; `borne_off` is his total after it."""

    by: Seat
    borne_off: int


@dataclass(frozen=True, slots=True)
class Roll(Act):
    """Two dice thrown by one side."""

    by: tuple[Seat, ...]
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Play(Act):
    """Checkers moved for the dice that were thrown, in the notation of players."""

    by: tuple[Seat, ...]
    moves: str


@dataclass(frozen=True, slots=True)
class Challenge(Act):
    """The last play was against the rules, and the other side says so in time."""

    by: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Join(Act):
    """Somebody sits down from the next game on; `stake_q` in quarters."""

    player: Seat
    stake_q: int | None = None


@dataclass(frozen=True, slots=True)
class Leave(Act):
    """Somebody goes home; `points_q` or `proxy` where the house rules ask what becomes of his cube."""

    player: Seat
    points_q: int | None = None
    proxy: Seat | None = None


@dataclass(frozen=True, slots=True)
class SitOut(Act):
    """Somebody is skipped from the next game on and keeps his place."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Return(Act):
    """Somebody who sat out plays again from the next game on."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Partner(Act):
    """Who shares the box from the next game on; None ends the partnership."""

    player: Seat | None = None


@dataclass(frozen=True, slots=True)
class DeclineBox(Act):
    """The captain who has won the box passes it on."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Reorder(Act):
    """An organiser sets the ring by hand: box, captain, then the crew."""

    players: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Adjust(Act):
    """A correction that sums to zero: quarter points by seat, in seat order."""

    points_q: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Undo(Act):
    """Takes back row `to` and all after it; None is the last row that stands."""

    to: int | None = None


@dataclass(frozen=True, slots=True)
class Note(Act):
    """A remark for the record."""

    text: str


@dataclass(frozen=True, slots=True)
class Amend(Act):
    """Other actions in the place of one earlier game's; none voids the game."""

    game: int
    actions: tuple["Action", ...]


Action: TypeAlias = (
    Start
    | AutomaticDouble
    | Double
    | Take
    | Drop
    | Beaver
    | Accept
    | Refuse
    | Raccoon
    | Otter
    | Deal
    | Declare
    | Extra
    | End
    | Resign
    | LastRoll
    | Roll
    | Play
    | Challenge
    | Join
    | Leave
    | SitOut
    | Return
    | Partner
    | DeclineBox
    | Reorder
    | Adjust
    | Undo
    | Note
    | Amend
)
