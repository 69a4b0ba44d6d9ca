"""The books through the API: read by every member, written by the services and nothing else."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_date
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, actor_in, club_asked, clubs_of, found
from club.api.base import ApiView
from club.api.idempotency import once
from club.api.reading import Malformed, uuid_of
from club.api.views import PAGE, body_of, night_of
from club.errors import NotFound
from club.models import Club, Member, Night
from club.permissions import Actor, May
from ledger import account_lines, selectors, services
from ledger.api import documents as doc
from ledger.models import Account, Book, SettlementPlan

BOOK = OpenApiParameter("book", OpenApiTypes.UUID, required=True)
PERIOD = [
    OpenApiParameter("from", OpenApiTypes.DATE, description="First day, left out: the beginning."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last day, left out: until now."),
]
NIGHT = OpenApiParameter("night", OpenApiTypes.UUID, description="Only what belongs to this night.")


def reader_of_books(request: Request, club: Club) -> Actor:
    """Return the actor, who may read the club's books; raise NotFound or Forbidden."""
    actor = actor_in(request, club)
    actor.require(May.READ_BOOKS)
    return actor


def book_of(request: Request, book_id: UUID) -> tuple[Book, Actor]:
    """Return a book of one of the caller's clubs, and who he is there."""
    book = found(Book.objects.filter(club__in=clubs_of(request)).select_related("club"), book_id)
    return book, reader_of_books(request, book.club)


def book_asked(request: Request) -> tuple[Book, Actor]:
    """Return the book that `?book=` names, and who asks."""
    return book_of(request, uuid_of(request.query_params.get("book"), "/book"))


def night_asked(request: Request, club: Club) -> Night | None:
    """Return the night of `?night=` in that club; None where it is not asked for."""
    written = request.query_params.get("night")
    return found(Night.objects.filter(club=club), uuid_of(written, "/night")) if written else None


class Books(ApiView):
    scope = Scope.BOOKS
    ordering = ("currency", "id")

    @extend_schema(operation_id="books", parameters=[schema.CLUB, *PAGE], responses=schema.paged("Book", doc.BookShape))
    def get(self, request: Request) -> Response:
        """A club's books, one a currency."""
        club = club_asked(request)
        reader_of_books(request, club)
        return self.page_of(request, selectors.books(club), doc.book_document)


class OneBook(ApiView):
    scope = Scope.BOOKS

    @extend_schema(operation_id="book", responses=doc.BookWithBalancesShape)
    def get(self, request: Request, book_id: UUID) -> Response:
        """A book with every balance in it."""
        book, _actor = book_of(request, book_id)
        balances = [doc.balance_document(account, book.currency) for account in selectors.balances(book)]
        return Response({**doc.book_document(book), "balances": balances})


class Entries(ApiView):
    scope = Scope.BOOKS
    ordering = ("-seq",)

    @extend_schema(
        operation_id="entries",
        parameters=[BOOK, NIGHT, *PAGE],
        responses=schema.paged("Entry", doc.EntryShape),
    )
    def get(self, request: Request) -> Response:
        """What was posted in a book, the newest first. Nothing in it is ever edited."""
        book, _actor = book_asked(request)
        rows = selectors.entries(book, night=night_asked(request, book.club))
        return self.page_of(request, rows, lambda entry: doc.entry_document(entry, book.currency))


class MemberStatement(ApiView):
    scope = Scope.BOOKS

    @extend_schema(
        operation_id="statement",
        parameters=[
            BOOK,
            *PERIOD,
        ],
        responses=doc.StatementShape,
    )
    def get(self, request: Request, member_id: UUID) -> Response:
        """A member's account in one book: opening balance, what moved it, closing balance."""
        book, _actor = book_asked(request)
        member = found(Member.objects.filter(club=book.club), member_id)
        start, end = day_asked(request, "from"), day_asked(request, "to")
        account_lines.require_order(start, end)
        account = selectors.account_of(book=book, member=member)
        if account is None:
            return Response(doc.empty_statement(str(member.id), book))
        statement = account_lines.statement(account, start=start or date.min, end=end or date.max)
        return Response(doc.statement_document(statement, str(member.id), book))


