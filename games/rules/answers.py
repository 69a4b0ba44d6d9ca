"""Answering cubes: take, drop, beaver and the other animals. Rule: §2, §4, Cube actions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from games.rules import cap, rounds, soft_rules, who
from games.rules.actions import Accept, Answer, Beaver, Drop, Otter, Raccoon, Refuse, Take
from games.rules.cubes import Closed, Closing, Cube, Offer, Owner, Reply, Seat, Side
from games.rules.errors import RuleViolation
from games.rules.live_game import LiveGame
from games.rules.refusals import cubes as refused
from games.rules.settings import HouseRules
from games.rules.wording import Seats

AnyAnswer = Take | Drop | Beaver | Accept | Refuse | Raccoon | Otter

_REPLIES: Mapping[type[Answer], Reply] = {
    Take: Reply.TOOK,
    Drop: Reply.DROPPED,
    Beaver: Reply.BEAVERED,
}


def answer(game: LiveGame, rules: HouseRules, action: AnyAnswer) -> LiveGame:
    """Return the game with these offers answered; hard refusals first, then soft ones."""
    side = who.acting_side(game, action.by)
    seats = _cubes_answered(game, rules, side, action)
    for seat in seats:
        if refusal := why_not_answer(game, rules, seat, side, action):
            raise refusal
    answered = _answered(game, side, seats, action)
    if not action.may_pass_soft_rules:
        soft_rules.judge_answer(game, answered, rules, side, seats, action)
    return rounds.settled(answered, rules, seats)


def why_not_answer(
    game: LiveGame, rules: HouseRules, seat: Seat, side: Side, action: AnyAnswer
) -> RuleViolation | None:
    """Return why that side may not answer a member's cube like this, or None when it may."""
    cube, box, member = game.cubes[seat], Seats((game.box,)), Seats((seat,))
    if not cube.is_live:
        return refused.CubeClosed(member=member)
    if cube.offer is None:
        return refused.NoOffer(box=box, member=member)
    if cube.offer.answerer is not side:
        return refused.NotYoursToAnswer(box=box, member=member)
    if action.value not in (None, cube.offer.proposed):
        return refused.OfferChanged(member=member, proposed=cube.offer.proposed)
    return _why_not_word(game, rules, seat, cube.offer, action)


def fits(offer: Offer, action: AnyAnswer) -> bool:
    """Whether the word answers an offer of that level: a double, or a certain animal."""
    match action:
        case Take() | Drop() | Beaver():
            return offer.level == 0
        case Accept() | Refuse():
            return offer.level >= 1
        case Raccoon():
            return offer.level == 1
        case Otter():
            return offer.level >= 2
        case _:
            assert_never(action)


def _why_not_word(
    game: LiveGame, rules: HouseRules, seat: Seat, offer: Offer, action: AnyAnswer
) -> RuleViolation | None:
    if not fits(offer, action):
        wrong = refused.AnswerTheDouble if offer.level == 0 else refused.AnswerTheAnimal
        return wrong(member=Seats((seat,)))
    if not isinstance(action, Beaver | Raccoon | Otter):
        return None
    if rules.animals is not None and rules.animals <= offer.level:
        return refused.AnimalOff()
    return cap.why_not(rules, game.box, seat, 2 * offer.proposed)


def _cubes_answered(game: LiveGame, rules: HouseRules, side: Side, action: AnyAnswer) -> tuple[Seat, ...]:
    if side is Side.BOX:
        seats = _answered_by_box(game, rules, action)
    else:
        who.check_against_box(game, action.to)
        seats = _answered_by_team(game, rules, action)
    return _with_followers(game, rules, side, seats, action)


def _answered_by_box(game: LiveGame, rules: HouseRules, action: AnyAnswer) -> tuple[Seat, ...]:
    who.check_members(game, action.to)
    waiting = game.waiting_for(Side.BOX)
    if rules.single and action.to and set(action.to) != set(waiting):
        raise refused.WholeTeam(members=Seats(waiting or game.live))
    fitting = tuple(seat for seat in waiting if _fits(game.cubes[seat], action))
    seats = action.to or fitting or waiting
    if not seats:
        raise refused.NothingToAnswer(player=Seats((game.box,)))
    return seats


