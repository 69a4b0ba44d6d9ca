"""Refusals of games that are recorded roll by roll."""

from games.rules.errors import RuleViolation


class NoBoard(RuleViolation):
    """Raised for a play in a game whose board is not recorded from its start."""

    code = "no_board"


class NotOnTurn(RuleViolation):
    """Raised when the other side is on turn."""

    code = "not_on_turn"


class RollFirst(RuleViolation):
    """Raised for a play before the dice are thrown."""

    code = "roll_first"


class PlayFirst(RuleViolation):
    """Raised for a roll while the last one has not been played."""

    code = "play_first"


class RolledAlready(RuleViolation):
    """Raised for a double after the roll."""

    code = "rolled_already"


class OneSideRolls(RuleViolation):
    """Raised when both sides throw and it is not the opening of a game of backgammon."""

    code = "one_side_rolls"


class PlayRefused(RuleViolation):
    """Raised for moves that cannot be read, or that no board can show."""

    code = "play_refused"


class NothingToChallenge(RuleViolation):
    """Raised when the last play was legal, stands already, or was one's own."""

    code = "nothing_to_challenge"
