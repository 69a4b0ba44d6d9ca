import dataclasses
import json

import pytest

from games.rules.errors import Malformed
from games.rules.rule_book import BOOK
from games.rules.settings import SETTINGS_OF, HouseRules, Kind, presets_of
from games.rules.settings_reader import read_rules


def rules(kind=Kind.CHOUETTE, **document):
    return read_rules(document, kind)


def refused(kind=Kind.CHOUETTE, **document):
    with pytest.raises(Malformed) as found:
        rules(kind, **document)
    return found.value.code, found.value.pointer


@pytest.mark.parametrize(("kind", "preset"), [(kind, preset) for kind in Kind for preset in presets_of(kind)])
def test_frozen_rules_come_back_unchanged_through_json(kind, preset):
    frozen = rules(kind, preset=preset)
    assert read_rules(json.loads(json.dumps(frozen.to_document(kind))), kind) == frozen


def test_every_setting_is_in_the_book_and_a_field_and_belongs_to_a_kind_of_table():
    assert set(BOOK) == {field.name for field in dataclasses.fields(HouseRules)}
    assert {key for keys in SETTINGS_OF.values() for key in keys} == set(BOOK)
    assert all(set(rules(kind).to_document(kind)) == set(SETTINGS_OF[kind]) for kind in Kind)


@pytest.mark.parametrize("kind", [Kind.MATCH, Kind.LONG_NARD])
def test_matches_and_long_nard_know_none_of_the_money_customs(kind):
    assert (rules(kind).jacoby, rules(kind).animals, rules(kind).auto_max) == ("none", 0, 0)
    assert rules(kind, animals=0) == rules(kind)
    assert refused(kind, animals=1) == ("fixed_in_kind", "/rules/animals")
    assert refused(kind, animals=False) == ("fixed_in_kind", "/rules/animals")
    assert refused(kind, retention="all") == ("setting_of_another_kind", "/rules/retention")
    assert refused(kind, preset="amsterdam") == ("preset_of_another_kind", "/rules/preset")


def test_defaults_follow_the_cube_mode_and_not_the_presets_name():
    assert (rules().jacoby, rules().captain_drop) == ("per_cube", "result_stands")
    single = rules(preset="amsterdam", cube_mode="single")
    assert (single.jacoby, single.captain_drop) == ("global", "position_passes")
    individual = rules(preset="single", cube_mode="individual")
    assert (individual.jacoby, individual.captain_drop) == ("per_cube", "result_stands")
    assert rules(preset="single", jacoby="none").jacoby == "none"


def test_a_preset_changes_what_it_says_and_an_override_wins():
    assert rules(preset="canberra").auto_max is None
    assert rules(preset="canberra", auto_max=2).auto_max == 2
    assert rules(animals="unlimited").animals is None


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"preset": "vienna"}, ("unknown_preset", "/rules/preset")),
        ({"preset": "match"}, ("preset_of_another_kind", "/rules/preset")),
        ({"crawford": True}, ("unknown_setting", "/rules/crawford")),
        ({"target": 7}, ("setting_of_another_kind", "/rules/target")),
        ({"animals": 4}, ("bad_setting", "/rules/animals")),
        ({"animals": True}, ("bad_setting", "/rules/animals")),
        ({"jacoby": "yes"}, ("bad_setting", "/rules/jacoby")),
        ({"deals": "true"}, ("bad_setting", "/rules/deals")),
        ({"cap": 0}, ("bad_setting", "/rules/cap")),
        ({"point_step": "0.1"}, ("bad_setting", "/rules/point_step")),
        ({"table_fee": "-1"}, ("bad_setting", "/rules/table_fee")),
        ({"partner_min": 2}, ("bad_setting", "/rules/partner_min")),
        ({"gammon": 3, "backgammon": 2}, ("impossible_backgammon", "/rules/backgammon")),
        ({"cube_mode": "single", "auto_consent": "individual"}, ("impossible_auto_consent", "/rules/auto_consent")),
        ({"sole_taker": "mandatory_extras"}, ("impossible_sole_taker", "/rules/sole_taker")),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_is_refused_by_its_key(document, expected):
    assert refused(**document) == expected
