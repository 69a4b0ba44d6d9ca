"""The answers to cubes that wait, one by one on the cards and together in the dock."""

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from games.rules import acts
from games.rules.answers import AnyAnswer
from games.rules.cubes import Offer, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.options import Option, OptionKind
from games.rules.settings import HouseRules

Make: TypeAlias = Callable[..., AnyAnswer]


class Word(NamedTuple):
    """An answer's word: what it makes, and its kinds on a card and in the dock."""

    make: Make
    one: OptionKind
    all: OptionKind


TAKE = Word(acts.Take, OptionKind.TAKE, OptionKind.TAKE_ALL)
DROP = Word(acts.Drop, OptionKind.DROP, OptionKind.DROP_ALL)
ACCEPT = Word(acts.Accept, OptionKind.ACCEPT, OptionKind.ACCEPT_ALL)
REFUSE = Word(acts.Refuse, OptionKind.REFUSE, OptionKind.REFUSE_ALL)
BEAVER = Word(acts.Beaver, OptionKind.BEAVER, OptionKind.BEAVER_ALL)
RACCOON = Word(acts.Raccoon, OptionKind.RACCOON, OptionKind.RACCOON_ALL)
OTTER = Word(acts.Otter, OptionKind.OTTER, OptionKind.OTTER_ALL)

ANIMALS = (BEAVER, RACCOON, OTTER)


def on_card(game: LiveGame, rules: HouseRules, seat: Seat) -> Iterator[Option]:
    """The answers to one member's cube: take, drop and beaver, in that order, or their like.

    With one cube for the team only its own takes and drops stand on the cards.
    """
    offer = game.cubes[seat].offer
    if offer is None:
        return
    side = offer.answerer
    together = rules.single and (side is Side.BOX or offer.level > 0)
    for word in () if together else _words(offer):
        if rules.single and word is BEAVER:
            continue
        actor = game.box if side is Side.BOX else seat
        to = (seat,) if side is Side.BOX else ()
        action = word.make((actor,), to, offer.proposed)
        yield _priced(word.one, word, action, game, (seat,), actor=actor, card=seat)


def in_dock(game: LiveGame, rules: HouseRules) -> Iterator[Option]:
    """The answers to all cubes that wait for one side at one level."""
    for side in Side:
        for level in sorted({_offer(game, seat).level for seat in game.waiting_for(side)}):
            seats = tuple(seat for seat in game.waiting_for(side) if _offer(game, seat).level == level)
            if len(seats) > 1 or rules.single:
                yield from _together(game, rules, side, seats)


def _together(game: LiveGame, rules: HouseRules, side: Side, seats: tuple[Seat, ...]) -> Iterator[Option]:
    offer = _offer(game, seats[0])
    for word in _words(offer):
        by, to = ((game.box,), seats) if side is Side.BOX else (_team(game, rules, offer, seats), ())
        action = word.make(by, to)
        yield _priced(word.all, word, action, game, seats, actor=None, card=None)


def _team(game: LiveGame, rules: HouseRules, offer: Offer, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those who answer: members who are here; for the team's one animal its captain."""
    captain = game.acting_captain
    if rules.single and offer.level > 0 and captain is not None:
        return (captain,)
    return tuple(seat for seat in seats if seat in game.deciding) or seats


def _words(offer: Offer) -> tuple[Word, ...]:
    """The answers to an offer of that level; past the otter every animal is an otter."""
    animal = ANIMALS[min(offer.level, 2)]
    return (TAKE, DROP, animal) if offer.level == 0 else (ACCEPT, REFUSE, animal)


def _priced(
    kind: OptionKind,
    word: Word,
    action: AnyAnswer,
    game: LiveGame,
    seats: tuple[Seat, ...],
    *,
    actor: Seat | None,
    card: Seat | None,
) -> Option:
    offers = [_offer(game, seat) for seat in seats]
    proposed = {offer.proposed for offer in offers}
    value = proposed.pop() if len(proposed) == 1 else None
    pays_q = sum(_offer(game, seat).price * game.stake_q(seat, game.box) for seat in seats)
    return Option(
        kind,
        action,
        actor=actor,
        card=card,
        side=offers[0].answerer,
        plays_for=value if word in (TAKE, ACCEPT) else None,
        pays_q=pays_q if word in (DROP, REFUSE) else None,
        asks=2 * value if word in ANIMALS and value is not None else None,
    )


def _offer(game: LiveGame, seat: Seat) -> Offer:
    offer = game.cubes[seat].offer
    assert offer is not None
    return offer
