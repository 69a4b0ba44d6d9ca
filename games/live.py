"""Telling other phones that a table moved: published through Redis, and polled where there is none.

A notice is only "version N": whoever hears it fetches what he may see. A lost notice is made good by the next look at
the version, so nothing here may ever stop an act.

However many phones follow, a process looks for them with a few threads and as many connections to the database; and
a stream ends after a while, so that who follows is asked again who he is.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import connection

from games.models import Table

log = logging.getLogger(__name__)

NOTICE_TIMEOUT_S: Final = 0.3
KEEP_ALIVE_S: Final = 10.0
POLL_S: Final = 1.0
LONGEST_S: Final = 600.0
EVENT: Final = "version"
EYES: Final = ThreadPoolExecutor(4, thread_name_prefix="follow")


def channel_of(table_id: UUID) -> str:
    """Return the name of the channel on which a table's versions are told."""
    return f"table:{table_id}"


def notify(table_id: UUID, version: int) -> None:
    """Tell whoever follows the table that it is at `version`. Never raises where Redis is away: they poll."""
    try:
        client().publish(channel_of(table_id), str(version))
    except redis.RedisError as error:
        log.info("Table %s moved to %s and nobody was told: %s", table_id, version, error)


def client() -> redis.Redis:
    """Return this process's connections to Redis, which give up within a fraction of a second."""
    return _client(settings.REDIS_URL)


@lru_cache(maxsize=2)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=NOTICE_TIMEOUT_S, socket_connect_timeout=NOTICE_TIMEOUT_S)


async def stream(table_id: UUID) -> AsyncIterator[str]:
    """Yield server-sent events: the version now, each later one with its id, and keep-alives between."""
    yield "retry: 1000\n\n"
    async for version in versions(table_id):
        yield ": still here\n\n" if version is None else event(EVENT, version, str(version))


def event(name: str, version: int, body: str) -> str:
    """Return one server-sent event whose id is the table's version."""
    return f"id: {version}\nevent: {name}\ndata: {body}\n\n"


async def versions(table_id: UUID) -> AsyncIterator[int | None]:
    """Yield the table's version now and whenever it has changed; None when nothing was heard; end after LONGEST_S."""
    await _let_go()
    seen, end = None, time.monotonic() + LONGEST_S
    async for _heard in _beats(table_id):
        if time.monotonic() > end:
            return
        version = await _version(table_id)
        yield version if version != seen else None
        seen = version


async def _beats(table_id: UUID) -> AsyncIterator[None]:
    """Yield when it is time to look: at once, on each notice and each keep-alive; each second without Redis."""
    try:
        async for _beat in _notices(table_id):
            yield
    except (redis.RedisError, OSError) as error:
        log.info("Table %s is followed by polling: %s", table_id, error)
    async for _beat in _every_second():
        yield


async def _notices(table_id: UUID) -> AsyncIterator[None]:
    async with _subscription(table_id) as notices:
        yield  # subscribed first, looked second: no change falls between
        while True:
            message = await notices.get_message(ignore_subscribe_messages=True, timeout=KEEP_ALIVE_S)
            await _swallow_more(notices, message)
            yield


async def _swallow_more(notices: Any, message: object) -> None:
    """Take what else has come: several quick acts need one look."""
    while message is not None:
        message = await notices.get_message(ignore_subscribe_messages=True, timeout=0.01)


class _subscription:
    """One phone's ear at a table's channel; closed with everything it opened."""

    def __init__(self, table_id: UUID) -> None:
        self.channel = channel_of(table_id)
        self.redis: Any = redis.asyncio.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=NOTICE_TIMEOUT_S)

    async def __aenter__(self) -> Any:
        self.notices = self.redis.pubsub()
        await self.notices.subscribe(self.channel)
        return self.notices

    async def __aexit__(self, *_error: object) -> None:
        await self.notices.aclose()
        await self.redis.aclose()


async def _every_second() -> AsyncIterator[None]:
    while True:
        yield
        await asyncio.sleep(POLL_S)


def _version_seen(table_id: UUID) -> int:
    """Read the version and give the connection back: a follower must not hold one for hours."""
    try:
        return Table.objects.values_list("version", flat=True).get(pk=table_id)
    finally:
        give_back()


def give_back() -> None:
    """Give this thread's connection to the database back."""
    if not connection.in_atomic_block:
        connection.close()


_let_go = sync_to_async(give_back)  # in the request's own thread, which has asked who is following
_version = sync_to_async(_version_seen, thread_sensitive=False, executor=EYES)
