"""Scoresheets by page: looked at before they are imported, all or none, once; and out again as files and on paper."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from club import services
from club.models import Attendance, Member, OutboxMessage
from games.models import Action, Game, Seat, Table
from games.sheets import read
from ledger.models import Account, Book, Entry
from tests.cast import Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]
SHEET = """scoresheet: 1
id: friday-1
kind: chouette
rules: {preset: individual, animals: 2}
stake: {unit: "0.50", currency: EUR}
players: [Anna, Béla, Gyula]
actions:
- {do: double, by: Anna, to: [Béla, Gyula]}
- {do: take, by: Béla}
- {do: drop, by: Gyula}
- {do: end, winner: team, result: gammon}
"""
SECOND = SHEET.replace("friday-1", "friday-2")
BOTH = f"{SHEET}---\n{SECOND}"


@pytest.fixture
def address(cast: Cast) -> str:
    return reverse("import_sheets", args=[cast.club.slug, cast.night.id])


@pytest.fixture
def looked_at(address: str, sign_in: Who) -> Callable[..., Page]:
    """The page after a text was pasted and looked at."""

    def look(text: str, name: str = "Anna") -> Page:
        return visit(sign_in(name), address).press("Look at it", text=text)

    return look


def written() -> tuple[int, ...]:
    models = (Table, Seat, Action, Game, Member, Attendance, Entry, Account, Book, OutboxMessage)
    return tuple(model.objects.count() for model in models)


# ---- in ---------------------------------------------------------------------------------------------
def test_a_sheet_is_looked_at_without_writing_and_then_imported(looked_at, cast: Cast) -> None:
    before = written()
    page = looked_at(SHEET)
    assert page.status == 200
    assert "Gyula becomes a guest" in page.text
    assert "Béla treasurer +4 +2.00 EUR" in page.text
    assert written() == before
    done = page.press("Import 1 scoresheet")
    table = Table.objects.get()
    assert done.address == reverse("sheet", args=[cast.club.slug, table.id])
    assert "1 scoresheet is imported." in done.text
    assert Member.objects.get(name="Gyula").role == "guest"
    assert Entry.objects.count() == 1


def test_a_file_is_looked_at_like_a_pasted_text(address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    file = SimpleUploadedFile("friday.yaml", b"\xef\xbb\xbf" + SHEET.replace("\n", "\r\n").encode())
    page = Page(client, client.post(address, {"step": "look", "file": file}))
    assert "Gyula becomes a guest" in page.text
    page.press("Import 1 scoresheet")
    assert Table.objects.get().source_id == "friday-1"


@pytest.mark.parametrize(
    ("text", "status", "says"),
    [
        (SHEET.replace("do: take", "do: dance"), 400, "Line 9: "),
        (SHEET.replace("{do: drop, by: Gyula}", "{do: accept, by: Gyula}"), 409, "Line 10, action 3: "),
        (SHEET + "a: [", 400, "Line 1"),
        (SHEET.replace("id: friday-1", f"id: {'x' * 81}"), 422, "(id_too_long) 2 | id: xxx"),
        (SHEET.replace("Gyula", "z" * 61), 422, "(name_too_long) 6 | players: [Anna, Béla, zzz"),
        (SHEET.replace('"0.50"', '"0.501"'), 400, "5 | stake"),
        (" \n", 400, "Choose a file or paste a scoresheet."),
        ("# nothing", 400, "There is no scoresheet in it."),
        (BOTH.replace("friday-2", "friday-1").replace("gammon}\n---", "single}\n---"), 422, "Sheet 2 The id friday-1"),
        (SHEET.replace("Gyula", "Csaba"), 409, "(ambiguous_name) 6 |"),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_nothing_is_written(looked_at, cast, text, status, says) -> None:
    Member.objects.create(club=cast.club, name="Csaba")
    before = written()
    page = looked_at(text)
    assert (page.status, written()) == (status, before)
    assert says in page.text
    assert "Import 1 scoresheet" not in page.labels
    assert ("text", text) in page.form_with("Look at it").fields


def test_what_is_wrong_can_be_put_right_in_place(looked_at) -> None:
    wrong = looked_at(SHEET.replace("do: take", "do: dance"))
    wrong.press("Look at it", text=SHEET).press("Import 1 scoresheet")
    assert Table.objects.count() == 1


def test_several_sheets_are_imported_all_with_one_guest_who_plays_in_each(looked_at, cast: Cast) -> None:
    done = looked_at(BOTH).press("Import 2 scoresheets")
    assert done.address == reverse("night", args=[cast.club.slug, cast.night.id])
    assert Table.objects.count() == 2
    assert Member.objects.filter(name="Gyula").count() == 1


def test_when_one_of_several_is_wrong_none_can_be_imported(looked_at) -> None:
    page = looked_at(f"{SHEET}---\n{SECOND.replace('gammon', 'mystery')}")
    assert "Sheet 2 Line 23: " in page.text
    assert not any(label.startswith("Import") for label in page.labels)


def test_a_sheet_sent_twice_is_one_table_also_without_an_id(looked_at) -> None:
    page = looked_at(SHEET.replace("id: friday-1\n", ""))
    first = page.press("Import 1 scoresheet")
    before = written()
    again = page.press("Import 1 scoresheet")
    assert written() == before
    assert again.address == first.address


def test_a_sheet_that_is_in_the_night_leads_to_its_table(looked_at, cast: Cast) -> None:
    looked_at(SHEET).press("Import 1 scoresheet")
    before = written()
    page = looked_at(SHEET)
    assert "table 1 of this night already" in page.text
    done = page.press("Import 1 scoresheet")
    assert done.address == reverse("sheet", args=[cast.club.slug, Table.objects.get().id])
    assert written() == before


def test_a_sheet_of_another_night_warns_that_it_counts_once_more(looked_at, cast: Cast, sign_in: Who) -> None:
    looked_at(SHEET).press("Import 1 scoresheet")
    later = services.open_night(club=cast.club, actor=cast.actor())
    page = visit(sign_in("Anna"), reverse("import_sheets", args=[cast.club.slug, later.id]))
    assert "count once more" in page.press("Look at it", text=SHEET).text


def test_only_what_was_looked_at_is_imported(looked_at) -> None:
    page, before = looked_at(SHEET), written()
    changed = page.press("Import 1 scoresheet", text=SHEET.replace("gammon", "single"))
    assert (changed.status, written()) == (409, before)
    assert "This is not what you looked at" in changed.text
    changed.press("Import 1 scoresheet")
    assert Table.objects.count() == 1


def test_somebody_who_became_a_member_meanwhile_is_shown_again(looked_at, cast: Cast) -> None:
    page = looked_at(SHEET)
    services.add_guest(club=cast.club, name="Gyula", actor=cast.actor())
    assert page.press("Import 1 scoresheet").status == 409
    assert Table.objects.count() == 0


def test_a_scorekeeper_imports_a_sheet_of_members_but_brings_in_no_guests(looked_at) -> None:
    assert "Only an organiser may bring in guests." in looked_at(SHEET, "Csaba").text
    looked_at(SHEET.replace("Gyula", "Dóra"), "Csaba").press("Import 1 scoresheet")
    assert Table.objects.count() == 1


def test_a_member_imports_only_where_he_sits(looked_at) -> None:
    members = SHEET.replace("Gyula", "Csaba")
    assert looked_at(members, "Dóra").status == 403
    assert looked_at(members.replace("Csaba", "Dóra"), "Dóra").status == 200


def test_a_text_too_large_for_the_page_is_told(address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    response = client.post(address, {"step": "look", "file": SimpleUploadedFile("a.yaml", b"#" * 900_001)})
    assert "900000" in Page(client, response).text
    assert response.status_code == 400


def test_a_closed_night_takes_no_sheets(looked_at, cast: Cast, sign_in: Who) -> None:
    visit(sign_in("Anna"), reverse("night", args=[cast.club.slug, cast.night.id])).press("Close and settle up")
    assert looked_at(SHEET).status == 409


# ---- out --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("form", ["yaml", "json"])
def test_the_files_of_a_night_are_imported_at_another_as_they_are(form: str, looked_at, cast, sign_in) -> None:
    looked_at(BOTH).press("Import 2 scoresheets")
    client, slug = sign_in("Dóra"), cast.club.slug
    night = client.get(reverse(f"night_{form}", args=[slug, cast.night.id]))
    tables = [client.get(reverse(f"sheet_{form}", args=[slug, table.id])) for table in Table.objects.order_by("no")]
    assert night["Content-Disposition"] == f'attachment; filename="{cast.night.date}.{form}"'
    assert tables[0]["Content-Disposition"].endswith(f'-table-1.{form}"')
    whole = [sheet.content for sheet in read(night.content)]
    assert whole == [next(read(table.content)).content for table in tables]
    later = services.open_night(club=cast.club, actor=cast.actor())
    page = visit(sign_in("Anna"), reverse("import_sheets", args=[slug, later.id]))
    page.press("Look at it", text=night.content.decode()).press("Import 2 scoresheets")
    assert client.get(reverse(f"night_{form}", args=[slug, later.id])).content == night.content


def test_the_sheet_has_a_row_a_game_with_places_cubes_totals_and_money(looked_at) -> None:
    sheet = looked_at(SHEET + "- {do: adjust, points: {Anna: 1, Béla: -1}, reason: we counted wrong}\n")
    text = sheet.press("Import 1 scoresheet").text
    assert "1 B −3 −3 C +4 +4 2 −1 −1 drop The team wins a gammon" in text
    assert "± +1 −2 −1 +3 Correction we counted wrong" in text
    assert "Sum −2 +3 −1 points Money −1.00 +1.50 −0.50 EUR" in text


def test_the_sheet_of_a_match_keeps_its_score_and_pays_at_the_end(looked_at) -> None:
    match = (
        "scoresheet: 1\nkind: match\nrules: {target: 3}\nstake: {unit: '5.00', currency: EUR}\nplayers: [Anna, Béla]\n"
        "actions:\n- {do: end, winner: Béla, result: gammon}\n- {do: end, winner: Anna, result: single}\n"
    )
    text = looked_at(match).press("Import 1 scoresheet").text
    assert "1 0 0 +2 +2 Béla wins a gammon" in text
    assert "2 +1 +1 0 +2 Anna wins a single" in text
    assert "Match to 3." in text
    assert "Money 0.00 0.00 EUR" in text


def test_a_corrected_game_keeps_its_row_and_its_score(looked_at, cast: Cast, sign_in: Who) -> None:
    match = (
        "scoresheet: 1\nkind: match\nrules: {target: 5}\nplayers: [Anna, Béla]\n"
        "actions:\n- {do: end, winner: Béla, result: single}\n- {do: end, winner: Anna, result: single}\n"
        "- {do: amend, game: 1, actions: [{do: end, winner: Béla, result: gammon}], reason: it was a gammon}\n"
    )
    text = looked_at(match).press("Import 1 scoresheet").text
    assert "1 0 0 +2 +2 Béla wins a gammon: 2 – 0 2 +1 +1 0 +2 Anna wins a single: 1 – 2" in text
    table = Table.objects.get()
    assert "1 0 +2 2 +1 0" in visit(sign_in("Anna"), reverse("table", args=[cast.club.slug, table.id])).text


@pytest.mark.parametrize("page", ["import_sheets", "night_yaml", "night_json", "sheet_yaml", "sheet_json"])
def test_sheets_are_their_clubs(page: str, cast: Cast, sign_in: Who, guest: tuple[Client, Attendance]) -> None:
    at = cast.night.id if page in ("import_sheets", "night_yaml", "night_json") else cast.table().table.id
    address = reverse(page, args=[cast.club.slug, at])
    assert sign_in("Olga").get(address).status_code == 404
    assert sign_in("").get(address)["Location"].startswith("/accounts/login/")
    assert sign_in("Dóra").get(address).status_code == 200
    assert guest[0].get(address).status_code in (403, 404)
