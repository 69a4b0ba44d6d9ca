import tracemalloc

import pytest

from games.rules.errors import Malformed, shown
from games.rules.money import Transfer
from games.rules.scoresheet import check, play, read_sheet, score, write
from tests.games.rules.sheets import do, end, sheet

THREE = "Anna Bela Csaba"


def malformed(**document):
    with pytest.raises(Malformed) as refused:
        read_sheet({"scoresheet": 1, "kind": "chouette", "players": ["Anna", "Bela"], **document})
    return refused.value.code, refused.value.pointer


def test_the_answer_has_the_published_shape():
    one = sheet("Anna Bela", end("team"), id="friday-1", stake={"unit": "0.50", "currency": "EUR"})
    assert score(one) == {
        "id": "friday-1",
        "ok": True,
        "games": [
            {
                "no": 1,
                "points": {"Anna": "-1", "Bela": "1"},
                "winner": "team",
                "result": "single",
                "box": "Anna",
                "captain": "Bela",
            }
        ],
        "points": {"Anna": "-1", "Bela": "1"},
        "money": {"Anna": "-0.50", "Bela": "0.50"},
        "next": {"box": "Bela", "partner": None, "queue": ["Anna"]},
        "warnings": [],
    }


def test_a_refused_sheet_says_which_line_and_why():
    answer = score(sheet(THREE, do("double", "Anna"), do("take", "Zoli"), id="x"))
    assert answer == {
        "id": "x",
        "ok": False,
        "error": {"action": 2, "code": "unknown_player", "detail": "Nobody called Zoli is on this sheet."},
    }


def test_of_a_game_still_open_no_points_are_counted():
    answer = score(sheet(THREE, do("double", "Anna"), do("drop", "Bela")))
    assert answer["points"] == {"Anna": "0", "Bela": "0", "Csaba": "0"}
    assert answer["next"]["queue"] == ["Bela", "Csaba"]


def test_a_line_that_should_be_refused_and_stands_stops_the_sheet():
    answer = score(sheet(THREE, do("double", "Anna", refused=True)))
    assert answer["error"]["code"] == "refusal_expected"


def test_a_line_must_be_refused_for_the_reason_the_case_names():
    right = do("take", "Bela", refused="no_game")
    wrong = do("take", "Bela", refused="not_your_cube")
    assert score(sheet(THREE, right))["ok"]
    assert score(sheet(THREE, wrong))["error"]["code"] == "no_game"


def test_a_refused_newcomer_is_not_on_the_sheet():
    one = sheet(THREE, do("join", player="Eszter", stake="0.5", refused=True), do("note", text="x"))
    assert score(one)["error"]["code"] == "refusal_expected"


def test_a_check_says_what_differs():
    assert check(sheet(THREE, end("box"), expect={"next": {"box": "Bela"}})) == [
        "/next/box: expected 'Bela', came out 'Anna'"
    ]
    assert check(sheet(THREE, do("take", "Bela"), expect={}))[0].startswith("refused:")


def test_the_ring_may_be_thrown_for():
    thrown = read_sheet({"scoresheet": 1, "kind": "chouette", "rolls": {"Anna": 3, "Bela": 6, "Csaba": 5}})
    assert thrown.names == ("Bela", "Csaba", "Anna")


def test_a_tie_names_who_must_throw_again():
    with pytest.raises(Malformed, match="must throw again: Anna, Csaba"):
        read_sheet({"scoresheet": 1, "kind": "chouette", "rolls": {"Anna": 3, "Bela": 6, "Csaba": 3}})


def test_those_who_threw_alike_are_named_together():
    rolls = {"Anna": 2, "Bela": 5, "Csaba": 2, "Dora": 5, "Eszter": 6}
    with pytest.raises(Malformed, match="must throw again: Bela, Dora; Anna, Csaba"):
        read_sheet({"scoresheet": 1, "kind": "chouette", "rolls": rolls})


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"scoresheet": 2}, ("unknown_format", "/scoresheet")),
        ({"colour": "red"}, ("unknown_key", "/colour")),
        ({"a/b~c": 1}, ("unknown_key", "/a~1b~0c")),
        ({"kind": "poker"}, ("unknown_kind", "/kind")),
        ({"players": "Anna"}, ("not_a_list", "/players")),
        ({"players": ["Anna"]}, ("wrong_number_of_players", "/players")),
        ({"players": ["Anna", "Anna"]}, ("two_of_one_name", "/players")),
        ({"players": ["Anna", "box"]}, ("role_not_name", "/players/1")),
        ({"players": ["Anna", " box "]}, ("role_not_name", "/players/1")),
        ({"kind": "money", "players": ["Anna", "Bela", "Csaba"]}, ("two_players", "/players")),
        ({"partner": "Petra"}, ("partner_too_early", "/partner")),
        ({"partner": "Petra", "rules": {"partner_min": None}}, ("partner_never", "/partner")),
        ({"rolls": {"Anna": 1}}, ("players_or_rolls", "/rolls")),
        ({"stakes": {"Zoli": 1}}, ("stake_of_nobody", "/stakes")),
        ({"stakes": {"Anna": 0}}, ("stake_not_positive", "/stakes/Anna")),
        ({"stakes": {"Anna": 1, "Anna ": 2}}, ("two_of_one_name", "/stakes/Anna ")),
        ({"stake": {"unit": "0.001", "currency": "EUR"}}, ("amount_too_fine", "/stake/unit")),
        ({"stake": {"unit": "0.5", "currency": "JPY"}}, ("amount_too_fine", "/stake/unit")),
        ({"stake": {"unit": 0.5}}, ("not_an_amount", "/stake/unit")),
        ({"stake": {"unit": "1", "currency": "eur"}}, ("not_a_currency", "/stake/currency")),
        ({"actions": [{"do": "take", "by": 5}]}, ("not_a_name", "/actions/0/by")),
        ({"actions": {}}, ("not_a_list", "/actions")),
        ({"expect": []}, ("not_a_mapping", "/expect")),
        ({"id": True}, ("not_text", "/id")),
    ],
    ids=str,
)
def test_a_sheet_that_cannot_be_read_says_where_and_why(document, expected):
    assert malformed(**document) == expected


