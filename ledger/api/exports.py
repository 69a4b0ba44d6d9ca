"""Books and statements as files through the API, streamed: the same files as by the pages and the command."""

from typing import Any
from uuid import UUID

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from club.api.access import Scope, found
from club.api.base import ApiView
from club.models import Member
from ledger.api.views import BOOK, PERIOD, book_asked, book_of, day_asked
from ledger.downloads import download
from ledger.exporting import Format, export_book, export_statement


class FileRenderer(BaseRenderer):
    """Only named here, so that `?format=` and Accept are understood; problems are told as JSON."""

    def render(self, problem: Any, media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return bytes(JSONRenderer().render(problem))


class CsvFile(FileRenderer):
    media_type = "text/csv"
    format = Format.CSV.value


class BeancountFile(FileRenderer):
    media_type = "text/plain"
    format = Format.BEANCOUNT.value


class HledgerFile(FileRenderer):
    media_type = "text/plain"
    format = Format.HLEDGER.value


class JsonFile(FileRenderer):
    media_type = "application/json"
    format = Format.JSON.value


class BookExport(ApiView):
    scope = Scope.BOOKS
    renderer_classes = [CsvFile, BeancountFile, HledgerFile, JsonFile]

    @extend_schema(
        operation_id="export_book",
        parameters=[OpenApiParameter("format", str, enum=list(Format), description="CSV when left out."), *PERIOD],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "text/plain"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
        },
    )
    def get(self, request: Request, book_id: UUID) -> StreamingHttpResponse:
        """A book as a file, for who keeps the books: CSV, beancount, hledger, or JSON with the chain."""
        book, actor = book_of(request, book_id)
        format = Format(request.accepted_renderer.format)
        days = {"start": day_asked(request, "from"), "end": day_asked(request, "to")}
        return download(export_book(book=book, format=format, actor=actor, **days))


class StatementExport(ApiView):
    scope = Scope.BOOKS
    renderer_classes = [CsvFile]

    @extend_schema(
        operation_id="export_statement",
        parameters=[BOOK, *PERIOD],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, member_id: UUID) -> StreamingHttpResponse:
        """A member's statement as CSV: his own, or anybody's for who keeps the books."""
        book, actor = book_asked(request)
        member = found(Member.objects.filter(club=book.club), member_id)
        days = {"start": day_asked(request, "from"), "end": day_asked(request, "to")}
        return download(export_statement(book=book, member=member, actor=actor, **days))
