"""Matches and long nard, where the published cases do not look: refusals, and what is undone."""

import pytest

from games.rules.scoresheet import read_sheet, score


def answer(kind, *actions, rules=None, **top):
    sheet = {"scoresheet": 1, "kind": kind, "players": ["Anna", "Bela"], "rules": rules or {}, **top}
    return score(read_sheet({**sheet, "actions": list(actions)}))


def code(kind, *actions, rules=None):
    return answer(kind, *actions, rules=rules)["error"]["code"]


def won(name, result="single"):
    return {"do": "end", "winner": name, "result": result}


def off(winner, loser, checkers):
    return {"do": "end", "winner": winner, "borne_off": {loser: checkers}}


@pytest.mark.parametrize(
    "act",
    [
        {"do": "start"},
        {"do": "double", "by": "Anna"},
        {"do": "adjust", "points": {"Anna": 1, "Bela": -1}, "reason": "counted wrong"},
        {"do": "amend", "game": 1, "actions": [won("Bela")], "reason": "counted wrong"},
        {"do": "reorder", "players": ["Bela", "Anna"], "reason": "by hand"},
        {"do": "join", "player": "Csaba"},
    ],
    ids=lambda act: act["do"],
)
def test_nothing_but_undo_and_notes_follows_the_end_of_a_match(act):
    assert code("match", won("Anna"), act, rules={"target": 1}) == "match_over"


def test_a_match_goes_on_when_its_last_game_is_taken_back():
    found = answer(
        "match", won("Anna"), {"do": "note", "text": "oops"}, {"do": "undo", "to": 1}, won("Bela"), rules={"target": 1}
    )
    assert (found["winner"], found["points"]) == ("Bela", {"Anna": "-1", "Bela": "1"})


@pytest.mark.parametrize(
    "act",
    [
        {"do": "join", "player": "Csaba"},
        {"do": "leave", "player": "Bela"},
        {"do": "sit_out", "player": "Bela"},
        {"do": "partner", "player": "Bela"},
        {"do": "decline_box", "player": "Bela"},
        {"do": "reorder", "players": ["Bela", "Anna"], "reason": "by hand"},
    ],
    ids=lambda act: act["do"],
)
def test_nobody_comes_to_a_match_or_goes_from_it(act):
    assert code("match", won("Bela"), act) == "match_of_two"


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ({"do": "automatic_double"}, "automatic_off"),
        ({"do": "deal", "player": "Bela", "points": 1}, "deals_off"),
        ({"do": "end", "winner": "Anna", "result": "mars"}, "wrong_result"),
        ({"do": "end", "winner": "Anna", "result": "single", "borne_off": {"Bela": 1}}, "wrong_result"),
        ({"do": "end", "result": "draw"}, "no_draw"),
        ({"do": "resign", "by": "Anna", "borne_off": 3}, "wrong_result"),
        ({"do": "last_roll", "by": "Bela", "borne_off": 3}, "no_game"),
    ],
    ids=str,
)
def test_a_match_knows_no_customs_of_money_or_long_nard(act, expected):
    assert code("match", act) == expected


def test_a_dead_cube_may_be_turned_and_the_table_is_warned():
    turned = [{"do": "double", "by": "Anna"}, {"do": "take", "by": "Bela"}]
    assert answer("match", *turned, rules={"target": 1})["warnings"] == ["dead_cube"]
    assert answer("match", *turned, rules={"target": 2})["warnings"] == []
    assert answer("match", *turned, won("Anna"), rules={"target": 1})["warnings"] == ["dead_cube"]


def test_a_cube_is_dead_for_the_one_whom_it_gains_nothing():
    redoubled = [
        {"do": "double", "by": "Anna"},
        {"do": "take", "by": "Bela"},
        {"do": "double", "by": "Bela"},
    ]
    assert answer("match", *redoubled, rules={"target": 3})["warnings"] == []
    assert answer("match", *redoubled, rules={"target": 2})["warnings"] == ["dead_cube"]


def test_the_crawford_game_stays_the_crawford_game_when_it_is_taken_back_and_played_again():
    doubled = {"do": "double", "by": "Bela"}
    assert code("match", won("Anna", "gammon"), doubled, rules={"target": 3}) == "crawford"
    played = [won("Anna", "gammon"), won("Bela"), {"do": "undo"}, doubled]
    assert code("match", *played, rules={"target": 3}) == "crawford"


def test_a_match_pays_one_stake_the_smaller_of_the_two():
    found = answer(
        "match",
        *[won("Bela", "backgammon")] * 2,
        rules={"target": 5},
        stakes={"Anna": 3, "Bela": 2},
        stake={"unit": "10.00", "currency": "EUR"},
    )
    assert (found["points"], found["money"]) == ({"Anna": "-2", "Bela": "2"}, {"Anna": "-20.00", "Bela": "20.00"})
    assert [game["points"] for game in found["games"]] == [{"Anna": "0", "Bela": "0"}, {"Anna": "-2", "Bela": "2"}]
    assert [game["score"] for game in found["games"]] == [{"Anna": "0", "Bela": "3"}, {"Anna": "0", "Bela": "5"}]


OWNED = [{"do": "double", "by": "Anna"}, {"do": "take", "by": "Bela"}]


