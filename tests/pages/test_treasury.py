"""The treasurer's pages: who owes since when, adjustments, entries, closed months, balances brought along."""

import io
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from club.selectors import today_in
from games import services as games
from ledger import services
from ledger.models import Account, Book, Entry, Payment, Period
from tests.cast import Cast
from tests.pages.reading import Page, visit
from tests.pages.test_settling import queries_of, settle_one

Who = Callable[[str], Client]
BOX = {"do": "end", "winner": "box", "result": "single"}
NAMES = {"books": (), "adjust": ("EUR",), "entries": ("EUR",), "openings": ("EUR",)}


def address(name: str, *more: object) -> str:
    return reverse(name, args=["felt", *more])


@pytest.fixture
def played(cast: Cast) -> Cast:
    """Anna won 1.00 of Béla, Csaba and Dóra each; the night is closed."""
    cast.act(cast.table(unit_minor=100), BOX)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    return cast


def balances() -> dict[str, int]:
    rows = Account.objects.exclude(balance_minor=0).select_related("member")
    return {one.member.name if one.member else one.kind: one.balance_minor for one in rows}


@pytest.mark.parametrize("name", NAMES)
def test_only_who_keeps_the_books_comes_in(name: str, played: Cast, sign_in: Who) -> None:
    asked = {"Anna": 200, "Béla": 200, "Csaba": 403, "Dóra": 403, "Olga": 404, "": 302}
    page = address(name, *NAMES[name])
    assert {who: sign_in(who).get(page).status_code for who in asked} == asked


# ---- the desk ----
def test_the_desk_says_who_owes_since_when(played: Cast, sign_in: Who) -> None:
    before = today_in(played.club) - timedelta(days=45)  # the night's own day is yesterday's until six
    services.adjust(
        book=Book.objects.get(),
        transfers=[(played.members["Eszter"], played.members["Feri"], 700)],
        reason="a bet",
        actor=played.actor(),
        effective_date=before,
    )
    page = visit(sign_in("Béla"), address("books"))
    assert "45 days −7.00" in page.text
    assert page.text.count(" −1.00") == 3
    assert page.text.count("days ") == 1


def test_the_desk_lists_what_waits_to_be_confirmed_and_confirms_it(played: Cast, sign_in: Who) -> None:
    assert settle_one(sign_in("Dóra"), "Dóra", "claim") == 302
    page = visit(sign_in("Béla"), address("books"))
    assert "Dóra pays Anna 1.00 EUR" in page.text
    assert "Dóra says paid" in page.text
    page.press("Received")
    assert Payment.objects.filter(state="confirmed").count() == 1
    assert "Not yet confirmed" not in visit(sign_in("Béla"), address("books")).text


def test_an_old_desk_confirms_no_payment_that_has_changed(played: Cast, sign_in: Who) -> None:
    dora = sign_in("Dóra")
    settle_one(dora, "Dóra", "claim")
    page = visit(sign_in("Béla"), address("books"))
    settle_one(dora, "Dóra", "unclaim")
    settle_one(dora, "Dóra", "part", amount="0.40", whole_minor=100)
    assert page.press("Received").status == 409
    assert not Payment.objects.filter(state="confirmed").exists()


def test_the_desk_tells_the_head_and_what_the_last_check_found(played: Cast, sign_in: Who) -> None:
    assert "have not been checked yet" in visit(sign_in("Béla"), address("books")).text
    call_command("check_books", stdout=io.StringIO())
    page = visit(sign_in("Béla"), address("books"))
    assert "through entry 1: all is as it was posted." in page.text
    assert Book.objects.get().head_hash in page.text.replace(" ", "")
    book = Book.objects.get()
    book.checkup.codes = ["balance", "sum", "payment"]
    book.checkup.save()
    page = visit(sign_in("Béla"), address("books"))
    assert "something is wrong." in page.text
    assert page.text.count("A balance is not what its transfers come to.") == 1


def test_points_have_no_debts_at_the_desk(cast: Cast, sign_in: Who) -> None:
    cast.act(cast.table(unit_minor=100, currency="PTS"), BOX)
    page = visit(sign_in("Béla"), address("books"))
    assert "Points only" in page.text
    assert "Owes since" not in page.text


