"""Money and points as the API writes them: decimal strings, never a float."""

from typing import Any, TypedDict

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.errors import Invalid
from ledger.rules.currency import NoAmount, NoCurrency, TooFine, format_amount, parse_amount


class Money(TypedDict):
    """An amount in every decimal that its currency has."""

    amount: str
    currency: str


def money(amount_minor: int, currency: str) -> Money:
    """Return minor units as `{"amount": "12.50", "currency": "EUR"}`."""
    return {"amount": format_amount(amount_minor, currency), "currency": currency}


class WrongAmount(Invalid):
    """Raised for text that is no amount in its currency, or finer than it goes."""

    code = "amount_invalid"
    sentence = _("“{text}” is not an amount in {currency}.")


def amount_of(text: str, currency: str, pointer: str) -> int:
    """Return the minor units that a decimal string writes; raise Invalid, naming the place."""
    try:
        return parse_amount(text, currency)
    except (NoAmount, NoCurrency, TooFine) as wrong:
        raise WrongAmount(pointer=pointer, text=text, currency=currency) from wrong


@extend_schema_field({"type": "string", "pattern": r"^-?[0-9]+(\.[0-9]+)?$", "examples": ["12.50"]})
class AmountField(serializers.CharField):
    """An amount as a decimal string."""


class MoneySerializer(serializers.Serializer[Any]):
    """Money in an answer."""

    amount = AmountField()
    currency = serializers.RegexField(r"^[A-Z]{3}$", help_text="ISO 4217 code, or PTS for points only.")


@extend_schema_field({"type": "string", "pattern": r"^-?[0-9]+(\.(25|5|75))?$", "examples": ["1.5"]})
class PointsField(serializers.CharField):
    """Points as a decimal string without trailing zeros, quarters at the finest."""
