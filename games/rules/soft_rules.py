"""What a table may have agreed to let pass: judged here, overridden with a reason. Rule: §5.

An offer is judged when it is made. The box's answers are judged when every member's offer of
the round has its first answer, or is withdrawn by a deal; the team's order and the sole taker when a member answers.
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from games.rules import cap, rounds
from games.rules.actions import Answer, Beaver, Drop, Take
from games.rules.cubes import Offered, Reply, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.refusals import soft as refused
from games.rules.settings import AnswerOrder, BoxAnswer, BoxDouble, HouseRules, OfferWindow
from games.rules.wording import Seats, say


def judge_offer(game: LiveGame, rules: HouseRules, side: Side, seats: tuple[Seat, ...]) -> None:
    """Raise a soft refusal for an offer against `offer_window` or `box_double`."""
    if side is Side.TEAM:
        _judge_window(game, rules)
    elif rules.box_double is BoxDouble.SAME_VALUE:
        _judge_same_value(game, rules, seats)
    elif rules.box_double is BoxDouble.INCLUDE_CAPTAIN:
        _judge_captain_included(game, rules, seats)


def judge_answer(
    before: LiveGame,
    after: LiveGame,
    rules: HouseRules,
    side: Side,
    seats: tuple[Seat, ...],
    action: Answer,
) -> None:
    """Raise a soft refusal for an answer against the rules of the round.

    The box is judged where it answers an offer for the first time: what it says to a later animal was not asked before.
    """
    if side is Side.TEAM:
        _judge_order(before, rules, seats)
        _judge_sole_taker(after, rules, seats, action)
    elif after.round is not None and isinstance(action, Take | Drop | Beaver):
        _judge_box(after, rules, after.round.by(Side.TEAM))


def judge_withdrawal(game: LiveGame, rules: HouseRules, member: Seat) -> None:
    """Raise a soft refusal for the box's answers when the last offer they leave open is withdrawn."""
    offers = {} if game.round is None else game.round.by(Side.TEAM)
    if member in offers and offers[member].reply is None:
        _judge_box(game, rules, {seat: one for seat, one in offers.items() if seat != member})


def _judge_window(game: LiveGame, rules: HouseRules) -> None:
    if rules.offer_window is OfferWindow.CLOSE_ON_FIRST_ANSWER and game.window_closed:
        raise refused.SoftOfferWindow()


def _judge_same_value(game: LiveGame, rules: HouseRules, seats: tuple[Seat, ...]) -> None:
    """All live members' cubes of one value that the box may turn, or none of that value."""
    values = {game.cubes[seat].value for seat in seats}
    left_out = tuple(seat for seat in _turnable(game, rules) if seat not in seats and game.cubes[seat].value in values)
    if left_out:
        rule = say("rule_box_double_same_value", members=Seats(left_out))
        raise refused.SoftBoxDouble(rule=rule)


def _judge_captain_included(game: LiveGame, rules: HouseRules, seats: tuple[Seat, ...]) -> None:
    """The captain's cube too, when it has the value of one that is doubled, automatics aside."""
    captain = game.acting_captain
    if captain is None or captain in seats or captain not in _turnable(game, rules):
        return
    own = game.cubes[captain].value_without_automatics
    if any(game.cubes[seat].value_without_automatics == own for seat in seats):
        rule = say("rule_box_double_include_captain", captain=Seats((captain,)))
        raise refused.SoftBoxDouble(rule=rule)


def _turnable(game: LiveGame, rules: HouseRules) -> tuple[Seat, ...]:
    asked = game.round.offered if game.round is not None else {}
    return tuple(
        seat
        for seat in game.live
        if seat not in asked
        and game.cubes[seat].may_be_turned_by(Side.BOX)
        and cap.is_within(rules, 2 * game.cubes[seat].value)
    )


