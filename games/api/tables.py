"""Tables: listed, opened or imported, read."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, club_asked, reader_in
from club.api.idempotency import once
from club.api.reading import StrictJSONParser, uuid_of
from club.api.views import PAGE, body_of, night_of
from games import services, store
from games.api import documents as doc
from games.api.base import TableView
from games.api.opening import opening_asked
from games.api.presenters import summary
from games.api.sheets import SHEET_PARSERS, STAKE, import_asked, is_sheet
from games.models import Table

NIGHT = OpenApiParameter("night", OpenApiTypes.UUID, description="Only the tables of this night.")


class Tables(TableView):
    scope = Scope.SCORE
    ordering = ("-opened_at", "id")
    parser_classes = [StrictJSONParser, *SHEET_PARSERS]

    @extend_schema(
        operation_id="tables",
        parameters=[schema.CLUB, NIGHT, *PAGE],
        responses=schema.paged("Table", doc.TableSummaryShape),
    )
    def get(self, request: Request) -> Response:
        """A club's tables, the newest first, of one night or of all."""
        tables = _tables_asked(request).select_related("night__club")
        return self.page_written_by(request, tables, lambda found: [summary(now) for now in store.load_all(found)])

    @extend_schema(
        operation_id="open_table",
        request={
            "application/json": doc.NewTableShape,
            "application/yaml": OpenApiTypes.STR,
            "text/plain": OpenApiTypes.STR,
        },
        responses={201: doc.TableShape},
        parameters=[
            OpenApiParameter("night", OpenApiTypes.UUID, description="For a scoresheet: the night it belongs to."),
            *STAKE,
            schema.OPTIONAL_KEY,
        ],
    )
    def post(self, request: Request) -> Response:
        """Open a table; or import a scoresheet or `.mat` file, posted as it is, into `?night=`: all of it or nothing.

        A scoresheet without an `id` needs an `Idempotency-Key`; with one, the same sheet twice is one table.
        """
        return once(self, request, lambda: self._open(request), required=False)

    def _open(self, request: Request) -> Response:
        if is_sheet(request.data):
            now, self.actor = import_asked(request)
        else:
            asked = body_of(doc.NewTableShape, request)
            night, self.actor = night_of(request, asked["night"])
            now = services.open_table(night_id=night.id, actor=self.actor, **opening_asked(asked, night))
        return self.answer(request, now, status=201)


def _tables_asked(request: Request) -> Any:
    """Return the tables of `?night=`, else of the club asked for."""
    written = request.query_params.get("night")
    if written is not None:
        night, _actor = night_of(request, uuid_of(written, "/night"))
        reader_in(request, night.club)
        return Table.objects.filter(night=night)
    club = club_asked(request)
    reader_in(request, club)
    return Table.objects.filter(night__club=club)


class OneTable(TableView):
    @extend_schema(operation_id="table", parameters=[schema.IF_NONE_MATCH], responses=doc.TableShape)
    def get(self, request: Request, table_id: UUID) -> Response:
        """A table as it stands: seats, cubes, score, and what may be done now."""
        now, _actor = self.find(request, table_id)
        return self.answer(request, now)
