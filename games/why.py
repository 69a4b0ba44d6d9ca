"""Why: the rule and the house rule behind what was said, in the reader's words; for pages, the API and mail."""

from dataclasses import dataclass

from django.utils.translation import gettext

from games.rule_words import Rule, rule_told
from games.rules.rule_behind import TITLES, Section, behind
from games.rules.rule_sets import RuleSet
from games.rules.settings import Json
from games.rules.wording import Message


@dataclass(frozen=True, slots=True)
class Why:
    """The section of the rules behind a message, and the house rule at the value it has at that table, if any."""

    section: Section
    setting: str = ""
    value: Json = None
    rule: Rule | None = None

    @property
    def title(self) -> str:
        """What the section of the rules is called."""
        return gettext(TITLES[self.section])


def why(message: Message, rules: RuleSet | None) -> Why:
    """Return the rule behind a message; without a table's rules the house rule is named and has no value."""
    found = behind(message, rules.kind if rules else None)
    if not found.setting or rules is None:
        return Why(found.section, found.setting)
    value = rules.values[found.setting]
    return Why(found.section, found.setting, value, rule_told(found.setting, value))
