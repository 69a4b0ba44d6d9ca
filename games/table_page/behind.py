"""The house rule behind what the table says: its name, what it means at this table, and where it can be read."""

from collections.abc import Iterable

from games.rule_words import rule_told
from games.rules.rule_behind import behind
from games.rules.rule_sets import rule_set
from games.rules.state import TableState
from games.rules.wording import Message
from games.table_page.controls import RuleLink, Why
from games.table_page.words import NameOf, sentence


def rules_behind(state: TableState, messages: Iterable[Message]) -> tuple[RuleLink, ...]:
    """Return the house rules behind messages, each once; none for the rules of the game."""
    kind = state.opening.kind
    keys = dict.fromkeys(behind(message, kind).setting for message in messages)
    return settings_told(state, (key for key in keys if key))


def why_not(state: TableState, message: Message, name_of: NameOf) -> Why:
    """Return a refusal of the rules as the reason for what cannot be done now."""
    return Why(sentence(message, name_of), rules_behind(state, [message]))


def settings_told(state: TableState, keys: Iterable[str]) -> tuple[RuleLink, ...]:
    """Return settings at the values that the table has frozen."""
    values = rule_set(state.rules, state.opening.kind).values
    told = (rule_told(key, values[key]) for key in keys)
    return tuple(RuleLink(rule.name, rule.sentence, f"rule-{rule.key}") for rule in told)
