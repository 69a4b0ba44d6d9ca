"""Exports over HTTP: a piece is made when the one before has been sent."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse

from ledger.exporting import Export


class StreamedFile(StreamingHttpResponse):
    """A file whose pieces come from the database. Under ASGI, Django by itself would first read all of them."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = iter(self)
        while (piece := await sync_to_async(_next)(pieces)) is not None:
            yield piece


def _next(pieces: Iterator[bytes]) -> bytes | None:
    return next(pieces, None)


def download(export: Export) -> StreamedFile:
    """Return the export as a file that a browser saves under its name."""
    headers = {"Content-Disposition": f'attachment; filename="{export.name}"', "Cache-Control": "private, no-store"}
    return StreamedFile(export.pieces, content_type=f"{export.media_type}; charset=utf-8", headers=headers)
