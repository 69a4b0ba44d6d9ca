"""Posting an entry for six people: the ledger against one SQL statement that does the same."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import count

from django.db import connection, connections

from club.permissions import Actor
from ledger import services
from ledger.models import Account, Book, Entry
from tests.bench.measuring import Ratio, in_turns, ratio
from tests.cast import NAMES, Cast

DAY = date(2026, 11, 27)
AMOUNTS = (50, 100, 50, 200, 50)

RAW = """
WITH book AS (
    UPDATE ledger_book
    SET head_seq = head_seq + 1, head_hash = encode(sha256(convert_to(head_hash || %(key)s, 'UTF8')), 'hex')
    WHERE id = %(book)s RETURNING id, head_seq, head_hash
), entry AS (
    INSERT INTO ledger_entry (id, book_id, seq, key, kind, source_kind, source_id, effective_date, created_at,
                              memo, memo_salt, memo_hash, payload_hash, prev_hash, hash)
    SELECT gen_random_uuid(), id, head_seq, %(key)s, 'game', 'game', %(key)s, %(day)s, now(),
           '', '', '', head_hash, head_hash, head_hash
    FROM book RETURNING id
), moved AS (
    SELECT * FROM unnest(%(sources)s::uuid[], %(targets)s::uuid[], %(amounts)s::bigint[]) AS t(source, target, amount)
), transfers AS (
    INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)
    SELECT entry.id, source, target, amount FROM entry, moved
), nets AS (
    SELECT account, sum(amount) AS net
    FROM (SELECT source AS account, -amount AS amount FROM moved UNION ALL SELECT target, amount FROM moved) AS legs
    GROUP BY account
)
UPDATE ledger_account SET balance_minor = balance_minor + net
FROM nets, entry  -- after the entry, and so under the lock of the book: accounts in any order would deadlock
WHERE ledger_account.id = nets.account
"""


class Six:
    """Six accounts in a book; the first wins from the others."""

    def __init__(self, cast: Cast, currency: str) -> None:
        self.actor: Actor = cast.actor("Béla")
        self.book: Book = services.book_for(club=cast.club, currency=currency)
        found = services.accounts_for(book=self.book, members=[cast.members[name] for name in NAMES])
        self.accounts: list[Account] = [found[cast.members[name].id] for name in NAMES]
        self._keys: Iterator[str] = (f"game:{no}:r1" for no in count(1))

    def post(self) -> None:
        winner, *losers = self.accounts
        legs = [(loser, winner, amount) for loser, amount in zip(losers, AMOUNTS, strict=True)]
        key = next(self._keys)
        services.post(
            book=self.book,
            key=key,
            kind=Entry.Kind.GAME,
            transfers=legs,
            actor=self.actor,
            source_kind="game",
            source_id=key,
            effective_date=DAY,
        )

    def post_raw(self) -> None:
        winner, *losers = self.accounts
        values = {
            "book": self.book.id,
            "key": next(self._keys),
            "day": DAY,
            "sources": [loser.id for loser in losers],
            "targets": [winner.id] * len(losers),
            "amounts": list(AMOUNTS),
        }
        with connection.cursor() as cursor:
            cursor.execute(RAW, values)


def posting_against_one_statement(cast: Cast, rounds: int) -> list[Ratio]:
    """Return post : one raw statement, each in a book of its own, alone."""
    ours, raw = Six(cast, "CHF"), Six(cast, "CZK")  # the tables of this run play for EUR
    pairs = in_turns(ours.post, raw.post_raw, rounds=rounds)
    _assert_the_same_was_done(ours, raw)
    return [ratio("posting an entry for six people : one raw SQL statement", pairs, at_most=2)]


def contended(cast: Cast, rounds: int, writers: int = 8, each: int = 10) -> list[Ratio]:
    """Return the same pair when eight threads post to one book at once: seconds for all of their entries."""
    ours, raw = Six(cast, "DKK"), Six(cast, "SEK")
    with ThreadPoolExecutor(writers) as pool:

        def all_at_once(post: Callable[[], None]) -> None:
            list(pool.map(lambda _writer: [post() for _entry in range(each)], range(writers)))

        pairs = in_turns(lambda: all_at_once(ours.post), lambda: all_at_once(raw.post_raw), rounds=rounds, warm_up=1)
        list(pool.map(lambda _writer: connections.close_all(), range(writers)))
    _assert_the_same_was_done(ours, raw)
    return [ratio(f"the same by {writers} writers at once, {writers * each} entries", pairs, at_most=1 / 0.6)]


def _assert_the_same_was_done(ours: Six, raw: Six) -> None:
    def done(six: Six) -> tuple[int, list[int]]:
        balances = Account.objects.filter(book=six.book).order_by("member__name")
        return Book.objects.get(pk=six.book.pk).head_seq, list(balances.values_list("balance_minor", flat=True))

    assert done(ours) == done(raw), "the reference does something else than the product"
