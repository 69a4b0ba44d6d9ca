"""A night by plain forms: opened, people come, tables, closed, settled, opened again with a reason."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Night
from games.models import Table
from games.selectors import load_table
from ledger import selectors as ledger
from ledger import services as books
from ledger.models import Payment
from tests.cast import Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]


def night_page(client: Client, night: Night) -> Page:
    return visit(client, reverse("night", args=["felt", night.id]))


def seats(cast: Cast, **numbers: str) -> dict[str, str]:
    return {f"seat-{cast.members[name].id}": number for name, number in numbers.items()}


def come(cast: Cast, client: Client, *names: str) -> None:
    for name in names:
        night_page(client, cast.night).press("Is here", member=str(cast.members[name].id))


def ring(cast: Cast) -> list[str]:
    table = Table.objects.get()
    now = load_table(club_id=cast.club.id, table_id=table.id)
    return [now.name_of(seat) for seat in now.state.opening.players]


def test_an_organiser_opens_a_night(cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), "/c/felt/").press("Open a night", title="Autumn cup")
    assert "Autumn cup" in page.text
    assert Night.objects.filter(title="Autumn cup").exists()


@pytest.mark.parametrize(
    ("by", "numbers", "order"),
    [
        ("order", {"Anna": "2", "Béla": "1", "Csaba": "3"}, ["Béla", "Anna", "Csaba"]),
        ("throw", {"Anna": "2", "Béla": "6", "Csaba": "3"}, ["Béla", "Csaba", "Anna"]),
    ],
)
def test_a_table_is_opened_in_the_order_given(
    by: str, numbers: dict[str, str], order: list[str], cast: Cast, sign_in: Who
) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla", "Csaba", "Dóra")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page = page.press(
        "Open the table", kind="chouette", rules_chouette="amsterdam", unit="0.50", by=by, **seats(cast, **numbers)
    )
    assert "Seats for game 1" in page.text
    assert ring(cast) == order


def test_equal_throws_are_thrown_again(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla", "Csaba")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    thrown = seats(cast, Anna="6", Béla="4", Csaba="4")
    page = page.press("Open the table", kind="chouette", rules_chouette="individual", unit="1", by="throw", **thrown)
    assert page.status == 422
    assert "These have the same number: Béla and Csaba." in page.text
    assert not Table.objects.exists()


@pytest.mark.parametrize("unit", ["", "abc", "0.505", "-1"])
def test_a_stake_that_is_none_is_said_at_the_field(unit: str, cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page = page.press("Open the table", kind="money", rules_money="money", unit=unit, **seats(cast, Anna="1", Béla="2"))
    assert page.status == 422
    assert not Table.objects.exists()


def test_a_table_that_is_refused_keeps_what_was_filled_in(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page = page.press("Open the table", kind="money", rules_money="money", unit="0", **seats(cast, Anna="1", Béla="2"))
    assert page.status == 422
    assert "above zero" in page.text
    kept = dict(page.form_with("Open the table").fields)
    assert kept[f"seat-{cast.members['Béla'].id}"] == "2"
    assert not Table.objects.exists()


def test_a_closed_night_says_so_where_undo_would_be(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    played(cast, client)
    page = visit(client, reverse("table", args=["felt", Table.objects.get().id]))
    assert "you only follow this table" not in page.text
    assert "Undo works after" not in page.text
    assert "nothing is recorded any more" in page.text


def test_a_new_guest_comes_and_goes_home(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    page = night_page(client, cast.night).press("Is here", guest="Gábor")
    assert "Gábor" in page.text
    page = page.press("Went home")
    assert "gone home" in page.text


def test_a_night_with_a_game_on_is_not_closed(cast: Cast, sign_in: Who) -> None:
    now = cast.table("Anna", "Béla", "Csaba")
    cast.act(now, {"do": "start"})
    client = sign_in("Anna")
    page = night_page(client, cast.night)
    assert "a game is not finished" in page.text
    assert "Close and settle up" not in page.labels
    refused = client.post(reverse("close_night", args=["felt", cast.night.id]))
    assert refused.status_code == 409
    assert Night.objects.get().is_open


def played(cast: Cast, client: Client) -> Page:
    """Anna wins 2 from the box; the night is closed."""
    now = cast.table("Anna", "Béla", "Dóra")
    cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    return night_page(client, cast.night).press("Close and settle up")


def test_a_night_is_closed_paid_confirmed_and_taken_back(cast: Cast, sign_in: Who) -> None:
    page = played(cast, sign_in("Anna"))
    assert "2 payments settle it." in page.text
    settle = reverse("night_settle", args=["felt", cast.night.id])
    payment = Payment.objects.get(payer__member=cast.members["Dóra"])
    overview = visit(sign_in("Dóra"), reverse("settle", args=["felt"]))
    assert "Dóra pays Anna 0.50 EUR" in overview.text
    assert "No plan has been made yet." not in overview.text
    dora = visit(sign_in("Dóra"), settle)
    assert "Yours" in dora.text
    assert "Table 1, game 1" in dora.text
    dora.press("Paid")
    payment.refresh_from_db()
    assert payment.state == Payment.State.CLAIMED
    visit(sign_in("Anna"), settle).press("Received")
    assert ledger.balance_of(cast.members["Dóra"])[0].amount_minor == 0 or Payment.objects.filter(state="confirmed")
    confirmed = Payment.objects.get(state=Payment.State.CONFIRMED)
    page = visit(sign_in("Anna"), settle).press("Take the confirmation back", reason="wrong envelope")
    confirmed.refresh_from_db()
    assert confirmed.state == Payment.State.PROPOSED


def test_cash_at_the_table_settles_every_open_line(cast: Cast, sign_in: Who) -> None:
    page = played(cast, sign_in("Anna")).press("Settle all in cash")
    assert "Nothing is left to pay." in page.text
    assert {one.amount_minor for name in ("Anna", "Béla", "Dóra") for one in ledger.balance_of(cast.members[name])} == {
        0
    }


def test_a_member_pays_only_his_own_lines(cast: Cast, sign_in: Who) -> None:
    played(cast, sign_in("Anna"))
    payment = Payment.objects.get(payer__member=cast.members["Béla"])
    answer = sign_in("Dóra").post(reverse("payment", args=["felt", payment.id, "claim"]))
    assert answer.status_code == 403
    payment.refresh_from_db()
    assert payment.state == Payment.State.PROPOSED


def test_another_clubs_payment_does_not_exist(cast: Cast, sign_in: Who) -> None:
    played(cast, sign_in("Anna"))
    payment = Payment.objects.first()
    assert sign_in("Olga").post(reverse("payment", args=["cork", payment.id, "confirm"])).status_code == 404


def test_a_closed_night_is_opened_again_with_a_reason_that_is_shown(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    played(cast, client)
    page = night_page(client, cast.night)
    assert "This night is closed." in page.text
    refused = client.post(reverse("reopen_night", args=["felt", cast.night.id]), {"reason": ""})
    assert refused.status_code == 422
    page = page.press("Open again", reason="one game was forgotten")
    assert "Opened again: one game was forgotten" in page.text


def test_a_plan_that_the_books_have_left_behind_says_so_and_is_made_anew(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    played(cast, client)
    night_page(client, cast.night).press("Open again", reason="one more")
    now = load_table(club_id=cast.club.id, table_id=Table.objects.get().id)
    cast.act(now, {"do": "end", "winner": "team", "result": "single"})
    page = visit(client, reverse("night_settle", args=["felt", cast.night.id]))
    assert "The books have moved on since this plan." in page.text
    page = page.press("Make a new plan")
    assert "The books have moved on" not in page.text


def test_a_table_of_a_closed_night_can_be_read_and_not_changed(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    played(cast, client)
    table = Table.objects.get()
    page = visit(client, reverse("table", args=["felt", table.id]))
    assert "The night is closed" in page.text
    assert "Start game 2" not in page.labels


def test_an_organiser_invites_retires_and_brings_back(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    page = visit(client, "/c/felt/").press("Send the invitation", name="Zoli", email="zoli@felt.example", role="member")
    assert "Zoli is invited by mail." in page.text
    page = page.press("Retire")
    assert "retired" in page.text
    assert "Bring back" in page.labels


def test_a_member_sets_his_own_wishes_and_nobody_elses(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Dóra")
    dora, feri = cast.members["Dóra"], cast.members["Feri"]
    visit(client, reverse("member", args=["felt", dora.id])).press("Save", mail_each_game="on", language="hu")
    dora.refresh_from_db()
    assert (dora.mail_each_game, dora.language) == (True, "hu")
    answer = client.post(reverse("preferences", args=["felt", feri.id]), {"mail_each_game": "on"})
    assert answer.status_code == 403
    feri.refresh_from_db()
    assert not feri.mail_each_game


def test_what_somebody_owes_for_is_said_in_words(cast: Cast, sign_in: Who) -> None:
    now = cast.table("Anna", "Béla", "Dóra", rules={"table_fee": "1"})
    cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    client = sign_in("Anna")
    night_page(client, cast.night).press("Close and settle up")
    page = visit(client, reverse("night_settle", args=["felt", cast.night.id]))
    assert "Table fee: −1.00" in page.text
    assert "fee: −1.00" not in page.text.replace("Table fee", "")


def opened(cast: Cast, client: Client, **more: str) -> Page:
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    return page.press("Open the table", kind="money", rules_money="money", **seats(cast, Anna="1", Béla="2"), **more)


def test_a_table_is_opened_for_points_only(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = opened(cast, client, currency="PTS", unit="")
    assert page.status == 200
    assert "EUR" not in page.text
    table = Table.objects.get()
    assert (table.currency, table.unit_minor) == ("PTS", 100)


def test_a_table_is_opened_in_another_currency_that_the_club_keeps_a_book_in(cast: Cast, sign_in: Who) -> None:
    books.book_for(club=cast.club, currency="JPY")
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    client.cookies["django_language"] = "hr"
    sent = {"kind": "money", "rules_money": "money", "by": "order", "currency": "JPY", "unit": "1.000"}
    client.post(reverse("new_table", args=["felt", cast.night.id]), sent | seats(cast, Anna="1", Béla="2"))
    table = Table.objects.get()
    assert (table.currency, table.unit_minor) == ("JPY", 1000)


def test_a_currency_that_the_club_has_no_book_in_is_not_played_for(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    assert opened(cast, client, currency="USD", unit="1").status == 422
    assert not Table.objects.exists()
