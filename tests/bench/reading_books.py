"""Books that have grown, against what raw SQL takes for the same; and settling up."""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from itertools import count, cycle

from django.db import connection

from ledger import account_lines, selectors, services, totals
from ledger.models import Account, Book, Entry
from ledger.rules import settle_up
from tests.bench.grown import elsewhere, grown_book
from tests.bench.measuring import Ratio, Work, in_turns, ratio
from tests.cast import Cast, assemble

MANY = 100_000
FEW = 1_000
YEAR = date(2025, 1, 1), date(2025, 12, 31)

BALANCES = "SELECT id, balance_minor FROM ledger_account WHERE book_id = %s"
NAMED = """
SELECT account.id, member.id, member.name, balance_minor
FROM ledger_account AS account LEFT JOIN club_member AS member ON member.id = member_id
WHERE book_id = %s ORDER BY balance_minor DESC, member.name, account.id
"""
STATEMENT = """
SELECT entry.seq, entry.id, entry.kind, entry.source_kind, entry.source_id, entry.night_id, entry.effective_date,
       entry.about_date, entry.created_at, entry.memo, taken_back.seq,
       sum(CASE WHEN target_id = %(account)s THEN amount_minor ELSE -amount_minor END)
FROM ledger_transfer AS moved
JOIN ledger_entry AS entry ON entry.id = moved.entry_id
LEFT JOIN ledger_entry AS taken_back ON taken_back.reverses_id = entry.id
WHERE (moved.source_id = %(account)s OR target_id = %(account)s) AND entry.effective_date BETWEEN %(start)s AND %(end)s
GROUP BY entry.id, taken_back.seq
ORDER BY entry.effective_date, entry.seq
"""
OPENING = """
SELECT COALESCE(sum(CASE WHEN target_id = %(account)s THEN amount_minor ELSE -amount_minor END), 0)
FROM ledger_transfer AS moved JOIN ledger_entry AS entry ON entry.id = moved.entry_id
WHERE (moved.source_id = %(account)s OR target_id = %(account)s) AND entry.effective_date < %(start)s
"""


def rows(sql: str, values: object) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def growing(cast: Cast, url: str, rounds: int) -> list[Ratio]:
    """Return a post after 100,000 entries : a post after 1,000, each in a database of its own; then what is read."""
    with ExitStack() as stack:
        there = stack.enter_context(elsewhere(url))
        posts = Posts(cast, "NOK", MANY)
        few = there(lambda: Posts(assemble(), "NOK", FEW))()
        pairs = in_turns(posts.post, there(few.post), rounds=rounds)
    name = f"a post at {MANY:,} entries : a post at {FEW:,} entries"
    return [ratio(name, pairs, at_most=1.25), *reading(posts.book, posts.accounts, rounds // 4)]


class Posts:
    """Games of six in a book that has grown, by members who change."""

    def __init__(self, cast: Cast, currency: str, entries: int) -> None:
        self.actor = cast.actor("Béla")
        self.book, self.accounts = grown_book(cast, currency, entries)
        self._numbers = count()

    def post(self) -> None:
        no = next(self._numbers)
        winner, *losers = [self.accounts[(no * 11 + seat * 17) % len(self.accounts)] for seat in range(6)]
        services.post(
            book=self.book,
            key=f"new:{no}",
            kind=Entry.Kind.GAME,
            transfers=[(loser, winner, 50) for loser in losers],
            actor=self.actor,
            effective_date=YEAR[1],
        )


def reading(book: Book, accounts: Sequence[Account], rounds: int) -> list[Ratio]:
    """Return all balances, and a member's year, against raw SQL that returns the same rows."""
    whose, raw_whose = cycle(accounts), cycle(accounts)
    balances = in_turns(lambda: totals.net_balances(book), lambda: rows(BALANCES, [book.pk]), rounds=rounds)
    named = in_turns(lambda: selectors.balances(book), lambda: rows(NAMED, [book.pk]), rounds=rounds)
    statements = in_turns(
        lambda: account_lines.statement(next(whose), start=YEAR[0], end=YEAR[1]),
        lambda: raw_statement(next(raw_whose)),
        rounds=rounds,
    )
    _assert_the_same_was_read(book, accounts[0])
    return [
        ratio(f"{len(accounts)} balances : one raw SQL query", balances, at_most=3),
        ratio("the same as accounts with their members : one raw SQL query", named),
        ratio(f"a year's statement out of {MANY:,} entries : its raw SQL queries", statements, at_most=3),
    ]


def raw_statement(account: Account) -> tuple[int, list[tuple[object, ...]]]:
    values = {"account": account.pk, "start": YEAR[0], "end": YEAR[1]}
    return rows(OPENING, values)[0][0], rows(STATEMENT, values)


def _assert_the_same_was_read(book: Book, account: Account) -> None:
    told = account_lines.statement(account, start=YEAR[0], end=YEAR[1])
    opening, lines = raw_statement(account)
    assert (told.opening_minor, [line.amount_minor for line in told.lines]) == (opening, [line[-1] for line in lines])
    assert totals.net_balances(book) == dict(rows(BALANCES, [book.pk]))
    assert [one.balance_minor for one in selectors.balances(book)] == [row[-1] for row in rows(NAMED, [book.pk])]
    assert len(lines) > 100, "a year with something in it"


def settling_up(rounds: int, people: int = 15, evenings: int = 20) -> list[Ratio]:
    """Return settling up : enumerating the subset sums of the same nets, for evenings of up to 20 points a head."""
    chance = random.Random(people)
    nets = [_nets(chance, people) for _evening in range(evenings)]
    ours, theirs = cycle(nets), cycle(nets)
    settle: Work = lambda: settle_up.payments(dict(enumerate(next(ours))))  # noqa: E731
    pairs = in_turns(settle, lambda: subset_sums(next(theirs)), rounds=rounds)
    return [ratio(f"settling up {people} people : the subset sums of {people} numbers", pairs, at_most=3)]


def subset_sums(numbers: Sequence[int]) -> list[int]:
    sums = [0]
    for number in numbers:
        sums += [so_far + number for so_far in sums]
    return sums


def _nets(chance: random.Random, people: int) -> list[int]:
    while True:
        points = [chance.choice((-1, 1)) * chance.randint(1, 20) for _person in range(people - 1)]
        if rest := -sum(points):
            return [50 * one for one in (*points, rest)]
