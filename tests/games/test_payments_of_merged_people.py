"""Who pays for two members who are one person, and what each of them has to pay when they are two again."""

import pytest

from club.models import Night
from games import services
from ledger import checks
from ledger import selectors as books
from ledger import services as ledger
from ledger.models import Book, Entry, Payment, SettlementPlan, Transfer
from tests.cast import Cast
from tests.people import BOX_WINS, evening, guest, merge, table_of, totals, unmerge

pytestmark = pytest.mark.django_db


def test_a_plan_has_one_payment_for_both(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Anna", bela)
    evening(cast, "Anna", "Béla")
    merge(cast, bela, "Béla")
    plan = ledger.plan_club(book=Book.objects.get(), actor=cast.actor())
    assert [(str(p.payer), str(p.payee), p.amount_minor) for p in plan.payments.all()] == [("Béla", "Anna", 100)]


def test_paying_it_makes_the_person_even_though_the_accounts_are_not(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    plan = ledger.plan_club(book=Book.objects.get(), actor=cast.actor())
    ledger.confirm_all(plan=plan, actor=cast.actor())
    assert totals(cast) == {}
    assert books.outstanding(Book.objects.get(), None) == {}
    unmerge(cast, bela)
    assert totals(cast) == {"Béla": 50, "Béla (guest)": -50}


def test_an_open_payment_becomes_the_survivors_and_stays_in_its_plan(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    plan = books.standing_plan(now.table.night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    (payment,) = plan.payments.all()
    ledger.claim(payment=payment, actor=cast.actor("Béla"))
    ledger.confirm(payment=payment, actor=cast.actor("Anna"))
    assert totals(cast) == {}


def test_what_one_was_to_pay_the_other_is_void(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Béla", bela)
    merge(cast, bela, "Béla")
    assert [(p.state, p.reason) for p in Payment.objects.all()] == [(Payment.State.VOID, "The same person")]


def lines_of(plan: SettlementPlan) -> list[tuple[str, str, int, str]]:
    rows = plan.payments.select_related("payer__member", "payee__member").order_by("no")
    return [(str(one.payer), str(one.payee), one.amount_minor, one.state) for one in rows]


def standing(night: Night | None) -> SettlementPlan:
    plan = books.standing_plan(night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    return plan


def test_what_one_claims_to_have_paid_the_other_is_claimed_again_when_they_are_two(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    plan = standing(now.table.night)
    claimed = ledger.claim(payment=plan.payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    assert lines_of(standing(now.table.night)) == [("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    assert standing(now.table.night) == plan
    again = plan.payments.get()
    assert lines_of(plan) == [("Béla (guest)", "Béla", 50, "claimed")]
    assert (again.claimed_at, again.claimed_by_id, again.reason) == (claimed.claimed_at, claimed.claimed_by_id, "")


@pytest.mark.parametrize("whole_club", [False, True])
def test_a_claim_between_the_two_outlasts_the_plans_that_are_made_while_they_are_one(
    cast: Cast, whole_club: bool
) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela, "Anna")
    night, book = now.table.night, Book.objects.get()
    (his,) = [one for one in standing(night).payments.all() if str(one.payer) == "Béla (guest)"]
    claimed = ledger.claim(payment=his, actor=cast.actor())
    merge(cast, bela, "Béla")
    for _twice in range(2):
        services.reopen_night(night_id=night.id, reason="A gammon", actor=cast.actor())
        cast.act(now, BOX_WINS)
        services.close_night(night_id=night.id, actor=cast.actor())
    plan = ledger.plan_club(book=book, actor=cast.actor()) if whole_club else standing(night)
    assert lines_of(plan) == [("Anna", "Béla", 150, "proposed"), ("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    apart = standing(None if whole_club else night)
    assert sorted(lines_of(apart)) == [
        ("Anna", "Béla", 150, "proposed"),
        ("Béla (guest)", "Béla", 50, "claimed"),
        ("Béla (guest)", "Béla", 100, "proposed"),
    ]
    assert apart.payments.get(state="claimed").claimed_at == claimed.claimed_at


def test_a_plan_of_which_only_a_claim_between_the_two_is_left_is_not_made_again_and_again(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    ledger.claim(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    made = [ledger.plan_club(book=Book.objects.get(), actor=cast.actor()) for _twice in range(2)]
    assert made[0] == made[1]
    unmerge(cast, bela)
    assert lines_of(standing(None)) == [("Béla (guest)", "Béla", 50, "claimed")]


def test_what_he_claims_to_have_paid_a_third_is_his_claim_again_with_the_parts_of_it(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    night = now.table.night
    merge(cast, bela, "Béla")
    part = ledger.split(payment=standing(night).payments.get(), amount_minor=20, actor=cast.actor("Béla"))
    ledger.claim(payment=part, actor=cast.actor("Béla"))
    unmerge(cast, bela)
    assert lines_of(standing(night)) == [
        ("Béla (guest)", "Anna", 30, "proposed"),
        ("Béla (guest)", "Anna", 20, "claimed"),
    ]


def test_what_was_confirmed_while_they_were_one_stays_with_who_paid_it(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    unmerge(cast, bela)
    assert totals(cast) == {"Béla": 50, "Béla (guest)": -50}
    ledger.unconfirm(payment=paid, reason="it came back", actor=cast.actor())
    assert totals(cast) == {"Anna": 50, "Béla (guest)": -50}
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Anna", 50, "proposed")]
    assert list(checks.findings()) == []


def test_a_claim_made_again_after_a_confirmation_was_taken_back_is_his_too(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    ledger.unconfirm(payment=paid, reason="it came back", actor=cast.actor())
    ledger.claim(payment=paid, actor=cast.actor("Béla"))
    unmerge(cast, bela)
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Anna", 50, "claimed")]


def test_what_was_paid_between_two_who_are_one_now_is_void_when_it_is_taken_back(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    ledger.unconfirm(payment=paid, reason="he paid himself", actor=cast.actor())
    assert lines_of(standing(now.table.night)) == [("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Béla", 50, "proposed")]
    assert list(checks.findings()) == []


def test_what_the_treasurer_took_out_before_stays_out(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    payment = standing(now.table.night).payments.get()
    ledger.claim(payment=payment, actor=cast.actor())
    ledger.void(payment=payment, reason="never arrived", actor=cast.actor())
    merge(cast, bela, "Béla")
    unmerge(cast, bela)
    payment.refresh_from_db()
    assert (payment.state, payment.reason) == (Payment.State.VOID, "never arrived")


def test_of_two_who_were_merged_into_one_each_is_taken_apart_with_his_own_claims(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    now = evening(cast, gizi, hugo)
    night = now.table.night
    ledger.claim(payment=standing(night).payments.get(), actor=cast.actor())
    merge(cast, hugo, "Feri")
    assert lines_of(standing(night)) == [("Feri", "Gizi", 50, "claimed")]
    merge(cast, gizi, "Feri")
    assert lines_of(standing(night)) == [("Feri", "Feri", 50, "void")]
    unmerge(cast, hugo)
    assert lines_of(standing(night)) == [("Hugó", "Feri", 50, "claimed")]
    unmerge(cast, gizi)
    assert lines_of(standing(night)) == [("Hugó", "Gizi", 50, "claimed")]


def test_taking_them_apart_gives_each_his_own_payments_again(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    unmerge(cast, bela)
    plan = books.standing_plan(now.table.night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    open_ = [(str(p.payer), str(p.payee), p.amount_minor) for p in plan.payments.all()]
    assert open_ == [("Béla (guest)", "Anna", 50)]


def test_the_table_fee_is_charged_once_to_a_person_who_sat_down_twice(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    rules = {"table_fee": "2.00"}
    cast.act(table_of(cast, bela, "Anna", rules=rules), BOX_WINS)
    cast.act(table_of(cast, "Béla", "Dóra", rules=rules), BOX_WINS)
    merge(cast, bela, "Béla")
    services.close_night(night_id=cast.night.id, actor=cast.actor())
    fees = Transfer.objects.filter(entry__kind=Entry.Kind.FEE).values_list("source__member__name", flat=True)
    assert sorted(fees) == ["Anna", "Béla", "Dóra"]
