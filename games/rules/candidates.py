"""Options that a page may want to draw; `allowed` asks the engine which of them stand."""

from collections.abc import Iterator
from itertools import chain

from games.rules import acts, answer_options
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.options import Option, OptionKind
from games.rules.settings import AutoConsent, Leaving, PartnerPick
from games.rules.state import TableState, results_of


def every(state: TableState) -> Iterator[Option]:
    """Members' cards in line, then the dock, then the seats."""
    if state.current is None:
        return chain(between_games(state), seats(state))
    return chain(cards(state, state.current), dock(state, state.current), seats(state))


def between_games(state: TableState) -> Iterator[Option]:
    """What starts the next game, and what must or may be said before it."""
    if state.undecided is not None:
        yield from _declarations()
    yield Option(OptionKind.START, acts.Start(), is_expected=True)
    winner = state.seating.may_decline
    if winner is not None:
        yield Option(OptionKind.DECLINE_BOX, acts.DeclineBox(winner), actor=winner, card=winner)
    for seat in _partner_candidates(state):
        yield Option(OptionKind.PARTNER, acts.Partner(seat), actor=state.seating.box, card=seat)
    yield Option(OptionKind.PARTNER, acts.Partner(), actor=state.seating.box)


def cards(state: TableState, game: LiveGame) -> Iterator[Option]:
    """What lies between the box and each member, in line."""
    for seat in game.members:
        if not state.rules.single:
            yield from _doubles_on_card(game, seat)
        yield from answer_options.on_card(game, state.rules, seat)
        yield from _extras(game, seat)


def dock(state: TableState, game: LiveGame) -> Iterator[Option]:
    """What several do at once, and the end of the game."""
    return chain(
        _automatic_doubles(state, game),
        _bulk_doubles(state, game),
        answer_options.in_dock(game, state.rules),
        _declarations(),
        _last_rolls(game),
        ends(state, game),
        _resignations(state, game),
    )


def seats(state: TableState) -> Iterator[Option]:
    """Who may go home, sit out or come back."""
    for seat in state.seating.present:
        if seat in state.seating.sitting_out:
            yield Option(OptionKind.RETURN, acts.Return(seat), actor=seat)
        else:
            yield Option(OptionKind.SIT_OUT, acts.SitOut(seat), actor=seat)
        for proxy in _proxies(state, seat):
            yield Option(OptionKind.LEAVE, acts.Leave(seat, proxy=proxy), actor=seat)


def _proxies(state: TableState, seat: Seat) -> tuple[Seat | None, ...]:
    """Who may act for somebody who leaves a cube behind; nobody where no one has to. Rule: §5, `leave`."""
    game = state.current
    if game is None or state.rules.leave is not Leaving.PROXY or not game.acts_for(seat):
        return (None,)
    return tuple(other for other in game.members if other != seat and other not in game.left)


def ends(state: TableState, game: LiveGame) -> Iterator[Option]:
    """The six results of the board, expected all the time."""
    for side in Side:
        winner = game.player_of(side) if state.opening.kind.is_for_two else side
        for result in results_of(state.opening.kind):
            action = acts.End(winner, result)
            yield Option(OptionKind.END, action, side=side, is_expected=True)


def _doubles_on_card(game: LiveGame, seat: Seat) -> Iterator[Option]:
    asks = 2 * game.cubes[seat].value
    by_box = acts.Double((game.box,), (seat,))
    yield Option(OptionKind.DOUBLE, by_box, actor=game.box, card=seat, side=Side.BOX, asks=asks)
    by_member = acts.Double((seat,))
    yield Option(OptionKind.DOUBLE, by_member, actor=seat, card=seat, side=Side.TEAM, asks=asks)


def _extras(game: LiveGame, seat: Seat) -> Iterator[Option]:
    for taker in game.live:
        value = game.cubes[taker].value
        pays_q = value * game.stake_q(seat, taker) // 2
        action = acts.Extra(seat, taker)
        yield Option(OptionKind.EXTRA, action, actor=seat, card=seat, plays_for=value, pays_q=pays_q)


def _automatic_doubles(state: TableState, game: LiveGame) -> Iterator[Option]:
    yield Option(OptionKind.AUTOMATIC_DOUBLE, acts.AutomaticDouble())
    if state.rules.auto_consent is AutoConsent.INDIVIDUAL:
        for seat in game.live:
            action = acts.AutomaticDouble((seat,))
            yield Option(OptionKind.AUTOMATIC_DOUBLE, action, actor=seat, card=seat)


def _bulk_doubles(state: TableState, game: LiveGame) -> Iterator[Option]:
    for side in Side:
        seats = tuple(seat for seat in game.live if _could_turn(game, seat, side))
        values = {game.cubes[seat].value for seat in seats}
        asks = 2 * values.pop() if len(values) == 1 else None
        if len(seats) > 1 or (seats and state.rules.single):
            yield Option(OptionKind.DOUBLE_ALL, _double_all(game, side, seats), side=side, asks=asks)


def _could_turn(game: LiveGame, seat: Seat, side: Side) -> bool:
    cube = game.cubes[seat]
    asked = game.round is not None and seat in game.round.offered
    gone = side is Side.TEAM and seat not in game.deciding
    return cube.may_be_turned_by(side) and cube.offer is None and not asked and not gone


def _double_all(game: LiveGame, side: Side, seats: tuple[Seat, ...]) -> acts.Double:
    return acts.Double((game.box,), seats) if side is Side.BOX else acts.Double(seats)


def _declarations() -> Iterator[Option]:
    for side in Side:
        yield Option(OptionKind.DECLARE, acts.Declare(side), side=side)


def _resignations(state: TableState, game: LiveGame) -> Iterator[Option]:
    for side in Side:
        player = game.player_of(side)
        for result in results_of(state.opening.kind):
            action = acts.Resign((player,), result)
            yield Option(OptionKind.RESIGN, action, actor=player, side=side, is_expected=True)


def _last_rolls(game: LiveGame) -> Iterator[Option]:
    """What the second mover can have borne off after his last roll. Rule: §8."""
    if (due := game.last_roll) is None:
        return
    mover = game.opponent
    for off in due.counts:
        yield Option(OptionKind.LAST_ROLL, acts.LastRoll(mover, off), actor=mover, side=Side.TEAM)


def _partner_candidates(state: TableState) -> tuple[Seat, ...]:
    """In the order in which the house rules ask them. Rule: §5, `partner_pick`."""
    line = state.seating.line
    match state.rules.partner_pick:
        case PartnerPick.LAST_FIRST:
            return line[::-1]
        case PartnerPick.CAPTAIN:
            return line
        case PartnerPick.NEXT_IN_LINE:
            return (*line[1:], *line[:1])
