"""Tables through the API: opened, listed, read under an ETag, exported and imported."""

import json
from uuid import uuid4

import pytest

from club.models import Member, OutboxMessage
from games.models import Action, Game, Score, Seat, Table
from games.sheets import read_one
from ledger.models import Account, Entry
from tests.api.conftest import caller
from tests.api.test_acts import DOUBLE, END, envelope, refused

SHEET = """
scoresheet: 1
id: friday-1
kind: chouette
rules: {preset: individual, animals: 2}
stake: {unit: "0.50", currency: EUR}
players: [Anna, Béla, Csaba]
actions:
- {do: double, by: Anna, to: [Béla, Csaba]}
- {do: take, by: Béla}
- {do: drop, by: Csaba}
- {do: end, winner: team, result: gammon}
- {do: join, player: Zoltán from Pécs}
- {do: note, text: "first line\\nsecond"}
- {do: end, winner: box, result: single}
"""
YAML = "application/yaml"


def written():
    models = (Table, Seat, Member, Action, Game, Score, Entry, OutboxMessage)
    return tuple(model.objects.count() for model in models)


@pytest.fixture
def opening(cast):
    return {
        "night": str(cast.night.id),
        "players": [str(cast.members[name].id) for name in ("Anna", "Béla", "Csaba")],
        "stake": {"unit": "0.50", "currency": "EUR"},
        "rules": {"preset": "amsterdam", "animals": 2},
    }


@pytest.fixture
def into(cast):
    return f"/tables?night={cast.night.id}"


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


# ---- scoresheets ------------------------------------------------------------------------------------
def test_an_evening_is_imported_whole(anna, into):
    response = anna.post(into, SHEET, content_type=YAML)
    assert response.status_code == 201
    state = response.json()
    points = {seat["name"]: seat["points"] for seat in state["seats"]}
    assert points == {"Anna": "-4", "Béla": "7", "Csaba": "-2", "Zoltán from Pécs": "-1"}
    assert Member.objects.get(name="Zoltán from Pécs").role == "guest"
    assert Entry.objects.count() == 2


def test_a_sheet_that_only_takes_back_is_not_played(anna, into):
    acts = "".join("- {do: start}\n- {do: undo}\n" for _time in range(301))
    text = f"scoresheet: 1\nkind: chouette\nplayers: [Anna, Béla, Csaba]\nactions:\n{acts}"
    refused(anna.post(into, text, content_type=YAML), 422, "too_many_corrections")
    assert Table.objects.count() == 0


def test_what_was_imported_comes_out_again_byte_for_byte(cast, anna, into):
    table = anna.post(into, SHEET, content_type=YAML).json()
    exported = anna.get(f"/tables/{table['id']}/scoresheet")
    assert exported["Content-Type"].startswith(YAML)
    assert "- {do: double, by: Anna, to: [Béla, Csaba]}\n" in exported.content.decode()
    another = anna.post("/nights", {}).json()
    again = anna.post(f"/tables?night={another['id']}", exported.content, content_type=YAML)
    assert again.status_code == 201, again.json()
    assert anna.get(f"/tables/{again.json()['id']}/scoresheet").content == exported.content


def test_a_scoresheet_is_given_as_json_too(cast, anna, into):
    table = anna.post(into, SHEET, content_type=YAML).json()
    path = f"/tables/{table['id']}/scoresheet"
    as_yaml = read_one(anna.get(path).content).content
    assert anna.get(f"{path}?format=json").json() == as_yaml
    assert anna.get(path, Accept="application/json").json() == as_yaml
    night = anna.post("/nights", {}).json()["id"]
    assert anna.post(f"/tables?night={night}", as_yaml).status_code == 201


def test_the_same_sheet_twice_is_one_table(anna, into):
    first, before = anna.post(into, SHEET, content_type=YAML), written()
    again = anna.post(into, SHEET, content_type=YAML)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    assert written() == before


