"""Every code can say the rule behind it: a house rule, or a section of the rules of the game."""

import pytest

from games.rules.rule_behind import BEHIND, TITLES, TOPICS, Section, behind
from games.rules.rule_book import BOOK
from games.rules.sentences import SENTENCES
from games.rules.settings import Kind
from games.rules.wording import Seats, say


def test_every_code_is_in_one_topic_with_the_rule_behind_it():
    listed = [code for topic in TOPICS for code in topic.codes]
    assert sorted(listed) == sorted(set(listed))
    assert set(listed) == set(SENTENCES)


def test_the_house_rules_behind_codes_are_settings_and_the_sections_have_titles():
    assert {one.setting for one in BEHIND.values() if one.setting} <= set(BOOK)
    assert set(TITLES) == set(Section)


@pytest.mark.parametrize("code", [code for code in SENTENCES if code.startswith(("soft_", "rule_", "stays_", "goes_"))])
def test_what_a_custom_decides_names_that_house_rule(code):
    assert BEHIND[code].setting


@pytest.mark.parametrize("code", [code for code, text in SENTENCES.items() if "house rules" in text.lower()])
def test_a_sentence_that_speaks_of_the_house_rules_names_one_or_stands_among_them(code):
    assert BEHIND[code].setting or BEHIND[code].section is Section.HOUSE_RULES


def test_a_soft_rule_is_soft_in_the_book_too():
    soft = {one.setting for code, one in BEHIND.items() if code.startswith("soft_")}
    assert soft | {"sole_taker_initial_only"} == {one.key for one in BOOK.values() if one.is_soft}


def test_of_a_refusal_within_a_refusal_the_inner_rule_counts():
    inner = say("past_cap", member=Seats((2,)), cap=64)
    assert behind(say("amendment_refused", game=1, act=2, word="take", why=inner)).setting == "cap"
    assert behind(say("later_act_refused", game=1, row=2, word="double", why=say("crawford"))).section == "3"
    assert behind(say("amendment_refused", game=1, act=2, word="take", why=say("no_game"))).setting == ""


def test_a_document_that_names_a_setting_has_that_one_behind_it():
    said = say("bad_setting", setting="animals", value="9", allowed="0")
    assert (behind(said).section, behind(said).setting) == (Section.HOUSE_RULES, "animals")
    assert behind(say("unknown_setting", setting="crawford")).setting == ""


def test_a_setting_that_a_kind_of_table_does_not_have_is_not_named():
    assert behind(say("no_partners"), Kind.CHOUETTE).setting == "partner_min"
    assert behind(say("no_partners"), Kind.MATCH).setting == ""
