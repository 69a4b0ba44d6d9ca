"""Print the SQL that lets a role run the product on PostgreSQL without being able to change what was written."""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from ledger import guards

WHOLE_SCHEMA: Final = (
    "GRANT USAGE ON SCHEMA public TO {role};",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role};",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role};",
)


class Command(BaseCommand):
    help = "Print the SQL for a PostgreSQL role that runs the product and cannot change log, entries or transfers."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("role", help="the name of a role that is there and owns nothing")

    def handle(self, *, role: str, **_options: object) -> None:
        if connection.vendor != "postgresql":
            raise CommandError("Only PostgreSQL has roles.")
        quoted = connection.ops.quote_name(role)
        for statement in (*WHOLE_SCHEMA, *_taken_back()):
            self.stdout.write(statement.format(role=quoted))


def _taken_back() -> Iterator[str]:
    """Yield what the role may not do to each protected table, and which columns it may still empty."""
    for ward in guards.wards():
        yield f'REVOKE UPDATE, DELETE, TRUNCATE ON "{ward.table}" FROM {{role}};'
        if ward.redactable:
            columns = ", ".join(f'"{name}"' for name in ward.redactable)
            yield f'GRANT UPDATE ({columns}) ON "{ward.table}" TO {{role}};'
