"""Raw SQL attacks on what was written, on whichever database the run has."""

import io
from datetime import date

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction

from ledger import guards, services
from ledger.models import Entry, Transfer

pytestmark = pytest.mark.django_db

ATTACKS = [
    "UPDATE ledger_transfer SET amount_minor = amount_minor + 1",
    "UPDATE ledger_transfer SET target_id = source_id, source_id = target_id",
    "DELETE FROM ledger_transfer",
    "UPDATE ledger_entry SET effective_date = '2020-01-01'",
    "UPDATE ledger_entry SET hash = '0'",
    "UPDATE ledger_entry SET key = 'other', memo = ''",
    "UPDATE ledger_entry SET memo = 'something else'",
    "DELETE FROM ledger_entry",
    "UPDATE ledger_period SET balances = '{}'",
    "DELETE FROM ledger_period",
]
ON_POSTGRESQL = [
    "TRUNCATE ledger_transfer",
    "TRUNCATE ledger_entry CASCADE",
    "TRUNCATE ledger_period",
    "SET LOCAL session_replication_role = replica; DELETE FROM ledger_transfer",
    "INSERT INTO ledger_transfer SELECT * FROM ledger_transfer ON CONFLICT (id) DO UPDATE SET amount_minor = 9",
]
ON_SQLITE = [
    "REPLACE INTO ledger_transfer SELECT id, amount_minor + 1, entry_id, source_id, target_id FROM ledger_transfer",
    "INSERT OR REPLACE INTO ledger_entry SELECT * FROM ledger_entry",
    "UPDATE OR REPLACE ledger_transfer SET amount_minor = 9",
]


@pytest.fixture
def books(cast):
    cast.post(("Bela", "Anna", 5), memo="Table 1, game 1")
    services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
    return cast


def rows():
    with connection.cursor() as cursor:
        for table in ("ledger_entry", "ledger_transfer", "ledger_period"):
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            yield cursor.fetchall()


def attack(sql):
    connection.check_constraints()  # PostgreSQL alters and empties no table whose foreign keys are still to be checked
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


@pytest.mark.parametrize("sql", ATTACKS + (ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL))
def test_raw_sql_cannot_change_what_was_written(books, sql):
    before = list(rows())
    with pytest.raises(IntegrityError, match="append-only"):
        attack(sql)
    assert list(rows()) == before


def test_the_orm_cannot_either(books):
    entry = Entry.objects.get()
    for act in (
        lambda: Entry.objects.update(key="other"),
        lambda: Transfer.objects.all().delete(),
        lambda: Transfer.objects.update(amount_minor=9),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            act()
    entry.effective_date = "2020-01-01"
    with pytest.raises(IntegrityError), transaction.atomic():
        entry.save()
    assert Entry.objects.get().key == entry.key


def test_a_memo_may_be_emptied_but_not_replaced(books):
    entry = services.redact_memo(entry=Entry.objects.get(), actor=books.treasurer)
    assert (entry.memo, entry.memo_salt) == ("", "")
    assert entry.memo_hash


def test_every_guard_is_there_after_migrate(db):
    assert guards.missing() == []
    assert guards.present()


def a_guard():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'ledger_transfer'")
        else:
            cursor.execute(
                "SELECT tgname FROM pg_trigger WHERE tgrelid = 'ledger_transfer'::regclass AND tgname ~ 'guard'"
            )
        return sorted(name for (name,) in cursor.fetchall())[0]


def drop(name):
    on = "" if connection.vendor == "sqlite" else " ON ledger_transfer"
    attack(f'DROP TRIGGER "{name}"{on}')


def test_a_missing_guard_is_told_and_made_again_by_migrate(db):
    name = a_guard()
    drop(name)
    assert guards.missing() == [name]
    said = guards.guards_are_present(databases=["default"])
    assert [(message.id, name in message.msg) for message in said] == [("ledger.W001", True)]
    call_command("migrate", "ledger", stdout=io.StringIO())
    assert guards.present()


def test_the_system_check_speaks_only_of_the_databases_asked_about(db):
    drop(a_guard())
    assert guards.guards_are_present(databases=None) == []


def test_a_guard_that_does_something_else_counts_as_missing(db):
    name = a_guard()
    if connection.vendor == "sqlite":
        drop(name)
        attack(f'CREATE TRIGGER "{name}" BEFORE DELETE ON ledger_transfer BEGIN SELECT 1; END')
    else:
        attack(f'ALTER TABLE ledger_transfer DISABLE TRIGGER "{name}"')
    assert guards.missing() == [name]
    guards.make()
    assert guards.present()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no functions")
def test_a_guard_whose_function_was_emptied_counts_as_missing(db):
    function = f"FUNCTION {guards.postgresql.FUNCTION}() RETURNS trigger LANGUAGE plpgsql"
    attack(f"CREATE OR REPLACE {function} AS 'BEGIN RETURN NEW; END'")
    assert a_guard() in guards.missing()
    guards.make()
    assert guards.present()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="only SQLite remakes tables")
@pytest.mark.django_db(transaction=True)
def test_sqlite_drops_guards_when_it_remakes_a_table_and_migrate_brings_them_back():
    old = Transfer._meta.get_field("amount_minor")
    new = models.DecimalField(max_digits=20, decimal_places=0)
    new.set_attributes_from_name("amount_minor")
    new.model = Transfer
    with connection.schema_editor() as editor:
        editor.alter_field(Transfer, old, new)
    assert guards.missing()
    with connection.schema_editor() as editor:
        editor.alter_field(Transfer, new, old)
    call_command("migrate", "ledger", stdout=io.StringIO())
    assert guards.present()


def test_lifted_lets_a_test_empty_the_books_and_then_guards_again(books):
    with guards.lifted():
        attack("DELETE FROM ledger_transfer")
    assert guards.present()
    books.post(("Bela", "Anna", 5))
    with pytest.raises(IntegrityError):
        attack("DELETE FROM ledger_transfer")
