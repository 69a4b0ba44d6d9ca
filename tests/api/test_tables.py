"""Tables through the API: opened, listed, read under an ETag."""

import json
from uuid import uuid4

import pytest

from games.models import Table
from ledger.models import Account
from tests.api.conftest import caller
from tests.api.rows import written
from tests.api.test_acts import END, envelope, refused


@pytest.fixture
def opening(cast):
    return {
        "night": str(cast.night.id),
        "players": [str(cast.members[name].id) for name in ("Anna", "Béla", "Csaba")],
        "stake": {"unit": "0.50", "currency": "EUR"},
        "rules": {"preset": "amsterdam", "animals": 2},
    }


def test_a_table_is_opened_with_its_rules_frozen(anna, opening):
    state = anna.post("/tables", opening).json()
    assert [seat["name"] for seat in state["seats"]] == ["Anna", "Béla", "Csaba"]
    assert state["rules"]["animals"] == 2
    assert state["rules"]["box_answer"] == "same_value_same_action"
    assert (state["version"], state["rules_name"]) == (0, "amsterdam")
    assert state["stake"] == {"unit": "0.50", "currency": "EUR"}
    assert [seat["role"] for seat in state["seats"]] == ["box", "captain", "crew"]


def test_a_table_may_play_for_points_only(anna, opening):
    del opening["stake"]
    table = anna.post("/tables", opening).json()
    state = anna.post(f"/tables/{table['id']}/actions", envelope(END)).json()
    assert state["stake"] is None
    assert [(seat["points"], seat["money"]) for seat in state["seats"]] == [("2", None), ("-1", None), ("-1", None)]


def test_stakes_may_be_unequal(cast, anna, opening):
    opening["stakes"] = {str(cast.members["Anna"].id): "2", str(cast.members["Béla"].id): "2"}
    table = anna.post("/tables", opening).json()
    state = anna.post(f"/tables/{table['id']}/actions", envelope(END)).json()
    assert {seat["name"]: seat["points"] for seat in state["seats"]} == {"Anna": "3", "Béla": "-2", "Csaba": "-1"}


@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"players": []}, 400, "/players"),
        ({"players": ["x", "y"]}, 400, "/players/0"),
        ({"players": None}, 400, "/players"),
        ({"kind": "poker"}, 400, "/kind"),
        ({"night": "x"}, 400, "/night"),
        ({"stake": {"unit": "0.505"}}, 422, "/stake/unit"),
        ({"stake": {"unit": "much"}}, 422, "/stake/unit"),
        ({"stake": {"unit": "-1"}}, 422, "/stake/unit"),
        ({"stake": {"unit": "0.50", "currency": "euro"}}, 400, "/stake/currency"),
        ({"stake": {"unit": "0.50", "currency": "ERU"}}, 422, "/stake/currency"),
        ({"stakes": {"x": "1"}}, 422, "/stakes"),
        ({"rules": {"colour": "red"}}, 400, "/rules/colour"),
        ({"rules": {"animals": "many"}}, 400, "/rules/animals"),
        ({"rules": {"preset": "paris"}}, 400, "/rules/preset"),
        ({"rules": []}, 400, ""),
        ({"house_rules": str(uuid4())}, 422, "/house_rules"),
    ],
)
def test_an_opening_that_cannot_be_is_told_where_and_opens_nothing(anna, opening, change, status, pointer):
    before = written()
    response = anna.post("/tables", {**opening, **change})
    assert (response.status_code, response["Content-Type"]) == (status, "application/problem+json")
    if pointer:
        assert response.json()["errors"][0]["pointer"].startswith(pointer)
    assert written() == before


def test_nobody_of_another_club_can_be_seated(cast, anna, opening):
    before = written()
    refused(
        anna.post("/tables", {**opening, "players": [str(cast.outsider.id), *opening["players"]]}), 404, "not_found"
    )
    assert written() == before


def test_a_table_cannot_be_opened_in_another_clubs_night(olga, opening):
    before = written()
    refused(olga.post("/tables", opening), 404, "not_found")
    assert written() == before


def test_opening_a_table_twice_under_one_key_opens_it_once(anna, opening):
    first, again = (anna.post("/tables", opening, Idempotency_Key="tap-1") for _tap in range(2))
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert again["Idempotent-Replayed"] == "true"
    assert Table.objects.count() == 1
    other = {**opening, "kind": "money"}
    refused(anna.post("/tables", other, Idempotency_Key="tap-1"), 422, "command_reused")
    assert Table.objects.count() == 1


