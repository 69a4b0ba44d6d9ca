"""Every balance of a book at once, by SQL written out: through the ORM it takes twice the time."""

from typing import Final
from uuid import UUID

from django.db import connection

from ledger.models import Account, Book
from ledger.persons import as_persons, holders

BALANCES: Final = """
SELECT ledger_account.id, balance_minor, merged_into_id
FROM ledger_account LEFT JOIN club_member ON club_member.id = member_id
WHERE book_id = %s
"""


def net_balances(book: Book) -> dict[UUID, int]:
    """Return every person's balance by his account, without names; one query, one more where some were merged."""
    with connection.cursor() as cursor:
        cursor.execute(BALANCES, [Account._meta.pk.get_db_prep_value(book.pk, connection)])
        rows = cursor.fetchall()
    nets = {_id(account): balance for account, balance, _merged_into in rows}
    return as_persons(nets, holders(book)) if any(merged_into for _, _, merged_into in rows) else nets


def _id(stored: UUID | str) -> UUID:
    """SQLite keeps ids as text."""
    return stored if isinstance(stored, UUID) else UUID(stored)
