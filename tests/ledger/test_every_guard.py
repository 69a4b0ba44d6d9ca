"""Each guard and each constraint of the books is needed: it refuses what, without it, would pass."""

from collections.abc import Callable
from datetime import date

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from ledger import guards, services
from ledger.models import Account, Book, Checkup, Entry, Payment, Period, SettlementPlan, Transfer
from tests.ledger.cast import Cast, number

pytestmark = pytest.mark.django_db
POSTGRESQL = connection.vendor == "postgresql"


@pytest.fixture
def books(cast: Cast) -> Cast:
    """A closed month, a game that was taken back, another, and a plan with a payment confirmed and one open."""
    services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
    services.reverse(entry=cast.post(("Bela", "Anna", 9)), reason="wrong", actor=cast.treasurer)
    cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6), key="game:1:r1")
    services.house_account(book=cast.book)
    plan = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer)
    services.confirm(payment=plan.payments.get(no=1), actor=cast.treasurer)
    services.plan_club(book=cast.book, actor=cast.treasurer)
    return cast


def carry_out(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def then_back(act: Callable[[], object]) -> None:
    """Act, and take it back."""
    with transaction.atomic():
        act()
        transaction.set_rollback(True)


# ---- triggers -----------------------------------------------------------------------------------------
ATTACKS = {
    "update": "UPDATE {table} SET id = id",
    "delete": "DELETE FROM {table}",
    "truncate": "TRUNCATE {table} CASCADE",
    "replace": "INSERT OR REPLACE INTO {table} SELECT * FROM {table}",
}
REDACTABLE = {"update": "UPDATE {table} SET key = key || '!'"}  # a row that stays the same is let through
TABLES = [model._meta.db_table for model in (Entry, Transfer, Period)]
ACTS = ["update", "delete", "truncate" if POSTGRESQL else "replace"]


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("table", TABLES)
def test_no_other_guard_stops_what_this_one_stops(books: Cast, table: str, act: str) -> None:
    attack = (ATTACKS | (REDACTABLE if table == "ledger_entry" else {}))[act].format(table=table)
    connection.check_constraints()
    with pytest.raises(IntegrityError, match="append-only"):
        then_back(lambda: carry_out(attack))
    drop_guard(table, act)
    if attack == "TRUNCATE ledger_entry CASCADE":
        drop_guard("ledger_transfer", act)  # where it goes on to
    then_back(lambda: carry_out(attack))


def drop_guard(table: str, act: str) -> None:
    [name] = [name for name in guard_names() if name.startswith(f"guard_{table}_{act}_")]
    carry_out(f'DROP TRIGGER "{name}"' + (f" ON {table}" if POSTGRESQL else ""))


def guard_names() -> list[str]:
    asked = "SELECT tgname FROM pg_trigger" if POSTGRESQL else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return [name for (name,) in cursor.fetchall()]


def test_those_are_all_the_guards_of_the_books(books: Cast) -> None:
    told = {name.rsplit("_", 1)[0] for name in guard_names() if name.startswith("guard_ledger_")}
    assert told == {f"guard_{table}_{act}" for table in TABLES for act in ACTS}
    assert guards.present()


# ---- constraints --------------------------------------------------------------------------------------
def copy(row: models.Model, **changed: object) -> None:
    """Insert another row like this one, but for what is changed."""
    columns = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    fresh = {"id": None if isinstance(row, Transfer | Period | Checkup) else number(999)}
    type(row).objects.create(**(columns | fresh | changed))


def entry(cast: Cast, **changed: object) -> None:
    copy(Entry.objects.get(key="game:1:r1"), **({"seq": 99, "key": "other"} | changed))


def member_account(cast: Cast, **changed: object) -> None:
    copy(cast.Geza, **changed)


def payment(cast: Cast, **changed: object) -> None:
    copy(Payment.objects.get(no=1, plan__night=cast.night), **({"no": 99, "entry_id": None, "state": "void"} | changed))


def transfer(cast: Cast, **changed: object) -> None:
    copy(Transfer.objects.first(), **changed)


REFUSED: dict[str, Callable[[Cast], object]] = {
    "one_book_a_currency": lambda cast: copy(cast.book),
    "account_a_member": member_account,
    "account_a_house_kind": lambda cast: copy(Account.objects.get(kind="house")),
    "account_kind_fits_member": lambda cast: member_account(cast, member_id=None),
    "account_closes_at_zero": lambda cast: Account.objects.filter(pk=cast.Anna.pk).update(closed_at=timezone.now()),
    "entry_seq_once": lambda cast: entry(cast, seq=1),
    "entry_key_once": lambda cast: entry(cast, key="game:1:r1"),
    "entry_reversal_names_its_entry": lambda cast: entry(cast, kind="reversal"),
    "transfer_amount_positive": lambda cast: transfer(cast, amount_minor=0),
    "transfer_between_two": lambda cast: transfer(cast, source_id=cast.Anna.id, target_id=cast.Anna.id),
    "period_closed_once": lambda cast: copy(Period.objects.get()),
    "one_standing_plan_a_night": lambda cast: [
        SettlementPlan.objects.create(book=cast.book, night=cast.night, head_seq=1) for _no in range(2)
    ],
    "one_standing_plan_a_club": lambda cast: SettlementPlan.objects.create(book=cast.book, head_seq=1),
    "payment_no_once": lambda cast: payment(cast, no=1),
    "payment_positive": lambda cast: payment(cast, amount_minor=0),
    "payment_between_two": lambda cast: payment(cast, payee_id=cast.Bela.id, payer_id=cast.Bela.id),
    "payment_confirmed_has_its_entry": lambda cast: payment(cast, state="confirmed"),
    "payment_void_by_merge_is_void": lambda cast: payment(cast, void_by_merge=True, state="claimed"),
}
UNIQUE_FIELDS: dict[tuple[type[models.Model], str], Callable[[Cast], object]] = {
    (Entry, "reverses"): lambda cast: copy(Entry.objects.get(kind="reversal"), seq=99, key="other"),
    (Payment, "entry"): lambda cast: copy(Payment.objects.get(state="confirmed"), no=99),
    (Checkup, "book"): lambda cast: [Checkup.objects.create(book=cast.book, head_seq=1) for _no in range(2)],
}


def constraints() -> dict[str, tuple[type[models.Model], models.BaseConstraint]]:
    return {
        constraint.name: (model, constraint)
        for model in apps.get_app_config("ledger").get_models()
        for constraint in model._meta.constraints
    }


def test_every_constraint_of_the_books_is_tried() -> None:
    assert set(REFUSED) == set(constraints())
    alone = {
        (model, field.name)
        for model in apps.get_app_config("ledger").get_models()
        for field in model._meta.concrete_fields
        if field.unique and not field.primary_key
    }
    assert set(UNIQUE_FIELDS) == alone
    assert Book in {model for model, _constraint in constraints().values()}


@pytest.mark.parametrize("name", REFUSED)
def test_a_constraint_refuses_what_breaks_it(books: Cast, name: str) -> None:
    with pytest.raises(IntegrityError, match=r"constraint|append-only"):
        then_back(lambda: REFUSED[name](books))


@pytest.mark.parametrize(("model", "field"), UNIQUE_FIELDS)
def test_a_column_of_its_own_value_refuses_another(books: Cast, model: type[models.Model], field: str) -> None:
    with pytest.raises(IntegrityError):
        then_back(lambda: UNIQUE_FIELDS[model, field](books))


@pytest.mark.postgres
@pytest.mark.parametrize("name", REFUSED)
def test_no_other_constraint_refuses_it(books: Cast, name: str) -> None:
    model, constraint = constraints()[name]
    connection.check_constraints()
    with connection.schema_editor() as editor:
        editor.remove_constraint(model, constraint)
    then_back(lambda: REFUSED[name](books))
