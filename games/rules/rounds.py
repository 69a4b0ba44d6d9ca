"""Rounds of offers: who was asked, who answered, and what follows when all have. Rule: §4."""

from dataclasses import replace

from games.rules import cap
from games.rules.cubes import Offer, Offered, Reply, Round, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.settings import CaptainDrop, HouseRules, SoleTaker


def joined(game: LiveGame, side: Side, seats: tuple[Seat, ...]) -> Round:
    """Return the open round, or a new one, with these cubes offered in it."""
    current = game.round or Round(live_at_start=game.live, offered={})
    new = {seat: Offered(side, game.cubes[seat]) for seat in seats}
    return replace(current, offered={**current.offered, **new})


def replied(offers: Round, seats: tuple[Seat, ...], reply: Reply) -> Round:
    """Return the round with the first answer of these cubes noted."""
    new = {seat: replace(offers.offered[seat], reply=reply) for seat in seats}
    return replace(offers, offered={**offers.offered, **new})


def withdrawn(game: LiveGame, seat: Seat) -> Round | None:
    """Return the round without a cube that was settled before anybody answered."""
    if game.round is None or seat not in game.round.offered:
        return game.round
    if game.round.offered[seat].reply is not None:
        return game.round
    rest = {other: one for other, one in game.round.offered.items() if other != seat}
    return replace(game.round, offered=rest)


def settled(game: LiveGame, rules: HouseRules, actors: tuple[Seat, ...]) -> LiveGame:
    """Return the game after an answer: a forced beaver reopens a take, a full round closes.

    `actors` are the members whose cubes the act was about: a sole taker's own take is
    judged as a soft rule and not reopened here.
    """
    if game.round is None:
        return game
    taker = must_beaver(game, rules)
    if taker is not None and taker not in actors:
        return _reopened(game, game.round, taker)
    return game if game.is_waiting else _closed(game, rules, game.round)


def sole_taker(offers: Round | None) -> Seat | None:
    """Return the only one who took when the box doubled every live member, or None."""
    if offers is None:
        return None
    asked = offers.by(Side.BOX)
    if set(asked) != set(offers.live_at_start) or any(one.reply is None for one in asked.values()):
        return None
    kept = [seat for seat, one in asked.items() if one.is_kept]
    return kept[0] if len(kept) == 1 and len(asked) > 1 else None


def must_beaver(game: LiveGame, rules: HouseRules) -> Seat | None:
    """Return the sole taker whose plain take is not enough. Rule: §5, sole_taker."""
    taker = sole_taker(game.round)
    if taker is None or game.round is None or not game.cubes[taker].is_live:
        return None
    offered = game.round.offered
    wanted = rules.sole_taker is SoleTaker.MANDATORY_BEAVER or (
        rules.sole_taker is SoleTaker.MANDATORY_BEAVER_CAPTAIN and taker == game.captain
    )
    initial = all(one.from_centre for one in offered.values())
    possible = rules.animals != 0 and cap.is_within(rules, 2 * offered[taker].proposed)
    took = offered[taker].reply is Reply.TOOK
    applies = initial or not rules.sole_taker_initial_only
    return taker if wanted and applies and possible and took else None


def _reopened(game: LiveGame, offers: Round, taker: Seat) -> LiveGame:
    offered = offers.offered[taker]
    offer = Offer(offered.price, offered.proposed, level=0, doubler=offered.doubler)
    waiting = replace(offered.before, offer=offer)
    again = replace(offers, offered={**offers.offered, taker: replace(offered, reply=None)})
    return replace(game, cubes={**game.cubes, taker: waiting}, round=again)


def _closed(game: LiveGame, rules: HouseRules, offers: Round) -> LiveGame:
    took_another = any(one.is_kept for seat, one in offers.by(Side.TEAM).items() if seat != game.captain)
    heir = _heir(game, offers) if rules.captain_drop is CaptainDrop.POSITION_PASSES else None
    passed = game if heir is None else _passed(game, heir)
    return replace(
        passed,
        round=None,
        last_round=offers,
        box_took_another=game.box_took_another or took_another,
    )


def _passed(game: LiveGame, heir: Seat) -> LiveGame:
    return replace(game, captain=heir, ex_captains=(*game.ex_captains, game.captain))


def _heir(game: LiveGame, offers: Round) -> Seat | None:
    """Who is captain after the captain dropped the box's double. Rule: §4, Captain out."""
    own = offers.by(Side.BOX).get(game.captain)
    if own is None or own.reply is not Reply.DROPPED:
        return None
    asked = offers.by(Side.BOX)
    kept = (seat for seat in game.members if seat in asked and asked[seat].is_kept)
    return game.acting_captain or next(iter(game.live), None) or next(kept, None)
