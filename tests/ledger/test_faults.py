"""Whatever statement fails, nothing of the act remains, also for a caller who swallows the error."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date

import pytest
from django.db import transaction

from ledger import checks, services
from ledger.models import Account, Book, Entry, Payment, SettlementPlan
from tests.faults import Fault, fail_after_each_statement_of, fault_after
from tests.ledger.cast import Cast, member
from tests.ledger.conftest import written

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("way")]
REASON = {"reason": "said so"}


@pytest.fixture
def books(cast: Cast) -> Cast:
    """Hugo is new. Two games, an adjustment, and a plan: payment 1 was taken back, 2 is claimed, 3 confirmed."""
    cast.members["Hugo"] = member(cast.club, "Hugo", 20)
    cast.post(("Bela", "Anna", 10), ("Csaba", "Anna", 20), ("Dora", "Anna", 30), key="game:1:r1")
    cast.post(("Eva", "Feri", 5), effective_date=date(2026, 1, 10), night=None, memo="old debt")
    services.adjust(book=cast.book, transfers=[(cast.Eva, cast.Feri, 1)], actor=cast.treasurer, **REASON)
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(no=1), actor=cast.treasurer)
    services.unconfirm(payment=plan.payments.get(no=1), actor=cast.treasurer, **REASON)
    services.claim(payment=plan.payments.get(no=2), actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(no=3), actor=cast.treasurer)
    return cast


def entry(**which: object) -> Entry:
    return Entry.objects.filter(**which).select_related("book").first()


def line(no: int) -> Payment:
    return Payment.objects.get(no=no)


def post(cast: Cast) -> None:
    with transaction.atomic():  # as its callers do
        cast.post(*((name, "Anna", no) for no, name in enumerate(("Bela", "Csaba", "Dora", "Eva", "Feri"), 1)))


def correct(cast: Cast) -> None:
    right = services.Draft(key="game:1:r2", kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, 20)])
    drafts = [services.Draft.reversal(entry(key="game:1:r1"), "was a gammon"), right]
    with transaction.atomic():
        services.post_all(book=cast.book, drafts=drafts, actor=cast.treasurer)


def post_for_a_new_member(cast: Cast) -> None:
    hugo, anna = cast.members["Hugo"], cast.members["Anna"]
    draft = services.Draft(key="game:9:r1", kind=Entry.Kind.GAME, transfers=[(hugo, anna, 3)])
    with transaction.atomic():
        services.post_all(book=cast.book, drafts=[draft], actor=cast.treasurer)


def reverse(cast: Cast) -> None:
    with transaction.atomic():
        services.reverse(entry=entry(key="game:1:r1"), actor=cast.treasurer, **REASON)


def fee(cast: Cast) -> None:
    members = list(cast.members.values())[:3]
    services.fee(book=cast.book, night=cast.night, members=members, amount_minor=2, actor=cast.treasurer)


def open_balances(cast: Cast) -> None:
    brought = {cast.members["Bela"]: 300, cast.members["Dora"]: -100}
    services.open_balances(book=cast.book, balances=brought.items(), rest_to=Account.Kind.HOUSE, actor=cast.treasurer)


def part(cast: Cast, *, arrived: bool) -> None:
    whole = line(1).amount_minor
    asked = {"whole_minor": whole, "amount_minor": 4, "arrived": arrived}
    services.pay_part(payment=line(1), actor=cast.treasurer, **asked)


MONEY_PATHS: dict[str, Callable[[Cast], object]] = {
    "a game of six": post,
    "a correction": correct,
    "a game of a member who is new to the book": post_for_a_new_member,
    "a reversal": reverse,
    "an adjustment": lambda cast: services.adjust(
        book=cast.book, transfers=[(cast.Eva, cast.Feri, 1)], actor=cast.treasurer, **REASON
    ),
    "fees": fee,
    "opening balances": open_balances,
    "an entry by hand withdrawn": lambda cast: services.withdraw(
        entry=entry(kind="adjustment"), actor=cast.treasurer, **REASON
    ),
    "a month closed": lambda cast: services.close_period(
        book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer
    ),
    "an account closed": lambda cast: services.close_account(account=cast.Geza, actor=cast.treasurer),
    "a memo redacted": lambda cast: services.redact_memo(entry=entry(memo="old debt"), actor=cast.treasurer),
    "a plan for the club": lambda cast: services.plan_club(book=cast.book, actor=cast.treasurer),
    "a plan through a banker": lambda cast: services.plan_night(
        night=cast.night, book=cast.book, banker=cast.Bela, actor=cast.treasurer
    ),
    "a payment claimed": lambda cast: services.claim(payment=line(1), actor=cast.treasurer),
    "a claim taken back": lambda cast: services.unclaim(payment=line(2), actor=cast.treasurer),
    "a payment confirmed": lambda cast: services.confirm(payment=line(2), actor=cast.treasurer),
    "a confirmation taken back": lambda cast: services.unconfirm(payment=line(3), actor=cast.treasurer, **REASON),
    "a payment confirmed again": lambda cast: services.confirm(payment=line(1), actor=cast.treasurer),
    "an open payment made void": lambda cast: services.void(payment=line(1), actor=cast.treasurer, **REASON),
    "a confirmed payment made void": lambda cast: services.void(payment=line(3), actor=cast.treasurer, **REASON),
    "a payment divided": lambda cast: services.split(payment=line(1), amount_minor=4, actor=cast.treasurer),
    "a part claimed": lambda cast: part(cast, arrived=False),
    "a part confirmed": lambda cast: part(cast, arrived=True),
    "all confirmed": lambda cast: services.confirm_all(plan=SettlementPlan.objects.get(), actor=cast.treasurer),
    "balances rebuilt": lambda cast: checks.rebuild_balances(cast.book),
}


@pytest.mark.parametrize("name", MONEY_PATHS)
def test_a_fault_after_any_statement_leaves_nothing(books, name):
    act = MONEY_PATHS[name]
    faults = fail_after_each_statement_of(lambda: act(books))
    assert faults >= 1
    assert list(map(str, checks.findings())) == []


@pytest.mark.django_db(transaction=True)
def test_a_posting_without_a_transaction_stands_whole_or_not_at_all(cast):
    """Where one statement is all of it, a fault after it is an answer that was lost: the retry returns what stands."""
    before = written()
    for statement in range(1, 8):
        with suppress(Fault), fault_after(statement):
            cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6), key="game:1:r1")
        assert written() == before or cast.balances() == {"Bela": -5, "Csaba": -6, "Anna": 11}
        assert list(map(str, checks.findings())) == []
    assert Entry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_caller_who_swallows_the_fault_cannot_commit_a_half(cast):
    for statement in range(1, 7):
        with suppress(transaction.TransactionManagementError), transaction.atomic():
            with suppress(Fault), fault_after(statement):
                cast.post(("Bela", "Anna", 5), key=f"game:{statement}:r1")
            Account.objects.filter(pk=cast.Geza.pk).update(closed_at=None)  # and goes on
        assert list(map(str, checks.findings())) == []
    assert Book.objects.get().head_seq == Entry.objects.count()
