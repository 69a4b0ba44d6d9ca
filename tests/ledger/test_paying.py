"""One payment's life: each act once, harmless twice, by those who may."""

from functools import partial

import pytest

from club.errors import Forbidden, NotFound
from ledger import checks, selectors, services
from ledger.errors import NotAPart, PaymentChanged, PaymentConfirmed, PaymentVoid, PlanStale, ReasonMissing
from ledger.models import Entry, Payment, SettlementPlan
from tests.ledger.cast import actor, today

pytestmark = pytest.mark.django_db

State = Payment.State


@pytest.fixture
def payment(cast):
    """Dora owes Csaba 500 for the night."""
    cast.post(("Dora", "Csaba", 500), key="game:1:r1")
    return services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer).payments.get()


@pytest.fixture(autouse=True)
def _the_books_are_right(db):
    yield
    assert list(map(str, checks.findings())) == []


def state(payment):
    return Payment.objects.get(pk=payment.pk).state


def test_the_payer_claims_and_the_payee_confirms(cast, payment):
    claimed = services.claim(payment=payment, actor=cast.actor("Dora"))
    assert (claimed.state, claimed.claimed_by_id) == (State.CLAIMED, cast.members["Dora"].user_id)
    assert cast.balances() == {"Dora": -500, "Csaba": 500}
    confirmed = services.confirm(payment=payment, actor=cast.actor("Csaba"))
    assert (confirmed.state, state(payment)) == (State.CONFIRMED, State.CONFIRMED)
    assert cast.balances() == {}


def test_confirming_posts_from_the_payee_to_the_payer_today(cast, payment):
    entry = services.confirm(payment=payment, actor=cast.actor("Csaba")).entry
    transfer = entry.transfers.get()
    assert (transfer.source, transfer.target, transfer.amount_minor) == (cast.Csaba, cast.Dora, 500)
    assert (entry.key, entry.kind) == (f"plan:{payment.plan_id}:1", Entry.Kind.SETTLEMENT)
    assert (entry.night, entry.effective_date) == (cast.night, today())
    assert (entry.source_kind, entry.source_id) == ("payment", str(payment.pk))


def test_every_act_done_twice_is_done_once(cast, payment):
    who = cast.treasurer
    for act, after in (
        (lambda: services.claim(payment=payment, actor=who), State.CLAIMED),
        (lambda: services.unclaim(payment=payment, actor=who), State.PROPOSED),
        (lambda: services.confirm(payment=payment, actor=who), State.CONFIRMED),
        (lambda: services.unconfirm(payment=payment, reason="not mine", actor=who), State.PROPOSED),
        (lambda: services.void(payment=payment, reason="forgiven", actor=who), State.VOID),
    ):
        act()
        entries = Entry.objects.count()
        assert act().state == state(payment) == after
        assert Entry.objects.count() == entries
    assert [entry.kind for entry in Entry.objects.all()] == ["game", "settlement", "reversal"]


def test_a_late_claim_of_a_confirmed_payment_changes_nothing(cast, payment):
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    services.claim(payment=payment, actor=cast.actor("Dora"))
    assert state(payment) == State.CONFIRMED


def test_a_confirmation_taken_back_can_be_given_again(cast, payment):
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    services.unconfirm(payment=payment, reason="wrong person", actor=cast.actor("Csaba"))
    assert cast.balances() == {"Dora": -500, "Csaba": 500}
    again = services.confirm(payment=payment, actor=cast.actor("Csaba"))
    assert again.entry.key == f"plan:{payment.plan_id}:1:2"
    assert cast.balances() == {}
    assert not selectors.is_stale(again.plan)


def test_a_confirmation_taken_back_under_a_superseded_plan_leaves_the_payment_void(cast, payment):
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    cast.post(("Eva", "Csaba", 1))
    newer = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.unconfirm(payment=payment, reason="not paid after all", actor=cast.actor("Csaba"))
    assert state(payment) == State.VOID
    assert cast.balances() == {"Dora": -500, "Csaba": 501, "Eva": -1}
    assert selectors.is_stale(newer)