@pytest.mark.parametrize(
    "other",
    [
        SHEET.replace("result: gammon", "result: single"),
        SHEET.replace("animals: 2", "animals: 1"),
        SHEET.replace('"0.50"', '"1.00"'),
        SHEET.replace("[Anna, Béla, Csaba]\na", "[Anna, Csaba, Béla]\na"),
    ],
)
def test_another_sheet_of_the_same_id_is_refused(anna, into, other):
    assert other != SHEET
    anna.post(into, SHEET, content_type=YAML)
    before = written()
    refused(anna.post(into, other, content_type=YAML), 422, "command_reused")
    assert written() == before


def test_a_refused_sheet_leaves_nothing_behind(anna, into):
    before = written()
    wrong = SHEET.replace("{do: drop, by: Csaba}", "{do: accept, by: Csaba}")
    problem = refused(anna.post(into, wrong, content_type=YAML), 409, "answer_the_double")
    assert problem["errors"][0]["pointer"] == "/actions/2"
    assert "Csaba" in problem["detail"]
    assert written() == before


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        (SHEET.replace("do: take", "do: dance"), "Line 10"),
        (SHEET + "colour: red\n", "Line 16"),
        (SHEET.replace("[Anna,", "&x [Anna,"), "Line 7"),
        (SHEET.replace("actions:", "actions: ["), "Line"),
        ("a: &a [x]\nb: *a\n", "Line 1"),
        ("# nothing", "no scoresheet"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_told_with_its_line(anna, into, sheet, says):
    before = written()
    assert says in refused(anna.post(into, sheet, content_type=YAML), 400, "malformed")["detail"]
    assert written() == before


def test_a_sheet_goes_into_no_night_that_is_missing_closed_or_not_ours(cast, anna, olga, into):
    before = written()
    refused(anna.post("/tables", SHEET, content_type=YAML), 400, "malformed")
    refused(olga.post(into, SHEET, content_type=YAML), 404, "not_found")
    assert written() == before
    anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key="k")
    before = written()
    refused(anna.post(into, SHEET, content_type=YAML), 409, "night_closed")
    assert written() == before


def test_a_name_that_two_members_have_is_not_guessed(cast, anna, into):
    Member.objects.create(club=cast.club, name="Csaba")
    before = written()
    refused(anna.post(into, SHEET, content_type=YAML), 409, "ambiguous_name")
    assert written() == before


def test_a_case_is_imported_without_its_refused_lines(anna, into):
    with_refusals = SHEET.replace(
        "- {do: take, by: Béla}\n",
        "- {do: accept, by: Béla, refused: true}\n- {do: drop, by: Béla}\n"
        "- {do: accept, by: Zed, refused: unknown_player}\n- {do: undo, to: 3}\n- {do: take, by: Béla}\n",
    )
    table = anna.post(into, with_refusals, content_type=YAML).json()
    rows = [row["action"] for row in anna.get(f"/tables/{table['id']}/actions").json()["results"]]
    assert rows[:4] == [
        DOUBLE,
        {"do": "drop", "by": "Béla"},
        {"do": "undo", "to": 2},
        {"do": "take", "by": "Béla"},
    ]