@pytest.mark.parametrize(("currency", "shown"), [("jpy", "Balances in JPY"), ("KWD", "KWD"), ("pts", "Points only")])
def test_a_book_in_another_currency_is_opened(currency: str, shown: str, cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Béla"), address("books")).press("Open the book", currency=currency)
    assert shown in page.text
    assert Book.objects.get().currency == currency.upper()


@pytest.mark.parametrize("currency", ["€", "ERU", "XAU"])
def test_what_is_no_currency_opens_no_book(currency: str, cast: Cast, sign_in: Who) -> None:
    assert visit(sign_in("Béla"), address("books")).press("Open the book", currency=currency).status == 422
    assert not Book.objects.exists()


# ---- months ----
def test_a_month_is_closed_once_from_the_page(played: Cast, sign_in: Who) -> None:
    day = played.night.date - timedelta(days=1)
    for _twice in range(2):
        page = visit(sign_in("Béla"), address("books"))
        page = page.press("Close the books through this day", end_date=day.isoformat())
        assert "Closed through" in page.text
    assert Period.objects.get().end_date == day


def test_a_day_that_is_not_over_is_not_closed(played: Cast, sign_in: Who) -> None:
    sent = {"end_date": (date.today() + timedelta(days=2)).isoformat()}
    assert sign_in("Béla").post(address("close_period", "EUR"), sent).status_code == 422
    assert not Period.objects.exists()


# ---- adjustments ----
def adjusted(client: Client, cast: Cast, **sent: str) -> Page:
    asked = {"source": str(cast.members["Dóra"].id), "target": "adjustments", "amount": "2.50", "reason": "a drink"}
    return visit(client, address("adjust", "EUR")).press("Post the adjustment", **(asked | sent))


def test_a_balance_is_adjusted_with_its_reason(played: Cast, sign_in: Who) -> None:
    page = adjusted(sign_in("Béla"), played)
    assert "Dóra to adjustments: 2.50 EUR" in page.text
    assert "a drink" in page.text
    assert balances() == {"Anna": 300, "Béla": -100, "Csaba": -100, "Dóra": -350, "adjustments": 250}


def test_an_adjustment_is_typed_in_the_treasurers_language(played: Cast, sign_in: Who) -> None:
    bela = sign_in("Béla")
    sent = {"source": str(played.members["Dóra"].id), "target": "house", "amount": "1.000,50", "reason": "x"}
    bela.cookies["django_language"] = "hr"
    assert bela.post(address("adjust", "EUR"), sent).status_code == 302
    assert balances()["house"] == 100050
    bela.cookies["django_language"] = "hu"
    assert bela.post(address("adjust", "EUR"), sent | {"amount": "1.000"}).status_code == 422


def test_the_same_adjustment_sent_twice_is_posted_once(played: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Béla"), address("adjust", "EUR"))
    sent = {"source": str(played.members["Dóra"].id), "target": "house", "amount": "1", "reason": "x"}
    page.press("Post the adjustment", **sent)
    page.press("Post the adjustment", **sent)
    assert Entry.objects.filter(kind="adjustment").count() == 1


@pytest.mark.parametrize("wrong", [{"amount": "0"}, {"amount": "-1"}, {"reason": " "}, {"target": ""}, {"amount": "x"}])
def test_an_adjustment_that_is_none_is_said_at_its_field(wrong: dict[str, str], played: Cast, sign_in: Who) -> None:
    page = adjusted(sign_in("Béla"), played, **wrong)
    assert page.status == 422
    assert not Entry.objects.filter(kind="adjustment").exists()


def test_an_adjustment_is_taken_back_with_a_reason(played: Cast, sign_in: Who) -> None:
    adjusted(sign_in("Béla"), played)
    page = visit(sign_in("Béla"), address("adjust", "EUR")).press("Take back", reason="it was water")
    assert "is taken back: it was water" in page.text
    assert balances() == {"Anna": 300, "Béla": -100, "Csaba": -100, "Dóra": -100}
    assert "Take back" not in visit(sign_in("Béla"), address("adjust", "EUR")).labels


# ---- entries ----
def found(client: Client, **asked: object) -> str:
    words = "&".join(f"{name}={value}" for name, value in asked.items())
    return visit(client, f"{address('entries', 'EUR')}?{words}").text


def test_entries_are_found_by_who_night_kind_amount_and_word(played: Cast, sign_in: Who) -> None:
    adjusted(sign_in("Béla"), played)
    bela, dora = sign_in("Béla"), played.members["Dóra"].id
    assert "2 entries" in found(bela, member=dora)
    assert "1 entry" in found(bela, member=played.members["Csaba"].id)
    assert "1 entry" in found(bela, night=played.night.id)
    assert "1 entry" in found(bela, kind="adjustment")
    assert "1 entry" in found(bela, amount="2.50")
    assert "1 entry" in found(bela, text="drink")
    assert "1 entry" in found(bela, text="2")
    assert "0 entries" in found(bela, member=dora, amount="9")
    assert "Nothing was found." in found(bela, text="nothing like it")


def test_a_search_that_cannot_be_read_says_so(played: Cast, sign_in: Who) -> None:
    assert sign_in("Béla").get(f"{address('entries', 'EUR')}?amount=x").status_code == 422


def test_entries_come_in_pages(played: Cast, sign_in: Who) -> None:
    book = Book.objects.get()
    for no in range(60):
        legs = [(played.members["Dóra"], played.members["Feri"], no + 1)]
        services.adjust(book=book, transfers=legs, reason=f"bet {no}", actor=played.actor())
    text = found(sign_in("Béla"), kind="adjustment")
    assert "Page 1 of 2" in text
    assert "bet 59" in text
    assert "bet 0" in found(sign_in("Béla"), kind="adjustment", page=2)


def test_the_desk_and_the_entries_ask_no_more_for_more(played: Cast, sign_in: Who) -> None:
    adjusted(sign_in("Béla"), played)
    pages = [address(name, *more) for name, more in NAMES.items()]
    few = [queries_of(sign_in("Béla"), page) for page in pages]
    games.reopen_night(night_id=played.night.id, reason="more", actor=played.actor())
    played.act(played.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri"), *[BOX] * 7)
    for _more in range(4):
        adjusted(sign_in("Béla"), played)
    assert [queries_of(sign_in("Béla"), page) for page in pages] == few


# ---- balances brought along ----
def look(client: Client, text: str, **more: object) -> Page:
    return visit(client, address("openings", "EUR")).press("Look at it", text=text, **more)


@pytest.fixture
def book(cast: Cast) -> Book:
    return services.book_for(club=cast.club, currency="EUR")


def test_balances_are_looked_at_and_then_posted(book: Book, cast: Cast, sign_in: Who) -> None:
    page = look(sign_in("Béla"), "name;balance\nDóra;24.70\ncsaba;-24.70")
    assert not Entry.objects.exists()
    assert "Sum of what is new 0.00" in page.text
    page = page.press("Post these balances")
    assert "2 opening balances are posted." in page.text
    assert balances() == {"Dóra": 2470, "Csaba": -2470}
    again = look(sign_in("Béla"), "Dóra;24.70\nCsaba;-24.70")
    assert "All of this stands in the books already." in again.text
    assert "Post these balances" not in again.labels


def test_a_difference_is_named_and_goes_only_where_it_is_ticked(book: Book, cast: Cast, sign_in: Who) -> None:
    page = look(sign_in("Béla"), "Dóra;24.70\nCsaba;-24")
    assert "The amounts come to +0.70 EUR and not to 0." in page.text
    refused = page.press("Post these balances")
    assert refused.status == 422
    assert not Entry.objects.exists()
    page.press("Post these balances", rest_to="house")
    assert balances() == {"Dóra": 2470, "Csaba": -2400, "house": -70}


def test_a_list_with_a_fault_is_not_posted(book: Book, cast: Cast, sign_in: Who) -> None:
    page = look(sign_in("Béla"), "Dóra;1\nNobody;-1")
    assert page.status == 422
    assert "Nobody has this name." in page.text
    assert "Post these balances" not in page.labels
    sent = {"text": "Dóra;1\nNobody;-1", "step": "post"}
    assert sign_in("Béla").post(address("openings", "EUR"), sent).status_code == 422
    assert not Entry.objects.exists()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"D\xf3ra;1", "This is not a text in UTF-8."),
        (b"x" * 200_001, "This file is too large."),
        (b"", "The submitted file is empty."),
    ],
)
def test_a_file_that_cannot_be_read_is_said(sent: bytes, said: str, book: Book, sign_in: Who) -> None:
    answer = sign_in("Béla").post(
        address("openings", "EUR"), {"file": SimpleUploadedFile("list.csv", sent), "step": "look"}
    )
    assert answer.status_code == 422
    assert said in answer.content.decode()


def test_a_file_is_read_as_if_it_had_been_pasted(book: Book, sign_in: Who) -> None:
    file = SimpleUploadedFile("list.csv", "\ufeffDóra;1\r\nCsaba;-1".encode())
    answer = sign_in("Béla").post(address("openings", "EUR"), {"file": file, "step": "look"})
    assert "Post these balances" in answer.content.decode()
    assert "Dóra;1" in answer.content.decode()
