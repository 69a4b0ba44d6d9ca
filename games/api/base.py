"""What every endpoint about one table shares: whose it is, who asks, and how its state is answered."""

from collections.abc import Mapping
from functools import cached_property
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from club import selectors as club_selectors
from club.api.access import actor_in, clubs_of, found, user_of
from club.api.base import ApiView
from club.api.etags import tagged
from club.errors import NotFound
from club.models import Member, Role
from club.permissions import Actor, Door, May
from games import selectors, store
from games.api import problems as _problems  # noqa: F401 - tells the rules' errors
from games.api.presenters import Document, table_document
from games.models import Table
from games.rules.rule_sets import RuleSet, rule_set
from games.store import TableNow


def table_of(request: Request, table_id: UUID) -> tuple[TableNow, Actor]:
    """Return a table of one of the caller's clubs, and who he is there; a guest sees only where he sits."""
    tables = Table.objects.filter(night__club__in=clubs_of(request)).select_related("night__club")
    table = found(tables, table_id)
    actor, now = actor_in(request, table.night.club), store.load(table)
    if not actor.may(May.READ_CLUB) and now.seat_of_member(actor.member_id) is None:
        raise NotFound
    return now, actor


def actor_at(request: Request, table_id: UUID) -> Actor:
    """Return who the caller is in the club of a table, in one query; the service that locks the table asks the rest."""
    user = user_of(request)
    clubs = Table.objects.filter(pk=table_id).values("night__club_id")
    mine = Member.objects.filter(club_selectors.ACTIVE, user_id=user.pk, club_id__in=clubs)
    for club_id, member_id, role in mine.values_list("club_id", "id", "role"):
        if not user.is_superuser:
            return Actor(club_id, member_id, user.pk, Role(role), Door.API)
    return table_of(request, table_id)[1]


class TableView(ApiView):
    """A view about one table; refusals are told with its names, a lost update with its present state."""

    table_id: UUID
    actor: Actor

    def find(self, request: Request, table_id: UUID) -> tuple[TableNow, Actor]:
        """Return the table and who asks, and keep who asks for what may have to be told."""
        now, self.actor = table_of(request, table_id)
        self.table_id = table_id
        return now, self.actor

    def acting(self, request: Request, table_id: UUID) -> Actor:
        """Return who asks, for a service that reads the table itself, and keep him for what may have to be told."""
        self.actor, self.table_id = actor_at(request, table_id), table_id
        return self.actor

    @property
    def names(self) -> Mapping[int, str]:
        return self._fresh.names if hasattr(self, "actor") else {}

    @property
    def rules(self) -> RuleSet | None:
        """The house rules that the table has frozen, for why something was refused."""
        if not hasattr(self, "actor"):
            return None
        state = self._fresh.state
        return rule_set(state.rules, state.opening.kind)

    def present(self) -> Document:
        """Return the table as it stands by now."""
        return table_document(self._fresh, self.actor)

    @cached_property
    def _fresh(self) -> TableNow:
        """The table as it stands when a refusal is told: read once for its names, its rules and its state."""
        return selectors.load_table(club_id=self.actor.club_id, table_id=self.table_id)

    def answer(self, request: Request, now: TableNow, *, status: int = 200) -> Response:
        """Return the table's state under its ETag, which starts with the version."""
        return tagged(request, table_document(now, self.actor), start=str(now.version), status=status)
