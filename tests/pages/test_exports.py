"""The treasurer's page of exports, and each member's own statement as a file."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast

Who = Callable[[str], Client]
END = {"do": "end", "winner": "box", "result": "single"}


@pytest.fixture
def page(cast: Cast) -> str:
    cast.act(cast.table(), END)
    return reverse("export", args=[cast.club.slug])


@pytest.fixture
def file(cast: Cast, page: str) -> str:
    return reverse("export_file", args=[cast.club.slug])


def test_the_settle_page_leads_the_treasurer_to_it_and_nobody_else(cast: Cast, page: str, sign_in: Who) -> None:
    settle = reverse("settle", args=[cast.club.slug])
    shown = {name: page in sign_in(name).get(settle).content.decode() for name in ("Anna", "Béla", "Csaba", "Dóra")}
    assert shown == {"Anna": True, "Béla": True, "Csaba": False, "Dóra": False}


def test_only_who_keeps_the_books_comes_in(cast: Cast, page: str, file: str, sign_in: Who) -> None:
    asked = {"Anna": 200, "Béla": 200, "Csaba": 403, "Dóra": 403, "Olga": 404, "": 302}
    for address in (page, f"{file}?book=EUR&format=csv"):
        assert {name: sign_in(name).get(address).status_code for name in asked} == asked


def test_a_file_is_sent_for_saving_with_the_days_in_its_name(cast: Cast, file: str, sign_in: Who) -> None:
    day = cast.night.date
    sent = sign_in("Béla").get(f"{file}?book=EUR&format=hledger&start={day}&end={day}")
    assert sent["Content-Disposition"] == f'attachment; filename="felt-EUR-{day}-{day}.journal"'
    assert f"From {day} through {day}." in b"".join(sent).decode()


@pytest.mark.parametrize(
    "query",
    [
        "book=EUR",
        "book=EUR&format=xlsx",
        "book=EUR&format=csv&start=soon",
        "book=EUR&format=csv&start=2026-11-30&end=2026-11-01",
    ],
)
def test_what_cannot_be_exported_is_asked_again(file: str, sign_in: Who, query: str) -> None:
    answer = sign_in("Béla").get(f"{file}?{query}")
    assert answer.status_code == 422
    assert 'class="error"' in answer.content.decode()


@pytest.mark.parametrize("query", ["book=HUF&format=csv", "format=csv"])
def test_a_book_that_is_not_there_is_not_found(file: str, sign_in: Who, query: str) -> None:
    assert sign_in("Béla").get(f"{file}?{query}").status_code == 404


def test_a_club_without_books_is_told_so(cast: Cast, sign_in: Who) -> None:
    assert "Nothing has been booked yet" in sign_in("Béla").get(f"/c/{cast.club.slug}/books/export/").content.decode()


def test_each_takes_his_own_statement_home_and_the_treasurer_anybodys(cast: Cast, page: str, sign_in: Who) -> None:
    dora = cast.members["Dóra"].id
    address = reverse("statement_csv", args=[cast.club.slug, dora, "EUR"])
    his_page = reverse("member", args=[cast.club.slug, dora])
    for name, status in {"Dóra": 200, "Béla": 200, "Csaba": 403}.items():
        assert sign_in(name).get(address).status_code == status
        assert (address in sign_in(name).get(his_page).content.decode()) == (status == 200)
    assert b"-0.50" in b"".join(sign_in("Dóra").get(address))
    assert sign_in("Dóra").get(address.replace("EUR", "HUF")).status_code == 404
