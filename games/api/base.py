"""What every endpoint about one table shares: whose it is, who asks, and how its state is answered."""

from collections.abc import Mapping
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from club.api.access import actor_in, clubs_of, found
from club.api.base import ApiView
from club.api.etags import tagged
from club.errors import NotFound
from club.permissions import Actor, May
from games import selectors, store
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.presenters import Document, table_document
from games.models import Table
from games.store import TableNow


def table_of(request: Request, table_id: UUID) -> tuple[TableNow, Actor]:
    """Return a table of one of the caller's clubs, and who he is there; a guest sees only where he sits."""
    tables = Table.objects.filter(night__club__in=clubs_of(request)).select_related("night__club")
    table = found(tables, table_id)
    actor, now = actor_in(request, table.night.club), store.load(table)
    if not actor.may(May.READ_CLUB) and now.seat_of_member(actor.member_id) is None:
        raise NotFound
    return now, actor


class TableView(ApiView):
    """A view about one table; refusals are told with its names, a lost update with its present state."""

    now: TableNow
    actor: Actor

    def find(self, request: Request, table_id: UUID) -> tuple[TableNow, Actor]:
        """Return the table and who asks, and keep them for what may have to be told."""
        self.now, self.actor = table_of(request, table_id)
        return self.now, self.actor

    @property
    def names(self) -> Mapping[int, str]:
        return self.now.names if hasattr(self, "now") else {}

    def present(self) -> Document:
        """Return the table as it stands by now."""
        table = self.now.table
        fresh = selectors.load_table(club_id=table.night.club_id, table_id=table.id)
        return table_document(fresh, self.actor)

    def answer(self, request: Request, now: TableNow, *, status: int = 200) -> Response:
        """Return the table's state under its ETag, which starts with the version."""
        return tagged(request, table_document(now, self.actor), start=str(now.version), status=status)
