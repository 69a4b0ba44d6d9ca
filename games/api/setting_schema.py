"""The schema of the house rules, for apps that draw a form of their own: types, values, defaults, sentences."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from games.api.documents import ObjectField, Shape
from games.rule_words import sentence_told, value_told
from games.rules.rule_book import GROUPS, Amounts, Group, Numbers, Setting, Sort
from games.rules.rule_sets import resolved
from games.rules.settings import FIXED, SETTINGS_OF, Json, Kind

Document = dict[str, Any]


class ValueShape(Shape):
    value = serializers.JSONField()
    words = serializers.CharField()
    sentence = serializers.CharField()


class NumbersShape(Shape):
    """Whole numbers that it can be beside its values; `{value}` in the sentence stands for the number."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()
    sentence = serializers.CharField()


class GroupShape(Shape):
    key = serializers.CharField()
    title = serializers.CharField()


class SettingShape(Shape):
    key = serializers.CharField()
    group = GroupShape()
    name = serializers.CharField()
    type = serializers.ChoiceField([str(sort) for sort in Sort])
    values = ValueShape(many=True)
    numbers = NumbersShape(allow_null=True)
    amount = serializers.CharField(
        allow_null=True, help_text="For an amount of money in decimal text: its sentence, with `{value}` for it."
    )
    kinds = serializers.ListField(child=serializers.CharField(), help_text="The kinds of table that have it.")
    defaults = ObjectField(help_text="By kind of table; `single`: with one cube for the team.")
    fixed = ObjectField(help_text="The kinds of table where it has one value only.")
    soft = serializers.BooleanField(help_text="The table may pass it over with a reason.")
    note = serializers.CharField(allow_blank=True)
    seen = serializers.CharField(allow_blank=True, help_text="Where it was read that clubs play it.")


def every_setting() -> list[Document]:
    """Return the schema of every setting in the order in which house rules are read."""
    return [_setting(group, setting) for group in GROUPS for setting in group.settings]


def _setting(group: Group, setting: Setting) -> Document:
    return {
        "key": setting.key,
        "group": {"key": group.key, "title": gettext(group.title)},
        "name": gettext(setting.name),
        "type": str(setting.sort),
        "values": [_value(setting.key, one.value) for one in setting.choices],
        "numbers": _numbers(setting),
        "amount": gettext(setting.others.sentence) if isinstance(setting.others, Amounts) else None,
        "kinds": [str(kind) for kind in setting.kinds],
        "defaults": _defaults(setting),
        "fixed": {str(kind): FIXED[kind][setting.key] for kind in FIXED if setting.key in FIXED[kind]},
        "soft": setting.is_soft,
        "note": _if_any(setting.note),
        "seen": _if_any(setting.seen),
    }


def _value(key: str, value: Json) -> Document:
    return {"value": value, "words": value_told(key, value), "sentence": sentence_told(key, value)}


def _numbers(setting: Setting) -> Document | None:
    match setting.others:
        case Numbers(least, most, sentence):
            return {"least": least, "most": most, "sentence": gettext(sentence)}
        case _:
            return None


def _defaults(setting: Setting) -> Document:
    defaults: Document = {str(kind): resolved({}, kind).values[setting.key] for kind in setting.kinds}
    if setting.key in SETTINGS_OF[Kind.CHOUETTE]:
        defaults["single"] = resolved({"preset": "single"}, Kind.CHOUETTE).values[setting.key]
    return defaults


def _if_any(text: str) -> str:
    return gettext(text) if text else ""