@pytest.mark.parametrize("kind", ["money", "match"])
@pytest.mark.parametrize(
    "acts",
    [
        [*OWNED, {"do": "double", "by": "Anna"}],
        [*OWNED, {"do": "drop", "by": "Bela"}],
        [OWNED[0], OWNED[0]],
        [OWNED[0], {"do": "take", "by": "Anna", "to": "Bela"}],
        [*OWNED, {"do": "double", "by": "Bela"}],
        [{"do": "start"}, {"do": "double", "by": ["Anna", "Bela"]}],
    ],
    ids=str,
)
def test_what_is_said_of_the_cube_of_two_names_no_box(kind, acts):
    said = answer(kind, *acts, rules={"cap": 2})["error"]["detail"]
    assert "box" not in said


LAST_ROLL = {"last_roll": True}


@pytest.mark.parametrize(
    "act",
    [
        {"do": "end", "winner": "Anna", "result": "draw"},
        {"do": "end", "result": "draw", "borne_off": {"Bela": 3}},
        {"do": "resign", "by": "Anna", "result": "draw"},
    ],
    ids=str,
)
def test_a_draw_has_no_winner_and_is_had_only_where_there_is_a_last_roll(act):
    assert code("long_nard", act, rules=LAST_ROLL) == "draw_has_no_winner"
    assert code("long_nard", act) == "no_draw"


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([won("Anna", "gammon")], "wrong_result"),
        ([{"do": "end", "winner": "box", "result": "oin"}], "name_the_winner"),
        ([off("Anna", "Anna", 3)], "borne_off_by_loser"),
        ([off("Anna", "Bela", 15)], "borne_off_wrong"),
        ([{"do": "end", "winner": "Anna", "result": "mars", "borne_off": {"Bela": 2}}], "result_disagrees"),
        ([{"do": "resign", "by": "Anna", "result": "oin", "borne_off": 0}], "result_disagrees"),
        ([{"do": "end", "result": "draw"}], "no_draw"),
        ([{"do": "double", "by": "Anna"}], "no_cube"),
        ([{"do": "automatic_double"}], "automatic_off"),
        ([{"do": "start"}, {"do": "last_roll", "by": "Bela", "borne_off": 15}], "no_last_roll"),
    ],
    ids=str,
)
def test_long_nard_refuses_what_cannot_be(actions, expected):
    assert code("long_nard", *actions) == expected


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        ({"do": "last_roll", "by": "Anna", "borne_off": 12}, "not_your_last_roll"),
        ({"do": "last_roll", "by": "Bela", "borne_off": 9}, "borne_off_wrong"),
        ({"do": "last_roll", "by": "Bela", "borne_off": 15}, "borne_off_wrong"),
        ({"do": "resign", "by": "Bela", "borne_off": 10}, "last_roll_due"),
        ({"do": "end", "winner": "Anna", "result": "oin"}, "last_roll_due"),
        ({"do": "double", "by": "Bela"}, "last_roll_due"),
        ({"do": "deal", "player": "Bela", "points": 1}, "last_roll_due"),
        ({"do": "roll", "by": "Bela", "dice": [6, 6]}, "last_roll_due"),
        ({"do": "start"}, "game_on"),
    ],
    ids=str,
)
def test_while_a_last_roll_is_due_nothing_else_is_done(act, expected):
    assert code("long_nard", off("Anna", "Bela", 10), act, rules={**LAST_ROLL, "cube": True}) == expected


def test_mars_is_judged_after_the_last_roll():
    finished = off("Anna", "Bela", 0)
    saved = answer("long_nard", finished, {"do": "last_roll", "by": "Bela", "borne_off": 1}, rules=LAST_ROLL)
    lost = answer("long_nard", finished, {"do": "last_roll", "by": "Bela", "borne_off": 0}, rules=LAST_ROLL)
    assert (saved["points"]["Bela"], lost["points"]["Bela"]) == ("-1", "-2")


def test_nothing_is_counted_while_a_last_roll_is_due_and_an_undo_takes_the_finish_back():
    open_ = answer("long_nard", off("Anna", "Bela", 12), rules=LAST_ROLL)
    assert (open_["games"], open_["points"]) == ([], {"Anna": "0", "Bela": "0"})
    again = answer("long_nard", off("Anna", "Bela", 12), {"do": "undo"}, off("Bela", "Anna", 0), rules=LAST_ROLL)
    assert again["points"] == {"Anna": "-2", "Bela": "2"}


@pytest.mark.parametrize(
    ("first", "starters"), [("loser", ["Bela", "Bela", "Anna"]), ("alternate", ["Bela", "Anna", "Bela"])]
)
def test_who_starts_next(first, starters):
    second_fails = {"do": "last_roll", "by": "Bela", "borne_off": 3}
    played = [
        won("Anna", "oin"),
        second_fails,
        {"do": "end", "result": "draw"},
        {"do": "resign", "by": "Anna", "borne_off": 0},
    ]
    rules = {**LAST_ROLL, "first": first}
    found = [answer("long_nard", *played[:n], rules=rules)["next"]["starter"] for n in (2, 3, 4)]
    assert found == starters


def test_with_a_cube_long_nard_pays_its_value_times_mars():
    doubled = [{"do": "double", "by": "Anna"}, {"do": "take", "by": "Bela"}]
    assert answer("long_nard", *doubled, won("Bela", "mars"), rules={"cube": True})["points"]["Bela"] == "4"
    assert code("long_nard", doubled[0], {"do": "beaver", "by": "Bela"}, rules={"cube": True}) == "animal_off"
    dropped = [doubled[0], {"do": "drop", "by": "Bela"}]
    assert answer("long_nard", *dropped, rules={"cube": True})["points"]["Bela"] == "-1"
