"""House rules side by side: what differs from a preset, what two sets differ in."""

import pytest

from games.rules.rule_sets import compare, differs, resolved
from games.rules.settings import Kind, presets_of

EVERY = [(kind, preset) for kind in Kind for preset in presets_of(kind)]


def of(preset="individual", kind=Kind.CHOUETTE, **more):
    return resolved({"preset": preset, **more}, kind)


@pytest.mark.parametrize(("kind", "preset"), EVERY)
def test_a_preset_differs_from_itself_in_nothing(kind, preset):
    assert differs(of(preset, kind), preset) == {}
    assert not any(pair.differs for pair in compare(of(preset, kind), of(preset, kind)))


def test_what_differs_from_a_preset_is_what_was_changed():
    assert differs(of("rotterdam", animals=1, deals=False), "rotterdam") == {"animals": 1, "deals": False}


def test_true_differs_from_one_and_no_limit_from_none():
    assert differs(of(auto_max=None), "individual") == {"auto_max": None}
    assert differs(of(auto_max=0), "individual") == {"auto_max": 0}


@pytest.mark.parametrize(("kind", "preset"), [one for one in EVERY if one[0] is Kind.CHOUETTE])
@pytest.mark.parametrize("more", [{}, {"cube_mode": "single"}, {"cube_mode": "single", "jacoby": "per_cube"}])
def test_a_preset_with_what_differs_gives_the_same_rules_again(kind, preset, more):
    rules = of("individual", kind, **more)
    assert of(preset, kind, **differs(rules, preset)) == rules


def test_two_sets_differ_where_their_values_do():
    pairs = compare(of("amsterdam"), of("rotterdam"))
    assert [pair.setting.key for pair in pairs if pair.differs] == ["animals"]


def test_a_setting_that_only_one_kind_has_differs():
    pairs = {pair.setting.key: pair.differs for pair in compare(of("match", Kind.MATCH), of("individual"))}
    assert pairs["target"]
    assert pairs["retention"]
    assert not pairs["cap"]
    assert pairs["animals"]


def test_a_money_game_is_compared_in_what_means_something_to_two():
    keys = {pair.setting.key for pair in compare(of("money", Kind.MONEY), of("money", Kind.MONEY))}
    assert "jacoby" in keys
    assert "retention" not in keys
