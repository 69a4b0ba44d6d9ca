"""The book says something of every setting and every value, and the presets say where they come from."""

from enum import StrEnum
from string import Formatter
from typing import get_type_hints

import pytest

from games.rules.rule_book import BOOK, GROUPS, Amounts, Numbers, settings_read
from games.rules.rule_book.presets import PRESET_BOOK
from games.rules.settings import PRESETS, SETTINGS_OF, HouseRules, Kind, presets_of
from games.rules.settings_reader import may_be, read_rules

CHOICES = [(key, one) for key, setting in BOOK.items() for one in setting.choices]
HINTS = get_type_hints(HouseRules)


def test_every_setting_is_in_one_group():
    keys = [one.key for group in GROUPS for one in group.settings]
    assert sorted(keys) == sorted(set(keys)) == sorted(HINTS)


@pytest.mark.parametrize(
    "key", [key for key, hint in HINTS.items() if isinstance(hint, type) and issubclass(hint, StrEnum)]
)
def test_every_word_of_a_setting_is_a_choice_of_the_book(key):
    assert {one.value for one in BOOK[key].choices} == set(HINTS[key])


@pytest.mark.parametrize(("key", "choice"), CHOICES, ids=lambda one: getattr(one, "words", one))
def test_every_value_is_told_in_few_words_and_in_one_sentence(key, choice):
    assert 0 < len(choice.words) <= 50
    assert choice.sentence.endswith(".")
    assert choice.sentence.count(". ") == 0
    assert BOOK[key].sentence(choice.value).text == choice.sentence


def test_no_two_values_of_a_setting_are_told_alike():
    for setting in BOOK.values():
        assert len({one.sentence for one in setting.choices}) == len(setting.choices)


@pytest.mark.parametrize("setting", [one for one in BOOK.values() if one.others], ids=lambda one: one.key)
def test_a_number_or_an_amount_is_told_in_a_sentence_with_one_place_for_it(setting):
    assert [name for _, name, _, _ in Formatter().parse(setting.others.sentence) if name] == ["value"]


@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_of_every_preset_is_one_that_the_book_knows(kind, preset):
    if preset not in presets_of(kind):
        return
    for key, value in read_rules({"preset": preset}, kind).to_document(kind).items():
        assert may_be(BOOK[key], value), key


@pytest.mark.parametrize(
    "setting", [one for one in BOOK.values() if isinstance(one.others, Numbers)], ids=lambda one: one.key
)
def test_a_number_may_be_at_its_ends_and_not_beyond(setting):
    least, most = setting.others.least, setting.others.most
    assert may_be(setting, least)
    assert may_be(setting, most)
    assert not may_be(setting, most + 1)
    assert not may_be(setting, least - 1)
    assert not may_be(setting, str(least))
    assert not may_be(setting, float(least))
    assert not may_be(setting, True)


@pytest.mark.parametrize(
    ("text", "fits"), [("0", True), ("2.50", True), ("", False), ("-1", False), ("1.", False), ("1,5", False)]
)
def test_a_table_fee_is_a_decimal_of_money(text, fits):
    assert isinstance(BOOK["table_fee"].others, Amounts)
    assert may_be(BOOK["table_fee"], text) is fits


def test_every_preset_says_what_it_is_called_and_where_it_was_read():
    assert set(PRESET_BOOK) == set(PRESETS)
    assert all(one.title and one.source.endswith(".") and one.kinds for one in PRESET_BOOK.values())
    assert {"individual", "single", "amsterdam", "rotterdam", "canberra", "cambridge", "los_angeles"} <= set(
        PRESET_BOOK
    )
    assert {"clinton_hill", "money", "match", "long_nard"} <= set(PRESET_BOOK)


@pytest.mark.parametrize("kind", Kind)
def test_what_is_read_of_a_kind_are_settings_that_it_has(kind):
    assert settings_read(kind)
    assert set(settings_read(kind)) <= set(SETTINGS_OF[kind])
    assert ("retention" in settings_read(kind)) is (kind is Kind.CHOUETTE)
