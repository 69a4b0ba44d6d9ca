"""Small differences that a careless change would make: each of these once survived one in the rules."""

from games.rules.history import replay
from games.rules.money import transfers_of
from games.rules.reasons import consult
from tests.games.rules.nights import random_night
from tests.games.rules.sheets import answer, code, points, seating, state


def test_whoever_pays_pays_more_than_nothing():
    games = [game for seed in range(100) for game in replay(*random_night(seed)).games]
    assert all(pair.points_q > 0 for game in games for pair in game.pairs)


def double(by, *to):
    return {"do": "double", "by": by, **({"to": list(to)} if to else {})}


def test_a_roll_opens_the_window_for_offers_again():
    rules = {"offer_window": "close_on_first_answer"}
    answered = [double("Bela"), {"do": "take", "by": "Anna"}]
    assert code("Anna Bela Csaba", *answered, double("Csaba"), rules=rules) == "soft_offer_window"
    rolled = [*answered, {"do": "roll", "by": "Anna", "dice": [3, 1]}]
    found = points("Anna Bela Csaba", *rolled, double("Csaba"), {"do": "drop", "by": "Anna"}, END, rules=rules)
    assert found == {"Anna": "-3", "Bela": "2", "Csaba": "1"}


END = {"do": "end", "winner": "team", "result": "single"}
AUTOMATIC = {"do": "automatic_double"}


def test_automatic_doubles_are_counted_up_to_their_limit():
    assert code("Anna Bela", *[AUTOMATIC] * 4, rules={"auto_max": 3}) == "automatic_too_many"
    assert points("Anna Bela", *[AUTOMATIC] * 3, END, rules={"auto_max": 3}) == {"Anna": "-8", "Bela": "8"}


def test_two_automatic_doubles_leave_the_captains_cube_at_the_value_of_the_others():
    rules = {"auto_max": None, "box_double": "include_captain"}
    assert code("Anna Bela Csaba", AUTOMATIC, AUTOMATIC, double("Anna", "Csaba"), rules=rules) == "soft_box_double"


def test_half_of_the_team_is_no_majority():
    rules = {"preset": "single", "team_double": "majority"}
    assert code("Anna B C D E", {"do": "double", "by": ["B", "C"]}, rules=rules) == "team_not_agreed"
    three = {"do": "double", "by": ["B", "C", "D"]}
    assert points("Anna B C D E", three, {"do": "drop", "by": "Anna"}, rules=rules)["Anna"] == "-4"


def test_a_later_game_is_declared_and_counted():
    dealt = {"do": "deal", "player": "Bela", "points": 2}
    played = [{**END, "winner": "box"}, {**dealt, "player": "Csaba"}, END, {"do": "declare", "winner": "captain"}]
    found = answer("Anna Bela Csaba", *played)
    assert found["points"] == {"Anna": "-1", "Bela": "0", "Csaba": "1"}
    assert found["next"] == {"box": "Csaba", "partner": None, "queue": ["Bela", "Anna"]}


def test_the_box_takes_those_cubes_that_were_only_doubled():
    beavered = [double("Anna", "Bela"), {"do": "beaver", "by": "Bela"}, double("Csaba")]
    taken = [*beavered, {"do": "take", "by": "Anna"}, {"do": "accept", "by": "Anna"}, END]
    assert points("Anna Bela Csaba", *taken) == {"Anna": "-6", "Bela": "4", "Csaba": "2"}


def test_the_crawford_game_comes_whenever_somebody_first_stands_one_short():
    won = [{"do": "end", "winner": "Anna", "result": "single"}] * 3
    top = {"kind": "match", "rules": {"target": 4}}
    assert code("Anna Bela", *won, double("Bela"), **top) == "crawford"
    assert answer("Anna Bela", *won[:2], double("Bela"), **top)["ok"]


def test_break_even_is_not_a_quarter_below():
    dealt = [{"do": "deal", "player": "Bela", "points": "0.25"}, {"do": "declare", "winner": "captain"}]
    rules = {"retention": "break_even", "point_step": "0.25"}
    assert seating("Anna Bela", *dealt, rules=rules) == "Bela | Anna"
    even = [{**dealt[0], "points": 0}, {"do": "declare", "winner": "captain"}]
    assert seating("Anna Bela", *even, rules=rules) == "Anna | Bela"


