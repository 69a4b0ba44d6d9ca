"""Two phones throw the product's dice at one table. A race is run once more with the lock off, to show it can fail."""

from uuid import uuid4

import pytest
from django.db import IntegrityError

from club.errors import Stale
from games import services as games
from games.models import Action, DicePromise, DiceThrow
from games.store import TableNow
from tests.cast import Cast
from tests.concurrency.racing import Work, at_once, lock_off, meeting_after_load

pytestmark = pytest.mark.postgres


@pytest.fixture
def table(cast: Cast) -> TableNow:
    now = cast.table("Anna", "Béla", kind="money")
    games.promise_dice(table_id=now.table.id, actor=cast.actor())
    return now


def throws(cast: Cast, table: TableNow, *commands: object) -> list[Work]:
    def throw(command: object) -> Work:
        return lambda: games.throw_dice(
            table_id=table.table.id,
            actor=cast.actor(),
            by=["Anna", "Béla"],
            command_id=command,
            expected_version=0,
        )

    return [throw(command) for command in commands]


def counted() -> tuple[int, int, int]:
    return DicePromise.objects.count(), DiceThrow.objects.count(), Action.objects.count()


def test_of_two_who_throw_at_once_one_throws(cast: Cast, table: TableNow, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other would throw what he has never seen promised."""
    with meeting_after_load(monkeypatch):
        came = at_once(*throws(cast, table, uuid4(), uuid4()))
    assert sorted(type(one).__name__ for one in came) == ["DiceThrow", "Stale"], came
    assert counted() == (2, 1, 1)


def test_without_the_lock_two_would_keep_one_promise(
    cast: Cast, table: TableNow, monkeypatch: pytest.MonkeyPatch
) -> None:
    with lock_off(monkeypatch), meeting_after_load(monkeypatch):
        came = at_once(*throws(cast, table, uuid4(), uuid4()))
    assert [type(one) for one in came if isinstance(one, Exception)] == [IntegrityError]
    assert not any(isinstance(one, Stale) for one in came)
    assert counted() == (2, 1, 1)


def test_a_double_tap_is_one_throw(cast: Cast, table: TableNow, monkeypatch: pytest.MonkeyPatch) -> None:
    command = uuid4()
    with meeting_after_load(monkeypatch):
        one, other = at_once(*throws(cast, table, command, command))
    assert isinstance(one, DiceThrow)
    assert one == other
    assert counted() == (2, 1, 1)


def test_two_who_promise_at_once_promise_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    now = cast.table("Anna", "Béla", kind="money")

    def promise() -> DicePromise:
        return games.promise_dice(table_id=now.table.id, actor=cast.actor())

    with meeting_after_load(monkeypatch):
        one, other = at_once(promise, promise)
    assert isinstance(one, DicePromise)
    assert one == other
