"""Points, money and dates as people write them, by the language that is active."""

from datetime import date, datetime

from django import template
from django.utils import formats as django_formats
from django.utils import timezone
from django.utils.translation import get_language

from club import formats
from club.models import Night
from ledger.rules.currency import exponent_of

register = template.Library()


@register.filter
def points(points_q: int) -> str:
    """Return quarter points with their sign: "+1,5", "−3", "0"."""
    return formats.points(points_q)


@register.filter
def money(amount_minor: int, currency: str) -> str:
    """Return minor units as "12,50 EUR"."""
    return formats.money(amount_minor, currency, exponent_of(currency))


@register.filter
def signed_money(amount_minor: int, currency: str) -> str:
    """Return minor units as "+12,50 EUR" or "−12,50 EUR"."""
    return formats.money(amount_minor, currency, exponent_of(currency), sign=True)


@register.filter
def in_fours(digits: str) -> str:
    """Return a hash in groups of four, as it is read aloud and compared."""
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


@register.filter
def won_or_lost(number: int) -> str:
    """Return the class of a signed number; its sign stands beside the colour."""
    return "won" if number > 0 else "lost" if number < 0 else ""


@register.filter
def day(moment: date | datetime) -> str:
    """Return a date in the reader's language, by the club's clock."""
    if isinstance(moment, datetime):
        moment = timezone.localtime(moment).date()
    return formats.day(moment)


@register.filter
def night_name(night: Night) -> str:
    """Return what a night is called: its title, or "Night of" its date."""
    return formats.night_name(night.title, night.date)


@register.filter
def clock(moment: datetime) -> str:
    """Return hours and minutes by the club's clock."""
    return django_formats.time_format(timezone.localtime(moment), "H:i")


@register.filter
def short_day(moment: date) -> str:
    """Return day and month in the reader's language, the month in the form that stands beside a day."""
    pattern = django_formats.get_format("MONTH_DAY_FORMAT").replace("F", "E")
    return django_formats.date_format(moment, pattern)


@register.filter
def month(moment: date) -> str:
    """Return month and year in the reader's language, in the middle of a sentence: "studeni 2026."."""
    named = django_formats.date_format(moment, "YEAR_MONTH_FORMAT")
    return named if (get_language() or "en").startswith("en") else named.lower()


@register.filter
def plain_money(amount_minor: int, currency: str) -> str:
    """Return minor units with their sign and without the currency, for columns that name it above."""
    return signed_money(amount_minor, currency).rsplit(formats.NO_BREAK, 1)[0]
