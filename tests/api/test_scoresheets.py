"""Scoresheets through the API: imported whole or not at all, the same sheet once, and exported again."""

import pytest

from club.models import Member, OutboxMessage
from games.models import Action, Table
from games.sheets import read_one
from ledger.models import Entry
from tests.api.rows import written
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


@pytest.fixture
def into(cast):
    return f"/tables?night={cast.night.id}"


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
