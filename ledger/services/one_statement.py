"""One entry into a book by one SQL statement, on PostgreSQL: no trip while the book is locked.

It does what `writing` does, word for word and hash for hash, or nothing at all: whenever it finds anything in its way
(a key that stands, a closed month or account, no such book) it writes nothing, and the portable way, which follows,
says what it was. tests/ledger/test_parity.py holds the two together.
"""

from typing import Any, Final

from django.db import connection

from ledger.models import Entry
from ledger.rules.chain import Payload
from ledger.rules.transfers import nets
from ledger.services.writing import link

CHAINED: Final = ("book_id", "seq", "prev_hash", "hash")
OWN: Final = [field.attname for field in Entry._meta.concrete_fields if field.attname not in CHAINED]
"""What an entry has before it is chained: every other column, so that none can be forgotten here."""
# The book is locked first, then its accounts: rows that others have changed since this statement began are read anew
# as they are locked, and tested again. All later steps follow from the entry, so that without it nothing is done.
POST: Final = f"""
WITH book AS MATERIALIZED (
    SELECT id, head_seq + 1 AS seq, head_hash AS previous FROM ledger_book
    WHERE id = %(book)s AND (closed_through IS NULL OR closed_through < %(effective_date)s)
    FOR NO KEY UPDATE
), account AS MATERIALIZED (
    SELECT ledger_account.id, moved.gain
    FROM book
    JOIN ledger_account ON ledger_account.book_id = book.id
    JOIN unnest(%(accounts)s::uuid[], %(gains)s::bigint[]) AS moved(id, gain) ON moved.id = ledger_account.id
    WHERE ledger_account.closed_at IS NULL
    FOR NO KEY UPDATE OF ledger_account
), entry AS (
    INSERT INTO ledger_entry ({", ".join([*CHAINED, *OWN])})
    SELECT id, seq, previous,
           encode(sha256(convert_to(%(before)s || seq || %(between)s || COALESCE(NULLIF(previous, ''), '-'), 'UTF8')),
                  'hex'),
           {", ".join(f"%({name})s" for name in OWN)}
    FROM book WHERE (SELECT count(*) FROM account) = %(parties)s
    ON CONFLICT DO NOTHING
    RETURNING id, book_id, seq, prev_hash, hash
), transfers AS (
    INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)
    SELECT entry.id, source, target, amount
    FROM entry, unnest(%(sources)s::uuid[], %(targets)s::uuid[], %(amounts)s::bigint[])
        WITH ORDINALITY AS moved(source, target, amount, no)
    ORDER BY no
), balances AS (
    UPDATE ledger_account SET balance_minor = balance_minor + account.gain
    FROM account, entry WHERE ledger_account.id = account.id
), head AS (
    UPDATE ledger_book SET head_seq = entry.seq, head_hash = entry.hash FROM entry WHERE ledger_book.id = entry.book_id
)
SELECT seq, prev_hash, hash FROM entry
"""  # noqa: S608 - names of our own columns


def is_possible() -> bool:
    """Tell whether the database can post by one statement."""
    return connection.vendor == "postgresql"


def write(entry: Entry, payload: Payload) -> bool:
    """Chain `entry` to its book's head and write it with its transfers and balances; False when nothing was done.

    Runs in the caller's transaction, or as its own.
    """
    with connection.cursor() as cursor:
        cursor.execute(POST, _values(entry, payload))
        chained = cursor.fetchone()
    if chained is None:
        return False
    entry.seq, entry.prev_hash, entry.hash = chained
    return True


def _values(entry: Entry, payload: Payload) -> dict[str, Any]:
    before, between = link(entry, payload).around_the_head
    gains = nets(payload.transfers)
    return {name: getattr(entry, name) for name in OWN} | {
        "book": entry.book_id,
        "before": before,
        "between": between,
        "accounts": list(gains),
        "gains": list(gains.values()),
        "parties": len(gains),
        "sources": [one.source for one in payload.transfers],
        "targets": [one.target for one in payload.transfers],
        "amounts": [one.amount_minor for one in payload.transfers],
    }