def test_a_confirmed_payment_made_void_is_reversed(cast, payment):
    services.confirm(payment=payment, actor=cast.treasurer)
    voided = services.void(payment=payment, reason="bank sent it back", actor=cast.treasurer)
    assert (voided.state, voided.reason, voided.entry) == (State.VOID, "bank sent it back", None)
    assert cast.balances() == {"Dora": -500, "Csaba": 500}


def test_what_a_void_payment_was_for_is_owed_as_before(cast, payment):
    services.void(payment=payment, reason="later", actor=cast.treasurer)
    assert selectors.is_stale(payment.plan)
    again = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer).payments.get()
    assert (again.payer, again.payee, again.amount_minor) == (cast.Dora, cast.Csaba, 500)


def test_a_void_payment_takes_no_act(cast, payment, refused):
    services.void(payment=payment, reason="later", actor=cast.treasurer)
    for act in (services.claim, services.unclaim, services.confirm):
        with refused(PaymentVoid):
            act(payment=payment, actor=cast.treasurer)
    with refused(PaymentVoid):
        services.unconfirm(payment=payment, reason="x", actor=cast.treasurer)


def test_a_confirmed_payment_is_not_unclaimed(cast, payment, refused):
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    with refused(PaymentConfirmed):
        services.unclaim(payment=payment, actor=cast.actor("Dora"))


def test_a_reason_is_needed_to_take_back_or_to_void(cast, payment, refused):
    with refused(ReasonMissing):
        services.void(payment=payment, reason=" ", actor=cast.treasurer)
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    with refused(ReasonMissing):
        services.unconfirm(payment=payment, reason="", actor=cast.actor("Csaba"))
    with refused(ReasonMissing):
        services.void(payment=payment, reason="", actor=cast.treasurer)


ACTS = {
    "claim": (lambda p, who: services.claim(payment=p, actor=who), {"payer", "treasurer"}),
    "unclaim": (lambda p, who: services.unclaim(payment=p, actor=who), {"payer", "payee", "treasurer"}),
    "confirm": (lambda p, who: services.confirm(payment=p, actor=who), {"payee", "treasurer"}),
    "unconfirm": (lambda p, who: services.unconfirm(payment=p, reason="x", actor=who), {"payee", "treasurer"}),
    "void": (lambda p, who: services.void(payment=p, reason="x", actor=who), {"treasurer"}),
}


@pytest.mark.parametrize("who", ["payer", "payee", "treasurer", "bystander", "outsider"])
@pytest.mark.parametrize("act", ACTS)
def test_each_act_is_for_those_who_may(cast, payment, refused, act, who):
    names = {"payer": "Dora", "payee": "Csaba", "treasurer": "Anna", "bystander": "Bela"}
    somebody = actor(cast.outsider) if who == "outsider" else cast.actor(names[who])
    perform, allowed = ACTS[act]
    if who in allowed:
        perform(payment, somebody)
    else:
        with refused(NotFound if who == "outsider" else Forbidden):
            perform(payment, somebody)


def test_the_treasurer_confirms_for_the_house(cast):
    services.fee(
        book=cast.book, night=cast.night, members=[cast.members["Bela"]], amount_minor=200, actor=cast.treasurer
    )
    payment = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer).payments.get()
    services.claim(payment=payment, actor=cast.actor("Bela"))
    with pytest.raises(Forbidden):
        services.confirm(payment=payment, actor=cast.actor("Csaba"))
    services.confirm(payment=payment, actor=cast.treasurer)
    assert cast.balances() == {}


def test_a_part_is_paid_now_and_the_rest_later(cast, payment):
    part = services.split(payment=payment, amount_minor=200, actor=cast.actor("Dora"))
    assert (part.no, part.payer, part.payee, part.state) == (2, cast.Dora, cast.Csaba, State.PROPOSED)
    services.confirm(payment=part, actor=cast.actor("Csaba"))
    assert cast.balances() == {"Dora": -300, "Csaba": 300}
    assert not selectors.is_stale(payment.plan)
    assert services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer) == payment.plan
    services.confirm(payment=payment, actor=cast.actor("Csaba"))
    assert cast.balances() == {}


