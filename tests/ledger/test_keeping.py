"""What a treasurer does by hand."""

from datetime import date, timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from club.errors import DateOutOfRange, Forbidden, Invalid, NotFound
from club.models import Member
from ledger import checks, selectors, services
from ledger.errors import (
    AlreadyClosed,
    DateNotPast,
    IdempotencyConflict,
    NothingMoved,
    NotReversible,
    OnlyWrittenOff,
    ReasonMissing,
    SameAccount,
)
from ledger.models import Account, Book, Entry, Period
from ledger.services import posting
from tests.ledger.cast import EVENING, actor, today

pytestmark = pytest.mark.django_db


def adjust(cast, amount=100, **more):
    asked = {"transfers": [(cast.Bela, cast.Anna, amount)], "reason": "lost slip", "actor": cast.treasurer}
    return services.adjust(book=cast.book, **(asked | more))


def test_an_adjustment_moves_money_and_says_why(cast):
    entry = adjust(cast)
    assert (entry.kind, entry.memo, entry.effective_date) == (Entry.Kind.ADJUSTMENT, "lost slip", today())
    assert cast.balances() == {"Bela": -100, "Anna": 100}


def test_the_same_command_twice_is_one_adjustment(cast, refused):
    command = uuid4()
    assert adjust(cast, command_id=command) == adjust(cast, command_id=command)
    with refused(IdempotencyConflict):
        adjust(cast, 101, command_id=command)


def test_the_same_command_after_midnight_is_the_same_adjustment(cast, refused, monkeypatch):
    command = uuid4()
    made = adjust(cast, command_id=command)
    monkeypatch.setattr(posting, "today_in", lambda club, now: today() + timedelta(days=1))
    assert adjust(cast, command_id=command) == made
    with refused(IdempotencyConflict):
        adjust(cast, command_id=command, effective_date=today() - timedelta(days=1))


def test_one_member_alone_is_adjusted_against_the_books_own_account(cast):
    adjust(cast, transfers=[(Account.Kind.ADJUSTMENTS, cast.members["Bela"], 50)])
    assert cast.balances() == {"adjustments": -50, "Bela": 50}


def test_an_account_of_the_books_own_is_made_with_what_is_posted_only(cast, refused):
    side = Account.Kind.HOUSE
    for wrong in ({"reason": ""}, {"reason": "x" * 181}, {"effective_date": date.max}, {"actor": cast.actor("Bela")}):
        with refused((Forbidden, DateOutOfRange, Invalid)):
            adjust(cast, transfers=[(cast.Bela, side, 50)], **wrong)
    with refused(SameAccount):
        adjust(cast, transfers=[(side, side, 50)])
    with refused(NotFound):
        adjust(cast, transfers=[(cast.Bela, Account.Kind.MEMBER, 50)])
    assert not Account.objects.filter(member=None).exists()


def test_an_adjustment_without_a_reason_or_an_amount_is_refused(cast, refused):
    with refused(ReasonMissing):
        adjust(cast, reason="")
    with refused(NothingMoved):
        adjust(cast, transfers=[])


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1969, 12, 31), today() + timedelta(days=2), date.max])
def test_an_adjustment_is_about_a_day_that_can_be_meant(cast, refused, day):
    with refused(DateOutOfRange):
        adjust(cast, effective_date=day)
    assert adjust(cast, effective_date=date(1970, 1, 1)).effective_date == date(1970, 1, 1)


def test_the_day_of_an_adjustment_is_the_clubs(cast, refused):
    """On Kiritimati it is always tomorrow somewhere: fourteen hours ahead, and never behind London."""
    there = timezone.localdate(timezone=ZoneInfo("Pacific/Kiritimati"))
    behind = timezone.localdate(timezone=ZoneInfo("Pacific/Pago_Pago"))
    cast.book.club.time_zone = "Pacific/Pago_Pago"
    with refused(DateOutOfRange):
        adjust(cast, effective_date=behind + timedelta(days=1))
    cast.book.club.time_zone = "Pacific/Kiritimati"
    assert adjust(cast, effective_date=there).effective_date == there


def test_nothing_goes_from_a_person_to_himself(cast, refused):
    Member.objects.filter(pk=cast.members["Eva"].pk).update(merged_into=cast.members["Bela"])
    for pair in ((cast.Bela, cast.Bela), (cast.Bela, cast.members["Bela"]), (cast.Eva, cast.members["Bela"])):
        with refused(SameAccount):
            adjust(cast, transfers=[(*pair, 5)])


# ---- who was anonymised ----
@pytest.fixture
def gone(cast):
    """Bela was anonymised; then an old game was corrected, and he owes 100."""
    cast.post(("Bela", "Anna", 100))
    Member.objects.filter(pk=cast.members["Bela"].pk).update(name="Former member 1", anonymised_at=timezone.now())
    return cast.Bela


def test_what_one_who_was_anonymised_owes_can_be_written_off(cast, gone):
    adjustments, command = services.adjustments_account(book=cast.book), uuid4()
    adjust(cast, transfers=[(adjustments, gone, 40)])
    for _twice in range(2):
        adjust(cast, transfers=[(adjustments, gone, 60)], command_id=command)
    assert cast.balances() == {"Anna": 100, "adjustments": -100}


def test_nothing_else_can_be_entered_for_one_who_was_anonymised(cast, refused, gone):
    house = services.house_account(book=cast.book)
    for leg in (
        (house, gone, 101),
        (gone, house, 1),
        (cast.Anna, gone, 100),
        (cast.Anna, cast.members["Bela"], 100),
    ):
        with refused(OnlyWrittenOff):
            adjust(cast, transfers=[leg])
    adjust(cast, transfers=[(house, gone, 100)])
    with refused(OnlyWrittenOff):
        adjust(cast, transfers=[(house, gone, 1)])