def test_advice_may_come_from_those_who_sit_ahead_of_the_captain_as_well():
    lost = {**END, "winner": "box"}
    turned = [lost, double("Anna", "Bela"), {"do": "take", "by": "Bela"}]
    table = state("Anna Bela Csaba", *turned, rules={"consult": "turned_cubes"})
    assert table.current is not None
    said = consult(table.current, table.rules)
    assert (said.code, said.values["members"].seats) == ("consult_turned", (2,))


def test_who_takes_the_box_for_a_winner_who_sits_out_is_the_next_in_line():
    out = [{"do": "start"}, {"do": "sit_out", "player": "Bela"}, END]
    reasons = state("Anna Bela Csaba", *out).games[-1].reasons
    assert [one.code for one in reasons] == ["goes_captain_won", "box_to_next"]


def test_a_raccoon_answers_a_beaver_and_nothing_higher():
    animals = [double("Anna", "Bela"), {"do": "beaver", "by": "Bela"}, {"do": "raccoon", "by": "Anna"}]
    rules = {"animals": "unlimited"}
    assert code("Anna Bela", *animals, {"do": "raccoon", "by": "Bela"}, rules=rules) == "answer_the_animal"
    otter = [*animals, {"do": "otter", "by": "Bela"}, {"do": "refuse", "by": "Anna"}]
    assert points("Anna Bela", *otter, rules=rules) == {"Anna": "-8", "Bela": "8"}


def test_every_dropper_may_play_an_extra_whoever_is_first():
    dropped = [double("Anna"), {"do": "take", "by": "Dora"}, {"do": "drop", "by": ["Bela", "Csaba"]}]
    extras = [{"do": "extra", "from": name, "to": "Dora"} for name in ("Csaba", "Bela")]
    rules = {"extras": "optional"}
    found = points("Anna Bela Csaba Dora", *dropped, *extras, END, rules=rules)
    assert found == {"Anna": "0", "Bela": "-4", "Csaba": "-4", "Dora": "8"}
    assert code("Anna Bela Csaba Dora", *dropped, *extras, extras[0], rules=rules) == "extra_twice"


def test_an_adjustment_is_paid_by_who_lost_to_each_who_gained():
    adjusted = {"do": "adjust", "points": {"Anna": -12, "Bela": 5, "Csaba": 4, "Dora": 3}, "reason": "counted wrong"}
    (moved,) = state("Anna Bela Csaba Dora", adjusted).adjustments
    paid = [(one.source, one.target, one.amount_minor) for one in transfers_of(moved, 100)]
    assert paid == [(1, 2, 500), (1, 3, 400), (1, 4, 300)]


def test_a_beaver_right_up_to_the_cap_is_asked_of_the_sole_taker():
    rules = {"sole_taker": "mandatory_beaver", "auto_max": 1, "cap": 8}
    doubled = [AUTOMATIC, double("Anna"), {"do": "drop", "by": "Csaba"}]
    assert code("Anna Bela Csaba", *doubled, {"do": "take", "by": "Bela"}, rules=rules) == "soft_sole_taker"
    low = {**rules, "cap": 7}
    assert answer("Anna Bela Csaba", *doubled, {"do": "take", "by": "Bela"}, rules=low)["ok"]


def test_a_leavers_cube_doubles_by_the_dice_when_the_captains_does_and_not_by_itself():
    rules = {"auto_consent": "individual", "auto_max": 2}
    gone = [{"do": "start"}, {"do": "leave", "player": "Dora"}]
    with_captain = points("Anna Bela Csaba Dora", *gone, {**AUTOMATIC, "for": "Bela"}, END, rules=rules)
    assert with_captain == {"Anna": "-5", "Bela": "2", "Csaba": "1", "Dora": "2"}
    without = points("Anna Bela Csaba Dora", *gone, {**AUTOMATIC, "for": "Csaba"}, END, rules=rules)
    assert without == {"Anna": "-4", "Bela": "1", "Csaba": "2", "Dora": "1"}
