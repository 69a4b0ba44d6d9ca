"""How high a cube may go. Rule: §2, Ceiling; the setting `cap`."""

from games.rules.cubes import Seat
from games.rules.errors import RuleViolation
from games.rules.refusals import cubes as refused
from games.rules.settings import LARGEST_CUBE, HouseRules
from games.rules.wording import Seats


def why_not(rules: HouseRules, box: Seat, member: Seat, value: int) -> RuleViolation | None:
    """Return why the cube between those two may not stand at that value."""
    if rules.cap is not None and value > rules.cap:
        return refused.PastCap(box=Seats((box,)), member=Seats((member,)), cap=rules.cap)
    return refused.PastLimit(limit=LARGEST_CUBE) if value > LARGEST_CUBE else None


def is_within(rules: HouseRules, value: int) -> bool:
    """Whether a cube may stand at that value."""
    return value <= (LARGEST_CUBE if rules.cap is None else min(rules.cap, LARGEST_CUBE))
