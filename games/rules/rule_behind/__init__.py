"""The rule behind every code: its section of the rules, and the house rule it depends on, for every "why"."""

from collections.abc import Mapping
from types import MappingProxyType

from games.rules.rule_behind import refusals
from games.rules.rule_behind.documents import DOCUMENTS
from games.rules.rule_behind.reasons import REASONS
from games.rules.rule_behind.section import TITLES, Behind, Section, Topic
from games.rules.rule_book import BOOK
from games.rules.settings import SETTINGS_OF, Kind
from games.rules.wording import Message

__all__ = ["BEHIND", "TITLES", "TOPICS", "Behind", "Section", "Topic", "behind"]

TOPICS = (
    refusals.WHO,
    refusals.CUBE,
    refusals.SETTLING,
    refusals.OF_TWO,
    refusals.BOARD,
    refusals.SEATS,
    refusals.RECORD,
    refusals.SOFT,
    DOCUMENTS,
    REASONS,
    refusals.WARNINGS,
)
"""Every code in the order in which the documents list them."""

BEHIND: Mapping[str, Behind] = MappingProxyType({code: one for topic in TOPICS for code, one in topic.codes.items()})
"""The rule behind every code."""

ON_BOARD = Behind(Section.BOARD)
"""The rule behind what the board says: its codes, which begin with `board_` here, have no line of their own."""


def behind(message: Message, kind: Kind | None = None) -> Behind:
    """Return the rule behind what was said; of a message within a message, the inner one's rule counts.

    Whatever the board says is a rule of the board. A setting that a table of `kind` does not have is left out.
    """
    found = ON_BOARD if message.code.startswith("board_") else BEHIND[message.code]
    setting = found.setting or _named(message)
    if not setting:
        inner = (value for value in message.values.values() if isinstance(value, Message))
        return next((behind(one, kind) for one in inner if one.code in BEHIND), found)
    is_known = kind is None or setting in SETTINGS_OF[kind]
    return Behind(found.section, setting if is_known else "")


def _named(message: Message) -> str:
    """Return the setting that a message about a document names itself."""
    named = message.values.get("setting", "")
    return named if isinstance(named, str) and named in BOOK else ""
