"""The soft rules: what a table may let pass with a reason."""

from games.rules.errors import SoftViolation


class SoftBoxDouble(SoftViolation):
    """Raised when the box leaves out a cube that `box_double` asks him to double."""

    code = "soft_box_double"


class SoftBoxAnswer(SoftViolation):
    """Raised when the box's answers of a round do not agree with `box_answer`."""

    code = "soft_box_answer"


class SoftMustTakeCaptain(SoftViolation):
    """Raised when the box takes others' cubes and drops the captain's."""

    code = "soft_must_take_captain"


class SoftOfferWindow(SoftViolation):
    """Raised when a member doubles after the box has answered another's offer."""

    code = "soft_offer_window"


class SoftAnswerOrder(SoftViolation):
    """Raised when a member answers before those who come first."""

    code = "soft_answer_order"


class SoftSoleTaker(SoftViolation):
    """Raised when the sole taker takes where he must beaver or drop."""

    code = "soft_sole_taker"
