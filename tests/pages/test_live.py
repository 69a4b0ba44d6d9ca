"""Versions told to whoever follows a table: through Redis within a moment, by polling where there is none."""

import asyncio
import time
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import AsyncClient
from django.urls import reverse

from games import live
from games.models import Table
from tests.cast import Cast, assemble
from tests.servers.valkey import Valkey


@pytest.fixture
def shared(transactional_db: None) -> Cast:
    """The cast where another thread sees it too."""
    return assemble()


async def heard(stream: AsyncIterator[str], event: str) -> float:
    """Read until `event`, and return after how many seconds it came."""
    begun = time.monotonic()
    async for part in stream:
        if event in part:
            return time.monotonic() - begun
    raise AssertionError(f"the stream ended without {event!r}")


async def follow(table_id: UUID, act: object) -> tuple[str, float]:
    """Follow a table; once its version is told, do `act`; return the first event and how long the next took."""
    stream = live.stream(table_id)
    first = ""
    async for part in stream:
        if "event: version" in part:
            first = part
            break
    doing = asyncio.create_task(sync_to_async(act)())
    took = await asyncio.wait_for(heard(stream, "id: 1\n"), 5)
    await doing
    await stream.aclose()
    return first, took


def test_an_act_is_told_at_once_through_redis(shared: Cast, broker: Valkey) -> None:
    now = shared.table()
    first, took = async_to_sync(follow)(now.table.id, lambda: shared.act(now, {"do": "start"}))
    assert first == "id: 0\nevent: version\ndata: 0\n\n"
    assert took < 1


def test_without_redis_a_follower_polls_and_an_act_is_not_stopped(shared: Cast, settings: object) -> None:
    settings.REDIS_URL = "unix:///nowhere/valkey.sock"
    now = shared.table()
    _first, took = async_to_sync(follow)(now.table.id, lambda: shared.act(now, {"do": "start"}))
    assert took < 3
    assert Table.objects.get().version == 1


def test_when_redis_goes_away_the_follower_goes_on_by_polling(shared: Cast, broker: Valkey) -> None:
    now = shared.table()

    def act() -> None:
        broker.stop()
        shared.act(now, {"do": "start"})

    _first, took = async_to_sync(follow)(now.table.id, act)
    assert took < 4
    broker.start()


def test_a_stuck_redis_holds_an_act_up_for_less_than_a_second(cast: Cast, settings: object) -> None:
    settings.REDIS_URL = "redis://10.255.255.1:6379/0"
    begun = time.monotonic()
    live.notify(cast.table().table.id, 1)
    assert time.monotonic() - begun < 1


def test_a_second_phone_never_silences_the_first(shared: Cast, broker: Valkey) -> None:
    now = shared.table()

    async def both() -> list[float]:
        streams = [live.stream(now.table.id) for _phone in range(3)]
        for stream in streams:
            await heard(stream, "event: version")
        await streams[2].aclose()
        act = asyncio.create_task(sync_to_async(shared.act)(now, {"do": "start"}))
        times = await asyncio.gather(*(asyncio.wait_for(heard(stream, "id: 1\n"), 5) for stream in streams[:2]))
        await act
        return list(times)

    assert max(async_to_sync(both)()) < 1


def test_the_stream_is_an_event_stream_that_nobody_stores(shared: Cast, broker: Valkey) -> None:
    now = shared.table()
    url = reverse("table_stream", args=[shared.club.slug, now.table.id])

    async def ask() -> object:
        client = AsyncClient()
        await sync_to_async(client.force_login)(
            shared.members["Dóra"].user, backend="django.contrib.auth.backends.ModelBackend"
        )
        response = await client.get(url)
        parts = []
        async for part in response.streaming_content:
            parts.append(part)
            if b"event: version" in part:
                break
        await response.streaming_content.aclose() if hasattr(response.streaming_content, "aclose") else None
        return response

    response = async_to_sync(ask)()
    assert response["Content-Type"] == "text/event-stream"
    assert response["Cache-Control"] == "no-store"
