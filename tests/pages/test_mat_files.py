"""`.mat` files by page: looked at like any scoresheet, imported once, and out again."""

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Action, Table
from tests.cast import Cast
from tests.games.mats import MAT, ROLLED
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]


@pytest.fixture
def address(cast: Cast) -> str:
    return reverse("import_sheets", args=[cast.club.slug, cast.night.id])


@pytest.fixture
def sheet_of(cast: Cast, sign_in: Who) -> Callable[[Table], Page]:
    return lambda table: visit(sign_in("Anna"), reverse("sheet", args=[cast.club.slug, table.id]))


def test_a_file_is_looked_at_with_what_its_points_tell_and_then_imported_once(address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    file = SimpleUploadedFile("friday.mat", MAT.replace("\n", "\r\n").encode())
    page = Page(client, client.post(address, {"step": "look", "file": file}))
    assert "Money game" in page.text
    assert "The points do not tell whether Jacoby's rule was played" in page.text
    assert "Béla treasurer −3" in page.text
    assert Action.objects.count() == 0
    done = page.press("Import 1 scoresheet")
    table = Table.objects.get()
    assert str(table.id) in done.address
    again = visit(client, address).press("Look at it", text=MAT)
    assert "table 1 of this night already" in again.text


def test_a_file_is_looked_at_and_imported_for_a_stake(address: str, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), address).press("Look at it", text=MAT, unit="0.50", currency="EUR")
    assert "0.50 EUR a point" in page.text
    assert "Béla treasurer −3 −1.50 EUR" in page.text
    again = page.press("Look at it again", unit="2")
    assert "Béla treasurer −3 −6.00 EUR" in again.text
    again.press("Import 1 scoresheet")
    table = Table.objects.get()
    assert (table.unit_minor, table.currency) == (200, "EUR")


def test_an_amount_is_read_as_the_reader_writes_it(address: str, sign_in: Who) -> None:
    client = sign_in("Anna")
    client.cookies["django_language"] = "hu"
    page = Page(client, client.post(address, {"step": "look", "text": MAT, "unit": "1,5", "currency": "EUR"}))
    assert page.status == 200
    assert "1,50" in page.text


@pytest.mark.parametrize("currency", ["EUR", "HUF", "BHD", ""])
@pytest.mark.parametrize(("language", "unit"), [("hr", "1.000"), ("hu", "1.000"), ("en", "1,000"), ("hu", "{x}")])
def test_an_amount_that_can_be_read_in_two_ways_is_asked_for_again(
    address: str, sign_in: Who, language: str, unit: str, currency: str
) -> None:
    client = sign_in("Anna")
    client.cookies["django_language"] = language
    page = Page(client, client.post(address, {"step": "look", "text": MAT, "unit": unit, "currency": currency}))
    assert page.status == 422
    assert f"“{unit}”" in page.text or f"„{unit}”" in page.text
    assert f'value="{unit}"' in page.html


@pytest.mark.parametrize(
    ("text", "unit", "says"),
    [
        (MAT, "much", "much"),
        (MAT, "0", "0.00"),
        ("scoresheet: 1\nkind: money\nplayers: [Anna, Béla]\n", "1", "only a .mat file is given a stake"),
    ],
)
def test_a_stake_that_cannot_be_is_refused(address: str, sign_in: Who, text: str, unit: str, says: str) -> None:
    page = visit(sign_in("Anna"), address).press("Look at it", text=text, unit=unit)
    assert page.status in (400, 422)
    assert says in page.text
    assert f'value="{unit}"' in page.html


def test_what_is_wrong_is_said_with_its_line(address: str, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), address).press("Look at it", text=MAT.replace("Béla : 1", "Béla : 3"))
    assert page.status == 400
    assert "Line 9: the score is not what the games before it make. (mat_unreadable) 9 |" in page.text
    assert Table.objects.count() == 0


def test_games_recorded_roll_by_roll_go_out_as_a_file_that_comes_in_again(
    address: str, cast: Cast, sign_in: Who, sheet_of: Callable[[Table], Page]
) -> None:
    visit(sign_in("Anna"), address).press("Look at it", text=MAT).press("Import 1 scoresheet")
    table = Table.objects.get()
    path = reverse("sheet_mat", args=[cast.club.slug, table.id])
    assert f'href="{path}"' in sheet_of(table).html
    file = sign_in("Anna").get(path)
    assert file["Content-Disposition"].endswith('.mat"')
    text = file.content.decode()
    assert text.startswith("; A .mat file does not hold")
    again = visit(sign_in("Anna"), address).press("Look at it", text=text).press("Import 1 scoresheet")
    assert again.status == 200
    first, second = (
        list(one.games.order_by("no", "scores__seat__no").values_list("scores__points_q"))
        for one in Table.objects.order_by("no")
    )
    assert first == second


def test_a_table_without_such_games_offers_no_file(cast: Cast, sign_in: Who, sheet_of: Callable[[Table], Page]) -> None:
    now = cast.table("Anna", "Béla", kind="money")
    path = reverse("sheet_mat", args=[cast.club.slug, now.table.id])
    assert "roll by roll as" not in sheet_of(now.table).text
    assert sign_in("Anna").get(path).status_code == 409
    cast.act(now, *ROLLED)
    assert "roll by roll as" in sheet_of(now.table).text
