"""Cubes settled otherwise: deals, forfeits, the declared winner, extras. Rule: §4."""

from dataclasses import replace

from games.rules import rounds, soft_rules, who
from games.rules.actions import Deal, Declare, Extra
from games.rules.cubes import Closed, Closing, ExtraCube, Reply, Seat, Side
from games.rules.errors import RuleViolation
from games.rules.live_game import LiveGame
from games.rules.refusals import cubes as cube_refused
from games.rules.refusals import settling as refused
from games.rules.refusals.seats import HasLeft
from games.rules.settings import Extras, HouseRules
from games.rules.wording import Points, Seats


def deal(game: LiveGame, rules: HouseRules, action: Deal) -> LiveGame:
    """Return the game with one cube settled for what the two agreed. Rule: §4, Deal.

    A cube that waits for an answer can be settled too; the offer is then withdrawn.
    """
    if not rules.deals:
        raise refused.DealsOff()
    member, points_q = _terms(game, action)
    settled = settle_for(game, rules, member, points_q)
    if not action.may_pass_soft_rules:
        soft_rules.judge_withdrawal(game, rules, member)
    return settled


def settle_for(game: LiveGame, rules: HouseRules, member: Seat, points_q: int) -> LiveGame:
    """Return the game with a member's live cube closed for that many quarter points."""
    if not game.cubes[member].is_live:
        raise cube_refused.CubeClosed(member=Seats((member,)))
    if points_q % rules.point_step:
        raise refused.FinerThanStep(step=Points(rules.point_step))
    closing = Closing(Closed.DEAL, _receiver(points_q), points_q)
    closed = _closed(game, member, closing)
    return rounds.settled(replace(closed, round=rounds.withdrawn(game, member)), rules, (member,))


def forfeit(game: LiveGame, rules: HouseRules, member: Seat) -> LiveGame:
    """Return the game with a leaver's cube won by the box, once. Rule: §5, leave: forfeit."""
    cube = game.cubes[member]
    price = cube.value if cube.offer is None else cube.offer.price
    points_q = -price * game.stake_q(member, game.box)
    closed = _closed(game, member, Closing(Closed.FORFEIT, Side.BOX, points_q))
    return rounds.settled(_forfeited_in_round(closed, member), rules, (member,))


def declare(game: LiveGame, action: Declare) -> LiveGame:
    """Return the game with its captain's result declared. Rule: §4, Deal."""
    if refusal := why_not_declare(game):
        raise refusal
    return replace(game, declared=action.winner)


def why_not_declare(game: LiveGame) -> RuleViolation | None:
    """Return why nothing can be declared in this game, or None when it can."""
    if game.declared is not None:
        return refused.AlreadyDeclared()
    return None if captain_dealt(game) or winner_is_open(game) else refused.NothingToDeclare()


def captain_dealt(game: LiveGame) -> bool:
    """Whether the captain's own cube was settled by a deal."""
    closed = game.cubes[game.captain].closed
    return closed is not None and closed.how is Closed.DEAL


def winner_is_open(game: LiveGame) -> bool:
    """Whether the last live cube was closed by a deal at zero, so that nobody won."""
    if game.live or game.last_closed is None:
        return False
    closed = game.cubes[game.last_closed].closed
    return closed is not None and closed.winner is None


def play_extra(game: LiveGame, rules: HouseRules, action: Extra) -> LiveGame:
    """Return the game with a dropper's extra cube against the sole taker. Rule: §4, Extra."""
    if refusal := why_not_extra(game, rules, action.dropper, action.taker):
        raise refusal
    cube = ExtraCube(action.dropper, action.taker, game.cubes[action.taker].value)
    return replace(game, extras=(*game.extras, cube))


def why_not_extra(game: LiveGame, rules: HouseRules, dropper: Seat, taker: Seat) -> RuleViolation | None:
    """Return why that extra may not be played now, or None when it may."""
    if rules.extras is Extras.NONE:
        return refused.ExtrasOff()
    who.check_members(game, (dropper,))
    who.check_members(game, (taker,))
    if refusal := _why_not_against(game, taker):
        return refusal
    return _why_not_dropper(game, dropper)


def _why_not_against(game: LiveGame, taker: Seat) -> RuleViolation | None:
    """The sole taker of the last round, his cube live and not offered again since."""
    if game.round is not None and taker == rounds.sole_taker(game.last_round):
        return refused.ExtraTooLate(taker=Seats((taker,)))
    if taker != rounds.sole_taker(game.round or game.last_round):
        return refused.NotSoleTaker(taker=Seats((taker,)))
    if game.round is not None:
        return cube_refused.AlreadyOffered(box=Seats((game.box,)), member=Seats((taker,)))
    return None if game.cubes[taker].is_live else cube_refused.CubeClosed(member=Seats((taker,)))


def _why_not_dropper(game: LiveGame, dropper: Seat) -> RuleViolation | None:
    named = Seats((dropper,))
    offered = game.last_round.offered if game.last_round is not None else {}
    if dropper not in offered or offered[dropper].reply is not Reply.DROPPED:
        return refused.NotADropper(dropper=named)
    if dropper in game.left:
        return HasLeft(player=named)
    if any(one.dropper == dropper for one in game.extras):
        return refused.ExtraTwice(dropper=named)
    return None


def _terms(game: LiveGame, action: Deal) -> tuple[Seat, int]:
    """The member of a deal and what he receives, whichever of the two was named first."""
    opponent = action.opponent
    if action.player == game.box and opponent is None and len(game.members) == 1:
        opponent = game.opponent
    if action.player == game.box and opponent is not None and opponent in game.cubes:
        return opponent, -action.points_q
    if opponent not in (None, game.box) or action.player in (game.box, game.partner):
        raise refused.DealWithBox()
    who.check_member(game, action.player)
    return action.player, action.points_q


def _receiver(points_q: int) -> Side | None:
    if points_q == 0:
        return None
    return Side.TEAM if points_q > 0 else Side.BOX


def _closed(game: LiveGame, member: Seat, closing: Closing) -> LiveGame:
    cube = replace(game.cubes[member], offer=None, closed=closing)
    return replace(game, cubes={**game.cubes, member: cube}, last_closed=member)


def _forfeited_in_round(game: LiveGame, member: Seat) -> LiveGame:
    """An unanswered double of the box counts as dropped; an own one is withdrawn."""
    offered = game.round.offered.get(member) if game.round is not None else None
    if game.round is None or offered is None or offered.reply is not None:
        return game
    if offered.doubler is Side.TEAM:
        return replace(game, round=rounds.withdrawn(game, member))
    return replace(game, round=rounds.replied(game.round, (member,), Reply.DROPPED))
