"""The same postings make the same chain on every database: the hashes stand here word for word.

On PostgreSQL one entry is posted by one statement; whatever it writes, the portable way writes as well.
"""

from datetime import UTC, date, datetime
from itertools import count

import pytest
from django.db import connection, transaction

from ledger import checks, services
from ledger.models import Entry, Transfer
from ledger.rules.transfers import MOST_MINOR
from ledger.services import one_statement, posting, writing
from tests.ledger import cast as people
from tests.ledger.cast import NAMES, number
from tests.ledger.conftest import written

pytestmark = pytest.mark.django_db

CHAIN = [
    "f57d17a64dbe481e7ce16fe64f82bc1c59e05a082cecef6c7c250f023e4ca924",
    "5db3d3b93cc5658034de8744521d3dfad5d7e2727e0b1a10a4f11b59b50f73bc",
    "5e4d712f2d6c168292390c2f8ff4a28992502e818fb1c9b5a8e40afb150df5f7",
]


@pytest.fixture
def same_every_time(monkeypatch):
    """Fixed entry ids, moments and salts."""
    ids, moments = count(1000), count(1)
    monkeypatch.setattr(Entry._meta.get_field("id"), "_get_default", lambda: number(next(ids)))
    monkeypatch.setattr(posting.timezone, "now", lambda: datetime(2026, 11, 27, 21, 5, 3, next(moments), tzinfo=UTC))
    monkeypatch.setattr(writing.secrets, "token_hex", lambda size: "5a" * size)


def test_the_chain_is_the_same_on_every_database(cast, way, same_every_time):
    post_three(cast)
    assert [entry.hash for entry in Entry.objects.all()] == CHAIN, connection.vendor
    assert list(checks.findings()) == []


POSTINGS = {
    "a game of six": lambda cast: cast.post(*((name, "Anna", no) for no, name in enumerate(NAMES[1:], 1))),
    "a game that moved nothing": lambda cast: cast.post(),
    "two who are even": lambda cast: cast.post(("Bela", "Anna", 5), ("Anna", "Bela", 5)),
    "one pair twice": lambda cast: cast.post(("Bela", "Anna", 5), ("Bela", "Anna", 5)),
    "the largest amount": lambda cast: cast.post(("Bela", "Anna", MOST_MINOR)),
    "an awkward memo": lambda cast: cast.post(("Bela", "Anna", 5), memo="100 % \\ 'x' \"ű\" %s %(book)s\n{}"),
    "by nobody, for no night": lambda cast: cast.post(("Bela", "Anna", 5), actor=None, night=None),
    "with a source": lambda cast: cast.post(("Bela", "Anna", 5), source_kind="game", source_id="%s"),
    "dated by the clock": lambda cast: cast.post(("Bela", "Anna", 5), effective_date=None),
    "in a closed month": lambda cast: cast.post(("Bela", "Anna", 5), effective_date=date(2026, 1, 10), memo="late"),
    "a reversal": lambda cast: services.reverse(entry=Entry.objects.first(), reason="wrong", actor=cast.treasurer),
    "a retry": lambda cast: cast.post(("Csaba", "Anna", 7), key="game:0:r1", effective_date=date(2026, 1, 10)),
}


def test_the_one_statement_writes_every_column_of_a_transfer():
    """Those of an entry it takes from the model; what else it moves are a balance and a head."""
    assert {column.column for column in Transfer._meta.concrete_fields} == {
        *("id", "entry_id", "source_id", "target_id", "amount_minor"),
    }
    assert "INSERT INTO ledger_transfer (entry_id, source_id, target_id, amount_minor)" in one_statement.POST


@pytest.mark.skipif(connection.vendor != "postgresql", reason="elsewhere there is one way only")
@pytest.mark.parametrize("known", [False, True], ids=["closed meanwhile", "known as closed"])
@pytest.mark.parametrize("name", POSTINGS)
def test_one_statement_writes_what_the_portable_way_writes(cast, same_every_time, monkeypatch, name, known):
    cast.post(("Csaba", "Anna", 7), key="game:0:r1", effective_date=date(2026, 1, 10))
    services.close_period(book=cast.book, end_date=date(2026, 1, 31), actor=cast.treasurer)
    if known:
        cast.book.refresh_from_db()
    by_one = rows_after(cast, POSTINGS[name])
    monkeypatch.setattr(one_statement, "is_possible", lambda: False)
    assert rows_after(cast, POSTINGS[name]) == by_one


def rows_after(cast, post):
    """Post under the same id, moment and key each time, return all rows of the books, and take it back."""
    with pytest.MonkeyPatch.context() as patch, transaction.atomic():
        patch.setattr(Entry._meta.get_field("id"), "_get_default", lambda: number(2000))
        patch.setattr(posting.timezone, "now", lambda: datetime(2026, 11, 27, 21, 5, 4, tzinfo=UTC))
        patch.setattr(people, "_keys", iter(["game:2000:r1"]))
        post(cast)
        rows = written()
        transaction.set_rollback(True)
    return [[{name: value for name, value in row.items() if name != "id"} for row in model] for model in rows]


def post_three(cast):
    first = cast.post(("Bela", "Anna", 150), ("Csaba", "Anna", 75), key="game:1:r1", memo="Első asztal, 1. játszma")
    services.reverse(entry=first, reason="kockaérték: 4", actor=cast.treasurer)
    cast.post(("Bela", "Anna", 300), key="game:1:r2", source_kind="game", source_id="1")
