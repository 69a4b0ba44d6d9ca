"""Acts through the API: recorded once, all or none, against the version they were made for."""

from uuid import uuid4

import pytest

from club.models import OutboxMessage, Role
from games.models import Action, Game, Score
from ledger.models import Entry
from tests.api.conftest import caller

END = {"do": "end", "winner": "box", "result": "single"}
DOUBLE = {"do": "double", "by": "Anna", "to": ["Béla", "Csaba"]}


def written():
    return tuple(model.objects.count() for model in (Action, Game, Score, Entry, OutboxMessage))


def envelope(*actions, **more):
    return {"command_id": str(uuid4()), "actions": list(actions), **more}


@pytest.fixture
def path(cast):
    return f"/tables/{cast.table().table.id}/actions"


def refused(response, status, code):
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    problem = response.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]
    assert problem["type"].endswith(code)
    return problem


def test_an_act_is_recorded_and_the_new_state_comes_back(anna, path):
    response = anna.post(path, envelope(DOUBLE))
    assert response.status_code == 201
    state = response.json()
    assert state["version"] == Action.objects.count() == 1
    cubes = {cube["member"]: cube["offer"] for cube in state["game"]["cubes"]}
    assert cubes["Béla"] == {"price": 1, "proposed": 2, "level": 0, "answerer": "team"}
    assert cubes["Dóra"] is None
    assert response["ETag"].startswith('"1-')
    assert Action.objects.get().door == "api"


def test_a_bare_action_is_accepted_with_its_command_id_beside_it(anna, path):
    response = anna.post(path, {**DOUBLE, "command_id": str(uuid4()), "expected_version": 0})
    assert (response.status_code, response.json()["version"]) == (201, 1)


def test_several_actions_are_all_recorded_or_none(anna, path):
    assert anna.post(path, envelope(END, END)).json()["version"] == 2
    before = written()
    refused(anna.post(path, envelope(DOUBLE, {"do": "take", "by": "Dóra"})), 409, "no_offer")
    assert written() == before


def test_a_finished_game_brings_points_money_and_the_next_seats(anna, path):
    state = anna.post(path, envelope(END)).json()
    seats = {seat["name"]: (seat["points"], seat["money"], seat["role"]) for seat in state["seats"]}
    assert seats["Anna"] == ("3", {"amount": "1.50", "currency": "EUR"}, "box")
    assert seats["Béla"] == ("-1", {"amount": "-0.50", "currency": "EUR"}, "crew")
    assert state["next"] == {"box": "Anna", "partner": None, "queue": ["Csaba", "Dóra", "Béla"], "starter": None}
    assert state["last_game"]["points"] == {"Anna": "3", "Béla": "-1", "Csaba": "-1", "Dóra": "-1"}
    assert state["last_game"]["reasons"][0]["detail"]


def test_the_same_command_again_is_the_same_act_once(anna, path):
    body = envelope(END)
    first, before = anna.post(path, body), written()
    again = anna.post(path, body)
    assert (again.status_code, again.json()) == (201, first.json())
    assert written() == before


def test_a_command_id_that_comes_back_with_another_act_is_refused(anna, path):
    body = envelope(END)
    anna.post(path, body)
    before = written()
    refused(anna.post(path, {**body, "actions": [DOUBLE]}), 422, "command_reused")
    assert written() == before


def test_without_a_command_id_nothing_is_recorded(anna, path):
    for body in ({"actions": [END]}, END, {"command_id": None, "actions": [END]}):
        problem = refused(anna.post(path, body), 400, "command_id_missing")
        assert problem["errors"][0]["pointer"] == "/command_id"
    assert Action.objects.count() == 0


@pytest.mark.parametrize("how", ["body", "If-Match", "weak If-Match"])
def test_an_act_made_for_an_earlier_version_is_told_the_present_state(anna, path, how):
    tag = anna.get(path.removesuffix("/actions"))["ETag"]
    anna.post(path, envelope(END))
    before = written()
    headers = {"body": {}, "If-Match": {"If_Match": tag}, "weak If-Match": {"If_Match": f"W/{tag}"}}[how]
    body = envelope({"do": "undo"}, **({"expected_version": 0} if how == "body" else {}))
    problem = refused(anna.post(path, body, **headers), 412, "stale_version")
    assert problem["current"]["version"] == 1
    assert problem["current"]["last_game"]["no"] == 1
    assert written() == before


