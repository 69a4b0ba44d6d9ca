"""Who sits where next: the rotation after a game, and places between games. Rule: §4, §7."""

from dataclasses import replace

from games.rules.cubes import Seat
from games.rules.live_game import LiveGame
from games.rules.settings import HouseRules, Joining
from games.rules.state import Seating


def rotated(seating: Seating, game: LiveGame, rules: HouseRules, *, stays: bool, captain_won: bool) -> Seating:
    """Return the seating after a game. Rule: §7, 1-3, then 5 and 6."""
    turned = _turned(seating, game, stays=stays, captain_won=captain_won)
    lost = replace(turned, last_loser=turned.queue[-1])
    grouped = regrouped(lost, rules, old_box=game.box if stays else None, losers=(game.captain, game.box))
    seated = with_newcomers(replace(grouped, waiting=()), rules, grouped.waiting)
    won = captain_won and not stays and seated.box == game.captain
    return replace(seated, may_decline=game.captain if won else None)


def regrouped(seating: Seating, rules: HouseRules, *, old_box: Seat | None, losers: tuple[Seat, ...] = ()) -> Seating:
    """Return the seating after absent players made room; `old_box` is None where the box has not held.

    A box who left or sits out hands the box on; when the box has changed hands the partner
    becomes captain; leavers drop out. Rule: §4, Leaver, Sitting out, Partner.
    """
    handed = _box_handed_on(seating)
    paired = _partner_seated(handed, rules, old_box, losers)
    return replace(
        paired,
        queue=tuple(seat for seat in paired.queue if seat not in paired.leaving),
        sitting_out=paired.sitting_out - (paired.leaving - set(paired.waiting)),
        leaving=frozenset(),
        last_loser=None if paired.last_loser in paired.leaving else paired.last_loser,
    )


def with_newcomers(seating: Seating, rules: HouseRules, seats: tuple[Seat, ...]) -> Seating:
    """Return the seating with newcomers at the tail, or just ahead of the last loser.

    At the tail also where nobody in line has lost: before the first game, or when the loser
    has gone home. Rule: §7.5.
    """
    queue = seating.queue
    if rules.join is Joining.BEFORE_LOSER and seating.last_loser in queue:
        at = queue.index(seating.last_loser)
        return replace(seating, queue=(*queue[:at], *seats, *queue[at:]))
    return replace(seating, queue=(*queue, *seats))


def with_partner(seating: Seating, partner: Seat | None) -> Seating:
    """Return the seating with another partner of the box; the old one goes to the tail."""
    old = () if seating.partner is None else (seating.partner,)
    queue = tuple(seat for seat in seating.queue if seat != partner)
    return replace(seating, queue=(*queue, *old), partner=partner)


def with_box_declined(seating: Seating, decliner: Seat) -> Seating:
    """Return the seating after the winner passed the box on: he is right behind the captain."""
    box = seating.line[0]
    rest = tuple(seat for seat in seating.queue if seat != box)
    captain = next((seat for seat in rest if seat not in seating.sitting_out), None)
    behind = 0 if captain is None else rest.index(captain) + 1
    return replace(seating, box=box, queue=(*rest[:behind], decliner, *rest[behind:]), may_decline=None)


def _rest(seating: Seating, game: LiveGame) -> tuple[Seat, ...]:
    """The others of the queue in order, then the ex-captains in the order they passed."""
    named = {game.captain, *game.ex_captains}
    return (*(seat for seat in seating.queue if seat not in named), *game.ex_captains)


def _turned(seating: Seating, game: LiveGame, *, stays: bool, captain_won: bool) -> Seating:
    """The bare rotation of box and queue. Rule: §7, 1-3."""
    rest = _rest(seating, game)
    heirs = _playing(seating, rest)
    if stays:
        return replace(seating, queue=(*rest, game.captain))
    if captain_won or not heirs:
        return replace(seating, box=game.captain, queue=(*rest, game.box))
    behind = (seat for seat in rest if seat != heirs[0])
    return replace(seating, box=heirs[0], queue=(*behind, game.captain, game.box))


def _playing(seating: Seating, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    absent = seating.sitting_out | seating.leaving
    return tuple(seat for seat in seats if seat not in absent)


def _box_handed_on(seating: Seating) -> Seating:
    while not _playing(seating, (seating.box,)) and (heir := _heir(seating)) is not None:
        tail = () if seating.box in seating.leaving else (seating.box,)
        seating = replace(
            seating,
            box=heir,
            queue=(*(seat for seat in seating.queue if seat != heir), *tail),
            partner=None if heir == seating.partner else seating.partner,
            may_decline=None,
        )
    return seating


def _heir(seating: Seating) -> Seat | None:
    """The next captain; for a box who left, anybody who is still there."""
    if line := _playing(seating, seating.queue):
        return line[0]
    if seating.box not in seating.leaving:
        return None
    others = (*seating.queue, *(() if seating.partner is None else (seating.partner,)))
    here = tuple(seat for seat in others if seat not in seating.leaving)
    return next(iter((*_playing(seating, here), *here)), None)


def _partner_seated(seating: Seating, rules: HouseRules, old_box: Seat | None, losers: tuple[Seat, ...]) -> Seating:
    old = seating.partner
    if old is None or old in seating.leaving:
        return replace(seating, partner=None)
    if seating.box != old_box:
        new = _next_partner(seating, rules, losers)
        behind = (seat for seat in seating.queue if seat != new)
        return replace(seating, partner=new, queue=(old, *behind))
    if old in seating.sitting_out:
        return replace(seating, partner=None, queue=(*seating.queue, old))
    return seating


def _next_partner(seating: Seating, rules: HouseRules, losers: tuple[Seat, ...]) -> Seat | None:
    """The next in line after the new box, while enough play the next game, newcomers among them."""
    line = _playing(seating, seating.queue)
    candidates = [seat for seat in line if seat not in losers]
    old = () if seating.partner is None else (seating.partner,)
    newcomers = tuple(seat for seat in seating.waiting if seat not in seating.sitting_out)
    here = 1 + len(_playing(seating, (*old, *seating.queue))) + len(newcomers)
    enough = rules.partner_min is not None and here >= rules.partner_min
    return candidates[0] if candidates and enough else None
