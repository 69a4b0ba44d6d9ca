"""The same postings make the same chain on every database: the hashes stand here word for word."""

from datetime import UTC, datetime
from itertools import count

import pytest
from django.db import connection

from ledger import checks, services
from ledger.models import Entry
from ledger.services import posting, writing
from tests.ledger.cast import number

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


def test_the_chain_is_the_same_on_every_database(cast, same_every_time):
    first = cast.post(("Bela", "Anna", 150), ("Csaba", "Anna", 75), key="game:1:r1", memo="Első asztal, 1. játszma")
    services.reverse(entry=first, reason="kockaérték: 4", actor=cast.treasurer)
    cast.post(("Bela", "Anna", 300), key="game:1:r2", source_kind="game", source_id="1")
    assert [entry.hash for entry in Entry.objects.all()] == CHAIN, connection.vendor
    assert list(checks.findings()) == []
