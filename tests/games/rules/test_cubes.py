import pytest

from games.rules.cubes import Side
from tests.games.rules.sheets import code, do, end, points, state

FOUR = "Anna Bela Csaba Dora"
SINGLE = {"preset": "single"}


def test_only_the_owner_may_turn_a_cube():
    acts = (do("double", "Anna", "Bela"), do("take", "Bela"))
    assert code(FOUR, *acts, do("double", "Anna", "Bela")) == "not_your_cube"


def test_a_box_who_names_nobody_doubles_every_cube_he_may_turn():
    table = state(FOUR, do("double", "Anna", "Bela"), do("take", "Bela"), do("double", "Anna"))
    assert table.current.waiting_for(Side.TEAM) == (3, 4)


def test_a_cube_is_offered_once_in_a_round():
    open_round = (do("double", "Anna", "Bela Csaba"), do("take", "Bela"))
    assert code(FOUR, *open_round, do("double", "Bela")) == "once_per_round"


def test_a_cube_that_waits_is_not_offered_again():
    assert code(FOUR, do("double", "Anna"), do("double", "Anna", "Bela")) == "already_offered"


def test_offers_of_both_sides_may_share_a_round():
    table = state(FOUR, do("double", "Anna", "Bela"), do("double", "Csaba"))
    assert table.current.waiting_for(Side.TEAM) == (2,)
    assert table.current.waiting_for(Side.BOX) == (3,)


def test_an_answer_names_the_offer_it_answers():
    assert code(FOUR, do("double", "Anna"), do("take", "Bela", value=4)) == "offer_changed"
    assert state(FOUR, do("double", "Anna"), do("take", "Bela", value=2)).current.cubes[2].value == 2


def test_a_list_is_one_act_all_of_it_or_none():
    assert code(FOUR, do("double", "Anna", "Bela"), do("take", "Bela Csaba")) == "no_offer"


def test_a_pending_offer_blocks_the_end():
    assert code(FOUR, do("double", "Anna"), end("box")) == "offer_open"


def test_an_answer_does_not_start_a_game():
    assert code(FOUR, do("take", "Bela")) == "no_game"


@pytest.mark.parametrize(("animals", "last"), [(0, 0), (1, 1), (2, 2), (3, 3)])
def test_the_house_rules_say_how_many_animals_there_are(animals, last):
    words = [("beaver", "Bela"), ("raccoon", "Anna"), ("otter", "Bela")]
    acts = [do("double", "Anna", "Bela"), *(do(word, by) for word, by in words)]
    rules = {"animals": animals}
    state(FOUR, *acts[: last + 1], rules=rules)
    if last < 3:
        assert code(FOUR, *acts[: last + 2], rules=rules) == "animal_off"


def test_unlimited_animals_go_on_as_otters():
    acts = [do("double", "Anna", "Bela"), do("beaver", "Bela"), do("raccoon", "Anna")]
    more = [do("otter", by) for by in ("Bela", "Anna", "Bela")]
    table = state(FOUR, *acts, *more, do("accept", "Anna"), rules={"animals": "unlimited"})
    cube = table.current.cubes[2]
    assert (cube.value, cube.owner) == (64, "member")


def test_the_one_first_doubled_keeps_the_cube_after_any_animal():
    acts = (do("double", "Bela"), do("beaver", "Anna"), do("raccoon", "Bela"), do("accept", "Anna"))
    cube = state(FOUR, *acts, rules={"animals": 2}).current.cubes[2]
    assert (cube.value, cube.owner) == (8, "box")


def test_a_double_is_not_accepted_and_a_beaver_not_taken():
    assert code(FOUR, do("double", "Anna"), do("accept", "Bela")) == "answer_the_double"
    beavered = (do("double", "Anna"), do("beaver", "Bela"))
    assert code(FOUR, *beavered, do("take", "Anna", "Bela")) == "answer_the_animal"


def test_nobody_answers_for_the_other_side():
    assert code(FOUR, do("double", "Bela"), do("take", "Bela")) == "not_yours_to_answer"


