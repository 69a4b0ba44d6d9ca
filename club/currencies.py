"""Which currencies there are: those of ISO 4217 that have a smallest unit, and the one that counts points.

Asked only where something new is to be counted in one. What is counted already stays as it is: a currency may be
withdrawn, and the books in it are read for ever.
"""

from typing import Final

from django.utils.translation import gettext_lazy as _
from iso4217 import Currency

from club.errors import Invalid
from club.formats import POINTS_CURRENCY

KNOWN: Final = frozenset(one.code for one in Currency if one.exponent is not None) | {POINTS_CURRENCY}
"""Gold, drawing rights and the codes for tests have no smallest unit: nobody pays in them."""


class WrongCurrency(Invalid):
    """Raised for a code that is no currency in use: mostly one that was typed wrong."""

    code = "wrong_currency"
    sentence = _("“{currency}” is no currency in use. Write its code, such as EUR; PTS counts points only.")


def check_currency(currency: str, *, pointer: str = "/currency") -> str:
    """Return a currency that there is; raise WrongCurrency."""
    if currency not in KNOWN:
        raise WrongCurrency(currency=currency, pointer=pointer)
    return currency