def _judge_order(game: LiveGame, rules: HouseRules, seats: tuple[Seat, ...]) -> None:
    """Members answer a box double in queue order, or in reverse with the captain last."""
    first = first_to_answer(game, rules)
    for at, seat in enumerate(first):
        if seat in seats:
            continue
        if any(later in seats for later in first[at:]):
            raise refused.SoftAnswerOrder(members=Seats((seat,)))
        return


def first_to_answer(game: LiveGame, rules: HouseRules) -> tuple[Seat, ...]:
    """Return the members who must answer the box's double, in the order of the house rules."""
    if rules.answer_order is AnswerOrder.ANY:
        return ()
    doubled = tuple(
        seat
        for seat in game.waiting_for(Side.TEAM)
        if seat in game.deciding and (offer := game.cubes[seat].offer) is not None and offer.level == 0
    )
    return doubled if rules.answer_order is AnswerOrder.CAPTAIN_FIRST else doubled[::-1]


def _judge_sole_taker(after: LiveGame, rules: HouseRules, seats: tuple[Seat, ...], action: Answer) -> None:
    taker = rounds.must_beaver(after, rules)
    if isinstance(action, Take) and taker in seats:
        raise refused.SoftSoleTaker(member=Seats((taker,)))


def _judge_box(game: LiveGame, rules: HouseRules, offers: Mapping[Seat, Offered]) -> None:
    if not offers or any(one.reply is None for one in offers.values()):
        return
    rule = rules.box_answer
    if rule is not BoxAnswer.FREE and not _AGREES[rule](tuple(offers.values())):
        raise refused.SoftBoxAnswer(rule=say(_RULES[rule]))
    _judge_captain_taken(game, rules, offers)


def _judge_captain_taken(game: LiveGame, rules: HouseRules, offers: Mapping[Seat, Offered]) -> None:
    own = offers.get(game.captain)
    if not rules.must_take_captain or game.box_took_another:
        return
    if own is not None and own.reply is Reply.DROPPED and any(_kept(offers.values())):
        raise refused.SoftMustTakeCaptain(captain=Seats((game.captain,)))


def _kept(offers: Iterable[Offered]) -> list[Offered]:
    return [one for one in offers if one.is_kept]


def _same_value_same_action(offers: tuple[Offered, ...]) -> bool:
    answers = {(one.proposed, one.is_kept) for one in offers}
    return len(answers) == len({value for value, _ in answers})


def _all_or_none_initial(offers: tuple[Offered, ...]) -> bool:
    return len({one.is_kept for one in offers if one.from_centre}) <= 1


def _at_least_half(offers: tuple[Offered, ...]) -> bool:
    kept = len(_kept(offers))
    return kept == 0 or 2 * kept >= len(offers)


def _majority(offers: tuple[Offered, ...]) -> bool:
    kept = len(_kept(offers))
    return kept == 0 or 2 * kept > len(offers)


def _break_even(offers: tuple[Offered, ...]) -> bool:
    taken = sum(one.proposed for one in offers if one.is_kept)
    return taken == 0 or taken >= sum(one.price for one in offers if not one.is_kept)


_AGREES: Mapping[BoxAnswer, Callable[[tuple[Offered, ...]], bool]] = MappingProxyType(
    {
        BoxAnswer.SAME_VALUE_SAME_ACTION: _same_value_same_action,
        BoxAnswer.ALL_OR_NONE_INITIAL: _all_or_none_initial,
        BoxAnswer.AT_LEAST_HALF: _at_least_half,
        BoxAnswer.MAJORITY: _majority,
        BoxAnswer.BREAK_EVEN: _break_even,
    }
)

_RULES: Mapping[BoxAnswer, str] = MappingProxyType(
    {
        BoxAnswer.SAME_VALUE_SAME_ACTION: "rule_same_value_same_action",
        BoxAnswer.ALL_OR_NONE_INITIAL: "rule_all_or_none_initial",
        BoxAnswer.AT_LEAST_HALF: "rule_at_least_half",
        BoxAnswer.MAJORITY: "rule_majority",
        BoxAnswer.BREAK_EVEN: "rule_break_even",
    }
)
