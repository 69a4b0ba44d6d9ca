"""A long book is exported in the memory of a short one, and a reader who stops stops the reading."""

import asyncio
import tracemalloc

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from ledger import exporting, services
from ledger.downloads import download
from ledger.exporting import Format
from ledger.models import Entry

pytestmark = pytest.mark.django_db
AT_ONCE = 500


def fill(cast, count):
    """Post games of four bets until the book has `count` entries."""
    losers = (cast.Bela, cast.Csaba, cast.Dora, cast.Eva)
    cast.book.refresh_from_db()
    while (first := Entry.objects.filter(book=cast.book).count()) < count:
        drafts = [
            services.Draft(
                key=f"game:{no}:r1",
                kind=Entry.Kind.GAME,
                transfers=[(loser, cast.Anna, 100) for loser in losers],
                night=cast.night,
                effective_date=cast.night.date,
                memo=f"Table 1, game {no}",
            )
            for no in range(first, min(first + AT_ONCE, count))
        ]
        services.post_all(book=cast.book, drafts=drafts, actor=cast.treasurer)


def made(cast, format):
    return exporting.export_book(book=cast.book, format=format, actor=cast.treasurer)


def peak_of(cast, format):
    return peak_of_pieces(lambda: made(cast, format))


def peak_of_pieces(make):
    """The most memory, in bytes, that Python held while an export was read piece by piece, and its length."""
    tracemalloc.start()
    try:
        length = sum(len(piece) for piece in make().pieces)
        return tracemalloc.get_traced_memory()[1], length
    finally:
        tracemalloc.stop()


def peaks(cast, many, formats):
    fill(cast, 100)
    short = {format: peak_of(cast, format) for format in formats}
    fill(cast, many)
    return short, {format: peak_of(cast, format) for format in formats}


@pytest.mark.parametrize(
    ("many", "formats"),
    [(2_000, list(Format)), pytest.param(100_000, [Format.CSV, Format.BEANCOUNT], marks=pytest.mark.long)],
)
def test_many_entries_need_no_more_memory_than_a_hundred(cast, many, formats):
    short, long = peaks(cast, many, formats)
    for format in formats:
        (few_peak, few_length), (peak, length) = short[format], long[format]
        print(f"{format}: {few_peak:,} bytes for 100 entries, {peak:,} for {many:,}; the file has {length:,}")
        assert length > few_length * many / 100 * 0.8
        assert peak < 1.5 * few_peak + exporting.PIECE * 4, format


def test_a_long_statement_needs_no_more_memory_than_a_short_one(cast):
    fill(cast, 500)
    short, few = peak_of_pieces(lambda: statement_of(cast))
    fill(cast, 3_000)
    long, many = peak_of_pieces(lambda: statement_of(cast))
    assert many > 5 * few
    assert long < 1.5 * short + exporting.PIECE


def statement_of(cast):
    return exporting.export_statement(book=cast.book, member=cast.members["Anna"], actor=cast.treasurer)


def test_pieces_are_made_while_they_are_read(cast):
    fill(cast, 1_000)
    with CaptureQueriesContext(connection) as queries:
        pieces = made(cast, Format.CSV).pieces
        next(pieces)
        begun = len(queries)
        assert sum(1 for _piece in pieces) > 3
    assert len(queries) > begun + 10


@pytest.mark.django_db(transaction=True)
def test_under_asgi_a_piece_is_made_when_the_one_before_was_sent(cast, monkeypatch):
    monkeypatch.setattr(exporting, "PIECE", 1)
    fill(cast, 10)
    export, taken = made(cast, Format.CSV), []
    counted = exporting.Export(export.name, export.media_type, (taken.append(1) or piece for piece in export.pieces))

    async def first_two():
        pieces = aiter(download(counted))
        try:
            return [await anext(pieces), await anext(pieces)]
        finally:
            await sync_to_async(connections.close_all)()

    header, row = asyncio.run(first_two())
    assert header.startswith(b"seq,date")
    assert row.startswith(b"1,2026-11-27,game,Bela,Anna,1.00")
    assert len(taken) == 2
