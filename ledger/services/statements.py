"""The SQL of a posting, written out: through the ORM the same statements take six times as long to be made.

The statements are the same on every database. PostgreSQL gets those that write as one: a trip less for each, and the
book is locked for a shorter time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from django.db import connection
from django.db.models import AutoField, Field, Model

from ledger.models import Account, Book, Entry
from ledger.rules.transfers import AccountId

LOCK: Final = "SELECT * FROM ledger_book WHERE id = %s"
STANDING: Final = "SELECT key FROM ledger_entry WHERE book_id = %s AND key IN ({keys})"
MOVE_HEAD: Final = "UPDATE ledger_book SET head_seq = %s, head_hash = %s WHERE id = %s"
MOVE_BALANCES: Final = (
    "UPDATE ledger_account SET balance_minor = balance_minor + CASE id {gains} END"
    " WHERE id IN ({accounts}) AND book_id = %s AND closed_at IS NULL"
)

AnyField: TypeAlias = "Field[object, object]"


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with its parameters, already as the database wants them."""

    sql: str
    values: Sequence[Any]


def lock(book_id: object) -> Book | None:
    """Return the book with its row locked until the transaction ends, or None."""
    for_update = f" {connection.ops.for_update_sql(no_key=True)}" if connection.features.has_select_for_update else ""
    found = Book.objects.raw(LOCK + for_update, [_as_stored(Book._meta.pk, book_id)])
    return next(iter(found), None)


def standing(book: Book, keys: Sequence[str]) -> dict[str, Entry]:
    """Return the book's entries that have one of these keys; the entries are read only where there are any."""
    if not keys:
        return {}
    asked = STANDING.format(keys=_marks(keys))
    with connection.cursor() as cursor:
        cursor.execute(asked, [_as_stored(Book._meta.pk, book.pk), *keys])
        found = [key for (key,) in cursor.fetchall()]
    return {entry.key: entry for entry in Entry.objects.filter(book=book, key__in=found)} if found else {}


def insert(rows: Sequence[Model]) -> Statement:
    """Insert rows of one model, all at once."""
    head, fields = _insertion(type(rows[0]))
    values = [_as_stored(field, getattr(row, field.attname)) for row in rows for field in fields]
    return Statement(head + ", ".join([f"({_marks(fields)})"] * len(rows)), values)


def move_head(book: Book) -> Statement:
    """Move the book's head to where it is in memory."""
    return Statement(MOVE_HEAD, [book.head_seq, book.head_hash, _as_stored(Book._meta.pk, book.pk)])


def move_balances(book: Book, gains: Mapping[AccountId, int]) -> Statement:
    """Add to each account of the book what it gains; an account that is foreign or closed is left out."""
    key = Account._meta.pk
    accounts = {_as_stored(key, account): gain for account, gain in gains.items()}
    sql = MOVE_BALANCES.format(gains=" ".join(["WHEN %s THEN %s"] * len(accounts)), accounts=_marks(accounts))
    pairs = [part for pair in accounts.items() for part in pair]
    return Statement(sql, [*pairs, *accounts, _as_stored(key, book.pk)])


def carry_out(statements: Sequence[Statement]) -> int:
    """Carry out statements that write, in one where the database can; return how many rows the last one changed."""
    if connection.vendor == "postgresql":
        statements = [_as_one(statements)]
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement.sql, statement.values)
        return int(cursor.rowcount)


def _as_one(statements: Sequence[Statement]) -> Statement:
    *first, last = statements
    before = ", ".join(f"step_{no} AS ({statement.sql})" for no, statement in enumerate(first))
    return Statement(f"WITH {before} {last.sql}", [value for statement in statements for value in statement.values])


@cache
def _insertion(model: type[Model]) -> tuple[str, tuple[AnyField, ...]]:
    fields = tuple(field for field in model._meta.concrete_fields if not isinstance(field, AutoField))
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    head = f"INSERT INTO {model._meta.db_table} ({columns}) VALUES "  # noqa: S608 - names of our own table and columns
    return head, fields


def _as_stored(field: AnyField, value: object) -> Any:
    return field.get_db_prep_save(value, connection)


def _marks(values: Iterable[object]) -> str:
    return ", ".join("%s" for _value in values)
