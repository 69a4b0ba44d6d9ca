"""House rules in the reader's words, all from the book: every setting with its value, its sentence and its source."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils import formats
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.rule_book import BOOK, GROUPS, Setting, Sort, Words
from games.rules.rule_book.presets import PRESET_BOOK
from games.rules.rule_sets import RuleSet, rule_set
from games.rules.settings import HouseRules, Json, Kind

KIND_NAMES: Final = {
    Kind.CHOUETTE: _("Chouette"),
    Kind.MONEY: _("Money game"),
    Kind.MATCH: _("Match"),
    Kind.LONG_NARD: _("Long nard"),
}
"""What the kinds of table are called as a heading."""

FREE: Final = ("free", "any", False)
"""Values of a soft rule at which it asks nothing of anybody."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A house rule at its value, told: in few words, in a sentence, and what a club should know beside it."""

    key: str
    name: str
    value: str
    sentence: str
    note: str = ""
    is_soft: bool = False
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class RuleGroup:
    key: str
    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class PresetTold:
    """A preset in the reader's words, with its honest source."""

    key: str
    title: str
    source: str


def told(rules: HouseRules, kind: Kind = Kind.CHOUETTE) -> tuple[RuleGroup, ...]:
    """Return every setting that matters for this kind of game, in words of the reader's language."""
    return set_told(rule_set(rules, kind))


def set_told(rules: RuleSet, changed: Iterable[str] = ()) -> tuple[RuleGroup, ...]:
    """Return whole house rules in reading order, but for what says nothing in them; `changed` is marked."""
    marked = frozenset(changed)
    groups = (
        RuleGroup(
            group.key,
            gettext(group.title),
            tuple(
                rule_told(one.key, rules.values[one.key], is_changed=one.key in marked)
                for one in group.settings
                if rules.has(one.key)
            ),
        )
        for group in GROUPS
    )
    return tuple(group for group in groups if group.rules)


def rule_told(key: str, value: Json, *, is_changed: bool = False) -> Rule:
    """Return one setting at a value, told."""
    setting = BOOK[key]
    is_free, note = setting.is_soft and value in FREE, setting.note_at(value)
    return Rule(
        key=key,
        name=gettext(setting.name),
        value=value_told(key, value),
        sentence=sentence_told(key, value),
        note=gettext(note) if note else "",
        is_soft=setting.is_soft and not is_free,
        is_changed=is_changed,
    )


def value_told(key: str, value: Json) -> str:
    """Return a setting's value in few words."""
    return _filled(BOOK[key].words(value), BOOK[key])


def sentence_told(key: str, value: Json) -> str:
    """Return what a setting means at a value, in one plain sentence."""
    return _filled(BOOK[key].sentence(value), BOOK[key])


def _filled(words: Words, setting: Setting) -> str:
    if words.text == "{value}":
        return _number(words.value, setting)
    return gettext(words.text).format(value=_number(words.value, setting))


def _number(written: str, setting: Setting) -> str:
    """Return an amount with the reader's decimal sign; a whole number as it is."""
    if setting.sort is not Sort.AMOUNT:
        return written
    return written.replace(".", formats.get_format("DECIMAL_SEPARATOR"))


def preset_told(key: str) -> PresetTold:
    """Return a preset's title and source."""
    preset = PRESET_BOOK[key]
    return PresetTold(key, gettext(preset.title), gettext(preset.source))


def rules_told(name: str) -> str:
    """Return the name that a table's rules go by: a preset's in the reader's language, the club's own as it is."""
    return gettext(PRESET_BOOK[name].title) if name in PRESET_BOOK else name
