"""Guards on SQLite. REPLACE deletes a row without firing its delete trigger, so inserts are guarded as well."""

from django.db.backends.utils import CursorWrapper

from ledger.guards.guard import Guard, Ward


def guards(ward: Ward) -> list[Guard]:
    """Return the triggers that refuse UPDATE, DELETE and an INSERT that would replace a row."""
    table = ward.table
    stop = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    when = f"WHEN {ward.changed('IS NOT')} " if ward.redactable else ""
    return [
        Guard(table, "update", f'BEFORE UPDATE ON "{table}" FOR EACH ROW {when}{stop}'),
        Guard(table, "delete", f'BEFORE DELETE ON "{table}" FOR EACH ROW {stop}'),
        Guard(table, "replace", f'BEFORE INSERT ON "{table}" FOR EACH ROW WHEN {_taken(ward)} {stop}'),
    ]


def _taken(ward: Ward) -> str:
    same = (" AND ".join(f'"{column}" = NEW."{column}"' for column in key) for key in ward.keys)
    rows = f'EXISTS (SELECT 1 FROM "{ward.table}" WHERE '  # noqa: S608 - names of our own tables and columns
    return " OR ".join(f"{rows}{condition})" for condition in same)


def works(cursor: CursorWrapper, guard: Guard) -> bool:
    """Tell whether the trigger is there, word for word."""
    cursor.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = %s", [guard.name])
    return bool(cursor.fetchone() == (_create(guard),))


def make(cursor: CursorWrapper, guard: Guard) -> None:
    """Make the trigger."""
    cursor.execute(_create(guard))


def drop_all(cursor: CursorWrapper, table: str) -> None:
    """Drop every guard of the table."""
    prefix = f"guard_{table}_"
    cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [table])
    for (name,) in cursor.fetchall():
        if name.startswith(prefix):
            cursor.execute(f'DROP TRIGGER "{name}"')


def _create(guard: Guard) -> str:
    return f'CREATE TRIGGER "{guard.name}" {guard.sql}'