def test_what_a_person_is_written_off_is_what_he_and_who_was_merged_into_him_come_to(cast, refused, gone):
    cast.post(("Csaba", "Eva", 30))
    Member.objects.filter(pk=cast.members["Eva"].pk).update(
        merged_into=cast.members["Bela"], name="Former member 1", anonymised_at=timezone.now()
    )
    house = services.house_account(book=cast.book)
    with refused(OnlyWrittenOff):
        adjust(cast, transfers=[(house, gone, 71)])
    adjust(cast, transfers=[(house, cast.Eva, 70)])
    assert selectors.balance_in(cast.book, cast.members["Bela"]) == 0


def test_a_member_keeps_no_books(cast, refused):
    who = cast.actor("Bela")
    entry = adjust(cast)
    for act in (
        lambda: adjust(cast, actor=who),
        lambda: services.withdraw(entry=entry, reason="x", actor=who),
        lambda: services.redact_memo(entry=entry, actor=who),
        lambda: services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=who),
        lambda: services.close_account(account=cast.Csaba, actor=who),
        lambda: services.open_account(account=cast.Csaba, actor=who),
        lambda: services.fee(book=cast.book, night=cast.night, members=[], amount_minor=1, actor=who),
    ):
        with refused(Forbidden):
            act()


def test_another_clubs_books_do_not_exist(cast, refused):
    who = actor(cast.outsider)
    entry = adjust(cast)
    for act in (
        lambda: adjust(cast, actor=who),
        lambda: services.withdraw(entry=entry, reason="x", actor=who),
        lambda: services.redact_memo(entry=entry, actor=who),
        lambda: services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=who),
        lambda: services.close_account(account=cast.Csaba, actor=who),
        lambda: services.open_account(account=cast.Csaba, actor=who),
        lambda: services.fee(book=cast.book, night=cast.night, members=[], amount_minor=1, actor=who),
    ):
        with refused(NotFound):
            act()


def test_the_fee_is_charged_once_a_night_and_member(cast, refused):
    def charge(amount):
        players = [cast.members["Bela"], cast.members["Csaba"]]
        return services.fee(
            book=cast.book, night=cast.night, members=players, amount_minor=amount, actor=cast.treasurer
        )

    assert charge(200) == charge(200)
    assert cast.balances() == {"Bela": -200, "Csaba": -200, "house": 400}
    assert Entry.objects.first().key == f"fee:{cast.night.id}:{cast.members['Bela'].id}"
    with refused(IdempotencyConflict):
        charge(300)


def test_no_fee_is_no_entry(cast):
    players = cast.members.values()
    assert not services.fee(book=cast.book, night=cast.night, members=players, amount_minor=0, actor=cast.treasurer)
    assert not Entry.objects.exists()


def test_what_was_made_by_hand_is_withdrawn_by_its_mirror(cast):
    services.withdraw(entry=adjust(cast), reason="slip found", actor=cast.treasurer)
    assert cast.balances() == {}


def test_a_game_and_a_payment_are_not_withdrawn_here(cast, refused):
    cast.post(("Dora", "Csaba", 5))
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(), actor=cast.treasurer)
    at_table = services.post(
        book=cast.book,
        key="adjust:7:r1",
        kind=Entry.Kind.ADJUSTMENT,
        transfers=[(cast.Bela, cast.Anna, 1)],
        source_kind="adjust",
        source_id="7",
        actor=cast.treasurer,
    )
    for entry in Entry.objects.all():
        with refused(NotReversible):
            services.withdraw(entry=entry, reason="x", actor=cast.treasurer)
    assert at_table.kind == Entry.Kind.ADJUSTMENT


def test_a_redacted_memo_is_gone_and_the_chain_still_holds(cast):
    entry = adjust(cast, reason="something private")
    services.redact_memo(entry=entry, actor=cast.treasurer)
    assert Entry.objects.get().memo == ""
    assert list(checks.findings()) == []


def test_a_closed_month_keeps_its_head_and_balances(cast):
    entry = adjust(cast, effective_date=date(2026, 1, 15))
    adjust(cast, 7, effective_date=date(2026, 2, 1))
    period = services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
    assert period.balances == {str(cast.Bela.pk): -100, str(cast.Anna.pk): 100}
    assert Book.objects.get().closed_through == date(2026, 1, 31)
    late = services.withdraw(entry=entry, reason="too late", actor=cast.treasurer)
    assert (late.effective_date, late.about_date) == (today(), date(2026, 1, 15))
    assert late.memo == "2026-01-15 · too late"
    assert list(checks.findings()) == []


def test_a_day_that_is_not_over_cannot_be_closed(cast, refused):
    with refused(DateNotPast):
        services.close_period(book=cast.book, end_date=today() + timedelta(days=1), actor=cast.treasurer)


def test_a_month_closed_twice_is_closed_once(cast):
    first = services.close_period(book=cast.book, end_date=EVENING.replace(day=1), actor=cast.treasurer)
    adjust(cast)
    assert services.close_period(book=cast.book, end_date=EVENING.replace(day=1), actor=cast.treasurer) == first
    assert Period.objects.get().seq == 0


def test_an_earlier_day_than_the_last_closed_is_not_closed(cast, refused):
    services.close_period(book=cast.book, end_date=EVENING.replace(day=2), actor=cast.treasurer)
    with refused(AlreadyClosed):
        services.close_period(book=cast.book, end_date=EVENING.replace(day=1), actor=cast.treasurer)
    assert Period.objects.count() == 1
