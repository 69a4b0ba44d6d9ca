"""Refusals about who may act, and when."""

from games.rules.errors import RuleViolation


class UnknownPlayer(RuleViolation):
    """Raised when a name belongs to nobody on the sheet."""

    code = "unknown_player"


class NotAtTable(RuleViolation):
    """Raised when the player named does not sit at the table now."""

    code = "not_at_table"


class NotInGame(RuleViolation):
    """Raised when the player named does not play in this game."""

    code = "not_in_game"


class BoxNotAllowed(RuleViolation):
    """Raised when the box is named where only a member can be."""

    code = "box_not_allowed"


class PartnerDoesNotAct(RuleViolation):
    """Raised when the box's partner is named for an act with a cube."""

    code = "partner_does_not_act"


class BothSides(RuleViolation):
    """Raised when one act names players of both sides as those who do it."""

    code = "both_sides"


class WrongOpponent(RuleViolation):
    """Raised when a member's act is aimed at somebody other than the box."""

    code = "wrong_opponent"


class NamedTwice(RuleViolation):
    """Raised when a list names one player twice."""

    code = "named_twice"


class NoGame(RuleViolation):
    """Raised when an act needs a game and none is being played."""

    code = "no_game"


class GameOn(RuleViolation):
    """Raised when an act belongs between games and one is being played."""

    code = "game_on"


class NotEnoughPlayers(RuleViolation):
    """Raised when a game cannot start because fewer than two would play."""

    code = "not_enough_players"


class Undeclared(RuleViolation):
    """Raised when the winner of the captain's game must be declared first."""

    code = "undeclared_game"


class OfferOpen(RuleViolation):
    """Raised when the game cannot end because a cube still waits for an answer."""

    code = "offer_open"
