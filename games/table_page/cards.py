"""The box on felt and the members' cards: each card is one cube, and says what each act costs before it is tapped."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from club import formats
from games.rules import actions as a
from games.rules.cubes import Closed, Closing, Cube, Offer, Owner, Seat, Side
from games.table_page import words
from games.table_page.controls import Button
from games.table_page.felt import Felt
from games.table_page.model import Card
from games.table_page.words import amount


def crew(felt: Felt) -> tuple[Card, ...]:
    """Return a card for each member, in line."""
    return tuple(_card(felt, seat) for seat in felt.game.members)


def _card(felt: Felt, seat: Seat) -> Card:
    cube = felt.game.cubes[seat]
    common = _Common(seat, felt.name(seat), felt.score(seat), _role(felt, seat), seat == felt.viewer.seat)
    if cube.closed is not None:
        return common.card("out", _closed_line(felt, cube.closed), one=_extra(felt, seat))
    if cube.offer is not None:
        return _asked(felt, common, cube, cube.offer)
    return _live(felt, common, cube)


@dataclass(frozen=True, slots=True)
class _Common:
    seat: Seat
    name: str
    score: str
    role: str
    is_you: bool

    def card(self, state: str, line: str, **more: object) -> Card:
        """Return a card of this member in that state."""
        return Card(self.seat, self.name, self.score, state, self.role, line, is_you=self.is_you, **more)  # type: ignore[arg-type]


def _role(felt: Felt, seat: Seat) -> str:
    return _("Player") if felt.of_two else words.place(felt.game, seat, felt.name)


def _live(felt: Felt, common: _Common, cube: Cube) -> Card:
    if not felt.has_cube:
        return common.card("live", "", has_cube=False)
    one = _one(felt, common.seat, cube)
    return common.card(
        "live",
        _holder(felt, common.seat, cube),
        value=cube.value,
        at=str(cube.owner),
        rail_label=_rail_label(felt, common, cube),
        chooses=_chooses(felt),
        one=one,
    )


def _rail_label(felt: Felt, common: _Common, cube: Cube) -> str:
    pattern = _("Choose {name}. {holder}") if _chooses(felt) else _("{name}. {holder}")
    return pattern.format(name=common.name, holder=_holder(felt, common.seat, cube))


def _chooses(felt: Felt) -> bool:
    """Whether cubes can be chosen here: where the dock does something with some of several."""
    return felt.viewer.scores and not felt.game.is_waiting and len(felt.game.live) > 1


def _holder(felt: Felt, seat: Seat, cube: Cube) -> str:
    match cube.owner:
        case Owner.CENTRE:
            return _("Cube {value}, in the centre").format(value=cube.value)
        case Owner.BOX:
            return _("{name} holds {value}").format(name=felt.box_name, value=cube.value)
        case Owner.MEMBER if felt.single:
            return _("The team holds {value}").format(value=cube.value)
        case Owner.MEMBER:
            return _("Holds {value}").format(value=cube.value)


def _one(felt: Felt, seat: Seat, cube: Cube) -> Button | None:
    """Return the one act a live cube offers on its card: its owner turns it; from the centre, the member."""
    if felt.single:
        return None
    by_box = cube.owner is Owner.BOX or (felt.viewer.seat == felt.game.box and not felt.viewer.scores)
    actor = felt.game.box if by_box else seat
    action = a.Double(by=(felt.game.box,), to=(seat,)) if by_box else a.Double(by=(seat,))
    if not felt.viewer.touches(actor) or not felt.judge.allows(action):
        return None
    small = _("to {value}").format(value=2 * cube.value)
    return felt.button(action, _turn_label(felt, by_box, cube), small, aria=_turn_aria(felt, actor, seat, small))


def _turn_label(felt: Felt, by_box: bool, cube: Cube) -> str:
    if by_box:
        return _("{name} doubles").format(name=felt.box_name) if felt.by_name else _("Box doubles")
    return _("Doubles") if cube.owner is Owner.CENTRE else _("Redoubles")


def _turn_aria(felt: Felt, actor: Seat, seat: Seat, small: str) -> str:
    if actor == seat:
        return _("{name} doubles {small}").format(name=felt.name(actor), small=small)
    return _("{name} doubles {other} {small}").format(name=felt.name(actor), other=felt.name(seat), small=small)


def _asked(felt: Felt, common: _Common, cube: Cube, offer: Offer) -> Card:
    by_box = offer.answerer is Side.BOX
    answerer = felt.game.box if by_box else common.seat
    return common.card(
        "asked",
        _offer_line(felt, offer),
        value=offer.proposed,
        at="box" if by_box else "member",
        offered=True,
        rail_label=_("Cube offered at {value}").format(value=offer.proposed),
        answers=_card_answers(felt, common.seat, offer) if felt.viewer.answers_for(answerer) else (),
        answers_by="box" if by_box else "member",
        answers_say=_box_answers(felt) if by_box else "",
    )


def _card_answers(felt: Felt, seat: Seat, offer: Offer) -> tuple[Button, ...]:
    if offer.answerer is Side.TEAM:
        return felt.answers(seat, (seat,), offer)
    return () if felt.single else felt.answers(seat, (felt.game.box,), offer, (seat,))


def _box_answers(felt: Felt) -> str:
    if felt.by_name:
        return _("{name} answers").format(name=felt.box_name)
    return _("{name}, the box, answers").format(name=felt.box_name)


def _offer_line(felt: Felt, offer: Offer) -> str:
    if offer.answerer is Side.BOX:
        own = (
            _("Doubles: asks {value}."),
            _("Beavers: asks {value}."),
            _("Raccoons: asks {value}."),
            _("Turns once more: asks {value}."),
        )
        return own[min(offer.level, 3)].format(value=offer.proposed)
    name = felt.box_name if felt.by_name else _("The box")
    patterns = (
        _("{name} doubles: asks {value}."),
        _("{name} beavers: asks {value}."),
        _("{name} raccoons: asks {value}."),
        _("{name} turns once more: asks {value}."),
    )
    return patterns[min(offer.level, 3)].format(name=name, value=offer.proposed)


def _extra(felt: Felt, dropper: Seat) -> Button | None:
    """Return the button for an extra against the sole taker, where the house rules know it."""
    if not felt.viewer.touches(dropper):
        return None
    offered = (a.Extra(dropper=dropper, taker=taker) for taker in felt.game.live)
    action = next(filter(felt.judge.allows, offered), None)
    if action is None:
        return None
    return felt.button(action, _("Plays an extra"), _("against {name}").format(name=felt.name(action.taker)))


def _closed_line(felt: Felt, closing: Closing) -> str:
    lost = closing.points_q < 0
    points = amount(closing.points_q)
    match closing.how:
        case Closed.DROPPED:
            pattern = _("Dropped, paid {points}.") if lost else _("{box} dropped, paid {points}.")
            return pattern.format(box=felt.box_name, points=points)
        case Closed.REFUSED:
            pattern = _("Refused, paid {points}.") if lost else _("{box} refused, paid {points}.")
            return pattern.format(box=felt.box_name, points=points)
        case Closed.DEAL:
            return _("Deal: {points}.").format(points=formats.points(closing.points_q))
        case Closed.FORFEIT:
            return _("Gone home, paid {points}.").format(points=points)
