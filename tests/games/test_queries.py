"""An act costs a handful of queries, whatever the length of the night."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import store
from games.store import TableNow
from tests.cast import Cast, assemble

END = {"do": "end", "winner": "box", "result": "single"}


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return assemble()


def queries(work: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        work()
    return sum(not query["sql"].startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for query in seen)


def at_action(cast: Cast, count: int) -> TableNow:
    """A table of six whose log has `count` rows, every tenth of them the end of a game."""
    now = cast.table(*cast.members)
    notes = [{"do": "note", "text": "…"}] * 9
    while now.version < count:
        now = cast.act(now, *notes, END)
    return now


@pytest.mark.parametrize("count", [10, 1000])
@pytest.mark.parametrize("remembered", [True, False], ids=["warm", "cold"])
def test_an_act_takes_at_most_eight_queries_and_sixteen_with_a_posting(
    cast: Cast, count: int, remembered: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = at_action(cast, count)
    if not remembered:
        monkeypatch.setattr(store, "_folds", store._Folds(0))
    assert queries(lambda: cast.act(now, {"do": "double", "by": now.names[now.state.seating.box]})) <= 8
    members = [now.names[seat] for seat in now.state.seating.line]
    assert queries(lambda: cast.act(now, {"do": "take", "by": members})) <= 8
    posting = 16 if connection.vendor == "postgresql" else 17  # SQLite posts in several statements, in one process
    assert queries(lambda: cast.act(now, END)) <= posting
