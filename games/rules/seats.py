"""Who sits down, goes home, sits out, shares or declines the box. Rule: §4, §7.5."""

from dataclasses import replace

from games.rules import seating as places
from games.rules import settling
from games.rules.actions import DeclineBox, Join, Leave, Partner, Reorder, Return, SitOut
from games.rules.cubes import Seat
from games.rules.errors import RuleViolation
from games.rules.live_game import LiveGame
from games.rules.refusals import players as who_refused
from games.rules.refusals import seats as refused
from games.rules.refusals.record import ReasonMissing
from games.rules.settings import DeclineBox as Declining
from games.rules.settings import HouseRules, Leaving
from games.rules.state import Seating, TableState
from games.rules.wording import Seats


def join(state: TableState, action: Join) -> TableState:
    """Return the table with a newcomer, who plays from the next game on. Rule: §4, Late comer."""
    seat = action.player
    if seat in state.seating.present:
        raise refused.AlreadyAtTable(player=Seats((seat,)))
    if state.opening.kind.is_for_two and len(state.seating.present) >= 2:
        raise refused.TwoPlayersOnly()
    stakes = state.stakes if action.stake_q is None else {**state.stakes, seat: action.stake_q}
    return replace(state, seating=_seated(state, seat), stakes=stakes)


def leave(state: TableState, action: Leave) -> TableState:
    """Return the table after somebody went home; his live cube follows `leave`. Rule: §5."""
    seat = _here(state, action.player)
    game = state.current
    plays = game is not None and seat in game.cubes and game.cubes[seat].is_live
    if action.points_q is not None and not (plays and state.rules.leave is Leaving.DEAL):
        raise refused.NoPointsToLeave(player=Seats((seat,)))
    if action.proxy is not None and (game is None or state.rules.leave is not Leaving.PROXY):
        raise refused.NoProxyToLeave(player=Seats((seat,)))
    if is_between_games(state):
        return replace(state, seating=_gone(state, seat))
    _check_box_stays(state, seat)
    marked = replace(state, seating=_leaving(state.seating, seat))
    if game is None or seat not in game.cubes:
        if action.proxy is not None:
            raise refused.NoProxyToLeave(player=Seats((seat,)))
        return marked
    return replace(marked, current=_left(game, state.rules, action))


def sit_out(state: TableState, action: SitOut) -> TableState:
    """Return the table with somebody skipped from the next game on. Rule: §4, Sitting out."""
    seat, seating = _here(state, action.player), state.seating
    if seat in seating.sitting_out:
        raise refused.AlreadySitsOut(player=Seats((seat,)))
    out = replace(seating, sitting_out=seating.sitting_out | {seat})
    if not is_between_games(state):
        _check_box_stays(state, seat)
        return replace(state, seating=out)
    if seat == seating.box and not seating.line:
        raise refused.LastOneHere(player=Seats((seat,)))
    return replace(state, seating=places.regrouped(out, state.rules, old_box=seating.box))


def return_(state: TableState, action: Return) -> TableState:
    """Return the table with somebody playing again from the next game on."""
    seat, seating = _here(state, action.player), state.seating
    if seat not in seating.sitting_out:
        raise refused.NotSittingOut(player=Seats((seat,)))
    back = replace(seating, sitting_out=seating.sitting_out - {seat})
    if is_between_games(state):
        back = places.regrouped(back, state.rules, old_box=seating.box)
    return replace(state, seating=back)


def partner(state: TableState, action: Partner) -> TableState:
    """Return the table with another partner of the box, or none. Rule: §4, Partner."""
    check_between_games(state)
    if refusal := why_not_partner(state, action.player):
        raise refusal
    return replace(state, seating=places.with_partner(state.seating, action.player))


def why_not_partner(state: TableState, seat: Seat | None) -> RuleViolation | None:
    """Return why that player may not share the box (None: why it cannot end), or None."""
    seating, least = state.seating, state.rules.partner_min
    if seat is None:
        return refused.NoPartnerNow() if seating.partner is None else None
    if least is None:
        return refused.NoPartners()
    if seat not in seating.present:
        return who_refused.NotAtTable(player=Seats((seat,)))
    if seat not in seating.line or len(seating.line) < 2:
        return refused.CannotBePartner(player=Seats((seat,)))
    playing = 1 + len(seating.line) + (seating.partner is not None)
    return refused.TooFewForPartner(least=least) if playing < least else None


def decline_box(state: TableState, action: DeclineBox) -> TableState:
    """Return the table after the winning captain passed the box on. Rule: §4, Declining."""
    check_between_games(state)
    seat = action.player
    if state.seating.may_decline != seat or not state.seating.line:
        raise refused.NothingToDecline(player=Seats((seat,)))
    if state.rules.decline_box is Declining.FORBIDDEN:
        raise refused.DecliningOff()
    return replace(state, seating=places.with_box_declined(state.seating, seat))


