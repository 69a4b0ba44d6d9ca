"""Refusals about deals, extras and the end of a game."""

from games.rules.errors import RuleViolation


class DealsOff(RuleViolation):
    """Raised when the house rules know no deals."""

    code = "deals_off"


class DealWithBox(RuleViolation):
    """Raised when a deal is not between the box and one member."""

    code = "deal_with_box"


class FinerThanStep(RuleViolation):
    """Raised when a deal is finer than the table's point step."""

    code = "finer_than_step"


class NothingToDeclare(RuleViolation):
    """Raised when a winner is declared and no deal left that open."""

    code = "nothing_to_declare"


class AlreadyDeclared(RuleViolation):
    """Raised when the captain's game has been declared before."""

    code = "already_declared"


class ExtrasOff(RuleViolation):
    """Raised when the house rules know no extras."""

    code = "extras_off"


class NotSoleTaker(RuleViolation):
    """Raised when an extra is played against somebody who is not the sole taker."""

    code = "not_sole_taker"


class NotADropper(RuleViolation):
    """Raised when an extra is paid by somebody who did not drop in that round."""

    code = "not_a_dropper"


class ExtraTwice(RuleViolation):
    """Raised when a dropper plays a second extra."""

    code = "extra_twice"


class ExtraTooLate(RuleViolation):
    """Raised when the taker's cube has been offered again before the extra."""

    code = "extra_too_late"


class NameTheWinner(RuleViolation):
    """Raised when a game of two ends without the winner's name."""

    code = "name_the_winner"
