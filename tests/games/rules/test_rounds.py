from games.rules.cubes import Side
from tests.games.rules.sheets import answer, code, do, end, points, seating, state

FOUR = "Anna Bela Csaba Dora"
PASSES = {"captain_drop": "position_passes"}
BEAVER = {"sole_taker": "mandatory_beaver"}
DOUBLE = do("double", "Anna")


def test_a_captain_who_drops_while_another_takes_passes_the_position():
    acts = (DOUBLE, do("drop", "Bela"), do("take", "Csaba Dora"), end("team"))
    assert answer(FOUR, *acts, rules=PASSES)["games"][0]["captain"] == "Csaba"
    assert seating(FOUR, *acts, rules=PASSES) == "Csaba | Dora Bela Anna"


def test_when_everybody_drops_the_position_does_not_pass():
    acts = (DOUBLE, do("drop", "Bela Csaba Dora"))
    assert answer(FOUR, *acts, rules=PASSES)["games"][0]["captain"] == "Bela"
    assert seating(FOUR, *acts, rules=PASSES) == "Anna | Csaba Dora Bela"


def test_a_beaver_counts_as_a_take_even_when_the_box_refuses_it():
    acts = (DOUBLE, do("drop", "Bela Dora"), do("beaver", "Csaba"), do("refuse", "Anna", "Csaba"))
    assert answer(FOUR, *acts, rules=PASSES)["games"][0]["captain"] == "Csaba"
    assert seating(FOUR, *acts, rules=PASSES) == "Csaba | Dora Bela Anna"


def test_ex_captains_line_up_behind_the_rest_in_the_order_they_passed():
    acts = (
        DOUBLE,
        do("drop", "Bela"),
        do("take", "Csaba Dora Eszter"),
        do("double", "Csaba Dora Eszter"),
        do("take", "Anna"),
        DOUBLE,
        do("drop", "Csaba"),
        do("take", "Dora Eszter"),
        end("box"),
    )
    assert seating(FOUR + " Eszter", *acts, rules=PASSES) == "Anna | Eszter Bela Csaba Dora"


def test_a_captain_dropped_by_the_box_does_not_pass_the_position():
    acts = (do("double", "Bela"), do("drop", "Anna"), end("box"))
    assert answer(FOUR, *acts, rules=PASSES)["games"][0]["captain"] == "Bela"


def test_under_result_stands_a_dropped_captain_stays_the_captain():
    acts = (DOUBLE, do("drop", "Bela"), do("take", "Csaba Dora"), end("team"))
    assert seating(FOUR, *acts) == "Anna | Csaba Dora Bela"


def test_the_highest_live_member_plays_for_a_captain_who_is_out():
    table = state(FOUR, DOUBLE, do("drop", "Bela"), do("take", "Csaba Dora"))
    assert table.current.acting_captain == 3
    assert table.current.captain == 2


def test_a_sole_taker_who_answers_last_must_beaver_or_drop():
    acts = (DOUBLE, do("drop", "Bela Csaba"))
    assert code(FOUR, *acts, do("take", "Dora"), rules=BEAVER) == "soft_sole_taker"
    state(FOUR, *acts, do("take", "Dora", override=True, reason="it was late"), rules=BEAVER)


def test_a_take_is_reopened_when_the_others_drop_after_it():
    table = state(FOUR, DOUBLE, do("take", "Bela"), do("drop", "Csaba Dora"), rules=BEAVER)
    assert table.current.waiting_for(Side.TEAM) == (2,)
    assert (table.current.cubes[2].value, table.current.cubes[2].turned) == (1, False)


def test_a_reopened_taker_answers_again():
    reopened = (DOUBLE, do("take", "Bela"), do("drop", "Csaba Dora"))
    assert code(FOUR, *reopened, do("take", "Bela"), rules=BEAVER) == "soft_sole_taker"
    dropped = points(FOUR, *reopened, do("drop", "Bela"), rules=BEAVER)
    assert dropped == {"Anna": "3", "Bela": "-1", "Csaba": "-1", "Dora": "-1"}
    beavered = points(FOUR, *reopened, do("beaver", "Bela"), do("accept", "Anna"), end("team"), rules=BEAVER)
    assert beavered == {"Anna": "-2", "Bela": "4", "Csaba": "-1", "Dora": "-1"}


