"""The shapes of what the API says about house rules, for OpenAPI; `house_rules` makes them."""

from rest_framework import serializers

from games.api.documents import ObjectField, Shape
from games.api.setting_schema import SettingShape
from games.models import TableKind


class SentenceShape(Shape):
    """One house rule at its value, in the language asked for."""

    key = serializers.CharField()
    name = serializers.CharField()
    value = serializers.JSONField()
    words = serializers.CharField(help_text="The value in few words.")
    sentence = serializers.CharField(help_text="What it means, in one plain sentence.")
    note = serializers.CharField(allow_blank=True)
    soft = serializers.BooleanField(help_text="The table may pass it over with a reason.")


class VersionShape(Shape):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    kind = serializers.ChoiceField(TableKind.choices)
    preset = serializers.CharField()
    settings = ObjectField(help_text="Every setting, resolved.")
    differs = ObjectField(help_text="What it changes: the preset's name with these gives the same rules.")
    created_at = serializers.DateTimeField()


class WholeVersionShape(VersionShape):
    sentences = SentenceShape(many=True)


class NewHouseRulesShape(Shape):
    name = serializers.CharField(max_length=60)
    kind = serializers.ChoiceField(TableKind.choices, default=TableKind.CHOUETTE)
    settings = ObjectField(help_text="A preset's name under `preset`, and what differs from it.")


class HouseRulesList(Shape):
    results = VersionShape(many=True)


class PresetShape(Shape):
    ref = serializers.CharField(help_text="Its name for comparing.")
    key = serializers.CharField()
    kind = serializers.ChoiceField(TableKind.choices)
    title = serializers.CharField()
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="Where it was read. What the source does not say is the default."
    )
    changes = ObjectField(help_text="What it changes from the defaults.")
    settings = ObjectField(help_text="Every setting, resolved.")


class WholePresetShape(PresetShape):
    sentences = SentenceShape(many=True)


class PresetsShape(Shape):
    results = PresetShape(many=True)


class SchemaShape(Shape):
    settings = SettingShape(many=True)


class SideShape(Shape):
    ref = serializers.CharField()
    title = serializers.CharField()
    kind = serializers.ChoiceField(TableKind.choices)


class PairShape(Shape):
    """A setting in both; null where there is no such rule."""

    key = serializers.CharField()
    name = serializers.CharField()
    one = SentenceShape(allow_null=True)
    other = SentenceShape(allow_null=True)


class ComparedShape(Shape):
    one = SideShape()
    other = SideShape()
    different = PairShape(many=True)
    same = PairShape(many=True)
