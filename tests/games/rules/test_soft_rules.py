import pytest

from tests.games.rules.sheets import code, do, state

FOUR = "Anna Bela Csaba Dora"
FIVE = FOUR + " Eszter"
ALL_DOUBLE = do("double", "Bela Csaba Dora Eszter")


def took(taken):
    dropped = [name for name in ("Bela", "Csaba", "Dora", "Eszter") if name not in taken.split()]
    acts = [do("take", "Anna", taken)] if taken else []
    return [ALL_DOUBLE, *acts, *([do("drop", "Anna", " ".join(dropped))] if dropped else [])]


@pytest.mark.parametrize(
    ("rule", "taken", "refused"),
    [
        ("same_value_same_action", "Bela", True),
        ("same_value_same_action", "Bela Csaba Dora Eszter", False),
        ("same_value_same_action", "", False),
        ("all_or_none_initial", "Bela Csaba", True),
        ("at_least_half", "Bela", True),
        ("at_least_half", "Bela Csaba", False),
        ("at_least_half", "", False),
        ("majority", "Bela Csaba", True),
        ("majority", "Bela Csaba Dora", False),
        ("break_even", "Bela", True),
        ("break_even", "Bela Csaba", False),
        ("break_even", "", False),
    ],
)
def test_the_boxs_answers_are_judged_when_all_are_given(rule, taken, refused):
    acts, rules = took(taken), {"box_answer": rule}
    if refused:
        assert code(FIVE, *acts, rules=rules) == "soft_box_answer"
    else:
        state(FIVE, *acts, rules=rules)


def test_a_soft_rule_is_overridden_with_a_reason_and_only_with_one():
    *first, last = took("Bela")
    rules = {"box_answer": "majority"}
    state(FIVE, *first, {**last, "override": True, "reason": "agreed before"}, rules=rules)
    assert code(FIVE, *first, {**last, "override": True, "reason": "  "}, rules=rules) == "soft_box_answer"
    assert code(FIVE, *first, {**last, "override": True}, rules=rules) == "soft_box_answer"


def test_the_boxs_beaver_counts_as_a_take():
    acts = [do("double", "Bela Csaba"), do("beaver", "Anna", "Bela"), do("drop", "Anna", "Csaba")]
    state(FOUR, *acts, rules={"box_answer": "at_least_half"})


def test_the_captain_must_be_taken_before_others():
    rules = {"must_take_captain": True}
    assert code(FIVE, *took("Csaba"), rules=rules) == "soft_must_take_captain"
    state(FIVE, *took("Bela"), rules=rules)
    state(FIVE, *took(""), rules=rules)


def test_the_captain_may_be_dropped_when_another_was_taken_in_an_earlier_round():
    earlier = [do("double", "Csaba"), do("take", "Anna")]
    later = [do("double", "Bela Dora"), do("take", "Anna", "Dora"), do("drop", "Anna", "Bela")]
    state(FOUR, *earlier, *later, rules={"must_take_captain": True})


def test_a_member_cannot_double_once_the_box_has_answered_another():
    acts = [do("double", "Csaba"), do("take", "Anna"), do("double", "Bela")]
    assert code(FOUR, *acts, rules={"offer_window": "close_on_first_answer"}) == "soft_offer_window"


def test_the_box_doubles_all_cubes_of_one_value_or_none():
    rules = {"box_double": "same_value"}
    assert code(FOUR, do("double", "Anna", "Bela"), rules=rules) == "soft_box_double"
    turned = [do("double", "Bela"), do("take", "Anna")]
    state(FOUR, *turned, do("double", "Anna", "Bela"), rules=rules)
    state(FOUR, *turned, do("double", "Anna", "Csaba Dora"), rules=rules)


def test_the_box_includes_the_captain_when_his_cube_is_equal():
    rules = {"box_double": "include_captain"}
    assert code(FOUR, do("double", "Anna", "Csaba"), rules=rules) == "soft_box_double"
    state(FOUR, do("double", "Anna", "Bela"), rules=rules)


def test_the_captains_cube_is_equal_automatics_aside():
    rules = {"box_double": "include_captain", "auto_consent": "individual"}
    acts = [{"do": "automatic_double", "for": ["Csaba"]}, do("double", "Anna", "Csaba")]
    assert code(FOUR, *acts, rules=rules) == "soft_box_double"


def test_members_answer_in_the_order_of_the_house():
    first, last = {"answer_order": "captain_first"}, {"answer_order": "captain_last"}
    double = do("double", "Anna")
    assert code(FOUR, double, do("take", "Csaba"), rules=first) == "soft_answer_order"
    state(FOUR, double, do("take", "Bela"), do("drop", "Csaba"), do("take", "Dora"), rules=first)
    assert code(FOUR, double, do("take", "Bela"), rules=last) == "soft_answer_order"
    state(FOUR, double, do("take", "Dora"), do("drop", "Csaba"), do("take", "Bela"), rules=last)
    state(FOUR, double, do("take", "Csaba Dora"), do("take", "Bela"), rules=last)
