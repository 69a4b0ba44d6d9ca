"""Every setting and every value of the house rules can be read in the product itself."""

import dataclasses
from enum import StrEnum
from typing import get_type_hints

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games import rule_words
from games.rule_words import rules_told
from games.rules.settings import PRESETS, HouseRules, Kind
from games.rules.settings_reader import read_rules

HINTS = get_type_hints(HouseRules)
CHOICES = [
    (name, value)
    for name, kind in HINTS.items()
    if isinstance(kind, type) and issubclass(kind, StrEnum)
    for value in kind
]


@pytest.mark.parametrize("field", [field.name for field in dataclasses.fields(HouseRules)])
def test_every_setting_has_a_name_and_a_place_on_the_page(field: str) -> None:
    assert rule_words.NAMES[field]
    assert sum(field in keys for keys in rule_words.GROUPS.values()) == 1


@pytest.mark.parametrize(("field", "value"), CHOICES)
def test_every_value_of_a_choice_is_told_in_words(field: str, value: StrEnum) -> None:
    assert rule_words.VALUES[field][str(value)]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_read_whole(preset: str) -> None:
    told = rule_words.told(read_rules({"preset": preset}, Kind.MONEY if preset == "money" else Kind.CHOUETTE))
    assert sum(len(group.rules) for group in told) == len(dataclasses.fields(HouseRules))
    assert "None" not in {rule.value for group in told for rule in group.rules}


def test_a_money_game_shows_no_rules_of_the_chouette() -> None:
    told = rule_words.told(read_rules({"preset": "money"}, Kind.MONEY), Kind.MONEY)
    assert "The box stays when" not in {rule.name for group in told for rule in group.rules}


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_a_name_and_a_clubs_own_rules_keep_theirs(preset: str) -> None:
    assert rules_told(preset) not in ("", preset)
    assert rules_told("Budai szabály v1") == "Budai szabály v1"


def test_a_presets_name_is_told_in_the_readers_language() -> None:
    with translation.override("hu"):
        assert rules_told("single") == gettext("Single: one cube for the team") != "Single: one cube for the team"
