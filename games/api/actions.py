"""What is done at a table, posted and read back."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope
from club.api.views import PAGE
from games import selectors, services
from games.api import documents as doc
from games.api.base import TableView
from games.api.commands import read_command
from games.api.presenters import log_row


class Actions(TableView):
    scope = Scope.SCORE
    ordering = ("seq",)
    cut = ""

    @extend_schema(operation_id="actions", parameters=PAGE, responses=schema.paged("Action", doc.LogRowShape))
    def get(self, request: Request, table_id: UUID) -> Response:
        """The table's log, oldest first: what was done, by whom, through which door."""
        now, _actor = self.find(request, table_id)
        return self.page_of(request, selectors.log_of(now), lambda row: log_row(now, row))

    @extend_schema(
        operation_id="act",
        request=doc.CommandShape,
        responses={201: doc.TableShape},
        parameters=[schema.IF_MATCH],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Record acts, all of them or none, and get the table's new state.

        One bare action is accepted too, with `command_id` (and `expected_version`) beside its own keys. The same
        `command_id` with the same acts is done once, however often it is sent; with other acts it is refused.
        """
        actor = self.acting(request, table_id)
        command = read_command(request)
        self.cut = "/actions/0" if command.is_bare else ""
        after = services.act(
            table_id=table_id,
            actor=actor,
            actions=command.actions,
            command_id=command.id,
            expected_version=command.expected_version,
        )
        return self.answer(request, after, status=201)