def day_asked(request: Request, name: str) -> date | None:
    """Return the date in a parameter of the address; None where it is left out. Raises Malformed."""
    written = request.query_params.get(name)
    if written is None:
        return None
    try:
        day = parse_date(written)
    except ValueError:
        day = None
    if day is None:
        raise Malformed(_("A date is needed here, such as 2026-11-30."), pointer=f"/{name}")
    return day


class Plans(ApiView):
    scope = Scope.BOOKS
    ordering = ("-created_at", "-id")

    @extend_schema(
        operation_id="settlement_plans",
        parameters=[BOOK, NIGHT, *PAGE],
        responses=schema.paged("SettlementPlan", doc.PlanShape),
    )
    def get(self, request: Request) -> Response:
        """A book's plans, the newest first; the one that stands is not `superseded`."""
        book, _actor = book_asked(request)
        night, plans = night_asked(request, book.club), selectors.plans(book)
        return self.page_of(request, plans.filter(night=night) if night else plans, doc.plan_document)

    @extend_schema(
        operation_id="make_settlement_plan",
        request=doc.NewPlanShape,
        responses={201: doc.PlanShape},
        parameters=[schema.OPTIONAL_KEY],
    )
    def post(self, request: Request) -> Response:
        """Say who pays whom so that a night, or the whole club, is even. A plan that still fits is returned."""
        return once(self, request, lambda: self._plan(request), required=False)

    def _plan(self, request: Request) -> Response:
        asked = body_of(doc.NewPlanShape, request)
        book, actor = book_of(request, asked["book"])
        how = {"actor": actor, "banker": _banker(book, asked), "afresh": asked["afresh"]}
        if "night" in asked:
            night, _actor = night_of(request, asked["night"])
            plan = services.plan_night(night=night, book=book, **how)
        else:
            plan = services.plan_club(book=book, **how)
        return Response(doc.plan_document(selectors.plans(book).get(pk=plan.pk)), 201)


def _banker(book: Book, asked: Mapping[str, Any]) -> Account | None:
    if "banker" not in asked:
        return None
    account = selectors.account_of(book=book, member=found(Member.objects.filter(club=book.club), asked["banker"]))
    if account is None:
        raise NotFound
    return account


def plan_of(request: Request, plan_id: UUID) -> tuple[SettlementPlan, Actor]:
    """Return a plan of one of the caller's clubs, and who he is there."""
    plans = SettlementPlan.objects.filter(book__club__in=clubs_of(request)).select_related("book__club")
    book = found(plans, plan_id).book
    return selectors.plans(book).get(pk=plan_id), reader_of_books(request, book.club)


class AllPaid(ApiView):
    scope = Scope.BOOKS

    @extend_schema(
        operation_id="confirm_all_payments", request=None, responses={201: doc.PlanShape}, parameters=[schema.KEY]
    )
    def post(self, request: Request, plan_id: UUID) -> Response:
        """Everybody paid at the table: every open payment is confirmed. Not by a stale plan (`plan_stale`)."""
        return once(self, request, lambda: self._confirm(request, plan_id), required=True)

    def _confirm(self, request: Request, plan_id: UUID) -> Response:
        plan, actor = plan_of(request, plan_id)
        services.confirm_all(plan=plan, actor=actor)
        return Response(doc.plan_document(plan_of(request, plan_id)[0]), 201)


class OnePlan(ApiView):
    scope = Scope.BOOKS

    @extend_schema(operation_id="settlement_plan", responses=doc.PlanShape)
    def get(self, request: Request, plan_id: UUID) -> Response:
        """A plan and its payments."""
        plan, _actor = plan_of(request, plan_id)
        return Response(doc.plan_document(plan))
