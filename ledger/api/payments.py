"""One line of a plan: said to be paid, confirmed, taken back or void. Each is harmless the second time."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope
from club.api.base import ApiView
from club.api.idempotency import once
from club.api.views import body_of
from club.errors import NotFound
from club.permissions import Actor
from ledger import services
from ledger.api import documents as doc
from ledger.api.money import amount_of
from ledger.api.views import plan_of
from ledger.models import Payment


class PaymentView(ApiView):
    """A view about one payment; it answers with the payment as it then stands."""

    scope = Scope.BOOKS

    def find(self, request: Request, plan_id: UUID, no: int) -> tuple[Payment, Actor]:
        """Return the plan's payment of that number and who asks; raise NotFound."""
        plan, actor = plan_of(request, plan_id)
        for payment in plan.payments.all():
            if payment.no == no:
                return payment, actor
        raise NotFound

    def answer(self, request: Request, plan_id: UUID, no: int, *, status: int = 201) -> Response:
        payment, _actor = self.find(request, plan_id, no)
        return Response(doc.payment_document(payment, payment.plan.book.currency), status)


def seen_in(asked: Mapping[str, Any], payment: Payment) -> int | None:
    """Return the whole payment as the caller saw it, in minor units; None where he does not say."""
    return amount_of(asked["whole"], payment.plan.book.currency, "/whole") if "whole" in asked else None


class Claim(PaymentView):
    @extend_schema(
        operation_id="claim_payment", request=doc.SeenShape, responses={201: doc.PaymentShape}, parameters=[schema.KEY]
    )
    def post(self, request: Request, plan_id: UUID, no: int) -> Response:
        """The payer says that he has paid."""
        return once(self, request, lambda: self._claim(request, plan_id, no), required=True)

    def _claim(self, request: Request, plan_id: UUID, no: int) -> Response:
        payment, actor = self.find(request, plan_id, no)
        services.claim(payment=payment, actor=actor, whole_minor=seen_in(body_of(doc.SeenShape, request), payment))
        return self.answer(request, plan_id, no)

    @extend_schema(operation_id="unclaim_payment", responses={200: doc.PaymentShape})
    def delete(self, request: Request, plan_id: UUID, no: int) -> Response:
        """It was not paid after all."""
        payment, actor = self.find(request, plan_id, no)
        services.unclaim(payment=payment, actor=actor)
        return self.answer(request, plan_id, no, status=200)


class Confirmation(PaymentView):
    @extend_schema(
        operation_id="confirm_payment",
        request=doc.SeenShape,
        responses={201: doc.PaymentShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, plan_id: UUID, no: int) -> Response:
        """The payee says that the money has arrived: the settlement is posted."""
        return once(self, request, lambda: self._confirm(request, plan_id, no), required=True)

    def _confirm(self, request: Request, plan_id: UUID, no: int) -> Response:
        payment, actor = self.find(request, plan_id, no)
        services.confirm(payment=payment, actor=actor, whole_minor=seen_in(body_of(doc.SeenShape, request), payment))
        return self.answer(request, plan_id, no)


class Parts(PaymentView):
    @extend_schema(
        operation_id="pay_a_part",
        request=doc.PartShape,
        responses={201: doc.PaymentShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, plan_id: UUID, no: int) -> Response:
        """Divide a payment, so that a part can be paid now; the answer is the line of that part."""
        return once(self, request, lambda: self._divide(request, plan_id, no), required=True)

    def _divide(self, request: Request, plan_id: UUID, no: int) -> Response:
        payment, actor = self.find(request, plan_id, no)
        asked = body_of(doc.PartShape, request)
        part = services.split(
            payment=payment,
            amount_minor=amount_of(asked["amount"], payment.plan.book.currency, "/amount"),
            actor=actor,
            whole_minor=seen_in(asked, payment),
        )
        return self.answer(request, plan_id, part.no)


class Void(PaymentView):
    @extend_schema(
        operation_id="void_payment",
        request=doc.ReasonShape,
        responses={201: doc.PaymentShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, plan_id: UUID, no: int) -> Response:
        """The treasurer takes a payment out of its plan; what was posted for it is reversed."""
        return once(self, request, lambda: self._void(request, plan_id, no), required=True)

    def _void(self, request: Request, plan_id: UUID, no: int) -> Response:
        payment, actor = self.find(request, plan_id, no)
        services.void(payment=payment, reason=body_of(doc.ReasonShape, request)["reason"], actor=actor)
        return self.answer(request, plan_id, no)


class Reversal(PaymentView):
    @extend_schema(
        operation_id="take_back_confirmation",
        request=doc.ReasonShape,
        responses={201: doc.PaymentShape},
        parameters=[schema.KEY],
    )
    def post(self, request: Request, plan_id: UUID, no: int) -> Response:
        """A confirmed payment did not arrive after all: its entry is reversed, and it is to be made again."""
        return once(self, request, lambda: self._take_back(request, plan_id, no), required=True)

    def _take_back(self, request: Request, plan_id: UUID, no: int) -> Response:
        payment, actor = self.find(request, plan_id, no)
        services.unconfirm(payment=payment, reason=body_of(doc.ReasonShape, request)["reason"], actor=actor)
        return self.answer(request, plan_id, no)
