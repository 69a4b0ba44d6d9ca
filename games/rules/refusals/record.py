"""Refusals about corrections, undo and amendments."""

from games.rules.errors import RuleViolation


class ReasonMissing(RuleViolation):
    """Raised when a correction comes without a reason."""

    code = "reason_missing"


class SumNotZero(RuleViolation):
    """Raised when the points of an adjustment do not sum to zero."""

    code = "sum_not_zero"


class NothingToUndo(RuleViolation):
    """Raised when no act stands that could be taken back."""

    code = "nothing_to_undo"


class NoSuchRow(RuleViolation):
    """Raised when an undo names a line that the sheet does not have."""

    code = "no_such_row"


class NoSuchGame(RuleViolation):
    """Raised when an amendment names a game that is not finished."""

    code = "no_such_game"


class NeedsTheLog(RuleViolation):
    """Raised when undo or amend is applied to a state without its log."""

    code = "needs_the_log"


class AmendmentRefused(RuleViolation):
    """Raised when an act of the amendment itself is refused."""

    code = "amendment_refused"


class AmendmentUnfinished(RuleViolation):
    """Raised when an amendment does not play exactly one game to its end."""

    code = "amendment_unfinished"


class LaterActRefused(RuleViolation):
    """Raised when a later act would no longer stand after the amendment."""

    code = "later_act_refused"


class RefusalExpected(RuleViolation):
    """Raised when a line of a case stands that should have been refused."""

    code = "refusal_expected"
