from tests.games.rules.sheets import answer, code, do, end, points, seating, state

THREE = "Anna Bela Csaba"


def deal(player, amount, **more):
    return do("deal", player=player, points=amount, **more)


def test_a_deal_with_the_captain_leaves_the_next_seats_open():
    found = answer(THREE, deal("Bela", 1), end("box"))
    assert (found["next"], found["warnings"]) == (None, ["undeclared"])
    assert code(THREE, deal("Bela", 1), end("box"), do("start")) == "undeclared_game"


def test_the_captains_game_is_declared_before_or_after_the_end():
    declared = do("declare", winner="captain")
    assert seating(THREE, deal("Bela", 1), declared, end("box")) == "Bela | Csaba Anna"
    assert seating(THREE, deal("Bela", 1), end("box"), declared) == "Bela | Csaba Anna"
    assert seating(THREE, deal("Bela", 1), end("box"), do("declare", winner="box")) == "Anna | Csaba Bela"


def test_a_game_is_declared_once_and_only_where_it_is_open():
    declared = do("declare", winner="captain")
    assert code(THREE, declared) == "nothing_to_declare"
    assert code(THREE, end("box"), declared) == "nothing_to_declare"
    assert code(THREE, deal("Bela", 1), end("box"), declared, declared) == "already_declared"


def test_a_deal_may_name_the_box_and_then_the_member():
    given = points(THREE, deal("Anna", 2, **{"with": "Csaba"}), end("box"))
    assert given == {"Anna": "3", "Bela": "-1", "Csaba": "-2"}


def test_a_deal_is_between_the_box_and_a_member():
    assert code(THREE, deal("Bela", 1, **{"with": "Csaba"})) == "deal_with_box"
    assert code(THREE, deal("Anna", 1)) == "deal_with_box"
    assert code(THREE, deal("Bela", 1), rules={"deals": False}) == "deals_off"
    assert code(THREE, deal("Csaba", "0.5")) == "finer_than_step"
    assert points(THREE, deal("Csaba", "0.25"), end("box"), rules={"point_step": "0.25"})["Csaba"] == "0.25"


def test_a_cube_settled_by_a_deal_is_closed():
    assert code(THREE, deal("Csaba", 1), deal("Csaba", 1)) == "cube_closed"
    assert code(THREE, deal("Csaba", 1), do("double", "Csaba")) == "cube_closed"


def test_a_deal_while_the_cube_waits_withdraws_the_offer():
    table = state(THREE, do("double", "Anna"), deal("Csaba", -1), do("take", "Bela"))
    assert not table.current.is_waiting


def test_when_the_last_cube_is_settled_whoever_received_points_has_won():
    acts = (do("double", "Bela"), do("drop", "Anna"))
    assert answer(THREE, *acts, deal("Csaba", -1))["games"][0]["winner"] == "box"
    assert answer(THREE, *acts, deal("Csaba", 1))["games"][0]["winner"] == "team"


def test_a_last_deal_at_zero_is_declared():
    acts = (do("double", "Bela"), do("drop", "Anna"), deal("Csaba", 0))
    found = answer(THREE, *acts)
    assert (found["games"][0]["winner"], found["next"]) == (None, None)
    rules = {"retention": "win_and_break_even"}
    declared = answer(THREE, *acts, do("declare", winner="box"), rules=rules)
    assert declared["games"][0]["winner"] == "box"
    assert declared["next"] == {"box": "Bela", "partner": None, "queue": ["Csaba", "Anna"]}


def test_an_extra_waits_for_the_declared_winner():
    extra = {"do": "extra", "from": "Bela", "to": "Csaba"}
    acts = (do("double", "Anna"), do("drop", "Bela"), do("take", "Csaba"), extra, deal("Csaba", 0))
    rules = {"extras": "optional"}
    assert points(THREE, *acts, rules=rules) == {"Anna": "1", "Bela": "-2", "Csaba": "1"}
    after = points(THREE, *acts, do("declare", winner="box"), rules=rules)
    assert after == {"Anna": "1", "Bela": "0", "Csaba": "-1"}


def test_a_correction_sums_to_zero_and_has_a_reason():
    fixed = do("adjust", points={"Anna": "1.5", "Bela": "-1.5"}, reason="counted wrong")
    assert points(THREE, fixed) == {"Anna": "1.5", "Bela": "-1.5", "Csaba": "0"}
    assert code(THREE, {**fixed, "points": {"Anna": 1}}) == "sum_not_zero"
    assert code(THREE, {**fixed, "reason": ""}) == "reason_missing"


def test_between_games_only_means_that_no_game_is_on():
    assert code(THREE, do("start"), do("start")) == "game_on"


def test_an_adjustment_moves_money_from_who_lost_by_it_to_who_gained():
    fixed = do("adjust", points={"Anna": 3, "Bela": -1, "Csaba": -2}, reason="counted wrong")
    found = answer(THREE, fixed, stake={"unit": "0.50", "currency": "EUR"})
    assert found["money"] == {"Anna": "1.50", "Bela": "-0.50", "Csaba": "-1.00"}
