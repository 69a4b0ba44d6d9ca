"""Refusals put into the reader's words: one sentence, with names for seats. Every door tells them through here."""

from collections.abc import Callable

from django.utils.translation import gettext

from club import formats
from games.rules.act_words import ACT_WORDS
from games.rules.errors import Malformed, RuleViolation
from games.rules.wording import render


def seat_name(seat: int) -> str:
    """Return what a seat is called where no table is at hand to name it."""
    return gettext("seat {number}").format(number=seat)


def sentence_of(
    error: Exception,
    name_of: Callable[[int], str] = seat_name,
    points: Callable[[int], str] = formats.unsigned_points,
) -> str:
    """Return the sentence of a refusal in the active language; `name_of` names seats, `points` writes points."""
    if isinstance(error, RuleViolation | Malformed):
        return render(error.message, name_of, gettext, points)
    return str(error)


def act_named(word: str) -> str:
    """Return what players call an act of the sheet, in the active language."""
    return gettext(ACT_WORDS[word]) if word in ACT_WORDS else gettext("something this page does not know")
