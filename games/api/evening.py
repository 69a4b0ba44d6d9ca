"""Games played at a table, its scoresheet, its live stream; a night's end."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope
from club.api.base import ApiView
from club.api.documents import NightSerializer
from club.api.idempotency import once
from club.api.views import PAGE, body_of, night_of
from games import selectors, services
from games.api import documents as doc
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.base import TableView
from games.api.presenters import Document, game_document
from games.api.sheets import SHEET_RENDERERS
from games.exporting import sheet_of
from games.models import Game


class Games(TableView):
    ordering = ("no",)

    @extend_schema(operation_id="games", parameters=PAGE, responses=schema.paged("Game", doc.RecordedGameShape))
    def get(self, request: Request, table_id: UUID) -> Response:
        """The finished games of a table, with points, money, and why the box stayed or went."""
        now, _actor = self.find(request, table_id)
        by_no = {game.no: game for game in now.state.games}

        def document(row: Game) -> Document:
            recorded = {"id": str(row.id), "revision": row.revision, "at": row.at.isoformat()}
            return {**game_document(now, by_no[row.no]), **recorded}

        return self.page_of(request, selectors.games_of(now.table), document)


class Scoresheet(TableView):
    renderer_classes = SHEET_RENDERERS

    @extend_schema(
        operation_id="scoresheet",
        parameters=[OpenApiParameter("format", str, enum=["yaml", "json"], description="Instead of Accept.")],
        responses={(200, "application/yaml"): OpenApiTypes.OBJECT, (200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, table_id: UUID) -> Response:
        """The table's evening as a scoresheet: what can be read, disputed, computed again and imported."""
        now, _actor = self.find(request, table_id)
        return Response(sheet_of(now))


class ReasonSerializer(serializers.Serializer[Any]):
    reason = serializers.CharField(max_length=200)


class NightClosing(ApiView):
    scope = Scope.ADMIN

    @extend_schema(operation_id="close_night", request=None, responses={201: NightSerializer}, parameters=[schema.KEY])
    def post(self, request: Request, night_id: UUID) -> Response:
        """Close a night: tables closed, fees posted, a settlement planned, everyone told by mail."""
        return once(self, request, lambda: self._close(request, night_id), required=True)

    def _close(self, request: Request, night_id: UUID) -> Response:
        night, actor = night_of(request, night_id)
        closed = services.close_night(night_id=night.id, actor=actor)
        return Response(NightSerializer(closed).data, 201)


class NightReopening(ApiView):
    scope = Scope.ADMIN

    @extend_schema(
        operation_id="reopen_night",
        request=ReasonSerializer,
        responses={201: NightSerializer},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, night_id: UUID) -> Response:
        """Open a closed night again, with a reason that stays in its trace."""
        return once(self, request, lambda: self._reopen(request, night_id), required=True)

    def _reopen(self, request: Request, night_id: UUID) -> Response:
        night, actor = night_of(request, night_id)
        asked = body_of(ReasonSerializer, request)
        opened = services.reopen_night(night_id=night.id, reason=asked["reason"], actor=actor)
        return Response(NightSerializer(opened).data, 201)
