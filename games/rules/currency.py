"""The stake of a sheet: the money of one point, in minor units. Rule: §6; ISO 4217."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.errors import Malformed, below, shown
from ledger.rules import currency as iso

USUAL_EXPONENT = 2
LARGEST_UNIT_MINOR = 1_000_000_000

_AMOUNT = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,4}))?")
_CODE = re.compile(r"[A-Z]{3}")


@dataclass(frozen=True, slots=True)
class Stake:
    """What one point is worth: `unit_minor` in minor units of the currency."""

    unit_minor: int
    currency: str | None

    @property
    def exponent(self) -> int:
        """How many decimals the currency has; two without a currency."""
        return exponent_of(self.currency)


def exponent_of(currency: str | None) -> int:
    """Return how many decimals a currency has: JPY 0, EUR and HUF 2, and 2 where none is named."""
    return USUAL_EXPONENT if currency is None else iso.exponent_of(currency)


def read_stake(document: object, pointer: str = "/stake") -> Stake:
    """Return the stake of a document such as `{unit: "0.50", currency: EUR}`."""
    if not isinstance(document, Mapping):
        raise Malformed("not_a_mapping", pointer)
    for key in document:
        if key not in ("unit", "currency"):
            raise Malformed("unknown_key", below(pointer, key), key=shown(key))
    if "unit" not in document:
        raise Malformed("missing_key", pointer, key="unit")
    currency = _currency(document.get("currency"), f"{pointer}/currency")
    unit_minor = read_amount(document["unit"], exponent_of(currency), f"{pointer}/unit")
    if unit_minor == 0:
        raise Malformed("stake_not_positive", f"{pointer}/unit", value=shown(document["unit"]))
    return Stake(unit_minor, currency)


def read_amount(value: object, exponent: int, pointer: str) -> int:
    """Return an amount of money in minor units; finer than the currency is refused."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    match = _AMOUNT.fullmatch(shown(value)) if whole or isinstance(value, str) else None
    if match is None:
        raise Malformed("not_an_amount", pointer, value=shown(value))
    units, fraction = match.groups(default="")
    decimals = fraction.rstrip("0")
    if len(decimals) > exponent:
        raise Malformed("amount_too_fine", pointer, value=shown(value), decimals=exponent)
    minor = int(units + decimals.ljust(exponent, "0"))
    if minor > LARGEST_UNIT_MINOR:
        raise Malformed("too_large", pointer, value=shown(value))
    return minor


def format_amount(minor: int, exponent: int) -> str:
    """Return minor units as a decimal string with every decimal: -600 is "-6.00"."""
    digits = str(abs(minor)).rjust(exponent + 1, "0")
    sign = "-" if minor < 0 else ""
    if exponent == 0:
        return sign + digits
    return f"{sign}{digits[:-exponent]}.{digits[-exponent:]}"


def write_stake(stake: Stake) -> dict[str, object]:
    """Return the document that `read_stake` reads back."""
    unit: dict[str, object] = {"unit": format_amount(stake.unit_minor, stake.exponent)}
    return unit if stake.currency is None else {**unit, "currency": stake.currency}


def _currency(value: object, pointer: str) -> str | None:
    if value is None:
        return None
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        raise Malformed("not_a_currency", pointer)
    return value
