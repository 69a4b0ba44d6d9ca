"""The books at the organiser's desk: seen by their keepers, changed by nobody, acted on through services."""

import pytest
from django.urls import reverse

from club.models import Role, User
from ledger import checks, services
from ledger.models import Account, Book, Entry, Payment, SettlementPlan
from tests.ledger.cast import EVENING
from tests.ledger.conftest import written

pytestmark = pytest.mark.django_db

MODELS = ("book", "account", "period", "checkup", "entry", "settlementplan", "payment")


@pytest.fixture
def books(cast):
    entry = cast.post(("Dora", "Csaba", 500), memo="Table 1, game 1")
    services.adjust(book=cast.book, transfers=[(cast.Bela, cast.Eva, 1)], reason="slip", actor=cast.treasurer)
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    period = services.close_period(book=cast.book, end_date=EVENING.replace(day=1), actor=cast.treasurer)
    checks.check_up()
    cast.rows = {"account": cast.Dora, "period": period, "checkup": cast.book.checkup}
    cast.rows |= {"book": cast.book, "entry": entry, "settlementplan": plan, "payment": plan.payments.get()}
    return cast


def sign_in(client, user, **fields):
    User.objects.filter(pk=user.pk).update(is_staff=True, **fields)
    client.force_login(User.objects.get(pk=user.pk))
    return client


@pytest.fixture
def keeper(client, books):
    return sign_in(client, books.members["Anna"].user)


def address(books, model):
    return reverse(f"admin:ledger_{model}_change", args=[books.rows[model].pk])


@pytest.mark.parametrize("model", MODELS)
def test_a_treasurer_sees_his_clubs_books(keeper, books, model):
    listed = keeper.get(reverse(f"admin:ledger_{model}_changelist"))
    assert address(books, model) in listed.content.decode()
    assert keeper.get(reverse(f"admin:ledger_{model}_change", args=[books.rows[model].pk])).status_code == 200


@pytest.mark.parametrize("model", MODELS)
def test_another_clubs_organiser_sees_nothing_of_them(client, books, model):
    outsider = sign_in(client, books.outsider.user)
    assert address(books, model) not in outsider.get(reverse(f"admin:ledger_{model}_changelist")).content.decode()
    assert outsider.get(reverse(f"admin:ledger_{model}_change", args=[books.rows[model].pk])).status_code != 200


def test_a_plain_member_does_not_come_in(client, books):
    member = sign_in(client, books.members["Bela"].user)
    assert books.members["Bela"].role == Role.MEMBER
    assert member.get(reverse("admin:ledger_entry_changelist")).status_code == 403


def test_a_superuser_sees_every_club(client, books):
    everywhere = sign_in(client, books.outsider.user, is_superuser=True)
    assert str(books.rows["entry"].pk) in everywhere.get(reverse("admin:ledger_entry_changelist")).content.decode()


@pytest.mark.parametrize("model", MODELS)
def test_nobody_adds_changes_or_deletes_at_the_desk(client, books, model):
    everywhere = sign_in(client, books.outsider.user, is_superuser=True)
    key = books.rows[model].pk
    before = written()
    for url in (
        reverse(f"admin:ledger_{model}_add"),
        reverse(f"admin:ledger_{model}_change", args=[key]),
        reverse(f"admin:ledger_{model}_delete", args=[key]),
    ):
        assert everywhere.post(url, {"memo": "x", "post": "yes"}).status_code == 403
    assert written() == before


def act(client, model, action, row, reason="", **more):
    chosen = {"action": action, "_selected_action": [row.pk], "reason": reason, **more}
    return client.post(reverse(f"admin:ledger_{model}_changelist"), chosen, follow=True)


def test_an_adjustment_is_taken_back_with_a_reason(keeper, books):
    adjustment = Entry.objects.get(kind="adjustment")
    before = written()
    act(keeper, "entry", "withdraw", adjustment)
    assert written() == before
    act(keeper, "entry", "withdraw", adjustment, "slip found")
    assert Entry.objects.get(reverses=adjustment).memo == "slip found"


def test_a_game_is_not_taken_back_at_the_desk(keeper, books):
    answer = act(keeper, "entry", "withdraw", books.rows["entry"], "x")
    assert "cannot be reversed" in answer.content.decode()
    assert not Entry.objects.filter(kind="reversal").exists()


def test_a_payment_is_confirmed_and_made_void(keeper, books):
    payment = books.rows["payment"]
    act(keeper, "payment", "confirm", payment)
    assert Payment.objects.get(pk=payment.pk).state == Payment.State.CONFIRMED
    act(keeper, "payment", "void", payment, "bounced")
    assert Payment.objects.get(pk=payment.pk).state == Payment.State.VOID
    assert Entry.objects.get(kind="reversal").memo == "bounced"


def test_a_payment_is_named_by_its_money(books):
    assert str(books.rows["payment"]).endswith(" 5.00\u00a0EUR")


def test_the_books_are_closed_through_a_day_that_is_named(keeper, books):
    assert "choose the day" in act(keeper, "book", "close_period", books.book).content.decode()
    act(keeper, "book", "close_period", books.book, day=EVENING.replace(day=2).isoformat())
    assert Book.objects.get(pk=books.book.pk).closed_through == EVENING.replace(day=2)


def test_a_balance_is_adjusted_in_the_readers_language_and_with_a_reason(keeper, books):
    before = written()
    act(keeper, "account", "adjust", books.Dora, amount="2.50")
    act(keeper, "account", "adjust", books.Dora, "a drink", amount="x")
    assert written() == before
    keeper.cookies["django_language"] = "hr"
    act(keeper, "account", "adjust", books.Dora, "a drink", amount="-2,50")
    entry = Entry.objects.get(memo="a drink")
    assert (entry.transfers.get().source, entry.transfers.get().amount_minor) == (books.Dora, 250)


def test_an_account_is_closed_when_even_and_opened_again(keeper, books):
    assert "nothing is owed" in act(keeper, "account", "close", books.Dora).content.decode()
    act(keeper, "account", "close", books.Feri)
    assert Account.objects.get(pk=books.Feri.pk).closed_at is not None
    act(keeper, "account", "open_again", books.Feri)
    assert Account.objects.get(pk=books.Feri.pk).closed_at is None


def test_a_plan_is_made_again_and_paid_at_the_table(keeper, books):
    books.post(("Dora", "Csaba", 7))
    act(keeper, "settlementplan", "plan_again", books.rows["settlementplan"])
    plan = SettlementPlan.objects.get(superseded_at=None)
    assert plan.payments.get().amount_minor == 507
    act(keeper, "settlementplan", "confirm_all", plan)
    assert plan.payments.get().state == Payment.State.CONFIRMED
