"""The engine: a table is opened, and each action gives the next state or is refused."""

from dataclasses import replace
from typing import assert_never

from games.rules import answers, board_play, ending, offers, seats, settling, who
from games.rules import match as match_play
from games.rules.actions import (
    Accept,
    Action,
    Adjust,
    Amend,
    AutomaticDouble,
    Beaver,
    Challenge,
    Deal,
    Declare,
    DeclineBox,
    Double,
    Drop,
    End,
    Extra,
    Join,
    LastRoll,
    Leave,
    Note,
    Otter,
    Partner,
    Play,
    Raccoon,
    Refuse,
    Reorder,
    Resign,
    Return,
    Roll,
    SitOut,
    Start,
    Take,
    Undo,
)
from games.rules.cubes import Cube, Seat
from games.rules.live_game import LiveGame
from games.rules.refusals import of_two
from games.rules.refusals import players as refused
from games.rules.refusals.record import NeedsTheLog, ReasonMissing, SumNotZero
from games.rules.settings import Kind
from games.rules.state import Adjustment, Opening, Seating, TableState
from games.rules.wording import Points, Seats


def open_table(opening: Opening) -> TableState:
    """Return the table of an opening before anything was done there."""
    box, *queue = opening.players
    everybody = (*opening.players, *(() if opening.partner is None else (opening.partner,)))
    return TableState(
        opening=opening,
        seating=Seating(box=box, queue=tuple(queue), partner=opening.partner),
        stakes=opening.stakes,
        totals_q=dict.fromkeys(everybody, 0),
    )


def apply(state: TableState, action: Action, row: int | None = None) -> TableState:
    """Return the table after `action`; raise a RuleViolation if the rules refuse it.

    `row` is the action's position in the log, by default the next one.
    """
    at = state.rows + 1 if row is None else row
    match_play.check_goes_on(state, action)
    return replace(_applied(state, action, at), rows=at)


def _applied(state: TableState, action: Action, row: int) -> TableState:
    match action:
        case Start():
            return _started(state, row)
        case AutomaticDouble() | Double() | Deal() | End() | Resign():
            begun = _begun(state, row)
            return _played(begun, _game(begun), action, row)
        case Roll() | Play():
            return _on_board(_begun(state, row), action, row)
        case Challenge():
            return replace(state, current=board_play.challenge(_finished(state), action))
        case Take() | Drop() | Beaver() | Accept() | Refuse() | Raccoon() | Otter():
            game = answers.answer(_game(state), state.rules, action)
            return ending.after(state, game, row)
        case Extra():
            game = settling.play_extra(_game(state), state.rules, action)
            return replace(state, current=game)
        case LastRoll():
            return ending.last_roll(state, _finished(state), action, row)
        case Declare():
            return ending.declare(state, action, row)
        case Join() | Leave() | SitOut() | Return() | Partner() | DeclineBox() | Reorder():
            return _reseated(state, action, row)
        case Adjust():
            return _adjusted(state, action, row)
        case Note():
            return state
        case Undo() | Amend():
            raise NeedsTheLog()
        case _:
            assert_never(action)


def _played(
    state: TableState,
    game: LiveGame,
    action: AutomaticDouble | Double | Deal | End | Resign,
    row: int,
) -> TableState:
    """One of the actions that begin a game when none is on. Rule: §4, End."""
    match action:
        case AutomaticDouble():
            return replace(state, current=offers.automatic_double(game, state.rules, action))
        case Double():
            return replace(state, current=_doubled(state, game, action))
        case Deal():
            return ending.after(state, settling.deal(game, state.rules, action), row)
        case End():
            return ending.end(state, game, action, row)
        case Resign():
            return ending.resign(state, game, action, row)
        case _:
            assert_never(action)


def _on_board(state: TableState, action: Roll | Play, row: int) -> TableState:
    """A roll or a play; a last roll of long nard is thrown and played on the board as well."""
    game = _finished(state)
    if game.board is None:
        game = _game(state)
    if isinstance(action, Roll):
        return replace(state, current=board_play.roll(state, game, action))
    played = board_play.play(state, game, action)
    ended = board_play.outcome_of(state, played)
    return replace(state, current=played) if ended is None else ending.by_board(state, played, ended, row)


def _doubled(state: TableState, game: LiveGame, action: Double) -> LiveGame:
    kind = state.opening.kind
    if kind is Kind.LONG_NARD and not state.rules.cube:
        raise of_two.NoCube()
    game = board_play.before_double(game, who.acting_side(game, action.by))
    if kind is not Kind.MATCH:
        return offers.double(game, state.rules, action)
    match_play.check_not_crawford(state)
    dead = game.dead_cube or match_play.has_dead_cube(state, game, action.by)
    return replace(offers.double(game, state.rules, action), dead_cube=dead)


def _reseated(
    state: TableState,
    action: Join | Leave | SitOut | Return | Partner | DeclineBox | Reorder,
    row: int,
) -> TableState:
    match action:
        case Join():
            return seats.join(state, action)
        case Leave():
            gone = seats.leave(state, action)
            return gone if gone.current is None else ending.after(gone, gone.current, row)
        case SitOut():
            return seats.sit_out(state, action)
        case Return():
            return seats.return_(state, action)
        case Partner():
            return seats.partner(state, action)
        case DeclineBox():
            return seats.decline_box(state, action)
        case Reorder():
            return seats.reorder(state, action)
        case _:
            assert_never(action)


def check_may_start(state: TableState) -> None:
    """Raise a refusal when the next game cannot begin now."""
    seats.check_between_games(state)
    seating = state.seating
    if not seating.line or seating.box in seating.sitting_out:
        raise refused.NotEnoughPlayers()


def _started(state: TableState, row: int) -> TableState:
    check_may_start(state)
    seating = state.seating
    members = seating.line
    game = LiveGame(
        no=state.next_no,
        first_row=row,
        box=seating.box,
        partner=seating.partner,
        members=members,
        captain=members[0],
        cubes=dict.fromkeys(members, Cube()),
        stakes=state.stakes,
    )
    return replace(state, current=game, seating=replace(seating, may_decline=None))


def _begun(state: TableState, row: int) -> TableState:
    return state if state.current is not None else _started(state, row)


def _game(state: TableState) -> LiveGame:
    game = _finished(state)
    if game.last_roll is not None:
        raise of_two.LastRollIsDue(player=Seats(game.members))
    return game


def _finished(state: TableState) -> LiveGame:
    """The game being played, also when only its last roll is left."""
    if state.current is None:
        raise refused.NoGame()
    return state.current


def _adjusted(state: TableState, action: Adjust, row: int) -> TableState:
    """A correction of the totals, with a reason, that sums to zero."""
    if not action.reason.strip():
        raise ReasonMissing()
    if total := sum(points_q for _, points_q in action.points_q):
        raise SumNotZero(sum=Points(total))
    totals_q = dict(state.totals_q)
    for seat, points_q in action.points_q:
        _check_known(state, seat)
        totals_q[seat] = totals_q.get(seat, 0) + points_q
    adjustment = Adjustment(row, dict(action.points_q))
    return replace(state, adjustments=(*state.adjustments, adjustment), totals_q=totals_q)


def _check_known(state: TableState, seat: Seat) -> None:
    if seat not in state.totals_q and seat not in state.seating.present:
        raise refused.NotAtTable(player=Seats((seat,)))
