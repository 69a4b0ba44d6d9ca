"""A member's statement: any days, linked to its games, and the same on paper and as a file."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from ledger import services
from ledger.models import Book, Entry
from tests.cast import Cast
from tests.pages.reading import Page, visit
from tests.pages.test_settling import queries_of

Who = Callable[[str], Client]
BOX = {"do": "end", "winner": "box", "result": "single"}


def statement(client: Client, cast: Cast, name: str, days: str = "", currency: str = "EUR") -> Page:
    return visit(client, reverse("statement", args=["felt", cast.members[name].id, currency]) + days)


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Anna won 1.00 of Béla, Csaba and Dóra each; Béla had 5.00 from 40 days ago."""
    book = services.book_for(club=cast.club, currency="EUR")
    before = cast.night.date - timedelta(days=40)
    services.adjust(
        book=book,
        transfers=[(cast.members["Feri"], cast.members["Béla"], 500)],
        reason="brought along",
        actor=cast.actor(),
        effective_date=before,
    )
    cast.act(cast.table(unit_minor=100), BOX)
    return cast


def test_a_statement_opens_lists_and_closes(played: Cast, sign_in: Who) -> None:
    day = played.night.date
    page = statement(sign_in("Béla"), played, "Béla", f"?start={day}&end={day}")
    assert "Opening balance +5.00 " in page.text
    assert "Table 1, game 1 −1.00 +4.00 " in page.text
    assert "Closing balance +4.00 " in page.text
    assert f'href="{reverse("sheet", args=["felt", played.night.tables.get().id])}#game-1"' in page.html
    assert "brought along" not in page.text


def test_a_statement_of_everything_begins_at_nothing(played: Cast, sign_in: Who) -> None:
    page = statement(sign_in("Béla"), played, "Béla", "?start=&end=")
    assert "Opening balance 0.00 " in page.text
    assert "Adjustment brought along +5.00 +5.00 " in page.text


def test_a_statement_names_the_whole_head_of_the_books(played: Cast, sign_in: Who) -> None:
    book = Book.objects.get()
    page = statement(sign_in("Dóra"), played, "Dóra")
    assert f"Head of the books: entry {book.head_seq}" in page.text
    assert book.head_hash in page.text.replace(" ", "")


def test_a_correction_to_a_closed_month_is_listed_today_and_names_its_day(played: Cast, sign_in: Who) -> None:
    adjustment = Entry.objects.get(kind="adjustment")
    book, day = adjustment.book, adjustment.effective_date
    services.close_period(book=book, end_date=day, actor=played.actor())
    services.withdraw(entry=adjustment, reason="it was a joke", actor=played.actor())
    today = Entry.objects.latest("seq").effective_date
    page = statement(sign_in("Béla"), played, "Béla", f"?start={today}&end={today}")
    assert f"{day} · it was a joke" in page.text
    assert "about" in page.text
    assert "−5.00" in page.text
    closed = statement(sign_in("Béla"), played, "Béla", f"?start=&end={day}")
    assert "Closing balance +5.00 " in closed.text


def test_days_that_are_none_are_said_at_the_field(played: Cast, sign_in: Who) -> None:
    page = statement(sign_in("Dóra"), played, "Dóra", "?start=2026-11-30&end=2026-11-01")
    assert page.status == 422
    assert "The last day is before the first." in page.text


@pytest.mark.parametrize("days", ["?start=2026-11-30&end=2026-11-01", "?start=yesterday"])
def test_days_that_are_none_are_no_file(days: str, played: Cast, sign_in: Who) -> None:
    address = reverse("statement_csv", args=["felt", played.members["Béla"].id, "EUR"])
    assert sign_in("Béla").get(address + days).status_code == 422


def test_the_same_days_come_as_a_file(played: Cast, sign_in: Who) -> None:
    bela, day = sign_in("Béla"), played.night.date
    address = reverse("statement_csv", args=["felt", played.members["Béla"].id, "EUR"])
    page = statement(bela, played, "Béla", f"?start={day}&end={day}")
    assert f"{address}?start={day}&amp;end={day}" in page.html
    rows = bela.get(f"{address}?start={day}&end={day}").getvalue().decode().splitlines()
    assert [row.split(",")[2:5] for row in rows[1:]] == [
        ["brought_forward", "", "5.00"],
        ["game", "-1.00", "4.00"],
        ["balance", "", "4.00"],
    ]


def test_the_line_of_the_balance_has_a_title_and_the_same_in_figures(played: Cast, sign_in: Who) -> None:
    page = statement(sign_in("Béla"), played, "Béla", "?start=&end=")
    assert "<title>Balance from" in page.html
    assert "The same in figures" in page.text
    assert 'style="' not in page.html
    drawn = page.html[page.html.index('class="trace"') :]
    assert drawn.split("/>")[0].count(",") >= 3


@pytest.mark.parametrize("language", ["hu", "hr"])
def test_the_drawing_is_the_same_in_every_language(language: str, played: Cast, sign_in: Who) -> None:
    def trace(client: Client) -> str:
        html = statement(client, played, "Béla", "?start=&end=").html
        return html[html.index("<polyline") :].split("/>")[0]

    other = sign_in("Béla")
    other.cookies["django_language"] = language
    assert trace(other) == trace(sign_in("Béla"))


def test_points_are_points_on_a_statement(cast: Cast, sign_in: Who) -> None:
    cast.act(cast.table(unit_minor=100, currency="PTS"), BOX)
    page = statement(sign_in("Anna"), cast, "Anna", currency="PTS")
    assert "Points won and lost, without money." in page.text
    assert "+3 +3" in page.text
    assert "owed" not in page.text
    member = visit(sign_in("Anna"), reverse("member", args=["felt", cast.members["Anna"].id]))
    assert "Points only, without money." in member.text
    assert "owe" not in member.text


def test_who_never_played_has_an_empty_statement(played: Cast, sign_in: Who) -> None:
    page = statement(sign_in("Eszter"), played, "Eszter")
    assert "Nothing was booked in these days." in page.text
    assert statement(sign_in("Eszter"), played, "Eszter", currency="HUF").status == 404


def test_a_statement_asks_no_more_for_more_lines(played: Cast, sign_in: Who) -> None:
    address = reverse("statement", args=["felt", played.members["Béla"].id, "EUR"])
    few = queries_of(sign_in("Anna"), address)
    played.act(played.table(unit_minor=100), *[BOX] * 8)
    games.close_night(night_id=played.night.id, actor=played.actor())
    assert queries_of(sign_in("Anna"), address) == few
