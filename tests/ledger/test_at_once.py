"""Many at one book, on PostgreSQL: no deadlock, no gap, no fork, and each key once."""

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from django.db import connection, connections, transaction

from ledger import checks, services
from ledger.errors import AccountClosed, IdempotencyConflict
from ledger.models import Account, Book, Entry, Payment
from ledger.services import accounts, one_statement, posting, settling
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


def test_eight_writers_leave_no_deadlock_no_gap_and_sum_zero(cast, way):
    assert shuffled_posts(cast) == [None] * WRITERS
    assert list(Entry.objects.values_list("seq", flat=True)) == list(range(1, WRITERS * 15 + 1))
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0
    assert list(checks.findings()) == []


def test_without_the_lock_they_collide(cast, way, monkeypatch):
    """The control: the test above can fail."""

    def unlocked(book_id, _actor):
        return Book.objects.select_related("club").get(pk=book_id)

    monkeypatch.setattr(posting, "lock_book", unlocked)
    monkeypatch.setattr(one_statement, "POST", one_statement.POST.replace("FOR NO KEY UPDATE", "", 1))
    assert any(isinstance(outcome, Exception) for outcome in shuffled_posts(cast))


def test_one_key_from_many_at_once_is_one_entry(cast, way):
    outcomes = at_once(lambda _no: cast.post(("Bela", "Anna", 5), key="game:1:r1").pk)
    assert len(set(outcomes)) == 1
    assert cast.balances() == {"Bela": -5, "Anna": 5}


def test_one_key_with_many_payloads_is_one_entry_and_conflicts(cast, way):
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


def test_a_new_account_wanted_by_two_who_hold_other_things_is_no_deadlock(cast):
    """One has found that the account is missing before he holds the book, the other holds the book already."""
    Account.objects.filter(pk=cast.Geza.pk).delete()
    geza, made, held = cast.members["Geza"], threading.Event(), threading.Event()

    def wants_it_first():
        account = services.accounts_for(book=cast.book, members=[geza])[geza.id]
        made.set()
        held.wait(1)
        return account

    def holds_the_book_first():
        made.wait(5)
        accounts.lock_book(cast.book.pk, None)
        held.set()
        return services.accounts_for(book=cast.book, members=[geza])[geza.id]

    def work(no):
        with transaction.atomic():
            account = holds_the_book_first() if no else wants_it_first()
            post = services.Draft(key=f"game:{no}:r1", kind=Entry.Kind.GAME, transfers=[(account, cast.Anna, 1)])
            return services.post_all(book=cast.book, drafts=[post], actor=None)[0].key

    assert sorted(map(str, at_once(work, 2))) == ["game:0:r1", "game:1:r1"]


def test_an_account_closed_while_a_posting_waits_for_the_book_is_refused(cast, way):
    """The posting began when the account was open; what counts is what it finds when it holds the book."""

    def work(no):
        if no:
            closing.wait(5)
            return cast.post(("Bela", "Anna", 5))
        with transaction.atomic():
            services.close_account(account=cast.Bela, actor=cast.treasurer)
            closing.set()
            return wait_for_one_who_waits()

    closing = threading.Event()
    outcomes = at_once(work, 2)
    assert [type(outcome) for outcome in outcomes] == [int, AccountClosed]
    assert (Entry.objects.count(), cast.balances()) == (0, {})


def test_a_month_closed_while_a_posting_waits_for_the_book_is_named(cast, way):
    def work(no):
        if no:
            closing.wait(5)
            return cast.post(("Bela", "Anna", 5), effective_date=date(2026, 1, 10)).about_date
        with transaction.atomic():
            services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
            closing.set()
            return wait_for_one_who_waits()

    closing = threading.Event()
    assert at_once(work, 2)[1] == date(2026, 1, 10)
    assert list(checks.findings()) == []


def wait_for_one_who_waits():
    """Return when somebody else's statement waits for a lock, and how many do."""
    with connection.cursor() as cursor:
        for _try in range(200):
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            (count,) = cursor.fetchone()
            if count:
                return count
            time.sleep(0.02)
    raise AssertionError("nobody waits")


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
