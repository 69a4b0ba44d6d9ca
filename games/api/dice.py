"""Dice that the product throws: what is promised next, and what was thrown with the secret behind it."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope
from club.api.reading import Malformed
from club.api.views import PAGE, body_of
from games import selectors, services
from games.api.base import TableView
from games.api.commands import version_expected
from games.api.documents import Shape, TableShape
from games.api.presenters import Document, table_document
from games.models import DicePromise, DiceThrow
from games.store import TableNow


class PromiseShape(Shape):
    """What a table's next throw will come from; both null where nothing is promised."""

    no = serializers.IntegerField(allow_null=True, help_text="Number of the throw at this table, from 1.")
    commitment = serializers.CharField(
        allow_null=True, help_text="SHA-256 of `secret:table:no`, shown before the throw."
    )


class ThrowShape(Shape):
    """What was thrown: the secret that was promised, the word that was said, and the dice they give."""

    no = serializers.IntegerField()
    commitment = serializers.CharField()
    secret = serializers.CharField(help_text="32 bytes in hexadecimal.")
    word = serializers.CharField(allow_blank=True)
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    line = serializers.IntegerField(help_text="The line of the log that has the roll.")
    stands = serializers.BooleanField(help_text="False when it was taken back: its number is used all the same.")
    at = serializers.DateTimeField()


class NewThrowShape(Shape):
    """A throw that is asked for."""

    command_id = serializers.UUIDField()
    expected_version = serializers.IntegerField(
        required=False, min_value=0, help_text="With which the promise was seen; needed here or as `If-Match`."
    )
    by = serializers.ListField(
        child=serializers.CharField(max_length=60), min_length=1, max_length=2, help_text="Both for the opening."
    )
    word = serializers.CharField(
        required=False, allow_blank=True, max_length=60, help_text="A number that the players say, 20 digits at most."
    )
    without_board = serializers.BooleanField(
        required=False,
        help_text="True where plays are not recorded: a first roll that nobody has played is passed over.",
    )


class ThrownShape(Shape):
    """A throw, the promise of the next, and the table as it stands now."""

    throw = ThrowShape()
    next = PromiseShape()
    table = TableShape()


class Promise(TableView):
    scope = Scope.SCORE

    @extend_schema(operation_id="dice_promised", responses=PromiseShape)
    def get(self, request: Request, table_id: UUID) -> Response:
        """The fingerprint of the next throw, where one is promised."""
        now, _actor = self.find(request, table_id)
        return Response(_promise(selectors.dice_promised(now.table)))

    @extend_schema(operation_id="promise_dice", request=None, responses={201: PromiseShape})
    def post(self, request: Request, table_id: UUID) -> Response:
        """Promise the table's first throw; after that each throw promises the next. Twice is once."""
        actor = self.acting(request, table_id)
        return Response(_promise(services.promise_dice(table_id=table_id, actor=actor)), 201)


class Throws(TableView):
    scope = Scope.SCORE
    ordering = ("line",)

    @extend_schema(operation_id="throws", parameters=PAGE, responses=schema.paged("Throw", ThrowShape))
    def get(self, request: Request, table_id: UUID) -> Response:
        """What the product threw at this table, oldest first, also what was taken back."""
        now, _actor = self.find(request, table_id)
        standing = selectors.standing_lines(now)
        return self.page_of(request, selectors.dice_thrown(now.table), lambda one: _throw(one, standing))

    @extend_schema(
        operation_id="throw_dice",
        request=NewThrowShape,
        responses={201: ThrownShape},
        parameters=[schema.IF_MATCH],
    )
    def post(self, request: Request, table_id: UUID) -> Response:
        """Throw the dice that were promised; they stand in the log as any other roll.

        Whose turn it is and whether a roll may be now is the rules' to say, as with `{"do": "roll"}`. The same
        `command_id` gives the same dice.
        """
        actor = self.acting(request, table_id)
        asked = body_of(NewThrowShape, request)
        thrown = services.throw_dice(
            table_id=table_id,
            actor=actor,
            by=asked["by"],
            word=asked.get("word", ""),
            without_board=asked.get("without_board", False),
            command_id=asked["command_id"],
            expected_version=_version(asked, request),
        )
        return Response(self._thrown(thrown, selectors.load_table(club_id=actor.club_id, table_id=table_id)), 201)

    def _thrown(self, thrown: DiceThrow, now: TableNow) -> Document:
        return {
            "throw": _throw(thrown, selectors.standing_lines(now)),
            "next": _promise(selectors.dice_promised(now.table)),
            "table": table_document(now, self.actor),
        }


def _version(asked: dict[str, Any], request: Request) -> int:
    version = version_expected(asked, request)
    if version is None:
        raise Malformed(_("Say with which version of the table the promise was seen."), pointer="/expected_version")
    return version


def _promise(promise: DicePromise | None) -> Document:
    """Return what may be seen before a throw: never the secret."""
    return {"no": promise and promise.no, "commitment": promise and promise.commitment}


def _throw(throw: DiceThrow, standing: frozenset[int]) -> Document:
    promise = throw.promise
    return {
        "no": promise.no,
        "commitment": promise.commitment,
        "secret": promise.secret,
        "word": throw.word,
        "dice": list(throw.dice),
        "line": throw.line,
        "stands": throw.line in standing,
        "at": throw.at,
    }