def test_only_a_captain_is_forced_where_the_house_says_so():
    rules = {"sole_taker": "mandatory_beaver_captain"}
    state(FOUR, DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"), rules=rules)
    assert code(FOUR, DOUBLE, do("drop", "Csaba Dora"), do("take", "Bela"), rules=rules) == "soft_sole_taker"


def test_where_the_cap_forbids_a_beaver_the_plain_take_stands():
    state(FOUR, DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"), rules={**BEAVER, "cap": 2})
    state(FOUR, DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"), rules={**BEAVER, "animals": 0})


def test_one_of_two_who_were_not_all_doubled_is_no_sole_taker():
    acts = (do("double", "Anna", "Bela Csaba"), do("drop", "Bela"), do("take", "Csaba"))
    state(FOUR, *acts, rules=BEAVER)


def test_a_redouble_forces_only_where_it_is_not_for_initial_cubes_only():
    first = (DOUBLE, do("take", "Bela Csaba Dora"), do("double", "Bela Csaba Dora"), do("take", "Anna"))
    again = (DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"))
    state(FOUR, *first, *again, rules=BEAVER)
    assert code(FOUR, *first, *again, rules={**BEAVER, "sole_taker_initial_only": False}) == "soft_sole_taker"


def test_an_extra_is_paid_for_and_played_against_the_sole_taker():
    rules = {"extras": "optional"}
    acts = (DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"))
    extra = {"do": "extra", "from": "Bela", "to": "Dora"}
    won = points(FOUR, *acts, extra, end("box"), rules=rules)
    assert won == {"Anna": "4", "Bela": "0", "Csaba": "-1", "Dora": "-3"}
    later = (do("double", "Dora"), do("take", "Anna"), end("team"))
    assert points(FOUR, *acts, extra, *later, rules=rules)["Bela"] == "-4"
    closed = (do("double", "Dora"), do("drop", "Anna"))
    assert points(FOUR, *acts, extra, *closed, rules=rules)["Bela"] == "-4"


def test_what_an_extra_wins_is_not_the_droppers_own_result():
    acts = (DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"))
    extra = {"do": "extra", "from": "Bela", "to": "Dora"}
    rules = {"extras": "optional", "retention": "all"}
    assert points(FOUR, *acts, extra, end("box", "gammon"), rules=rules)["Bela"] == "2"
    assert seating(FOUR, *acts, extra, end("box", "gammon"), rules=rules) == "Anna | Csaba Dora Bela"


def test_extras_are_refused_where_they_do_not_belong():
    rules = {"extras": "optional"}
    acts = (DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"))
    extra = {"do": "extra", "from": "Bela", "to": "Dora"}
    assert code(FOUR, *acts, extra) == "extras_off"
    assert code(FOUR, *acts, extra, extra, rules=rules) == "extra_twice"
    assert code(FOUR, *acts, {**extra, "to": "Csaba"}, rules=rules) == "not_sole_taker"
    assert code(FOUR, *acts, do("double", "Dora"), extra, rules=rules) == "extra_too_late"
    beavered = (DOUBLE, do("drop", "Bela Csaba"), do("beaver", "Dora"))
    assert code(FOUR, *beavered, extra, rules=rules) == "already_offered"
    assert code(FOUR, DOUBLE, do("drop", "Bela"), do("take", "Csaba Dora"), extra, rules=rules) == "not_sole_taker"


def test_an_extra_is_played_by_one_who_dropped_and_is_still_here():
    rules = {"extras": "optional"}
    acts = (DOUBLE, do("drop", "Bela Csaba"), do("take", "Dora"))
    assert code(FOUR, *acts, {"do": "extra", "from": "Dora", "to": "Dora"}, rules=rules) == "not_a_dropper"
    gone = do("leave", player="Bela")
    assert code(FOUR, *acts, gone, {"do": "extra", "from": "Bela", "to": "Dora"}, rules=rules) == "has_left"
