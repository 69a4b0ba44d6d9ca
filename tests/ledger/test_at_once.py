"""Many at one book, on PostgreSQL: no deadlock, no gap, no fork, and each key once."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from ledger import checks, services
from ledger.errors import IdempotencyConflict
from ledger.models import Account, Book, Entry, Payment
from ledger.services import accounts, posting, settling
from tests.ledger.cast import NAMES

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WRITERS = 8


def at_once(work, times=WRITERS):
    """Run `work(no)` in so many threads that start together; return what each returned or raised."""
    start = threading.Barrier(times)

    def run(no):
        try:
            start.wait(10)
            return work(no)
        except Exception as error:
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


def shuffled_posts(cast, each=15):
    """Every writer posts games for everybody, in an order of his own."""

    def work(writer):
        chance = random.Random(writer)
        for no in range(each):
            names = chance.sample(NAMES, 6)
            cast.post(*((name, names[0], chance.randint(1, 9)) for name in names[1:]), key=f"game:{writer}-{no}:r1")

    return at_once(work)


def test_eight_writers_leave_no_deadlock_no_gap_and_sum_zero(cast):
    assert shuffled_posts(cast) == [None] * WRITERS
    assert list(Entry.objects.values_list("seq", flat=True)) == list(range(1, WRITERS * 15 + 1))
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0
    assert list(checks.findings()) == []


def test_without_the_lock_they_collide(cast, monkeypatch):
    """The control: the test above can fail."""

    def unlocked(book_id, _actor):
        return Book.objects.select_related("club").get(pk=book_id)

    monkeypatch.setattr(posting, "lock_book", unlocked)
    assert any(isinstance(outcome, Exception) for outcome in shuffled_posts(cast))


def test_one_key_from_many_at_once_is_one_entry(cast):
    outcomes = at_once(lambda _no: cast.post(("Bela", "Anna", 5), key="game:1:r1").pk)
    assert len(set(outcomes)) == 1
    assert cast.balances() == {"Bela": -5, "Anna": 5}


def test_one_key_with_many_payloads_is_one_entry_and_conflicts(cast):
    outcomes = at_once(lambda no: cast.post(("Bela", "Anna", 1 + no), key="game:1:r1"))
    assert sum(isinstance(outcome, IdempotencyConflict) for outcome in outcomes) == WRITERS - 1
    assert Entry.objects.count() == 1


def test_a_game_is_taken_back_once_by_many_at_once(cast):
    entry = cast.post(("Bela", "Anna", 5))
    outcomes = at_once(lambda _no: services.reverse(entry=entry, reason="wrong", actor=cast.treasurer).pk)
    assert len(set(outcomes)) == 1
    assert cast.balances() == {}


def test_a_payment_confirmed_by_many_at_once_is_posted_once(cast):
    cast.post(("Bela", "Anna", 5))
    payment = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer).payments.get()
    outcomes = at_once(lambda _no: services.confirm(payment=payment, actor=cast.treasurer).state)
    assert outcomes == [Payment.State.CONFIRMED] * WRITERS
    assert cast.balances() == {}


def test_t13_one_settlement_from_two_plans_at_once(cast):
    cast.post(("Bela", "Anna", 5))
    outcomes = at_once(lambda _no: services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer).pk)
    assert len(set(outcomes)) == 1
    assert settling.SettlementPlan.objects.count() == 1


def test_accounts_wanted_by_many_at_once_are_made_once(cast):
    Account.objects.all().delete()
    members = list(cast.members.values())

    def work(no):
        found = services.accounts_for(book=cast.book, members=random.Random(no).sample(members, len(members)))
        return {member.name: found[member.id].pk for member in members}

    outcomes = at_once(work)
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert Account.objects.count() == len(members)


def test_a_book_wanted_by_many_at_once_is_made_once(cast):
    outcomes = at_once(lambda _no: services.book_for(club=cast.club, currency="HUF").pk)
    assert len(set(outcomes)) == 1


def test_the_check_sees_one_moment_while_others_post(cast):
    """Postings go on during the check, and it neither waits for them nor mistakes them for findings."""
    stop = threading.Event()

    def work(no):
        if no:
            while not stop.is_set():
                cast.post(("Bela", "Anna", 1), ("Csaba", "Dora", 2))
            return []
        try:
            return [str(finding) for _round in range(10) for finding in checks.findings_of(cast.book)]
        finally:
            stop.set()

    assert at_once(work, 3) == [[], [], []]


def test_a_posting_waits_for_the_book_and_for_nothing_else(cast):
    """A member's row held by somebody else (a profile being edited) does not hold up his game."""
    with transaction.atomic():
        cast.members["Bela"].__class__.objects.select_for_update(no_key=True).get(pk=cast.members["Bela"].pk)
        assert at_once(lambda _no: cast.post(("Bela", "Anna", 5)).seq, 1) == [1]
    assert accounts.Account.objects.get(pk=cast.Anna.pk).balance_minor == 5