def test_an_imported_evening_has_the_books_of_one_that_was_tapped(cast, anna, into):
    """T17: one entry a game, of the same transfers, and the same messages."""
    acts = read_one(SHEET).content["actions"]
    acts = [act for act in acts if act["do"] != "join"]
    opened = cast.table("Anna", "Béla", "Csaba", rules={"preset": "individual", "animals": 2})
    for act in acts:
        assert anna.post(f"/tables/{opened.table.id}/actions", envelope(act)).status_code == 201
    tapped = books()
    sheet = {**read_one(SHEET).content, "actions": acts}
    imported = anna.post(into, sheet)
    assert imported.status_code == 201
    assert books()[len(tapped) :] == tapped
    assert topics()[: len(topics()) // 2] == topics()[len(topics()) // 2 :]


def books():
    return [
        sorted((one.source.member.name, one.target.member.name, one.amount_minor) for one in entry.transfers.all())
        for entry in Entry.objects.order_by("seq")
    ]


def topics():
    told = OutboxMessage.objects.filter(topic__startswith="game.").order_by("id")
    return list(told.values_list("topic", "consumer"))


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


# ---- a night's scoresheets --------------------------------------------------------------------------
SECOND = SHEET.replace("friday-1", "friday-2")


@pytest.fixture
def sheets(cast):
    return f"/nights/{cast.night.id}/scoresheets"


@pytest.mark.parametrize(("form", "media_type"), [("yaml", YAML), ("json", "application/json")])
def test_a_nights_sheets_come_out_in_one_document_and_go_in_as_they_are(anna, sheets, form, media_type):
    imported = anna.post(sheets, f"{SHEET}---\n{SECOND}", content_type=YAML)
    assert imported.status_code == 201, imported.json()
    assert [table["no"] for table in imported.json()["tables"]] == [1, 2]
    out = anna.get(f"{sheets}?format={form}")
    assert out["Content-Type"].startswith(media_type)
    later = f"/nights/{anna.post('/nights', {}).json()['id']}/scoresheets"
    assert anna.post(later, out.content, content_type=media_type).status_code == 201
    assert anna.get(f"{later}?format={form}").content == out.content


def test_of_several_sheets_all_are_imported_or_none(anna, sheets):
    before = written()
    wrong = SECOND.replace("{do: drop, by: Csaba}", "{do: accept, by: Csaba}")
    problem = refused(anna.post(sheets, f"{SHEET}---\n{wrong}", content_type=YAML), 409, "answer_the_double")
    assert problem["errors"][0]["pointer"] == "/1/actions/2"
    assert problem["detail"].startswith("Line 27, action 3: ")
    refused(anna.post(sheets, f"{SHEET}---\na: [", content_type=YAML), 400, "malformed")
    assert written() == before


def test_sheets_sent_twice_are_the_same_tables(anna, sheets):
    first, before = anna.post(sheets, f"{SHEET}---\n{SECOND}---\n{SHEET}", content_type=YAML).json(), written()
    assert [table["no"] for table in first["tables"]] == [1, 2, 1]
    assert anna.post(sheets, f"{SHEET}---\n{SECOND}---\n{SHEET}", content_type=YAML).json() == first
    assert written() == before


def test_a_table_that_was_played_here_is_not_imported_into_its_own_night(cast, anna, sheets):
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    out, before = anna.get(sheets).content, written()
    assert anna.post(sheets, out, content_type=YAML).json()["tables"][0]["no"] == 1
    assert written() == before


def test_a_sheet_whose_stakes_name_the_usual_one_is_the_same_sheet_again(anna, sheets):
    sheet = SHEET.replace("players:", "stakes: {Anna: 1, Béla: 2}\nplayers:")
    first = anna.post(sheets, sheet, content_type=YAML)
    assert anna.post(sheets, sheet, content_type=YAML).json() == first.json()


def test_a_sheet_is_the_same_again_after_its_texts_were_taken_out(anna, sheets):
    first = anna.post(sheets, SHEET, content_type=YAML)
    Action.objects.exclude(text="").update(text="", text_salt="")
    assert anna.post(sheets, SHEET, content_type=YAML).json() == first.json()
    other = SHEET.replace("result: gammon", "result: single")
    refused(anna.post(sheets, other, content_type=YAML), 422, "command_reused")


def test_whoever_joins_later_is_noted_as_having_come(cast, anna, sheets):
    anna.post(sheets, SHEET, content_type=YAML)
    names = cast.night.attendances.values_list("member__name", flat=True)
    assert set(names) == {"Anna", "Béla", "Csaba", "Zoltán from Pécs"}


def test_a_name_is_known_however_its_accents_are_written(anna, sheets):
    sheet = SHEET.replace("Béla", "Be\u0301la")
    anna.post(sheets, sheet, content_type=YAML)
    assert Member.objects.filter(name="Be\u0301la").count() == 0
    assert "players: [Anna, Be\u0301la, Csaba]" in anna.get(sheets).content.decode()


def test_an_id_too_long_is_told(anna, sheets):
    refused(anna.post(sheets, SHEET.replace("friday-1", "x" * 81), content_type=YAML), 422, "id_too_long")


def test_a_nights_sheets_are_its_clubs(olga, sheets):
    refused(olga.get(sheets), 404, "not_found")
    refused(olga.post(sheets, SHEET, content_type=YAML), 404, "not_found")
