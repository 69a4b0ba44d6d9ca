"""A night's scoresheets in one document: out, and in all or none."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, reader_in
from club.api.base import ApiView
from club.api.idempotency import once
from club.api.views import night_of
from games import importing
from games.api import documents as doc
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.boards import told_all
from games.api.presenters import summary
from games.api.sheets import SHEET_RENDERERS, SHEETS_PARSERS, STAKE, sheets_sent
from games.exporting import sheets_of_night
from games.sheets import Sheet

SHEETS = {"type": "array", "items": {"type": "object", "additionalProperties": {}}}


class NightScoresheets(ApiView):
    scope = Scope.SCORE
    parser_classes = SHEETS_PARSERS

    def get_renderers(self) -> list[BaseRenderer]:
        """Sheets go out as YAML or JSON, everything else as JSON."""
        return [made() for made in SHEET_RENDERERS] if self.request.method == "GET" else super().get_renderers()

    @extend_schema(
        operation_id="scoresheets",
        parameters=[OpenApiParameter("format", str, enum=["yaml", "json"], description="Instead of Accept.")],
        responses={(200, "application/yaml"): OpenApiTypes.OBJECT, (200, "application/json"): SHEETS},
    )
    def get(self, request: Request, night_id: UUID) -> Response:
        """The scoresheets of all tables of a night: YAML documents divided by `---`, or a JSON list."""
        night, _actor = night_of(request, night_id)
        reader_in(request, night.club)
        return Response(sheets_of_night(night))

    @extend_schema(
        operation_id="import_scoresheets",
        request={
            "application/json": SHEETS,
            "application/yaml": OpenApiTypes.STR,
            "text/plain": OpenApiTypes.STR,
        },
        responses={201: OpenApiResponse(doc.ImportedShape)},
        parameters=[*STAKE, schema.OPTIONAL_KEY],
    )
    def post(self, request: Request, night_id: UUID) -> Response:
        """Import scoresheets as they come out, all of them or none; one with an `id` only once a night.

        As `text/plain` a `.mat` file is imported, the same file once a night.
        """
        return once(self, request, lambda: self._import(request, night_id), required=False)

    def _import(self, request: Request, night_id: UUID) -> Response:
        night, actor = night_of(request, night_id)
        sheets = sheets_sent(request)
        made = importing.import_sheets(night_id=night.id, actor=actor, sheets=sheets)
        said = [message for sheet in sheets if isinstance(sheet, Sheet) for message in sheet.said]
        return Response({"tables": [summary(now) for now in made], "said": told_all(said)}, 201)
