"""The database itself refuses to change what was written: append-only triggers, on PostgreSQL and on SQLite.

They are made after every `migrate`, because SQLite remakes a table for some migrations and drops its triggers without
a word; a system check and `check_books` say when one is missing.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.apps import AppConfig
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, connections, models, router
from django.db.backends.base.base import BaseDatabaseWrapper

from ledger.guards import postgresql, sqlite
from ledger.guards.guard import Dialect, Guard, Ward

_wards: dict[type[models.Model], tuple[str, ...]] = {}


def protect(model: type[models.Model], *, redactable: Iterable[str] = ()) -> None:
    """Make the model's table append-only from the next `migrate` on; only `redactable` text columns may be emptied."""
    _wards[model] = tuple(redactable)


def after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **_rest: object) -> None:
    """Make what is missing on the tables of one app; a receiver of `post_migrate`."""
    make(using, app_label=sender.label)


def make(using: str = DEFAULT_DB_ALIAS, *, app_label: str = "") -> None:
    """Make every guard that is missing on the connected database, in place of those made for older columns."""
    connection = connections[using]
    dialect = _dialect(connection)
    with connection.cursor() as cursor:
        for ward in _present_wards(connection, app_label):
            guards = dialect.guards(ward)
            if not all(dialect.works(cursor, guard) for guard in guards):
                dialect.drop_all(cursor, ward.table)
                for guard in guards:
                    dialect.make(cursor, guard)


def missing(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """Return the names of the guards that the connected database does not have, or that are switched off."""
    connection = connections[using]
    dialect = _dialect(connection)
    with connection.cursor() as cursor:
        guards = [guard for ward in _present_wards(connection) for guard in dialect.guards(ward)]
        return [guard.name for guard in guards if not dialect.works(cursor, guard)]


def present(using: str = DEFAULT_DB_ALIAS) -> bool:
    """Tell whether every protected table has all its guards."""
    return not missing(using)


def wards(using: str = DEFAULT_DB_ALIAS) -> list[Ward]:
    """Return the protected tables of the connected database."""
    return list(_present_wards(connections[using]))


@contextmanager
def lifted(using: str = DEFAULT_DB_ALIAS) -> Iterator[None]:
    """Take the guards away for a block. For tests only, which must empty the database; nothing else may use it."""
    connection = connections[using]
    connection.check_constraints()  # PostgreSQL alters no table whose foreign keys are still to be checked
    with connection.cursor() as cursor:
        for ward in _present_wards(connection):
            _dialect(connection).drop_all(cursor, ward.table)
    try:
        yield
        connection.check_constraints()
    finally:
        make(using)


@checks.register(checks.Tags.database)
def guards_are_present(databases: Iterable[str] | None = None, **_rest: object) -> list[checks.CheckMessage]:
    """Warn of each missing guard. A warning and not an error: `migrate`, which checks first, is what makes them."""
    return [
        checks.Warning(f"Append-only guard {name} is missing on {using}.", hint="Run migrate.", id="ledger.W001")
        for using in databases or ()
        for name in missing(using)
    ]


def _dialect(connection: BaseDatabaseWrapper) -> Dialect:
    return postgresql if connection.vendor == "postgresql" else sqlite


def _present_wards(connection: BaseDatabaseWrapper, app_label: str = "") -> Iterator[Ward]:
    """Yield the protected tables that are there, with the columns they have now."""
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for model, redactable in _wards.items():
            meta = model._meta
            if meta.db_table not in tables or not router.allow_migrate_model(connection.alias, model):
                continue
            if app_label in ("", meta.app_label):
                described = connection.introspection.get_table_description(cursor, meta.db_table)
                columns = tuple(column.name for column in described)
                yield Ward(meta.db_table, columns, redactable, tuple(_keys(model, columns)))


def _keys(model: type[models.Model], columns: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the columns of each key by which two rows of the table may not be the same."""
    meta = model._meta
    column_of = {field.name: str(field.column) for field in meta.concrete_fields}
    alone = [(field.name,) for field in meta.concrete_fields if field.unique]
    for names in [*alone, *(constraint.fields for constraint in meta.total_unique_constraints)]:
        key = tuple(column_of[name] for name in names)
        if set(key) <= set(columns):
            yield key


__all__ = ["Guard", "Ward", "after_migrate", "lifted", "make", "missing", "present", "protect", "wards"]
