"""Every game ends here: what it pays, why the box stays or goes, who sits where next."""

from collections.abc import Mapping
from dataclasses import replace

from games.board.outcome import Outcome, Result
from games.rules import long_nard, match, reasons, scoring, seating, settling, who
from games.rules.actions import Declare, End, LastRoll, Resign
from games.rules.board_play import SIDES
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.refusals import of_two
from games.rules.refusals import players as refused
from games.rules.refusals.settling import NameTheWinner, NothingToDeclare
from games.rules.settings import Kind
from games.rules.state import Game, Seating, TableState, results_of
from games.rules.wording import Message, Seats


def end(state: TableState, game: LiveGame, action: End, row: int) -> TableState:
    """Return the table after a board result. Rule: §4, End; §8."""
    check_may_end(game)
    if action.winner is None:
        return _drawn(state, game, action, row)
    winner = _winner(state, game, action.winner)
    _check_result(state, action.result, action.borne_off)
    if state.opening.kind is not Kind.LONG_NARD:
        return _ended(state, game, winner, action.result, row)
    result = long_nard.result_of_end(game, state.rules, action, winner)
    if due := long_nard.last_roll_due(game, state.rules, action, winner):
        return replace(state, current=replace(game, last_roll=due))
    return _ended(state, game, winner, result, row)


def resign(state: TableState, game: LiveGame, action: Resign, row: int) -> TableState:
    """Return the table after an accepted resignation, scored like `end`. Rule: §2."""
    check_may_end(game)
    winner = who.whole_side_of(game, action.by).other
    _check_result(state, action.result, action.borne_off)
    if state.opening.kind is Kind.LONG_NARD:
        return _ended(state, game, winner, long_nard.result_of_resignation(state.rules, action), row)
    return _ended(state, game, winner, action.result, row)


def last_roll(state: TableState, game: LiveGame, action: LastRoll, row: int) -> TableState:
    """Return the table after the second mover's last roll. Rule: §8, `last_roll`."""
    winner, result = long_nard.result_of_last_roll(game, state.rules, action)
    return _ended(state, game, winner, result, row)


def by_board(state: TableState, game: LiveGame, ended: Outcome, row: int) -> TableState:
    """Return the table after the last checker was borne off: the board says who has won, and how. Rule: §1, §8."""
    winner = None if ended.winner is None else SIDES[ended.winner]
    result = long_nard.graded(state.rules, 0) if ended.result is Result.MARS else ended.result
    return _ended(state, game, winner, result, row)


def after(state: TableState, game: LiveGame, row: int) -> TableState:
    """Return the table with the game going on, or over when its last cube has closed."""
    if game.live:
        return replace(state, current=game)
    return _recorded(state, conclude(state, game, _winner_by_closings(game), None, row))


def declare(state: TableState, action: Declare, row: int) -> TableState:
    """Return the table with the captain's result declared, before or after the end."""
    of_two = state.opening.kind.is_for_two
    if state.current is not None and not of_two:
        return replace(state, current=settling.declare(state.current, action))
    if not state.games or of_two:
        raise NothingToDeclare()
    last = state.games[-1]
    played = settling.declare(last.played, action)
    winner = last.winner or _winner_by_closings(played)
    return _declared(state, conclude(state, played, winner, last.result, row))


def conclude(state: TableState, game: LiveGame, winner: Side | None, result: Result | None, row: int) -> Game:
    """Return the finished game; `winner` None leaves it to be declared."""
    rules = state.rules
    own_q = scoring.own_results_q(game, rules, winner, result)
    score: Mapping[Seat, int] = {}
    if state.opening.kind is Kind.MATCH:
        score = match.score_after(state, game, own_q)
        own_q = match.settled_q(state, game, score)
    net_q = -sum(own_q.values())
    share = scoring.partner_share(game, rules, net_q)
    pairs = (
        *scoring.member_pairs(game, own_q),
        *scoring.extra_pairs(game, rules, winner, result),
        *(() if share is None else (share,)),
    )
    following, why = _what_follows(state, game, winner, own_q)
    return Game(
        no=game.no,
        first_row=game.first_row,
        last_row=row,
        box=game.box,
        partner=game.partner,
        captain=game.captain,
        winner=winner,
        result=result,
        points_q=scoring.points_of(game.players, pairs),
        pairs=pairs,
        share=share,
        reasons=why,
        next=following,
        played=game,
        score=score,
    )


