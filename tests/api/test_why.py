"""Every refusal, warning and reason says the rule and the house rule behind it."""

import pytest


def posted(anna, now, *acts):
    return anna.post(
        f"/tables/{now.table.id}/actions",
        {"command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b77", "actions": list(acts)},
    )


@pytest.mark.parametrize("language", ["en", "hu"])
def test_a_refusal_names_the_house_rule_at_the_value_that_the_table_has(cast, anna, language):
    now = cast.table(rules={"cap": 1})
    problem = anna.post(
        f"/tables/{now.table.id}/actions",
        {"command_id": "0192f0c1-7c3e-7d7a-9d60-0a3c5d1f2b77", "do": "double", "by": "Béla"},
        Accept_Language=language,
    ).json()
    assert problem["code"] == "past_cap"
    assert problem["values"] == {"box": ["Anna"], "member": ["Béla"], "cap": 1}
    assert (problem["setting"]["key"], problem["setting"]["value"]) == ("cap", 1)
    assert problem["rule"]["section"] == "5"
    assert (problem["setting"]["sentence"] == "No cube goes higher than 1.") is (language == "en")


def test_a_soft_refusal_carries_the_rule_within_it(cast, anna):
    now = cast.table(rules={"preset": "clinton_hill"})
    now = cast.act(now, {"do": "double", "by": ["Béla", "Csaba", "Dóra"]})
    problem = posted(
        anna,
        now,
        *({"do": do, "by": "Anna", "to": to} for do, to in (("take", "Béla"), ("drop", "Csaba"), ("drop", "Dóra"))),
    ).json()
    assert problem["code"] == "soft_box_answer"
    assert problem["setting"]["key"] == "box_answer"
    assert problem["setting"]["value"] == "at_least_half"
    assert problem["values"]["rule"]["code"] == "rule_at_least_half"


def test_a_rule_of_the_game_names_no_house_rule_and_its_section(cast, anna):
    now = cast.table()
    problem = posted(anna, now, {"do": "take", "by": "Béla"}).json()
    assert problem["setting"] is None
    assert problem["rule"]["title"]


def test_a_document_that_cannot_be_read_names_its_setting(cast, anna):
    body = {"night": str(cast.night.id), "kind": "chouette", "players": [str(one.id) for one in cast.members.values()]}
    problem = anna.post("/tables", body | {"rules": {"animals": "many"}}).json()
    assert problem["setting"]["key"] == "animals"
    assert problem["values"]["setting"] == "animals"
    assert problem["setting"]["sentence"] is None


def test_the_reason_why_the_box_stays_names_the_house_rule(cast, anna):
    now = cast.act(cast.table(rules={"retention": "profit"}), {"do": "end", "winner": "box", "result": "single"})
    reason = anna.get(f"/tables/{now.table.id}").json()["last_game"]["reasons"][0]
    assert (reason["code"], reason["setting"]["key"], reason["setting"]["value"]) == (
        "stays_profit",
        "retention",
        "profit",
    )
    assert reason["setting"]["sentence"] == "The box stays when it wins points in all."
    assert reason["rule"] == {"section": "7", "title": "The next seats"}


def test_a_warning_names_the_house_rule(cast, anna):
    now = cast.table(rules={"max_players": 3})
    warning = anna.get(f"/tables/{now.table.id}").json()["warnings"][0]
    assert (warning["code"], warning["setting"]["key"], warning["setting"]["value"]) == ("too_many", "max_players", 3)


def test_a_refusal_of_the_club_carries_its_values_too(cast, anna):
    anna.post("/house-rules", {"name": "Ours", "settings": {}})
    problem = anna.post("/house-rules", {"name": "Ours", "kind": "match", "settings": {}}).json()
    assert problem["values"] == {"name": "Ours"}


def test_the_log_says_which_rule_an_act_passed_over_and_why(cast, anna):
    anyway = {"override": True, "reason": "We talked first"}
    now = cast.act(cast.table(rules={"answer_order": "captain_first"}), {"do": "double", "by": "Anna"})
    now = cast.act(now, {"do": "take", "by": "Dóra", **anyway}, {"do": "take", "by": "Béla", **anyway})
    doubled, passed, kept = anna.get(f"/tables/{now.table.id}/actions").json()["results"]
    assert passed["passed_over"]["code"] == "soft_answer_order"
    assert passed["passed_over"]["values"] == {"members": ["Béla"]}
    assert passed["passed_over"]["setting"]["key"] == "answer_order"
    assert passed["passed_over"]["setting"]["value"] == "captain_first"
    assert passed["passed_over"]["reason"] == passed["action"]["reason"] == "We talked first"
    assert doubled["passed_over"] is None
    assert kept["passed_over"] is None