@pytest.mark.parametrize("amount", [0, -1, 500, 501, 1.5, True])
def test_what_is_not_a_part_is_refused(cast, payment, refused, amount):
    with refused(NotAPart):
        services.split(payment=payment, amount_minor=amount, actor=cast.actor("Dora"))


def test_a_payment_already_made_is_not_split(cast, payment, refused):
    services.claim(payment=payment, actor=cast.actor("Dora"))
    with refused(PaymentConfirmed):
        services.split(payment=payment, amount_minor=1, actor=cast.actor("Dora"))


def test_cash_at_the_table_confirms_every_open_line_once(cast, payment):
    services.claim(payment=payment, actor=cast.actor("Dora"))
    for _tap in range(2):
        services.confirm_all(plan=payment.plan, actor=cast.treasurer)
    assert cast.balances() == {}
    assert Entry.objects.filter(kind=Entry.Kind.SETTLEMENT).count() == 1


def test_a_plan_that_the_books_left_behind_is_not_settled_whole(cast, payment, refused):
    cast.post(("Csaba", "Dora", 500), key="game:2:r1")
    with refused(PlanStale):
        services.confirm_all(plan=payment.plan, actor=cast.treasurer)
    assert state(payment) == State.PROPOSED


def test_a_plan_in_whose_place_there_is_another_is_not_settled_whole(cast, payment, refused):
    seen = SettlementPlan.objects.prefetch_related("payments").get()
    cast.post(("Eva", "Csaba", 1))
    services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    with refused(PlanStale):
        services.confirm_all(plan=seen, actor=cast.treasurer)


def test_all_that_was_settled_in_cash_is_so_however_often_it_is_said_and_whatever_came_later(cast, payment):
    services.confirm_all(plan=payment.plan, actor=cast.treasurer)
    cast.post(("Eva", "Csaba", 1))
    services.confirm_all(plan=payment.plan, actor=cast.treasurer)
    newer = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm_all(plan=payment.plan, actor=cast.treasurer)
    assert [line.state for line in newer.payments.all()] == [State.PROPOSED]


def test_only_the_treasurer_settles_everything_at_once(cast, payment, refused):
    with refused(Forbidden):
        services.confirm_all(plan=payment.plan, actor=cast.actor("Csaba"))
    with refused(NotFound):
        services.confirm_all(plan=payment.plan, actor=actor(cast.outsider))


def part(cast, payment, name, *, whole=500, arrived=False):
    who = cast.actor(name)
    return services.pay_part(payment=payment, whole_minor=whole, amount_minor=200, arrived=arrived, actor=who)


def test_a_part_is_paid_and_the_rest_stays_to_pay(cast, payment):
    paid = part(cast, payment, "Dora")
    assert (paid.amount_minor, paid.state) == (200, State.CLAIMED)
    payment.refresh_from_db()
    assert (payment.amount_minor, payment.state) == (300, State.PROPOSED)


def test_a_part_that_arrived_is_posted(cast, payment):
    part(cast, payment, "Csaba", arrived=True)
    assert cast.balances() == {"Dora": -300, "Csaba": 300}


def test_the_same_part_is_not_split_off_twice(cast, payment, refused):
    part(cast, payment, "Dora")
    with refused(PaymentChanged):
        part(cast, payment, "Dora")


@pytest.mark.parametrize("act", [services.claim, services.confirm, partial(services.split, amount_minor=100)])
def test_nobody_says_of_a_payment_that_has_changed_that_it_was_paid(cast, payment, refused, act):
    part(cast, payment, "Dora")
    with refused(PaymentChanged):
        act(payment=payment, whole_minor=500, actor=cast.treasurer)
    act(payment=payment, whole_minor=300, actor=cast.treasurer)


def test_who_may_not_confirm_splits_nothing_either(cast, payment, refused):
    with refused(Forbidden):
        part(cast, payment, "Dora", arrived=True)