def reorder(state: TableState, action: Reorder) -> TableState:
    """Return the table with its ring set by hand: everybody once, the box first.

    A partner who is not named stays the partner; one who is named takes his place in the ring.
    """
    check_between_games(state)
    if not action.reason.strip():
        raise ReasonMissing()
    seating, ring = state.seating, action.players
    if not _is_whole_ring(seating, ring):
        raise refused.WrongRing()
    if ring[0] in seating.sitting_out:
        raise refused.BoxSitsOut(player=Seats((ring[0],)))
    stays = None if seating.partner in ring else seating.partner
    last = ring[-1] if state.games and len(ring) > 1 else None
    ordered = replace(seating, box=ring[0], queue=ring[1:], partner=stays, may_decline=None, last_loser=last)
    return replace(state, seating=ordered)


def is_between_games(state: TableState) -> bool:
    """Whether no game is played and none waits for its winner to be declared."""
    return state.current is None and state.undecided is None


def check_between_games(state: TableState) -> None:
    """Refuse what can only be done between games."""
    if state.current is not None:
        raise who_refused.GameOn(game=state.current.no)
    if state.undecided is not None:
        raise who_refused.Undeclared(game=state.undecided.no)


def _here(state: TableState, seat: Seat) -> Seat:
    if seat in state.seating.present:
        return seat
    if seat in state.seating.leaving:
        raise refused.HasLeft(player=Seats((seat,)))
    raise who_refused.NotAtTable(player=Seats((seat,)))


def _check_box_stays(state: TableState, seat: Seat) -> None:
    if seat != state.seating.box:
        return
    if state.current is None and state.undecided is not None:
        raise who_refused.Undeclared(game=state.undecided.no)
    raise refused.BoxCannotLeave(player=Seats((seat,)))


def _seated(state: TableState, seat: Seat) -> Seating:
    seating = state.seating
    if not is_between_games(state):
        back = replace(seating, sitting_out=seating.sitting_out - {seat})
        return replace(back, waiting=(*seating.waiting, seat))
    return places.with_newcomers(seating, state.rules, (seat,))


def _gone(state: TableState, seat: Seat) -> Seating:
    seating = state.seating
    if len(seating.present) == 1:
        raise refused.LastOneHere(player=Seats((seat,)))
    going = replace(seating, leaving=frozenset({seat}))
    return places.regrouped(going, state.rules, old_box=seating.box)


def _leaving(seating: Seating, seat: Seat) -> Seating:
    if seat in seating.waiting:
        waiting = tuple(other for other in seating.waiting if other != seat)
        return replace(seating, waiting=waiting, sitting_out=seating.sitting_out - {seat})
    return replace(seating, leaving=seating.leaving | {seat})


def _left(game: LiveGame, rules: HouseRules, action: Leave) -> LiveGame:
    seat = action.player
    gone = replace(game, left=game.left | {seat})
    if rules.leave is Leaving.PROXY:
        return _with_proxy(gone, action)
    if not game.cubes[seat].is_live:
        return gone
    match rules.leave:
        case Leaving.FOLLOW_CAPTAIN:
            if gone.acting_captain is None:
                raise refused.NobodyToFollow(player=Seats((seat,)))
            return gone
        case Leaving.FORFEIT:
            return settling.forfeit(gone, rules, seat)
        case Leaving.DEAL:
            if action.points_q is None:
                raise refused.PointsToLeave(player=Seats((seat,)))
            return settling.settle_for(gone, rules, seat, action.points_q)


def _with_proxy(gone: LiveGame, action: Leave) -> LiveGame:
    """The named player acts for the leaver's cube, and for those that the leaver acted for. Rule: §5, leave."""
    seat = action.player
    cubes = gone.acts_for(seat)
    here = tuple(member for member in gone.members if member not in gone.left)
    if not cubes:
        if action.proxy is not None:
            raise refused.NoProxyToLeave(player=Seats((seat,)))
        return gone
    if not here:
        raise refused.NobodyToFollow(player=Seats((seat,)))
    if action.proxy is None:
        raise refused.ProxyToLeave(members=Seats(cubes))
    if action.proxy not in here:
        raise refused.CannotBeProxy(player=Seats((action.proxy,)), members=Seats(here))
    return replace(gone, proxies={**gone.proxies, **dict.fromkeys(cubes, action.proxy)})


def _is_whole_ring(seating: Seating, ring: tuple[Seat, ...]) -> bool:
    without_partner = {seating.box, *seating.queue}
    with_partner = without_partner | {seating.partner or seating.box}
    return len(set(ring)) == len(ring) and set(ring) in (without_partner, with_partner)