@pytest.mark.parametrize("key", ["kind", "players"])
def test_a_sheet_without_a_key_that_it_needs_says_so(key):
    document = {"scoresheet": 1, "kind": "chouette", "players": ["Anna", "Bela"]}
    with pytest.raises(Malformed) as refused:
        read_sheet({name: value for name, value in document.items() if name != key})
    assert (refused.value.code, refused.value.message.values["key"]) == ("missing_key", key)


@pytest.mark.parametrize(("value", "quoted"), [(True, "true"), (False, "false"), (None, "null"), ("None", "None")])
def test_a_value_is_quoted_as_the_sheet_writes_it(value, quoted):
    assert shown(value) == quoted


def test_a_name_is_the_same_however_its_accents_and_spaces_are_written():
    composed, apart = "B\u00e9la", "Be\u0301la"
    found = score(sheet(f"Anna {composed}", do("double", apart), do("drop", " Anna"), stakes={apart: 2, "Anna": 2}))
    assert found["points"] == {"Anna": "-2", composed: "2"}
    assert malformed(players=[composed, apart]) == ("two_of_one_name", "/players")
    assert malformed(players=["Anna", "Anna "]) == ("two_of_one_name", "/players")


def test_spaces_around_and_within_a_name_are_put_in_order():
    document = {"scoresheet": 1, "kind": "chouette", "players": [" Anna ", "Kis  Bela"]}
    assert list(score(read_sheet(document))["points"]) == ["Anna", "Kis Bela"]


@pytest.mark.parametrize(
    "act",
    [
        {"do": "adjust", "points": {"Anna": 7, "Anna ": 1, "Bela": -1}, "reason": "tea"},
        {"do": "end", "winner": "Anna", "borne_off": {"Bela": 0, " Bela": 3}},
    ],
    ids=["adjust", "end"],
)
def test_of_two_numbers_for_one_player_neither_is_passed_over(act):
    assert score(sheet("Anna Bela", act, kind="long_nard"))["error"]["code"] == "named_twice"


def test_who_sits_down_under_a_name_that_only_looks_different_is_already_here():
    found = score(sheet("Anna Bela", {"do": "join", "player": "Bela "}))
    assert found["error"]["code"] == "already_at_table"


def test_payments_come_from_whoever_settles_up():
    one = sheet("Anna Bela", end("box"), stake={"unit": "1", "currency": "EUR"})
    answer = score(one, lambda balances: [Transfer(2, 1, balances[1])])
    assert answer["payments"] == [{"from": "Bela", "to": "Anna", "amount": "1.00"}]


def test_a_written_sheet_says_everything_that_was_read():
    one = sheet(
        "Anna Bela Csaba Dora Eszter",
        do("double", "Anna", "Bela"),
        do("join", player="Feri", stake="2"),
        partner="Petra",
        stakes={"Anna": 2},
        stake={"unit": "0.50", "currency": "EUR"},
    )
    actions = [entry.action for entry in one.entries]
    document = write(one.opening, one.names, actions, stake=one.stake, sheet_id="x")
    again = read_sheet(document)
    assert (again.opening, again.names, again.stake) == (one.opening, one.names, one.stake)
    assert [entry.action for entry in again.entries] == actions
    assert document["actions"][1] == {"do": "join", "player": "Feri", "stake": "2"}


def test_a_long_sheet_takes_the_room_of_its_last_table():
    """Nothing is taken back on it, so nothing before the last line has to be kept: 3,000 games in 10 MB."""
    long = sheet(THREE, *[end("box")] * 3000)
    tracemalloc.start()
    state = play(long)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(state.games) == 3000
    assert most < 20_000_000


@pytest.mark.parametrize("looks_back", [do("undo"), do("amend", game=1, actions=[end("team")], reason="the team won")])
def test_a_sheet_that_looks_back_keeps_what_came_before(looks_back):
    assert play(sheet(THREE, end("box"), looks_back)).totals_q[1] == (0 if looks_back["do"] == "undo" else -8)
