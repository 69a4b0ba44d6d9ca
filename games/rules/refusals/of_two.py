"""Refusals of matches and long nard."""

from games.rules.errors import RuleViolation


class Crawford(RuleViolation):
    """Raised when a cube is turned in the Crawford game."""

    code = "crawford"


class MatchOver(RuleViolation):
    """Raised when something is done after the match has been won."""

    code = "match_over"


class MatchOfTwo(RuleViolation):
    """Raised when somebody would come to a match or go from it."""

    code = "match_of_two"


class NoCube(RuleViolation):
    """Raised when a cube is turned at a table of long nard that plays without one."""

    code = "no_cube"


class WrongResult(RuleViolation):
    """Raised for a result, or borne-off checkers, of another kind of play."""

    code = "wrong_result"


class NoDraw(RuleViolation):
    """Raised for a draw where there is no last roll."""

    code = "no_draw"


class DrawHasNoWinner(RuleViolation):
    """Raised for a draw beside which a winner, whoever resigned, or the checkers of a loser are named."""

    code = "draw_has_no_winner"


class BorneOffByLoser(RuleViolation):
    """Raised when checkers are counted for anybody but the loser."""

    code = "borne_off_by_loser"


class BorneOffWrong(RuleViolation):
    """Raised for a number of borne-off checkers that cannot be."""

    code = "borne_off_wrong"


class ResultDisagrees(RuleViolation):
    """Raised when the result and the borne-off checkers tell two stories."""

    code = "result_disagrees"


class LastRollIsDue(RuleViolation):
    """Raised when something else is done while the second mover has a last roll."""

    code = "last_roll_due"


class NoLastRoll(RuleViolation):
    """Raised for a last roll that nobody has."""

    code = "no_last_roll"


class NotYourLastRoll(RuleViolation):
    """Raised when the last roll is recorded for the wrong player."""

    code = "not_your_last_roll"


class RollWaits(RuleViolation):
    """Raised for a roll while a cube waits for an answer."""

    code = "roll_waits"
