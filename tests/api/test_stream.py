"""The live stream: the state first, then every act with its version; it resumes where it was cut off."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient

from games import live
from tests.api.conftest import V1
from tests.api.test_acts import END, envelope, refused

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE_S = 10


class Listener:
    """One app that follows a table."""

    def __init__(self, caller, table, **headers):
        self.path, self.headers = (
            f"{V1}/tables/{table.id}/stream",
            {
                "Authorization": f"Bearer {caller.secret}",
                **headers,
            },
        )

    async def __aenter__(self):
        self.response = await AsyncClient().get(self.path, headers=self.headers)
        self.chunks = aiter(self.response)
        return self

    async def __aexit__(self, *_error):
        await self.chunks.aclose()
        await sync_to_async(connections.close_all)()

    async def event(self):
        """Return the next event as (name, id, what it carries); comments and hints are passed over."""
        while True:
            chunk = await asyncio.wait_for(anext(self.chunks), PATIENCE_S)
            fields = dict(line.split(": ", 1) for line in chunk.decode().strip().splitlines())
            if "event" in fields:
                return fields["event"], int(fields["id"]), json.loads(fields["data"])


def act(caller, table, *actions):
    return sync_to_async(caller.post)(f"/tables/{table.id}/actions", envelope(*actions))


def test_the_state_comes_first_then_every_act_with_its_version(cast, anna):
    table = cast.table().table

    async def listen():
        async with Listener(anna, table) as app:
            assert app.response["Content-Type"] == "text/event-stream"
            name, version, state = await app.event()
            assert (name, version, state["version"]) == ("state", 0, 0)
            await act(anna, table, END, {"do": "undo"})
            name, version, row = await app.event()
            assert (name, version, row["action"]) == ("action", 1, END)
            name, version, row = await app.event()
            assert (name, version, row["action"]["do"]) == ("action", 2, "undo")

    asyncio.run(listen())


def test_a_stream_that_was_cut_off_goes_on_after_what_was_heard(cast, anna):
    now = cast.table()
    cast.act(now, END, END, END)

    async def listen():
        async with Listener(anna, now.table, **{"Last-Event-ID": "1"}) as app:
            assert [(await app.event())[:2] for _missed in range(2)] == [("action", 2), ("action", 3)]

    asyncio.run(listen())


@pytest.mark.parametrize("heard", ["9", "x", "-1", "99999999999999999999"])
def test_who_heard_what_never_was_gets_the_whole_state(cast, anna, heard):
    now = cast.table()
    cast.act(now, END)

    async def listen():
        async with Listener(anna, now.table, **{"Last-Event-ID": heard}) as app:
            assert (await app.event())[:2] == ("state", 1)

    asyncio.run(listen())


def test_a_second_device_does_not_silence_the_first(cast, anna):
    table = cast.table().table

    async def listen():
        async with Listener(anna, table) as first, Listener(anna, table) as second:
            assert (await first.event())[0] == (await second.event())[0] == "state"
            await act(anna, table, END)
            assert (await first.event())[:2] == (await second.event())[:2] == ("action", 1)

    asyncio.run(listen())


def test_another_clubs_stream_does_not_exist(cast, olga):
    refused(olga.get(f"/tables/{cast.table().table.id}/stream", Accept="text/event-stream"), 404, "not_found")


def test_a_stream_ends_after_a_while_so_that_who_follows_is_asked_again_who_he_is(cast, anna, monkeypatch):
    table = cast.table().table
    monkeypatch.setattr(live, "LONGEST_S", 0.3)
    monkeypatch.setattr(live, "POLL_S", 0.1)

    async def listen():
        async with Listener(anna, table) as app:
            await app.event()
            with pytest.raises(StopAsyncIteration):
                await app.event()

    asyncio.run(listen())
