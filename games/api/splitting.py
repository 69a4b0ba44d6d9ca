"""A table that grew too large is split, and two are joined again."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope
from club.api.views import body_of
from games import selectors, services
from games.api import documents as doc
from games.api.base import TableView
from games.api.commands import version_expected
from games.api.opening import rolls_asked
from games.api.presenters import table_document
from games.store import TableNow


class CrossingView(TableView):
    scope = Scope.SCORE

    def crossed(self, table: TableNow, other: TableNow) -> Response:
        """Return both tables as they stand afterwards."""
        both = {"table": table, "other": other}
        return Response({key: table_document(now, self.actor) for key, now in both.items()}, 201)


class Split(CrossingView):
    @extend_schema(operation_id="suggested_split", responses=doc.SuggestionShape)
    def get(self, request: Request, table_id: UUID) -> Response:
        """Who would go to a new table: those who joined last, then the bottom of the line; nobody where few play."""
        now, _actor = self.find(request, table_id)
        return Response({"movers": [str(member) for member in selectors.suggested_split(now)]})

    @extend_schema(
        operation_id="split_table",
        request=doc.SplitShape,
        responses={201: doc.CrossedShape},
        parameters=[schema.IF_MATCH],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Split the table between games: the movers leave it and throw afresh at a new one of the same night.

        The new table has the same rules and stake. The same `command_id` is one split, however often it is sent.
        """
        actor = self.acting(request, table_id)
        asked = body_of(doc.SplitShape, request)
        done = services.split_table(
            table_id=table_id,
            actor=actor,
            movers=asked.get("movers"),
            rolls=rolls_asked(asked["rolls"]) if "rolls" in asked else None,
            **_command(asked, request),
        )
        return self.crossed(done.source, done.target)


class Join(CrossingView):
    @extend_schema(
        operation_id="join_tables",
        request=doc.JoinShape,
        responses={201: doc.CrossedShape},
        parameters=[schema.IF_MATCH],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Join another table of the night to this one, between games at both: its people sit down here.

        They sit in the order of their line; the other table is done with (`joined`), its games stand and can be
        corrected. The same `command_id` is one join, however often it is sent.
        """
        actor = self.acting(request, table_id)
        asked = body_of(doc.JoinShape, request)
        done = services.join_tables(table_id=table_id, other_id=asked["table"], actor=actor, **_command(asked, request))
        return self.crossed(done.target, done.source)


def _command(asked: Mapping[str, Any], request: Request) -> dict[str, Any]:
    return {"command_id": asked["command_id"], "expected_version": version_expected(asked, request)}
