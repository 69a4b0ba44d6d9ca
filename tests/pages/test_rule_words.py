"""Every setting, value and preset of the house rules can be read in the product itself, in each language."""

import gettext as catalogues
from string import Formatter

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games import rule_words
from games.rule_words import rules_told
from games.rules.rule_behind import TITLES
from games.rules.rule_book import BOOK, GROUPS, settings_read
from games.rules.rule_book.presets import PRESET_BOOK
from games.rules.sentences import SENTENCES as CODES
from games.rules.settings import PRESETS, Kind, presets_of
from games.rules.settings_reader import read_rules
from tests.servers.product import ROOT


def _catalogue(language: str) -> dict[str, str]:
    with (ROOT / f"locale/{language}/LC_MESSAGES/django.mo").open("rb") as file:
        return catalogues.GNUTranslations(file)._catalog


OTHER_LANGUAGES = ["hu", "hr"]
CATALOGUES = {language: _catalogue(language) for language in OTHER_LANGUAGES}
SENTENCES = [one.sentence for setting in BOOK.values() for one in (*setting.choices, setting.others) if one]
WORDS = [one.words for setting in BOOK.values() for one in setting.choices]
NAMES = [setting.name for setting in BOOK.values()] + [group.title for group in GROUPS]
NOTES = [text for setting in BOOK.values() for text in (setting.note, setting.seen) if text]
SOURCES = [one.source for one in PRESET_BOOK.values()]


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("text", sorted({*SENTENCES, *NOTES, *SOURCES, *WORDS, *NAMES, *TITLES.values()}))
def test_every_text_of_the_book_is_translated_with_its_places(text: str, language: str) -> None:
    said = CATALOGUES[language].get(text)
    assert said
    assert _places(said) == _places(text)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_code_of_the_rules_is_translated_with_its_places(code: str, language: str) -> None:
    said = CATALOGUES[language].get(CODES[code])
    assert said
    assert sorted(_places(said)) == sorted(_places(CODES[code]))


def _places(text: str) -> list[str]:
    return [name for _, name, _, _ in Formatter().parse(text) if name]


@pytest.mark.parametrize(("kind", "preset"), [(kind, preset) for kind in Kind for preset in presets_of(kind)])
def test_every_preset_can_be_read_whole(kind: Kind, preset: str) -> None:
    rules = [rule for group in rule_words.told(read_rules({"preset": preset}, kind), kind) for rule in group.rules]
    idle = set(settings_read(kind)) - {rule.key for rule in rules}
    assert idle <= {one.key for one in BOOK.values() if one.idle_with}
    assert all(rule.sentence.endswith(".") and "{" not in rule.sentence for rule in rules)
    assert not {"None", "True", "False"} & {rule.value for rule in rules}


def test_what_says_nothing_beside_the_other_rules_is_not_read() -> None:
    def keys(**settings: object) -> set[str]:
        return {rule.key for group in rule_words.told(read_rules(settings, Kind.CHOUETTE)) for rule in group.rules}

    assert "team_double" not in keys()
    assert "team_double" in keys(cube_mode="single")
    assert "partner_pick" in keys()
    assert "partner_pick" not in keys(partner_min=None)
    assert "auto_consent" not in keys(auto_max=0)
    assert "auto_consent" in keys(auto_max=None)


def test_small_print_stands_only_where_it_matters() -> None:
    assert not rule_words.rule_told("captain_drop", "result_stands").note
    assert rule_words.rule_told("captain_drop", "position_passes").note
    assert not rule_words.rule_told("table_fee", "0").note
    assert rule_words.rule_told("table_fee", "2").note


def test_a_soft_rule_that_asks_nothing_needs_no_small_print() -> None:
    assert not rule_words.rule_told("box_answer", "free").is_soft
    assert rule_words.rule_told("box_answer", "majority").is_soft
    assert rule_words.rule_told("box_answer", "majority").note


def test_a_money_game_shows_no_rules_of_the_chouette() -> None:
    told = rule_words.told(read_rules({"preset": "money"}, Kind.MONEY), Kind.MONEY)
    assert "The box stays when" not in {rule.name for group in told for rule in group.rules}


def test_a_number_and_an_amount_stand_in_their_sentence_as_the_reader_writes_them() -> None:
    assert rule_words.sentence_told("cap", 64) == "No cube goes higher than 64."
    with translation.override("hu"):
        assert "2,50" in rule_words.sentence_told("table_fee", "2.50")
        assert rule_words.value_told("table_fee", "2.50") == "2,50"


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_has_a_name_and_a_clubs_own_rules_keep_theirs(preset: str) -> None:
    assert rules_told(preset) not in ("", preset)
    assert rules_told("Budai szabály v1") == "Budai szabály v1"


def test_a_presets_name_is_told_in_the_readers_language() -> None:
    with translation.override("hu"):
        assert rules_told("single") == gettext("Single: one cube for the team") != "Single: one cube for the team"
