"""Currencies and exact decimal text. Amounts are whole minor units; nothing finer is ever rounded in silence."""

import re
from typing import Final

POINTS: Final = "PTS"
"""The currency of a book that counts points only, in hundredths: deals may be quarters."""

_CODE: Final = re.compile(r"[A-Z]{3}")
_DECIMAL: Final = re.compile(r"([+-]?)([0-9]+)(?:\.([0-9]+))?")
_USUAL: Final = 2
_EXPONENTS: Final[dict[str, int]] = {  # ISO 4217, list one: those whose minor unit is not a hundredth
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND"), 0),
    **dict.fromkeys(("VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
    **dict.fromkeys(("CLF", "UYW"), 4),
}


class NoCurrency(ValueError):
    """Raised for a code that is not three capital letters."""


class NoAmount(ValueError):
    """Raised for text that is not a decimal number."""


class TooFine(ValueError):
    """Raised for an amount with more decimals than the currency has."""


def exponent_of(currency: str) -> int:
    """Return how many decimals `currency` has: EUR and HUF 2, JPY 0, PTS 2; also one that is no longer in use.

    It never changes, as what stands in the books is read by it. Raises NoCurrency.
    """
    if not isinstance(currency, str) or not _CODE.fullmatch(currency):
        raise NoCurrency(f"{currency!r} is not a currency: three capital letters, or {POINTS} for points")
    return _EXPONENTS.get(currency, _USUAL)


def parse_amount(text: str, currency: str) -> int:
    """Return the minor units of a decimal such as "-12.50".

    Raises TypeError unless it is text, NoAmount, NoCurrency, and TooFine for more decimals than the currency has.
    """
    exponent = exponent_of(currency)
    if not isinstance(text, str):
        raise TypeError(f"an amount is decimal text, not {text!r}")
    found = _DECIMAL.fullmatch(text)
    if found is None:
        raise NoAmount(f"{text!r} is not a decimal number")
    sign, whole, decimals = found[1], found[2], (found[3] or "").rstrip("0")
    if len(decimals) > exponent:
        raise TooFine(f"{text} is finer than a minor unit: {exponent} decimals")
    minor = int(whole + decimals.ljust(exponent, "0"))
    return -minor if sign == "-" else minor


def format_amount(amount_minor: int, currency: str) -> str:
    """Return minor units as a decimal with every decimal the currency has: 1250 EUR is "12.50"."""
    if type(amount_minor) is not int:
        raise TypeError(f"an amount is an int of minor units, not {amount_minor!r}")
    exponent = exponent_of(currency)
    digits = str(abs(amount_minor)).rjust(exponent + 1, "0")
    sign = "-" if amount_minor < 0 else ""
    return f"{sign}{digits[:-exponent]}.{digits[-exponent:]}" if exponent else f"{sign}{digits}"
