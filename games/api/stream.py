"""A table, live: its state first, then every act as it is recorded, by server-sent events."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from club.permissions import Actor
from games import live, selectors
from games.api.base import TableView
from games.api.presenters import log_row, table_document
from games.store import TableNow

LONGEST_RESUME: Final = 200
LAST_ID = OpenApiParameter(
    "Last-Event-ID", int, OpenApiParameter.HEADER, description="The version last heard: what came after is sent."
)


class EventRenderer(BaseRenderer):
    """Only named here, so that `Accept: text/event-stream` is understood; problems are told as JSON."""

    media_type = "text/event-stream"
    format = "events"

    def render(self, problem: Any, media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return bytes(JSONRenderer().render(problem))


class Stream(TableView):
    renderer_classes = [EventRenderer, JSONRenderer]

    @extend_schema(
        operation_id="stream",
        parameters=[LAST_ID],
        responses={(200, "text/event-stream"): OpenApiTypes.STR},
    )
    def get(self, request: Request, table_id: UUID) -> StreamingHttpResponse:
        """First an event `state`, then an event `action` for each act, with `id:` = version; comments keep it alive."""
        now, actor = self.find(request, table_id)
        events = _events(now, actor, _last_heard(request, now))
        answer = StreamingHttpResponse(events, content_type="text/event-stream")
        answer["X-Accel-Buffering"] = "no"
        return answer


def _last_heard(request: Request, now: TableNow) -> int | None:
    """Return the version to go on from; None to begin with the whole state."""
    written = request.headers.get("Last-Event-ID", "")
    if not (written.isascii() and written.isdigit() and len(written) < 9):
        return None
    heard = int(written)
    return heard if now.version - LONGEST_RESUME <= heard <= now.version else None


async def _events(now: TableNow, actor: Actor, heard: int | None) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    if heard is None:
        heard = now.version
        yield live.event("state", heard, await sync_to_async(_state)(now, actor))
    async for version in live.versions(now.table.id):
        if version is None or version == heard:
            yield ": still here\n\n"
            continue
        for seq, row in await _rows(now.table.id, actor, heard):
            yield live.event("action", seq, row)
            heard = seq


def _state(now: TableNow, actor: Actor) -> str:
    return json.dumps(table_document(now, actor), ensure_ascii=False)


def _rows_since(table_id: UUID, actor: Actor, heard: int) -> Sequence[tuple[int, str]]:
    """Return the rows after `heard`, and give the connection back: a follower must not hold one for hours."""
    try:
        now = selectors.load_table(club_id=actor.club_id, table_id=table_id)
        rows = selectors.log_of(now).filter(seq__gt=heard)
        return [(row.seq, json.dumps(log_row(now, row), ensure_ascii=False)) for row in rows]
    finally:
        live.give_back()


_rows = sync_to_async(_rows_since, thread_sensitive=False, executor=live.EYES)
