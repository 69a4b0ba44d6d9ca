"""A role that may not change what was written: the product works with it, and no attack does."""

import io
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction

from games import checks as games_checks
from games import services as games
from ledger import checks, guards, selectors, services
from ledger.models import Book, Entry, Payment
from tests.cast import Cast, assemble
from tests.people import BOX_WINS, guest, table_of
from tests.servers import postgres
from tests.servers.product import connected_to

ROLE = "club_app"
ATTACKS = [
    "UPDATE {table} SET id = id",
    "DELETE FROM {table}",
    "TRUNCATE {table} CASCADE",
    "ALTER TABLE {table} DISABLE TRIGGER ALL",
    "DROP TABLE {table} CASCADE",
    "CREATE TRIGGER mine BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION guard_append_only()",
]


@dataclass
class Evening:
    cast: Cast
    tables: list[str]


@pytest.fixture(scope="module")
def evening(django_db_blocker: object) -> Iterator[Evening]:
    """A database that one role has migrated, and to which this process is connected as the other."""
    with ExitStack() as stack:
        server = stack.enter_context(postgres.server())
        url = postgres.create_database(server.url, "club")
        stack.enter_context(django_db_blocker.unblock())
        with connected_to(url):
            granted, tables = sql_for(ROLE), [ward.table for ward in guards.wards()]
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute(f"CREATE ROLE {ROLE} LOGIN")
            owner.execute(granted)
        stack.enter_context(connected_to(url.replace("postgres@", f"{ROLE}@", 1), migrated=True))
        yield Evening(assemble(), tables)


def sql_for(role: str) -> str:
    out = io.StringIO()
    call_command("database_role", role, stdout=out)
    return out.getvalue()


def refused(sql: str) -> None:
    with pytest.raises(ProgrammingError) as error, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert isinstance(error.value.__cause__, psycopg.errors.InsufficientPrivilege)


@pytest.mark.postgres
def test_an_evening_is_played_corrected_closed_paid_and_merged(evening: Evening) -> None:
    cast = evening.cast
    bela = guest(cast, "Béla (guest)")
    now = cast.act(table_of(cast, "Anna", bela, "Csaba", rules={"table_fee": "2"}), BOX_WINS)
    dearer = [{"do": "double", "by": "Anna"}, {"do": "take", "by": ["Csaba", "Béla (guest)"]}, BOX_WINS]
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=dearer, reason="on two")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    book, treasurer = Book.objects.get(), cast.actor("Béla")
    services.confirm(payment=Payment.objects.first(), actor=treasurer)
    services.redact_memo(entry=Entry.objects.exclude(memo="").first(), actor=treasurer)
    asked = {"member_id": bela.id, "into_id": cast.members["Béla"].id, "reason": "one person"}
    games.merge_members(actor=cast.actor(), **asked)
    assert selectors.balances(book)
    assert list(map(str, checks.check_up())) == []
    assert list(map(str, games_checks.differences())) == []


@pytest.mark.postgres
@pytest.mark.parametrize("attack", ATTACKS)
def test_what_was_written_cannot_be_changed(evening: Evening, attack: str) -> None:
    assert set(evening.tables) >= {"ledger_entry", "ledger_transfer", "ledger_period", "games_action"}
    for table in evening.tables:
        refused(attack.format(table=table))


@pytest.mark.postgres
@pytest.mark.parametrize(
    "attack", ["SET session_replication_role = replica", "CREATE OR REPLACE FUNCTION guard_append_only() {body}"]
)
def test_the_guards_cannot_be_put_out(evening: Evening, attack: str) -> None:
    body = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'"
    refused(attack.format(body=body))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has roles")
def test_sqlite_has_no_roles() -> None:
    with pytest.raises(CommandError):
        sql_for(ROLE)
