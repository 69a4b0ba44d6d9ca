"""Refusals put into the reader's words: one sentence, with names for seats. Every door tells them through here."""

from collections.abc import Callable

from django.utils.translation import gettext

from games.rules.errors import Malformed, RuleViolation
from games.rules.wording import render


def seat_name(seat: int) -> str:
    """Return what a seat is called where no table is at hand to name it."""
    return gettext("seat {number}").format(number=seat)


def sentence_of(error: Exception, name_of: Callable[[int], str] = seat_name) -> str:
    """Return the sentence of a refusal in the active language; seats are named by `name_of`."""
    if isinstance(error, RuleViolation | Malformed):
        return render(error.message, name_of, gettext)
    return str(error)
