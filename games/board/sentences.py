"""The catalogue: every sentence the board says, in English, by code."""

from collections.abc import Mapping
from types import MappingProxyType


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged."""
    return sentence


_ = gettext_noop

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # plays that the rules forbid
        "must_use_both": _("More of the dice can be played, so more must be."),
        "must_use_higher": _("Only one of the two dice can be played, and the higher one can: it must be."),
        "bar_first": _("Checkers on the bar enter before anything else is moved."),
        "blocked": _("That point is closed: the other side holds it."),
        "not_all_home": _("Checkers are borne off only when all are in the home board."),
        "must_bear_off_higher": _(
            "A die higher than the point bears a checker off only when none stands on a higher point."
        ),
        "head_rule": _("No more checkers may leave the head in this turn."),
        "six_block": _("Six points in a row may be held only when an enemy checker is already ahead of them."),
        "no_checker": _("There is no checker on the place that one is moved from."),
        "not_on_dice": _("The dice do not lead there."),
        "not_a_step": _("That step does not belong to any play that is legal here."),
        # plays that cannot be read, or not in one way only
        "ambiguous": _("This may be more than one play: {plays}."),
        "text_too_long": _("Moves are a text of {most} characters at most."),
        "unreadable_move": _('"{part}" is not a move such as 13/8, bar/20* or 6/off(2).'),
        "wrong_direction": _('"{part}" goes the wrong way: checkers move from higher points to lower ones.'),
        "too_many_moves": _("No play moves more than {most} checkers."),
        "other_dice": _("The text names another roll than the one thrown."),
        "invalid_dice": _("A roll is two dice, each from 1 to 6."),
        # boards that cannot be
        "invalid_position": _("This position cannot be. {faults}"),
        "points_missing": _("A board has 24 points, and here are {points}."),
        "two_sides": _("The bar and the place for checkers borne off have a number for each side."),
        "not_whole": _("Checkers are counted in whole numbers."),
        "less_than_none": _("Nobody has fewer than no checkers on the bar or borne off."),
        "checkers_of_mover": _("The side to move has {count} checkers in all; it must be 15."),
        "checkers_of_other": _("The other side has {count} checkers in all; it must be 15."),
        "no_bar": _("There is no bar in long nard."),
        "both_shut_out": _("Both sides wait on the bar before a closed home board, which no play leads to."),
        "both_finished": _("Both sides have borne everything off."),
    }
)
"""English sentences with `{placeholders}`; the edge translates them."""
