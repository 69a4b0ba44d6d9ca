"""The book of the house rules: what every setting and every value means, said in one place for every door. Rule: §5."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules.rule_book.answers import ANSWERS
from games.rules.rule_book.cubes import CUBES
from games.rules.rule_book.entry import Amounts, Choice, Group, Numbers, Setting, Sort, Words, is_same
from games.rules.rule_book.for_two import LONG_NARD, MATCH
from games.rules.rule_book.seats import HOUSE, SEATS
from games.rules.rule_book.worth import BOX, WORTH
from games.rules.settings import SETTINGS_OF, Kind

__all__ = [
    "BOOK",
    "GROUPS",
    "Amounts",
    "Choice",
    "Group",
    "Numbers",
    "Setting",
    "Sort",
    "Words",
    "is_same",
    "settings_read",
]

GROUPS = (MATCH, LONG_NARD, CUBES, ANSWERS, WORTH, BOX, SEATS, HOUSE)
"""Every setting, in the order in which house rules are read."""

BOOK: Mapping[str, Setting] = MappingProxyType({one.key: one for group in GROUPS for one in group.settings})
"""Every setting by its key."""

_FOR_TWO: Final = frozenset(
    {
        "animals", "auto_max", "cap", "deals", "point_step", "jacoby", "jacoby_auto_counts", "gammon", "backgammon",
        "table_fee",
    }
)  # fmt: skip
"""What means something in a money game; the others are kept with it and speak of a team."""


def settings_read(kind: Kind) -> tuple[str, ...]:
    """Return the settings that mean something at a table of that kind, in the order in which they are read."""
    known = _FOR_TWO if kind is Kind.MONEY else SETTINGS_OF[kind]
    return tuple(key for key in BOOK if key in known)
