"""Two at once, for real: threads with connections of their own, meeting where it hurts."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from django.db import connections

from club.errors import NotFound
from games import store
from games.models import Table
from games.store import TableNow

Work = Callable[[], object]


def at_once(*works: Work) -> list[object]:
    """Run the works in threads that start together; return what each returned, or the exception it raised."""
    start = threading.Barrier(len(works))

    def run(work: Work) -> object:
        try:
            start.wait(10)
            return work()
        except Exception as error:  # the tests look at it
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(run, works))


@contextmanager
def meeting_after_load(patch: pytest.MonkeyPatch, parties: int = 2, patience_s: float = 1.0) -> Iterator[None]:
    """Make whoever has loaded a table wait for the others to have loaded it too, or for his patience to end.

    Under the lock the others cannot come, so everybody goes on alone; without it all act on the same version.
    """
    barrier = threading.Barrier(parties)
    load = store.load

    def load_and_wait(table: Table) -> TableNow:
        now = load(table)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(patience_s)
        return now

    with patch.context() as context:
        context.setattr(store, "load", load_and_wait)
        yield


@contextmanager
def lock_off(patch: pytest.MonkeyPatch) -> Iterator[None]:
    """Read a table's row without locking it: the control that shows what the lock is for."""

    def unlocked(table_id: object, club_id: object) -> Table:
        table = Table.objects.select_related("night__club").filter(pk=table_id, night__club_id=club_id).first()
        if table is None:
            raise NotFound
        return table

    with patch.context() as context:
        context.setattr(store, "lock", unlocked)
        yield