def test_only_the_version_part_of_if_match_counts(anna, path):
    assert anna.post(path, envelope(DOUBLE), If_Match='"0-of-another-viewer"').status_code == 201
    assert anna.post(path, envelope({"do": "drop", "by": "Béla"}), If_Match='"1"').status_code == 201
    assert anna.post(path, envelope({"do": "drop", "by": "Csaba"}), If_Match="*").status_code == 201


def test_two_who_answer_at_the_same_moment_both_stand_without_a_version(anna, path):
    """T9: an answer names its offer, so what was seen before the other's answer still holds."""
    anna.post(path, envelope(DOUBLE))
    assert anna.post(path, envelope({"do": "take", "by": "Béla", "value": 2})).status_code == 201
    assert anna.post(path, envelope({"do": "drop", "by": "Csaba", "value": 2})).status_code == 201


def test_an_answer_to_an_offer_that_no_longer_stands_is_refused(anna, path):
    anna.post(path, envelope(DOUBLE))
    before = written()
    refused(anna.post(path, envelope({"do": "take", "by": "Béla", "value": 4})), 409, "offer_changed")
    assert written() == before


def test_a_soft_refusal_says_so_and_passes_with_an_override_and_a_reason(cast, anna):
    table = cast.table(rules={"answer_order": "captain_first"})
    path = f"/tables/{table.table.id}/actions"
    anna.post(path, envelope(DOUBLE))
    late = {"do": "take", "by": "Csaba"}
    assert refused(anna.post(path, envelope(late)), 409, "soft_answer_order")["soft"] is True
    overridden = {**late, "override": True, "reason": "he had already said so"}
    assert anna.post(path, envelope(overridden)).status_code == 201


def test_a_hard_refusal_is_not_soft_and_names_players_not_seats(anna, path):
    problem = refused(anna.post(path, envelope({"do": "take", "by": "Béla"})), 409, "no_game")
    assert problem["soft"] is False
    anna.post(path, envelope(DOUBLE))
    assert "Dóra" in refused(anna.post(path, envelope({"do": "take", "by": "Dóra"})), 409, "no_offer")["detail"]


def test_a_refusal_is_told_in_the_language_asked_for(anna, path):
    english = anna.post(path, envelope({"do": "take", "by": "Béla"}), Accept_Language="en")
    assert english["Content-Language"] == "en"
    assert english.json()["detail"] == "No game has begun yet."


@pytest.mark.parametrize(
    ("action", "code", "pointer"),
    [
        ({"do": "dance"}, "unknown_action", "/actions/0/do"),
        ({"by": "Anna"}, "no_action", "/actions/0"),
        ({"do": 7}, "no_action", "/actions/0"),
        ({"do": "take"}, "missing_key", "/actions/0"),
        ({"do": "take", "by": 3}, "not_a_name", "/actions/0/by"),
        ({"do": "take", "by": []}, "empty_list", "/actions/0/by"),
        ({"do": "take", "by": "Béla", "colour": "red"}, "unknown_key", "/actions/0/colour"),
        ({"do": "take", "by": "box"}, "role_not_name", "/actions/0/by"),
        ({"do": "take", "by": "Béla", "value": "2"}, "not_a_number", "/actions/0/value"),
        ({"do": "take", "by": "Béla", "value": 10**17}, "too_large", "/actions/0/value"),
        ({"do": "deal", "player": "Béla", "points": "0.1"}, "too_fine", "/actions/0/points"),
        ({"do": "deal", "player": "Béla", "points": "9999999999"}, "too_large", "/actions/0/points"),
        ({"do": "deal", "player": "Béla", "points": True}, "not_points", "/actions/0/points"),
        ({"do": "end", "winner": "box", "result": "triple"}, "not_one_of", "/actions/0/result"),
        ({"do": "undo", "to": None}, "not_a_number", "/actions/0/to"),
    ],
)
def test_what_is_no_action_is_told_where_it_is_wrong_and_writes_nothing(anna, path, action, code, pointer):
    before = written()
    problem = refused(anna.post(path, envelope(action)), 400, "malformed")
    assert [(fault["code"], fault["pointer"]) for fault in problem["errors"]] == [(code, pointer)]
    assert written() == before


def test_in_a_bare_action_the_pointer_goes_to_its_own_key(anna, path):
    problem = refused(anna.post(path, {"do": "take", "by": 3, "command_id": str(uuid4())}), 400, "malformed")
    assert problem["errors"][0]["pointer"] == "/by"


def test_a_player_nobody_knows_is_a_refusal_like_any_other(anna, path):
    before = written()
    assert "Zed" in refused(anna.post(path, envelope({"do": "take", "by": "Zed"})), 409, "unknown_player")["detail"]
    assert written() == before


