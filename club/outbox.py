"""The outbox: what is to be told after a commit is a row of that commit, relayed by a worker until it is told.

One row per consumer is written when the fact is enqueued, so each consumer is retried alone and what one has done is
never done again for the failure of another. A consumer writes in the transaction that marks its row delivered: both
or neither. It must not talk to the outside there; mail is a row (`club.mail`) that a later step sends.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from celery import current_app
from django.db import connection, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerAway

from club.models import OutboxMessage

log = logging.getLogger(__name__)

Payload = dict[str, Any]
Consumer = Callable[[Payload, str], None]

RELAY_TASK: Final = "club.tasks.relay_outbox"
LONGEST_WAIT: Final = timedelta(hours=1)

_consumers: dict[str, dict[str, Consumer]] = defaultdict(dict)


class UnknownTopic(LookupError):
    """Raised when nobody listens to a topic: a misspelt topic would be lost in silence."""


def consumer(topic: str) -> Callable[[Consumer], Consumer]:
    """Register a function `(payload, key)` for a topic; its module must be imported in its app's `ready()`."""

    def register(told: Consumer) -> Consumer:
        _consumers[topic][f"{told.__module__}.{told.__qualname__}"] = told
        return told

    return register


@contextmanager
def listening(topic: str, told: Consumer, *, name: str) -> Iterator[None]:
    """Register a consumer for the length of a block (tests)."""
    _consumers[topic][name] = told
    try:
        yield
    finally:
        del _consumers[topic][name]


def topics() -> Mapping[str, tuple[str, ...]]:
    """Return every topic with the names of its consumers."""
    return {topic: tuple(sorted(told)) for topic, told in sorted(_consumers.items()) if told}


def enqueue(*, key: str, topic: str, payload: Payload) -> None:
    """Tell every consumer of `topic` once, after the caller's transaction commits; a key met before adds nothing.

    Raises UnknownTopic when nobody listens, TransactionManagementError outside a transaction.
    """
    if not connection.in_atomic_block:
        raise transaction.TransactionManagementError("enqueue() belongs in the transaction that it tells of.")
    names = _consumers.get(topic)
    if not names:
        raise UnknownTopic(topic)
    rows = [OutboxMessage(key=key, consumer=name, topic=topic, payload=payload) for name in sorted(names)]
    OutboxMessage.objects.bulk_create(rows, ignore_conflicts=True)
    wake_on_commit(RELAY_TASK)


@dataclass(frozen=True, slots=True)
class _Wake:
    """Sends one task's name to the broker; when that is away, beat finds the rows a few seconds later."""

    task: str

    def __call__(self) -> None:
        try:
            current_app.send_task(self.task, retry=False, expires=60)
        except BrokerAway as away:
            log.warning("%s waits for beat, the broker is away: %s", self.task, away)


def wake_on_commit(task: str) -> None:
    """Have a worker run `task` soon after this transaction's commit; asked twice, it is woken once."""
    wake = _Wake(task)
    if all(waiting[1] != wake for waiting in connection.run_on_commit):
        transaction.on_commit(wake)


def relay(*, limit: int = 200) -> int:
    """Tell up to `limit` due rows, each in its own transaction; return how many were told without an error."""
    told = 0
    for _turn in range(limit):
        outcome = _relay_one()
        if outcome is None:
            break
        told += outcome
    return told


@transaction.atomic
def _relay_one() -> bool | None:
    """Tell the first due row that no other worker holds: True told, False failed, None when there is none."""
    row = (
        OutboxMessage.objects.filter(delivered_at=None, available_at__lte=timezone.now())
        .order_by("id")
        .select_for_update(skip_locked=True)
        .first()
    )
    if row is None:
        return None
    try:
        with transaction.atomic():
            _consumers[row.topic][row.consumer](row.payload, row.key)
    except Exception as error:  # whatever a consumer raises is kept on its row and logged; the others go on
        log.exception("outbox: %s could not be told", row)
        _put_off(row, error)
        return False
    OutboxMessage.objects.filter(pk=row.pk).update(delivered_at=timezone.now(), last_error="")
    return True


def _put_off(row: OutboxMessage, error: Exception) -> None:
    OutboxMessage.objects.filter(pk=row.pk).update(
        attempts=row.attempts + 1,
        available_at=timezone.now() + wait_before_try(row.attempts + 1),
        last_error=f"{type(error).__name__}: {error}"[:2000],
    )


def wait_before_try(attempts: int) -> timedelta:
    """Return the pause after so many failures: 2, 4, 8 … seconds, an hour at most."""
    return min(timedelta(seconds=2 ** min(attempts, 20)), LONGEST_WAIT)
