"""What the rules say, as data: code, values, the sentence, and the rule and house rule behind it."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from games.rules.points import format_points
from games.rules.rule_book import BOOK
from games.rules.rule_sets import RuleSet
from games.rules.wording import ActWord, Message, Points, Seats, render
from games.why import Why, why

Document = dict[str, Any]
NameOf = Callable[[int], str]


def told(message: Message, name_of: NameOf, rules: RuleSet | None) -> Document:
    """Return a refusal, warning or reason: its code, its values, the sentence, and the rules behind it."""
    return {
        "code": message.code,
        "detail": render(message, name_of, gettext, format_points),
        "values": values_of(message, name_of, rules),
        **behind_of(message, rules),
    }


def values_of(message: Message, name_of: NameOf, rules: RuleSet | None) -> Document:
    """Return a message's values in JSON: names for seats, points as decimal text, a message within as one."""
    return {key: _value(value, name_of, rules) for key, value in message.values.items()}


def behind_of(message: Message, rules: RuleSet | None) -> Document:
    """Return the house rule behind a message (null where it is a rule of the game) and its section of the rules."""
    found = why(message, rules)
    return {
        "setting": _setting(found) if found.setting else None,
        "rule": {"section": str(found.section), "title": found.title},
    }


def _setting(found: Why) -> Document:
    name, sentence = gettext(BOOK[found.setting].name), found.rule.sentence if found.rule else None
    return {"key": found.setting, "name": name, "value": found.value, "sentence": sentence}


def _value(value: object, name_of: NameOf, rules: RuleSet | None) -> object:
    match value:
        case Seats(seats):
            return [name_of(seat) for seat in seats]
        case Message():
            return told(value, name_of, rules)
        case Points(points_q):
            return format_points(points_q)
        case ActWord(code):
            return code
        case _:
            return value