@pytest.mark.parametrize(
    "body",
    [
        "[]", "7", "null", "{", '{"a": 1}}', '{"command_id": 1.5}', '{"a": NaN}', "{'a': 1}", "\x00",
        '{"command_id": "x", "actions": [{"do": "end"}]}',
        '{"command_id": 7, "actions": [{"do": "end"}]}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "command_id": "x", "actions": []}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": []}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": {}}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": [7]}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f"}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": [{"do": "start"}], "x": 1}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "expected_version": "0", "actions": [{"do": "start"}]}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "expected_version": -1, "actions": [{"do": "start"}]}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": [], "expected_version": true}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": [{"do": "note", "text": "\\u0000"}]}',
        '{"command_id": "0192f0c1-0000-7000-8000-00000000000f", "actions": [{"do": "note", "text": "\\ud800"}]}',
        '{"a":' * 100_000,
        '{"a": ' + "9" * 5000 + "}",
        b"\xff\xfe",
    ],
)  # fmt: skip
def test_a_body_that_cannot_be_read_is_a_problem_and_never_a_crash(anna, path, body):
    refused(anna.post(path, body), 400, "malformed")
    assert Action.objects.count() == 0


def test_a_body_that_is_too_large_is_refused(anna, path):
    refused(anna.post(path, '{"a": "' + "x" * 1_000_100 + '"}'), 413, "body_too_large")
    assert Action.objects.count() == 0


@pytest.mark.parametrize("tag", ["7", '"x"', '"1-a", "2-b"', "W/7", '"99999999999"'])
def test_an_if_match_that_is_no_tag_of_a_table_is_told(anna, path, tag):
    refused(anna.post(path, envelope(END), If_Match=tag), 400, "malformed")
    assert Action.objects.count() == 0


def test_a_closed_night_takes_no_more_acts(cast, anna, path):
    anna.post(path, envelope(END))
    assert anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key="close").status_code == 201
    before = written()
    refused(anna.post(path, envelope(END)), 409, "night_closed")
    assert written() == before


def test_the_log_is_read_in_pages_with_names(anna, path):
    anna.post(path, envelope(DOUBLE, {"do": "take", "by": "Béla"}, {"do": "drop", "by": "Csaba"}))
    first = anna.get(f"{path}?limit=2").json()
    assert [row["seq"] for row in first["results"]] == [1, 2]
    assert first["results"][0]["action"] == DOUBLE
    assert first["results"][0]["door"] == "api"
    rest = anna.get(first["next"].partition("/api/v1")[2]).json()
    assert [row["action"]["do"] for row in rest["results"]] == ["drop"]
    assert rest["next"] is None


def test_who_does_not_sit_there_may_not_act(cast, path):
    eszter = caller(cast.members["Eszter"])
    refused(eszter.post(path, envelope(END)), 403, "not_seated")
    assert Action.objects.count() == 0


def test_a_token_that_only_reads_may_not_act(cast, path):
    reader = caller(cast.members["Anna"], "read")
    assert reader.get(path).status_code == 200
    refused(reader.post(path, envelope(END)), 403, "token_scope")
    assert Action.objects.count() == 0


def test_another_clubs_table_does_not_exist(cast, olga, path):
    """T14: by any door of the API, and the same for an id that never was."""
    never = path.replace(path.split("/")[2], str(uuid4()))
    for wrong in (path, never):
        refused(olga.get(wrong), 404, "not_found")
        refused(olga.post(wrong, envelope(END)), 404, "not_found")
    table = path.removesuffix("/actions")
    for rest in ("", "/games", "/scoresheet", "/stream"):
        refused(olga.get(table + rest), 404, "not_found")
    assert Action.objects.count() == 0


def test_a_guest_sees_only_the_table_where_he_sits(cast, path):
    member = cast.members["Eszter"]
    member.role = Role.GUEST
    member.save()
    refused(caller(member).get(path), 404, "not_found")
    sits = cast.table("Anna", "Eszter", "Béla")
    assert caller(member).get(f"/tables/{sits.table.id}").status_code == 200
    refused(caller(member).get("/tables"), 403, "forbidden")


@pytest.mark.parametrize("scheme", ["Bearer chc_pat_wrong", "Bearer", "Basic abc"])
def test_without_a_good_token_nothing_is_told(client, path, scheme):
    response = client.get("/api/v1" + path, headers={"Authorization": scheme})
    assert response["WWW-Authenticate"] == "Bearer"
    refused(response, 401, "not_authenticated")
