"""What a treasurer does by hand, through the API: adjust, take back, close a period, bring balances along."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, actor_in, clubs_of, found
from club.api.base import ApiView
from club.api.idempotency import command_of, once
from club.api.reading import uuid_of
from club.api.views import PAGE, body_of
from club.errors import NotFound
from club.models import Member
from ledger import selectors, services
from ledger.api import documents as doc
from ledger.api.money import amount_of
from ledger.api.views import book_of
from ledger.models import Account, Book, Entry, Period
from ledger.services import Side

SPECIAL = (Account.Kind.HOUSE.value, Account.Kind.ADJUSTMENTS.value)
PARTY = "A member's id, or `house`, or `adjustments`."


class PeriodShape(doc.Shape):
    """The books closed through a day, the head of the chain then, and what each account had."""

    book = serializers.UUIDField()
    end_date = serializers.DateField()
    head_seq = serializers.IntegerField()
    head_hash = serializers.CharField(allow_blank=True)


class NewPeriodShape(doc.Shape):
    end_date = serializers.DateField(help_text="The last day that is closed; it is over.")


class NewAdjustmentShape(doc.Shape):
    """`source` falls and `target` rises."""

    source = serializers.CharField(max_length=36, help_text=PARTY)  # type: ignore[assignment]
    target = serializers.CharField(max_length=36, help_text=PARTY)
    amount = serializers.CharField(max_length=20, help_text='Such as "2.50", above zero.')
    reason = serializers.CharField(max_length=180)
    date = serializers.DateField(required=False, help_text="The day it is about, not one to come; left out: today.")


class OpeningShape(doc.Shape):
    member = serializers.UUIDField(help_text="Each person once, also as one who was merged into him.")
    amount = serializers.CharField(max_length=20, help_text='Such as "24.70"; "-24.70" is owed.')


class OpeningsShape(doc.Shape):
    balances = OpeningShape(many=True)
    rest_to = serializers.ChoiceField(SPECIAL, required=False, help_text="Where what is missing to zero goes.")
    date = serializers.DateField(required=False, help_text="As of which day, not one to come; left out: today.")


class EntriesShape(doc.Shape):
    entries = doc.EntryShape(many=True)


def _side(book: Book, written: str, pointer: str) -> Side:
    if written in SPECIAL:
        return Account.Kind(written)
    return found(Member.objects.filter(club=book.club), uuid_of(written, pointer))


def _entry(book: Book, entry: Entry) -> dict[str, Any]:
    [document] = _entries(book, [entry])
    return document


def _entries(book: Book, posted: Sequence[Entry]) -> list[dict[str, Any]]:
    found = selectors.entries(book).in_bulk([entry.pk for entry in posted])
    return [doc.entry_document(found[entry.pk], book.currency) for entry in posted]


class Adjustments(ApiView):
    scope = Scope.BOOKS

    @extend_schema(
        operation_id="adjust",
        request=NewAdjustmentShape,
        responses={201: doc.EntryShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, book_id: UUID) -> Response:
        """The treasurer corrects a balance by hand, with a reason. A game is corrected at its table instead."""
        return once(self, request, lambda: self._adjust(request, book_id), required=True)

    def _adjust(self, request: Request, book_id: UUID) -> Response:
        book, actor = book_of(request, book_id)
        asked = body_of(NewAdjustmentShape, request)
        source, target = (_side(book, asked[side], f"/{side}") for side in ("source", "target"))
        entry = services.adjust(
            book=book,
            transfers=[(source, target, amount_of(asked["amount"], book.currency, "/amount"))],
            reason=asked["reason"],
            effective_date=asked.get("date"),
            command_id=command_of(request),
            actor=actor,
        )
        return Response(_entry(book, entry), 201)


class EntryReversal(ApiView):
    scope = Scope.BOOKS

    @extend_schema(
        operation_id="take_back_entry",
        request=doc.ReasonShape,
        responses={201: doc.EntryShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, entry_id: UUID) -> Response:
        """The treasurer takes back what was made by hand: an adjustment, a fee, an opening balance."""
        return once(self, request, lambda: self._take_back(request, entry_id), required=True)

    def _take_back(self, request: Request, entry_id: UUID) -> Response:
        entry = found(Entry.objects.filter(book__club__in=clubs_of(request)).select_related("book__club"), entry_id)
        actor = actor_in(request, entry.book.club)
        reason = body_of(doc.ReasonShape, request)["reason"]
        return Response(_entry(entry.book, services.withdraw(entry=entry, reason=reason, actor=actor)), 201)


class Periods(ApiView):
    scope = Scope.BOOKS
    ordering = ("-end_date", "-id")

    @extend_schema(operation_id="periods", parameters=PAGE, responses=schema.paged("Period", PeriodShape))
    def get(self, request: Request, book_id: UUID) -> Response:
        """The periods that were closed, the last first."""
        book, _actor = book_of(request, book_id)
        return self.page_of(request, Period.objects.filter(book=book), _period)

    @extend_schema(
        operation_id="close_period",
        request=NewPeriodShape,
        responses={201: PeriodShape},
        parameters=[schema.OPTIONAL_KEY],
    )
    def post(self, request: Request, book_id: UUID) -> Response:
        """Close the books through a day. The same day again answers with the period that stands."""
        return once(self, request, lambda: self._close(request, book_id), required=False)

    def _close(self, request: Request, book_id: UUID) -> Response:
        book, actor = book_of(request, book_id)
        end_date = body_of(NewPeriodShape, request)["end_date"]
        return Response(_period(services.close_period(book=book, end_date=end_date, actor=actor)), 201)


def _period(period: Period) -> dict[str, Any]:
    return {
        "book": str(period.book_id),
        "end_date": period.end_date.isoformat(),
        "head_seq": period.seq,
        "head_hash": period.hash,
    }


class Openings(ApiView):
    scope = Scope.BOOKS

    @extend_schema(
        operation_id="bring_balances",
        request=OpeningsShape,
        responses={201: EntriesShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, book_id: UUID) -> Response:
        """What members bring along from older books, all of it or nothing; what stands already is left as it is."""
        return once(self, request, lambda: self._bring(request, book_id), required=True)

    def _bring(self, request: Request, book_id: UUID) -> Response:
        book, actor = book_of(request, book_id)
        asked = body_of(OpeningsShape, request)
        known = Member.objects.filter(club=book.club).in_bulk([one["member"] for one in asked["balances"]])
        if not known.keys() >= {one["member"] for one in asked["balances"]}:
            raise NotFound
        posted = services.open_balances(
            book=book,
            balances=[
                (known[one["member"]], amount_of(one["amount"], book.currency, f"/balances/{at}/amount"))
                for at, one in enumerate(asked["balances"])
            ],
            rest_to=Account.Kind(asked["rest_to"]) if "rest_to" in asked else None,
            effective_date=asked.get("date"),
            actor=actor,
        )
        return Response({"entries": _entries(book, posted)}, 201)
