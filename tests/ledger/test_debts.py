"""What a debt is made of: what one is credited pays the oldest losses first."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ledger import debts, selectors, services
from ledger.models import Entry
from tests.ledger.cast import EVENING

pytestmark = pytest.mark.django_db


def balances(cast):
    return {account.id: account.balance_minor for account in selectors.balances(cast.book)}


def open_of(cast, name):
    found = debts.open_debts(cast.book, balances(cast))
    return [(debt.line.memo, debt.open_minor) for debt in found.get(cast.accounts[name].id, [])]


def test_a_debt_is_made_of_the_newest_losses(cast):
    for memo, amount in (("first", 5), ("second", 3), ("third", 4)):
        cast.post(("Bela", "Anna", amount), memo=memo)
    cast.post(("Anna", "Bela", 6), memo="won")
    assert open_of(cast, "Bela") == [("third", 4), ("second", 2)]


def test_a_payment_in_advance_pays_the_losses_that_come_later(cast):
    cast.post(("Anna", "Bela", 4))
    cast.post(("Bela", "Anna", 3), memo="covered")
    cast.post(("Bela", "Csaba", 3), memo="open")
    assert open_of(cast, "Bela") == [("open", 2)]


def test_who_owes_nothing_has_no_debts(cast):
    cast.post(("Bela", "Anna", 5))
    assert open_of(cast, "Anna") == open_of(cast, "Dora") == []


def test_what_was_taken_back_is_no_debt_and_pays_none(cast):
    slip = cast.post(("Bela", "Anna", 9), memo="slip")
    cast.post(("Bela", "Anna", 5), memo="stands")
    services.reverse(entry=slip, reason="slip", actor=cast.treasurer)
    assert open_of(cast, "Bela") == [("stands", 5)]


def test_an_entry_with_gains_and_losses_counts_by_what_is_left_of_them(cast):
    cast.post(("Bela", "Anna", 5), ("Csaba", "Bela", 3), memo="box")
    assert open_of(cast, "Bela") == [("box", 2)]


def test_the_debt_of_a_late_entry_is_as_old_as_the_day_it_is_about(cast):
    late = EVENING.replace(day=1)
    cast.post(("Bela", "Anna", 1))
    cast.post(("Bela", "Anna", 1), effective_date=late)
    found = debts.open_debts(cast.book, balances(cast))
    assert debts.since(found, cast.Bela) == late
    assert debts.since(found, cast.Anna) is None


def test_the_open_parts_come_to_the_debt_of_each_by_two_queries_at_most(cast):
    for no in range(30):
        cast.post(("Bela", "Anna", 3 + no % 4), ("Csaba", "Dora", 1 + no % 3), ("Dora", "Bela", 2))
    now = balances(cast)
    with CaptureQueriesContext(connection) as queries:
        found = debts.open_debts(cast.book, now)
    assert len(queries) <= 2
    assert {account: -sum(one.open_minor for one in parts) for account, parts in found.items()} == {
        account: net for account, net in now.items() if net < 0
    }


def test_what_moved_people_in_a_night_is_told_oldest_first(cast):
    cast.post(("Bela", "Anna", 5), memo="first")
    slip = cast.post(("Bela", "Anna", 1), memo="slip")
    services.reverse(entry=slip, reason="slip", actor=cast.treasurer)
    cast.post(("Csaba", "Bela", 2), memo="second")
    found = debts.lines_of_night(cast.night, book=cast.book, accounts=[cast.Bela.id, cast.Dora.id])
    assert [(line.memo, line.amount_minor) for line in found[cast.Bela.id]] == [("first", -5), ("second", 2)]
    assert found[cast.Dora.id] == []


def test_a_night_tells_only_what_came_after_a_plan_for_the_club(cast):
    cast.post(("Bela", "Anna", 5), memo="before")
    services.plan_club(book=cast.book, actor=cast.treasurer)
    cast.post(("Bela", "Anna", 2), memo="after")
    found = debts.lines_of_night(cast.night, book=cast.book, accounts=[cast.Bela.id])
    assert [line.memo for line in found[cast.Bela.id]] == ["after"]


def test_a_stale_plan_names_the_entry_that_left_it_behind(cast):
    cast.post(("Bela", "Anna", 5))
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(), actor=cast.treasurer)
    assert debts.made_stale(plan) is None
    late = cast.post(("Bela", "Anna", 2), memo="Table 1, game 2")
    cast.post(("Bela", "Anna", 2), memo="Table 1, game 3")
    assert debts.made_stale(plan) == late


def test_unconfirmed_payments_are_those_claimed_in_a_plan_that_stands(cast):
    cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 5))
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.claim(payment=plan.payments.get(no=1), actor=cast.actor("Bela"))
    assert [one.payer for one in debts.unconfirmed(cast.book)] == [cast.Bela]
    cast.post(("Bela", "Anna", 1), kind=Entry.Kind.GAME)
    services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    assert len(debts.unconfirmed(cast.book)) == 1
