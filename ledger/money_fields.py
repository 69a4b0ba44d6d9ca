"""The one field for an amount that somebody types, in his own language: "24,70", "1.000,50", "1 000,50"."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import get_language

from club.errors import Invalid
from club.formats import parse_money
from ledger.rules.currency import exponent_of


def read_amount(text: str, currency: str) -> int:
    """Return the minor units of an amount typed in the language that is active. Raises Invalid for what is none."""
    return parse_money(text, get_language() or "en", exponent_of(currency))


class MoneyField(forms.CharField):
    """An amount of `currency`, which its label or the page names; cleaned it is minor units, above zero."""

    def __init__(self, *, currency: str, **more: Any) -> None:
        self.currency = currency
        more.setdefault("max_length", 24)
        more.setdefault("widget", forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}))
        super().__init__(**more)

    def clean(self, value: Any) -> Any:
        """Return minor units, or None for an empty field that may be empty."""
        text = super().clean(value)
        if text in self.empty_values:
            return None
        try:
            return read_amount(text, self.currency)
        except Invalid as error:
            raise ValidationError(error.detail, code=error.code) from error
