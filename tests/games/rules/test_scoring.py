from tests.games.rules.sheets import answer, code, do, end, points, seating

FOUR = "Anna Bela Csaba Dora"
FIVE = "Anna Bela Csaba Dora Eszter"
SEVEN = "Anna Bela Csaba Dora Eszter Feri"


def test_a_box_beats_four_on_four_different_cubes():
    beaten = points(
        FIVE,
        do("double", "Anna", "Bela Csaba Dora"),
        do("take", "Bela"),
        do("drop", "Csaba"),
        do("beaver", "Dora"),
        do("accept", "Anna", "Dora"),
        end("box", "gammon"),
    )
    assert beaten == {"Anna": "14", "Bela": "-4", "Csaba": "-1", "Dora": "-8", "Eszter": "-1"}


def test_without_jacoby_an_untouched_cube_counts_a_gammon():
    beaten = points(
        FIVE,
        do("double", "Anna", "Bela Csaba Dora"),
        do("take", "Bela"),
        do("drop", "Csaba"),
        do("beaver", "Dora"),
        do("accept", "Anna", "Dora"),
        end("box", "gammon"),
        rules={"jacoby": "none"},
    )
    assert beaten == {"Anna": "15", "Bela": "-4", "Csaba": "-1", "Dora": "-8", "Eszter": "-2"}


def test_a_refused_beaver_turned_nothing_for_the_others_under_global_jacoby():
    won = points(
        "Anna Bela Csaba",
        do("double", "Anna", "Bela"),
        do("beaver", "Bela"),
        do("refuse", "Anna"),
        end("box", "gammon"),
        rules={"jacoby": "global"},
    )
    assert won == {"Anna": "-1", "Bela": "2", "Csaba": "-1"}


def test_a_captain_who_takes_and_wins_is_the_next_box_though_the_box_won_points():
    acts = (
        do("double", "Anna"),
        do("take", "Bela"),
        do("drop", "Csaba Dora Eszter"),
        end("team"),
    )
    assert points(FIVE, *acts) == {"Anna": "1", "Bela": "2", "Csaba": "-1", "Dora": "-1", "Eszter": "-1"}
    assert seating(FIVE, *acts) == "Bela | Csaba Dora Eszter Anna"


def test_when_two_are_left_and_the_captain_wins_they_swap():
    assert seating("Anna Bela", end("team")) == "Bela | Anna"
    assert seating("Anna Bela", end("team"), end("box")) == "Bela | Anna"


def test_a_resignation_is_scored_like_a_win_at_that_level():
    resigned = points("Anna Bela Csaba", do("resign", "Anna", result="gammon"), rules={"jacoby": "none"})
    assert resigned == {"Anna": "-4", "Bela": "2", "Csaba": "2"}


def test_a_side_may_resign_together_and_both_sides_may_not():
    together = points("Anna Bela Csaba", do("resign", "Bela Csaba", result="single"))
    assert together == {"Anna": "2", "Bela": "-1", "Csaba": "-1"}
    assert code("Anna Bela Csaba", do("resign", "Anna Bela", result="single")) == "both_sides"


def test_an_odd_point_stays_with_the_box_won_or_lost():
    def shared(*acts, **rules):
        found = points(SEVEN, *acts, partner="Petra", rules=rules)
        return found["Anna"], found["Petra"]

    lost_five, won_five = end("team"), end("box")
    assert shared(lost_five) == ("-3", "-2")
    assert shared(won_five) == ("3", "2")
    assert shared(lost_five, partner_odd_to="partner") == ("-2", "-3")
    assert shared(won_five, point_step="0.5") == ("2.5", "2.5")


def test_a_single_point_won_is_all_the_boxs():
    won_one = points(
        "Anna Bela Csaba",
        do("double", "Csaba"),
        do("take", "Anna"),
        do("deal", player="Csaba", points=0),
        end("box"),
        partner="Petra",
        rules={"partner_min": 3},
    )
    assert won_one == {"Anna": "1", "Petra": "0", "Bela": "-1", "Csaba": "0"}


def test_a_pair_plays_at_the_smaller_of_its_stakes_and_drops_at_it():
    dropped = points(
        "Anna Bela Csaba",
        do("double", "Anna"),
        do("drop", "Bela"),
        do("take", "Csaba"),
        end("team"),
        stakes={"Anna": 2, "Bela": "0.5", "Csaba": 4},
    )
    assert dropped == {"Anna": "-3.5", "Bela": "-0.5", "Csaba": "4"}


def test_a_deal_is_not_multiplied_by_a_stake():
    dealt = points(
        "Anna Bela Csaba",
        do("deal", player="Csaba", points=3),
        end("box"),
        stakes={"Anna": 2, "Bela": 2, "Csaba": 2},
    )
    assert dealt == {"Anna": "-1", "Bela": "-2", "Csaba": "3"}


def test_money_is_rounded_for_each_pair_half_to_even_and_sums_to_zero():
    found = answer(
        "Anna Bela Csaba",
        do("deal", player="Bela", points="0.5"),
        do("deal", player="Csaba", points="0.5"),
        do("declare", winner="captain"),
        rules={"point_step": "0.5"},
        stake={"unit": "0.25", "currency": "EUR"},
    )
    assert found["points"] == {"Anna": "-1", "Bela": "0.5", "Csaba": "0.5"}
    assert found["money"] == {"Anna": "-0.24", "Bela": "0.12", "Csaba": "0.12"}


def test_a_currency_without_cents_has_whole_money():
    found = answer("Anna Bela", end("box"), stake={"unit": "300", "currency": "JPY"})
    assert found["money"] == {"Anna": "300", "Bela": "-300"}


def test_a_table_fee_is_reported_beside_the_money():
    found = answer("Anna Bela", end("box"), rules={"table_fee": "2.50"}, stake={"unit": "1", "currency": "EUR"})
    assert found["fees"] == {"Anna": "2.50", "Bela": "2.50"}
    assert found["money"] == {"Anna": "1.00", "Bela": "-1.00"}