def check_may_end(game: LiveGame) -> None:
    """Raise OfferOpen while a cube waits for an answer. Rule: §4, offer rounds."""
    if game.is_waiting:
        waiting = (*game.waiting_for(Side.BOX), *game.waiting_for(Side.TEAM))
        raise refused.OfferOpen(members=Seats(waiting))


def _ended(state: TableState, game: LiveGame, winner: Side | None, result: Result | None, row: int) -> TableState:
    return _recorded(state, conclude(state, game, winner, result, row))


def _drawn(state: TableState, game: LiveGame, action: End, row: int) -> TableState:
    """A draw said at once: the last roll has been thrown."""
    if refusal := long_nard.why_not_draw(state.opening.kind, state.rules):
        raise refusal
    if action.borne_off:
        raise of_two.DrawHasNoWinner()
    return _ended(state, game, None, Result.DRAW, row)


def _check_result(state: TableState, result: Result | None, borne_off: object) -> None:
    """Refuse a result that this kind of play does not know; checkers are counted in long nard only."""
    kind = state.opening.kind
    if result is Result.DRAW:
        raise long_nard.why_not_draw(kind, state.rules) or of_two.DrawHasNoWinner()
    if result not in (None, *results_of(kind)) or (borne_off not in (None, ()) and kind is not Kind.LONG_NARD):
        raise of_two.WrongResult()


def _winner(state: TableState, game: LiveGame, named: Side | Seat) -> Side:
    if not isinstance(named, Side):
        return who.side_of(game, named)
    if state.opening.kind.is_for_two:
        raise NameTheWinner()
    return named


def _winner_by_closings(game: LiveGame) -> Side | None:
    """Who won the last closing; a deal at zero leaves it to be declared. Rule: §4, End."""
    assert game.last_closed is not None
    closed = game.cubes[game.last_closed].closed
    assert closed is not None
    return closed.winner or game.declared


def _what_follows(
    state: TableState, game: LiveGame, winner: Side | None, own_q: dict[Seat, int]
) -> tuple[Seating | None, tuple[Message, ...]]:
    dealt = settling.captain_dealt(game) and not state.opening.kind.is_for_two
    if _must_be_declared(state, game, winner):
        return None, ()
    verdict = reasons.Verdict(
        box=game.box,
        captain=game.captain,
        captain_won=game.declared is Side.TEAM if dealt else own_q[game.captain] > 0,
        own_q=own_q,
        net_q=-sum(own_q.values()),
        winner=winner,
    )
    return _rotation(state, game, verdict)


def _must_be_declared(state: TableState, game: LiveGame, winner: Side | None) -> bool:
    """Whether a deal left open who sits where; a game for two knows neither box nor captain."""
    if state.opening.kind.is_for_two:
        return False
    return winner is None or (settling.captain_dealt(game) and game.declared is None)


def _rotation(state: TableState, game: LiveGame, verdict: reasons.Verdict) -> tuple[Seating, tuple[Message, ...]]:
    rules, kind = state.rules, state.opening.kind
    if kind is Kind.LONG_NARD:
        stays = long_nard.starter_stays(rules, verdict.winner)
        turned = seating.rotated(state.seating, game, rules, stays=stays, captain_won=not stays)
        return replace(turned, may_decline=None), ()
    stays, captain_won = reasons.box_stays(rules, verdict), verdict.captain_won
    following = seating.rotated(state.seating, game, rules, stays=stays, captain_won=captain_won)
    if kind.is_for_two:
        return following, ()
    return following, reasons.why(rules, verdict, following)


def _recorded(state: TableState, game: Game) -> TableState:
    return replace(
        state,
        games=(*state.games, game),
        current=None,
        next_no=game.no + 1,
        seating=game.next or state.seating,
        totals_q=_added(state, game),
    )


def _declared(state: TableState, game: Game) -> TableState:
    """The last game again, with its winner; what it paid before is taken out of the totals."""
    last = state.games[-1].points_q
    totals_q = {seat: total - last.get(seat, 0) + game.points_q.get(seat, 0) for seat, total in state.totals_q.items()}
    return replace(
        state,
        games=(*state.games[:-1], game),
        seating=game.next or state.seating,
        totals_q=totals_q,
    )


def _added(state: TableState, game: Game) -> dict[Seat, int]:
    totals_q = dict(state.totals_q)
    for seat, points_q in game.points_q.items():
        totals_q[seat] = totals_q.get(seat, 0) + points_q
    return totals_q