def _answered_by_team(game: LiveGame, rules: HouseRules, action: AnyAnswer) -> tuple[Seat, ...]:
    waiting = game.waiting_for(Side.TEAM)
    if not rules.single or isinstance(action, Take | Drop) or not waiting:
        return action.by
    if isinstance(action, Beaver):
        return _beavered_by_whole_team(game, action, waiting)
    captain = game.acting_captain
    if captain is not None and captain not in action.by:
        raise refused.CaptainAnswers(captain=Seats((captain,)))
    return waiting


def _beavered_by_whole_team(game: LiveGame, action: Beaver, waiting: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """All who have not dropped, in one act, before any of them takes. Rule: §4, single."""
    took = tuple(seat for seat in game.live if game.round and game.round.offered[seat].reply is Reply.TOOK)
    if took:
        raise refused.BeaverTooLate(members=Seats(took))
    here = tuple(seat for seat in waiting if seat in game.deciding)
    if not set(here) <= set(action.by):
        raise refused.WholeTeam(members=Seats(here))
    return tuple(dict.fromkeys((*action.by, *waiting)))


def _with_followers(
    game: LiveGame, rules: HouseRules, side: Side, seats: tuple[Seat, ...], action: AnyAnswer
) -> tuple[Seat, ...]:
    """Add the cubes of those who went home where the captain's is answered. Rule: §5, leave."""
    captain = game.acting_captain
    if captain in seats:
        return (*seats, *_followers(game, rules, side, seats, action))
    captain_waits = captain is not None and captain in game.waiting_for(side)
    for seat in seats:
        if captain_waits and seat in game.followers:
            raise refused.FollowsCaptain(member=Seats((seat,)))
    return seats


def _followers(
    game: LiveGame, rules: HouseRules, side: Side, seats: tuple[Seat, ...], action: AnyAnswer
) -> tuple[Seat, ...]:
    anyhow = replace(action, value=None)
    return tuple(
        seat for seat in game.followers if seat not in seats and why_not_answer(game, rules, seat, side, anyhow) is None
    )


def _fits(cube: Cube, action: AnyAnswer) -> bool:
    return cube.offer is not None and fits(cube.offer, action)


def _answered(game: LiveGame, side: Side, seats: tuple[Seat, ...], action: AnyAnswer) -> LiveGame:
    new = {seat: _cube_after(game, seat, action) for seat in seats}
    reply = _REPLIES.get(type(action))
    return replace(
        game,
        cubes={**game.cubes, **new},
        round=rounds.replied(game.round, seats, reply) if reply and game.round else game.round,
        window_closed=game.window_closed or (side is Side.BOX and reply is not None),
        last_closed=seats[-1] if isinstance(action, Drop | Refuse) else game.last_closed,
    )


def _cube_after(game: LiveGame, seat: Seat, action: AnyAnswer) -> Cube:
    cube = game.cubes[seat]
    offer = cube.offer
    assert offer is not None
    match action:
        case Take() | Accept():
            return _played_for(cube, offer)
        case Drop() | Refuse():
            return _paid(game, seat, cube, offer)
        case Beaver() | Raccoon() | Otter():
            return replace(cube, offer=_turned_again(offer))
        case _:
            assert_never(action)


def _played_for(cube: Cube, offer: Offer) -> Cube:
    owner = Owner.of(offer.doubler.other)
    return replace(cube, value=offer.proposed, owner=owner, turned=True, offer=None)


def _turned_again(offer: Offer) -> Offer:
    return replace(offer, price=offer.proposed, proposed=2 * offer.proposed, level=offer.level + 1)


def _paid(game: LiveGame, seat: Seat, cube: Cube, offer: Offer) -> Cube:
    winner = offer.answerer.other
    points_q = offer.price * game.stake_q(seat, game.box) * (1 if winner is Side.TEAM else -1)
    how = Closed.DROPPED if offer.level == 0 else Closed.REFUSED
    return replace(cube, offer=None, closed=Closing(how, winner, points_q))
