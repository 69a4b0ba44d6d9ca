"""Guards on PostgreSQL: always on, also for a replication role; TRUNCATE is refused as well."""

from typing import Final

from django.db.backends.utils import CursorWrapper

from ledger.guards.guard import Guard, Ward

FUNCTION: Final = "guard_append_only"
_BODY: Final = "BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END"
_FIND: Final = "SELECT tgname FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgrelid = %s::regclass"


def guards(ward: Ward) -> list[Guard]:
    """Return the triggers that refuse UPDATE, DELETE and TRUNCATE."""
    table = ward.table
    when = f"WHEN ({ward.changed('IS DISTINCT FROM')}) " if ward.redactable else ""
    stop = f"EXECUTE FUNCTION {FUNCTION}()"
    return [
        Guard(table, "update", f'BEFORE UPDATE ON "{table}" FOR EACH ROW {when}{stop}'),
        Guard(table, "delete", f'BEFORE DELETE ON "{table}" FOR EACH ROW {stop}'),
        Guard(table, "truncate", f'BEFORE TRUNCATE ON "{table}" FOR EACH STATEMENT {stop}'),
    ]


def works(cursor: CursorWrapper, guard: Guard) -> bool:
    """Tell whether the trigger is there, always on, and calls the function that refuses."""
    found = f"{_FIND} AND tgname = %s AND tgenabled = 'A' AND prosrc = %s"
    cursor.execute(found, [guard.table, guard.name, _BODY])
    return cursor.fetchone() is not None


def make(cursor: CursorWrapper, guard: Guard) -> None:
    """Make the trigger, and the function that all of them call."""
    cursor.execute(f"CREATE OR REPLACE FUNCTION {FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $${_BODY}$$")
    cursor.execute(f'CREATE TRIGGER "{guard.name}" {guard.sql}')
    cursor.execute(f'ALTER TABLE "{guard.table}" ENABLE ALWAYS TRIGGER "{guard.name}"')


def drop_all(cursor: CursorWrapper, table: str) -> None:
    """Drop every guard of the table."""
    cursor.execute(f"{_FIND} AND NOT tgisinternal AND starts_with(tgname, %s)", [table, f"guard_{table}_"])
    for (name,) in cursor.fetchall():
        cursor.execute(f'DROP TRIGGER "{name}" ON "{table}"')