def test_house_rules_of_the_club_give_the_table_its_rules_and_name(anna, opening):
    saved = anna.post("/house-rules", {"name": "Felt", "settings": {"preset": "rotterdam"}}).json()
    del opening["rules"]
    state = anna.post("/tables", {**opening, "house_rules": saved["id"]}).json()
    assert (state["rules_name"], state["rules"]["animals"]) == ("Felt v1", 2)


def test_tables_are_listed_by_night_and_club(cast, anna):
    tables = [cast.table().table for _each in range(3)]
    listed = anna.get(f"/tables?night={cast.night.id}&limit=2").json()
    assert [row["no"] for row in listed["results"]] == [3, 2]
    assert listed["results"][0]["players"] == ["Anna", "Béla", "Csaba", "Dóra"]
    assert [row["id"] for row in anna.get("/tables").json()["results"]] == [str(table.id) for table in tables[::-1]]


def test_a_table_that_has_not_changed_is_not_sent_again(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    first = anna.get(path)
    assert first["ETag"].startswith('"0-')
    assert "private" in first["Cache-Control"]
    assert {"Cookie", "Authorization", "Accept-Language"} <= {name.strip() for name in first["Vary"].split(",")}
    again = anna.get(path, If_None_Match=first["ETag"])
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    anna.post(f"{path}/actions", envelope(END))
    assert anna.get(path, If_None_Match=first["ETag"]).status_code == 200


def test_what_one_may_do_is_part_of_the_tag(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    tags = {caller(cast.members[name]).get(path)["ETag"] for name in ("Anna", "Eszter")}
    assert all(tag.startswith('"0-') for tag in tags)


def test_the_games_of_a_table_are_listed_with_their_revision(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(END, END))
    team = {"do": "end", "winner": "team", "result": "single"}
    amend = {"do": "amend", "game": 1, "actions": [team], "reason": "the team had won"}
    anna.post(f"{path}/actions", {**amend, "command_id": str(uuid4())})
    games = anna.get(f"{path}/games").json()["results"]
    assert [(game["no"], game["revision"], game["winner"]) for game in games] == [(1, 2, "team"), (2, 2, "box")]
    assert games[0]["money"]["Anna"] == {"amount": "-1.50", "currency": "EUR"}
    assert len(anna.get(f"{path}/games?limit=1").json()["results"]) == 1


def test_a_game_taken_back_is_not_listed(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(END))
    anna.post(f"{path}/actions", envelope({"do": "undo"}))
    assert anna.get(f"{path}/games").json()["results"] == []


def test_reading_writes_nothing(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(END))
    account = Account.objects.exclude(member=None).first()
    before = (*written(), Account.objects.count())
    book, member = account.book_id, account.member_id
    for read in (
        path, f"{path}/actions", f"{path}/games", f"{path}/scoresheet", "/tables", "/me", "/clubs", "/members",
        f"/members/{member}", f"/members/{member}/statement?book={book}", "/nights", f"/nights/{cast.night.id}",
        f"/nights/{cast.night.id}/attendances", "/house-rules", "/house-rules/presets", "/standings", "/books",
        f"/books/{book}", f"/entries?book={book}", f"/settlement-plans?book={book}", "/schema/",
    ):  # fmt: skip
        assert anna.get(read).status_code == 200, read
    assert (*written(), Account.objects.count()) == before


def test_an_address_that_does_not_exist_is_a_problem_too(anna):
    for path in ("/nowhere", "/tables/1", "/tables/x/actions"):
        refused(anna.get(path), 404, "not_found")
    refused(anna.delete("/tables"), 405, "method_not_allowed")
    refused(anna.post("/tables", "x", content_type="text/csv"), 415, "unsupported_media_type")
    refused(anna.get("/me", Accept="text/csv"), 406, "not_acceptable")


def test_answers_are_json_without_a_float(cast, anna):
    path = f"/tables/{cast.table(rules={'point_step': '0.25'}).table.id}"
    anna.post(f"{path}/actions", envelope({"do": "deal", "player": "Csaba", "points": "0.25"}))
    for read in (path, f"{path}/actions", "/standings", "/house-rules/presets"):
        json.loads(anna.get(read).content, parse_float=pytest.fail)