def test_box_and_team_do_not_act_together():
    assert code(FOUR, do("double", "Anna Bela")) == "both_sides"


def test_the_partner_does_not_touch_the_cubes():
    rules = {"partner_min": 3}
    assert code(FOUR, do("double", "Petra"), partner="Petra", rules=rules) == "partner_does_not_act"


def test_an_automatic_double_comes_before_any_offer_and_leaves_the_cube_in_the_middle():
    table = state(FOUR, do("automatic_double"))
    assert all((cube.value, cube.owner, cube.turned) == (2, "centre", False) for cube in table.current.cubes.values())
    assert code(FOUR, do("double", "Bela"), do("drop", "Anna"), do("automatic_double")) == "automatic_too_late"


def test_automatic_doubles_are_counted_for_the_game():
    twice = (do("automatic_double"), do("automatic_double"))
    assert code(FOUR, *twice) == "automatic_too_many"
    assert code(FOUR, twice[0], rules={"auto_max": 0}) == "automatic_off"
    assert code(FOUR, *twice, twice[0], rules={"auto_max": None, "cap": 4}) == "past_cap"


def test_an_automatic_double_for_some_needs_individual_consent():
    some = {"do": "automatic_double", "for": ["Bela"]}
    assert code(FOUR, some) == "automatic_for_all"


def test_the_teams_one_cube_needs_all_of_them():
    assert code(FOUR, do("double", "Bela Dora"), rules=SINGLE) == "team_not_agreed"
    state(FOUR, do("double", "Bela Csaba"), rules={**SINGLE, "team_double": "majority"})
    assert code(FOUR, do("double", "Csaba"), rules={**SINGLE, "team_double": "majority"}) == "team_not_agreed"
    assert code(FOUR, do("double", "Csaba Dora"), rules={**SINGLE, "team_double": "captain"}) == "team_not_agreed"


def test_the_teams_one_cube_is_offered_and_answered_whole():
    assert code(FOUR, do("double", "Anna", "Bela"), rules=SINGLE) == "whole_team"
    asked = do("double", "Bela Csaba Dora")
    assert code(FOUR, asked, do("take", "Anna", "Bela"), rules=SINGLE) == "whole_team"


def test_a_box_who_drops_the_teams_cube_pays_every_live_member():
    acts = (do("double", "Anna"), do("take", "Bela Csaba"), do("drop", "Dora"))
    again = (do("double", "Bela Csaba"), do("drop", "Anna"))
    assert points(FOUR, *acts, *again, rules=SINGLE) == {"Anna": "-3", "Bela": "2", "Csaba": "2", "Dora": "-1"}


def test_the_team_beavers_in_one_act_before_anybody_takes():
    double = do("double", "Anna")
    assert code(FOUR, double, do("take", "Bela"), do("beaver", "Csaba Dora"), rules=SINGLE) == "beaver_too_late"
    assert code(FOUR, double, do("beaver", "Csaba Dora"), rules=SINGLE) == "whole_team"
    beavered = state(FOUR, double, do("drop", "Dora"), do("beaver", "Bela Csaba"), do("accept", "Anna"), rules=SINGLE)
    assert [cube.value for cube in beavered.current.cubes.values()] == [4, 4, 1]


def test_the_captain_answers_the_boxs_animal_for_the_team():
    beavered = (do("double", "Bela Csaba Dora"), do("beaver", "Anna"))
    assert code(FOUR, *beavered, do("accept", "Csaba"), rules=SINGLE) == "captain_answers"
    refused = points(FOUR, *beavered, do("refuse", "Bela"), rules=SINGLE)
    assert refused == {"Anna": "6", "Bela": "-2", "Csaba": "-2", "Dora": "-2"}


def test_a_cube_cannot_grow_past_what_the_sheet_counts():
    acts = [do("double", "Anna", "Bela"), do("take", "Bela")]
    for turn in range(19):
        by = ("Bela", "Anna") if turn % 2 == 0 else ("Anna", "Bela")
        acts += [do("double", by[0]), do("take", by[1])]
    assert code("Anna Bela", *acts, do("double", "Anna")) == "past_limit"
