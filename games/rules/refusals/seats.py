"""Refusals about who sits where."""

from games.rules.errors import RuleViolation


class AlreadyAtTable(RuleViolation):
    """Raised when somebody sits down who sits there already."""

    code = "already_at_table"


class TwoPlayersOnly(RuleViolation):
    """Raised when a third player sits down at a money game."""

    code = "two_players_only"


class LastOneHere(RuleViolation):
    """Raised when nobody would be left to hold the box."""

    code = "last_one_here"


class BoxCannotLeave(RuleViolation):
    """Raised when the box leaves or sits out in the middle of a game."""

    code = "box_cannot_leave"


class HasLeft(RuleViolation):
    """Raised when a player who has left already leaves or sits out again."""

    code = "has_left"


class NobodyToFollow(RuleViolation):
    """Raised when the last member who plays leaves and nobody is there to follow."""

    code = "nobody_to_follow"


class PointsToLeave(RuleViolation):
    """Raised when a leaver must settle his cube and the points are not given."""

    code = "points_to_leave"


class NoPointsToLeave(RuleViolation):
    """Raised when a leaver's points are given and nothing is to be settled by them."""

    code = "no_points_to_leave"


class AlreadySitsOut(RuleViolation):
    """Raised when somebody sits out who does so already."""

    code = "already_sits_out"


class NotSittingOut(RuleViolation):
    """Raised when somebody returns who was not sitting out."""

    code = "not_sitting_out"


class NoPartners(RuleViolation):
    """Raised when the house rules know no partners."""

    code = "no_partners"


class TooFewForPartner(RuleViolation):
    """Raised when too few play for the box to take a partner."""

    code = "too_few_for_partner"


class NoPartnerNow(RuleViolation):
    """Raised when a partnership is ended and there is none."""

    code = "no_partner_now"


class CannotBePartner(RuleViolation):
    """Raised when the player named cannot be the box's partner."""

    code = "cannot_be_partner"


class NothingToDecline(RuleViolation):
    """Raised when somebody declines a box that he has not just won."""

    code = "nothing_to_decline"


class DecliningOff(RuleViolation):
    """Raised when the house rules do not let the winner decline the box."""

    code = "declining_off"


class WrongRing(RuleViolation):
    """Raised when a new order does not name everybody at the table once."""

    code = "wrong_ring"


class BoxSitsOut(RuleViolation):
    """Raised when a new order gives the box to one who sits out."""

    code = "box_sits_out"


class NoProxyToLeave(RuleViolation):
    """Raised when a proxy is named for somebody who leaves no cube behind, or where the rules know no proxies."""

    code = "no_proxy_to_leave"


class ProxyToLeave(RuleViolation):
    """Raised when somebody leaves live cubes behind, his own or as a proxy, and names nobody who acts for them."""

    code = "proxy_to_leave"


class CannotBeProxy(RuleViolation):
    """Raised when the proxy is not a player of the team who is still at the table."""

    code = "cannot_be_proxy"
