"""Why the box stays or goes, and who may advise: messages with values. Rule: §7; §5, consult."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.settings import Consult, HouseRules, Retention
from games.rules.state import Seating
from games.rules.wording import Message, Points, Seats, say


@dataclass(frozen=True, slots=True)
class Verdict:
    """What decides whether the box stays, once a game is over and declared."""

    box: Seat
    captain: Seat
    captain_won: bool
    own_q: Mapping[Seat, int]
    net_q: int
    winner: Side | None

    @property
    def beaten(self) -> tuple[Seat, ...]:
        """The members whom the box beat; a declared captain counts as declared."""
        others = tuple(seat for seat, own in self.own_q.items() if own < 0 and seat != self.captain)
        return others if self.captain_won else (self.captain, *others)

    @property
    def unbeaten(self) -> tuple[Seat, ...]:
        """The members whom the box did not beat."""
        return tuple(seat for seat in self.own_q if seat not in self.beaten)


def box_stays(rules: HouseRules, verdict: Verdict) -> bool:
    """Whether the box stays by the house rules. Rule: §7, keep by `retention`."""
    match rules.retention:
        case Retention.CAPTAIN:
            return not verdict.captain_won
        case Retention.PROFIT:
            return verdict.net_q > 0
        case Retention.BREAK_EVEN:
            return verdict.net_q >= 0
        case Retention.WIN_AND_BREAK_EVEN:
            return verdict.winner is Side.BOX and verdict.net_q >= 0
        case Retention.ALL:
            return not verdict.unbeaten
        case Retention.MAJORITY:
            return 2 * len(verdict.beaten) > len(verdict.own_q)


def why(rules: HouseRules, verdict: Verdict, after: Seating) -> tuple[Message, ...]:
    """Return why the box stays or goes, and, when he goes, who takes it and why."""
    stays = box_stays(rules, verdict)
    reason = _why_stays(rules, verdict) if stays else _why_goes(rules, verdict)
    return (reason,) if stays and after.box == verdict.box else (reason, _who_next(verdict, after))


def _why_stays(rules: HouseRules, verdict: Verdict) -> Message:
    box, captain = Seats((verdict.box,)), Seats((verdict.captain,))
    points = Points(abs(verdict.net_q))
    match rules.retention:
        case Retention.CAPTAIN if verdict.net_q < 0:
            return say("stays_captain_lost_at_a_loss", box=box, captain=captain, points=points)
        case Retention.CAPTAIN:
            return say("stays_captain_lost", box=box, captain=captain)
        case Retention.PROFIT:
            return say("stays_profit", box=box, points=points)
        case Retention.BREAK_EVEN:
            return say("stays_break_even", box=box, points=Points(verdict.net_q))
        case Retention.WIN_AND_BREAK_EVEN:
            return say("stays_won", box=box, points=Points(verdict.net_q))
        case Retention.ALL:
            return say("stays_beat_all", box=box)
        case Retention.MAJORITY:
            return say("stays_beat_most", box=box, members=Seats(verdict.beaten))


def _why_goes(rules: HouseRules, verdict: Verdict) -> Message:
    box, captain = Seats((verdict.box,)), Seats((verdict.captain,))
    points = Points(verdict.net_q)
    match rules.retention:
        case Retention.CAPTAIN if verdict.net_q > 0:
            return say("goes_captain_won_at_a_gain", box=box, captain=captain, points=points)
        case Retention.CAPTAIN:
            return say("goes_captain_won", box=box, captain=captain)
        case Retention.PROFIT:
            return say("goes_no_profit", box=box, points=points)
        case Retention.BREAK_EVEN:
            return say("goes_below_zero", box=box, points=points)
        case Retention.WIN_AND_BREAK_EVEN if verdict.winner is Side.BOX:
            return say("goes_below_zero", box=box, points=points)
        case Retention.WIN_AND_BREAK_EVEN:
            return say("goes_lost_position", box=box)
        case Retention.ALL:
            return say("goes_not_all", box=box, members=Seats(verdict.unbeaten))
        case Retention.MAJORITY:
            return say("goes_not_most", box=box, members=Seats(verdict.unbeaten))


def _who_next(verdict: Verdict, after: Seating) -> Message:
    new = Seats((after.box,))
    if after.box == verdict.captain and verdict.captain_won:
        return say("box_to_captain", box=new)
    return say("box_to_next", box=new)


def consult(game: LiveGame, rules: HouseRules) -> Message:
    """Return who may advise the captain. Rule: §5, `consult`; shown, never scored."""
    captain = game.leader
    named = Seats((captain,))
    match rules.consult:
        case Consult.ALWAYS:
            return say("consult_always", captain=named)
        case Consult.NEVER:
            return say("consult_never", captain=named)
        case Consult.TURNED_CUBES:
            return _consult_turned(game, captain)


def _consult_turned(game: LiveGame, captain: Seat) -> Message:
    advisers = tuple(
        seat for seat in game.live if game.cubes[seat].turned and seat != captain and seat not in game.left
    )
    if not advisers:
        return say("consult_none_turned", captain=Seats((captain,)))
    return say("consult_turned", captain=Seats((captain,)), members=Seats(advisers))
