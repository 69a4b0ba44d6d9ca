"""Books that have grown: 200 members, ten years, as many entries as are asked for; and the clock of two databases."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date

import dj_database_url
from django.core.management import call_command
from django.db import connection, connections

from club.models import Member
from ledger import services
from ledger.models import Account, Book
from tests.bench.measuring import Work
from tests.cast import Cast

MEMBERS = 200
FIRST_DAY = date(2016, 1, 1)
DAYS = 3650

# Entry `no` is a game of six: one member wins from the five after him. The chain's hashes are none: nobody checks it.
FILL = """
INSERT INTO ledger_entry (id, book_id, seq, key, kind, source_kind, source_id, effective_date, created_at, memo,
                          memo_salt, memo_hash, payload_hash, prev_hash, hash)
SELECT md5(no::text)::uuid, %(book)s, no, 'game:' || md5(no::text)::uuid || ':r1', 'game', 'game', md5(no::text)::uuid,
       %(first)s::date + no * %(days)s / %(entries)s, now(), 'Table 1, game ' || no %% 12, md5('salt' || no),
       md5('a' || no) || md5('b' || no), md5('c' || no) || md5('d' || no), md5('e' || no) || md5('f' || no),
       md5('g' || no) || md5('h' || no)
FROM generate_series(1, %(entries)s) AS no;

INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)
SELECT md5(no::text)::uuid, accounts[1 + (no * 7 + loser * 13) %% %(members)s], accounts[1 + no * 7 %% %(members)s],
       50 * loser
FROM generate_series(1, %(entries)s) AS no, generate_series(1, 5) AS loser,
     (SELECT array_agg(id ORDER BY id) AS accounts FROM ledger_account WHERE book_id = %(book)s) AS known;

UPDATE ledger_account SET balance_minor =
    (SELECT COALESCE(sum(amount_minor), 0) FROM ledger_transfer WHERE target_id = ledger_account.id)
  - (SELECT COALESCE(sum(amount_minor), 0) FROM ledger_transfer WHERE source_id = ledger_account.id)
WHERE book_id = %(book)s;

UPDATE ledger_book SET head_seq = %(entries)s, head_hash = md5('g' || %(entries)s) || md5('h' || %(entries)s)
WHERE id = %(book)s;
"""


def grown_book(cast: Cast, currency: str, entries: int) -> tuple[Book, list[Account]]:
    """Return a book with so many entries, and its accounts."""
    names = [f"Member {no}" for no in range(MEMBERS)]
    members = Member.objects.bulk_create(Member(club=cast.club, name=name) for name in names)
    book = services.book_for(club=cast.club, currency=currency)
    services.accounts_for(book=book, members=members)
    values = {"book": book.pk, "entries": entries, "members": MEMBERS, "first": FIRST_DAY, "days": DAYS}
    with connection.cursor() as cursor:
        cursor.execute(FILL, values)
        cursor.execute("VACUUM ANALYZE")
    return Book.objects.get(pk=book.pk), list(Account.objects.filter(book=book).order_by("id"))


@contextmanager
def elsewhere(url: str) -> Iterator[Callable[[Work], Work]]:
    """Yield what makes a work be done in a thread that is connected to the database of `url`, migrated first."""

    def connect() -> None:
        own = connections.create_connection("default")
        own.settings_dict = own.settings_dict | dj_database_url.parse(url) | {"OPTIONS": {}}  # not of this one's pool
        connections["default"] = own
        call_command("migrate", verbosity=0)

    with ThreadPoolExecutor(1, initializer=connect) as thread:
        yield lambda work: lambda: thread.submit(work).result()
        thread.submit(connections.close_all).result()
