"""Money and points as people write them: by the language that is active, never by a float."""

import re
from datetime import date
from decimal import Decimal
from typing import Final

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.errors import Invalid

MINUS: Final = "\u2212"
NO_BREAK: Final = "\u00a0"
POINTS_CURRENCY: Final = "PTS"


class AmountInvalid(Invalid):
    """Raised when a text is not an amount of money."""

    code = "amount_invalid"
    sentence = _("“{text}” is not an amount. Write it like {example}.")


class AmountAmbiguous(AmountInvalid):
    """Raised when a text could be two amounts, such as a thousand or one."""

    code = "amount_ambiguous"
    sentence = _("“{text}” can be read in two ways. Write it like {example}.")


class AmountTooFine(AmountInvalid):
    """Raised when an amount has more decimals than its currency; it is never rounded in silence."""

    code = "amount_too_fine"
    sentence = _("“{text}” is finer than this currency goes. Write it like {example}.")


def money(amount_minor: int, currency: str, exponent: int, *, sign: bool = False) -> str:
    """Return minor units as "12,50 EUR" in the active language, points as "1,5 pt"; with `sign`, gains carry a plus."""
    text = _localised(abs(amount_minor), exponent)
    if currency == POINTS_CURRENCY:
        currency, text = str(_("pt")), _localised_points(abs(amount_minor), exponent)
    return f"{_sign(amount_minor, sign)}{text}{NO_BREAK}{currency}"


def points(points_q: int) -> str:
    """Return quarter points as "+1,5", "−3" or "0" in the active language."""
    value = Decimal(abs(points_q)) / 4
    return _sign(points_q, True) + number_format(value.normalize() + 0, force_grouping=True)


def unsigned_points(points_q: int) -> str:
    """Return quarter points for a sentence, without a plus: "1,5", "−3" or "0" in the active language."""
    return points(points_q).removeprefix("+")


def day(moment: date) -> str:
    """Return a date in the active language, with its year."""
    return str(date_format(moment, "DATE_FORMAT"))


def night_name(title: str, on: date) -> str:
    """Return what a night is called: its title, or "Night of" its date."""
    return title or gettext("Night of {day}").format(day=day(on))


def night_with_day(title: str, on: date) -> str:
    """Return a night's name from which its date can be told: "Friday chouette, 27 November 2026"."""
    return gettext("{title}, {day}").format(title=title, day=day(on)) if title else night_name(title, on)


def _localised_points(amount_minor: int, exponent: int) -> str:
    """Points have no more decimals than they need."""
    decimals = exponent
    while decimals and amount_minor % 10 == 0:
        amount_minor, decimals = amount_minor // 10, decimals - 1
    return _localised(amount_minor, decimals)


def _localised(amount_minor: int, exponent: int) -> str:
    text = number_format(Decimal(amount_minor).scaleb(-exponent), decimal_pos=exponent, force_grouping=True)
    return str(text).replace(" ", NO_BREAK)


def _sign(number: int, always: bool) -> str:
    if number < 0:
        return MINUS
    return "+" if always and number > 0 else ""


# ---- reading what people type -----------------------------------------------------------------------
_SPACES: Final = " \u00a0\u202f\u2009"
_DECIMAL: Final = {"en": ".", "hu": ",", "hr": ","}
_GROUP: Final = {"en": ",", "hu": "", "hr": "."}
_EXAMPLES: Final = {"en": "1,000.50", "hu": "1 000,50", "hr": "1.000,50"}
_MOST_DIGITS: Final = 15


def parse_money(text: str, language: str, exponent: int) -> int:
    """Return minor units from text typed in a language: "24,70", hr "1.000,50", hu "1 000,50".

    A lone foreign decimal mark is understood ("24.70" in Hungarian). Raises AmountAmbiguous for what could be a
    thousand or one ("1.000"), AmountTooFine for more decimals than `exponent`, AmountInvalid for anything else.
    """
    language = language.split("-")[0] if language.split("-")[0] in _DECIMAL else "en"
    shown = {"text": text, "example": _EXAMPLES[language]}
    body = re.fullmatch(rf"[{_SPACES}]*([-+{MINUS}]?)([0-9][0-9.,{_SPACES}]*?)[{_SPACES}]*", text)
    if body is None:
        raise AmountInvalid(**shown)
    whole, decimals = _split(body[2], language, exponent, shown)
    if len(decimals) > exponent:
        raise AmountTooFine(**shown)
    digits = whole + decimals.ljust(exponent, "0")
    if len(digits) > _MOST_DIGITS:
        raise AmountInvalid(**shown)
    return -int(digits) if body[1] in ("-", MINUS) else int(digits)


def _split(number: str, language: str, exponent: int, shown: dict[str, str]) -> tuple[str, str]:
    """Return the digits before and after the decimal mark."""
    mark, group = _DECIMAL[language], _GROUP[language]
    if lone := re.fullmatch(r"([0-9]+)([.,])([0-9]+)", number):
        return _lone_mark(lone, group, mark, exponent, shown)
    groups = f"{_SPACES}{re.escape(group)}"
    grouped = re.fullmatch(
        rf"([0-9]{{1,3}}(?:([{groups}])[0-9]{{3}}(?:\2[0-9]{{3}})*)?|[0-9]+)(?:{re.escape(mark)}([0-9]+))?", number
    )
    if grouped is None:
        raise AmountInvalid(**shown)
    return re.sub(r"[^0-9]", "", grouped[1]), grouped[3] or ""


def _lone_mark(lone: re.Match[str], group: str, mark: str, exponent: int, shown: dict[str, str]) -> tuple[str, str]:
    """Read "24.70" and "1.000": one mark only, which is the decimal one unless it may part thousands."""
    whole, seen, rest = lone.groups()
    if seen == mark or len(rest) != 3:
        return whole, rest
    if seen == group and exponent == 0 and len(whole) <= 3:
        return whole + rest, ""
    raise AmountAmbiguous(**shown)
