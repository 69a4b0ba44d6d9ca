"""Settling up on the pages: parts, a banker, taking out, why, and what a later game did to a plan."""

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club import outbox
from games import services as games
from games.selectors import load_table
from ledger import selectors, services
from ledger.models import Payment, SettlementPlan
from tests.cast import Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]
BOX = {"do": "end", "winner": "box", "result": "single"}
TEAM = {"do": "end", "winner": "team", "result": "single"}


@pytest.fixture
def night(cast: Cast) -> str:
    """Anna won 1.00 of Béla, Csaba and Dóra each; the night is closed. The address of its settle page."""
    cast.act(cast.table(unit_minor=100), BOX)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    return reverse("night_settle", args=["felt", cast.night.id])


def won(name: str) -> dict[str, str]:
    return {"do": "end", "winner": name, "result": "single"}


def states(name: str) -> list[tuple[int, str]]:
    return list(Payment.objects.filter(payer__member__name=name).order_by("no").values_list("amount_minor", "state"))


def settle_one(client: Client, payer: str, deed: str, **sent: object) -> int:
    """Send one deed to that person's first line; return the status of the answer."""
    payment = Payment.objects.filter(payer__member__name=payer).order_by("no").first()
    address = reverse("payment", args=["felt", payment.id, deed])
    return client.post(address, sent).status_code


def test_a_payer_pays_a_part_of_it_typed_in_his_language(night: str, cast: Cast, sign_in: Who) -> None:
    dora = sign_in("Dóra")
    dora.cookies["django_language"] = "hr"
    assert settle_one(dora, "Dóra", "part", amount="0,40", whole_minor=100) == 302
    assert states("Dóra") == [(60, "proposed"), (40, "claimed")]


def test_a_payee_receives_a_part(night: str, cast: Cast, sign_in: Who) -> None:
    payment = Payment.objects.get(payer__member__name="Dóra")
    sent = {"amount": "0.40", "whole_minor": 100, "arrived": "true"}
    assert sign_in("Anna").post(reverse("payment", args=["felt", payment.id, "part"]), sent).status_code == 302
    assert states("Dóra") == [(60, "proposed"), (40, "confirmed")]


@pytest.mark.parametrize("amount", ["", "x", "0", "1", "2", "0.405", "-0.40"])
def test_what_is_no_part_changes_nothing(amount: str, night: str, sign_in: Who) -> None:
    assert settle_one(sign_in("Dóra"), "Dóra", "part", amount=amount, whole_minor=100) == 422
    assert states("Dóra") == [(100, "proposed")]


def test_the_same_part_sent_twice_is_split_off_once(night: str, sign_in: Who) -> None:
    dora = sign_in("Dóra")
    assert settle_one(dora, "Dóra", "part", amount="0.40", whole_minor=100) == 302
    assert settle_one(dora, "Dóra", "part", amount="0.40", whole_minor=100) == 409
    assert states("Dóra") == [(60, "proposed"), (40, "claimed")]


@pytest.mark.parametrize("deed", ["claim", "confirm", "part"])
def test_an_old_page_says_nothing_of_a_line_that_has_changed(deed: str, night: str, sign_in: Who) -> None:
    assert settle_one(sign_in("Dóra"), "Dóra", "part", amount="0.40", whole_minor=100) == 302
    assert settle_one(sign_in("Anna"), "Dóra", deed, amount="0.20", whole_minor=100) == 409
    assert states("Dóra") == [(60, "proposed"), (40, "claimed")]


def test_a_part_is_of_what_was_seen(night: str, sign_in: Who) -> None:
    assert settle_one(sign_in("Dóra"), "Dóra", "part", amount="0.40") == 422
    assert states("Dóra") == [(100, "proposed")]


def test_an_old_page_settles_no_plan_that_the_books_have_left_behind(cast: Cast, night: str, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), night)
    games.reopen_night(night_id=cast.night.id, reason="one more", actor=cast.actor())
    cast.act(cast.table(), TEAM)
    assert page.press("Settle all in cash").status == 409
    assert set(Payment.objects.values_list("state", flat=True)) == {"proposed"}


def test_a_press_tells_how_large_the_line_was(night: str, sign_in: Who) -> None:
    dora, anna = sign_in("Dóra"), sign_in("Anna")
    page = visit(dora, night)
    settle_one(anna, "Dóra", "part", amount="0.40", whole_minor=100)
    assert page.press("Paid").status == 409


def test_what_is_said_paid_is_taken_back(night: str, sign_in: Who) -> None:
    dora = sign_in("Dóra")
    visit(dora, night).press("Paid")
    assert states("Dóra") == [(100, "claimed")]
    visit(dora, night).press("Not paid")
    assert states("Dóra") == [(100, "proposed")]


def test_a_treasurer_takes_a_line_out_with_a_reason_that_is_shown(night: str, sign_in: Who) -> None:
    page = visit(sign_in("Béla"), night).press("Take out of the plan", reason="he pays next week")
    assert "1 line was taken out" in page.text
    assert "he pays next week" in page.text
    assert Payment.objects.filter(state="void").count() == 1
    assert "Take out of the plan" not in visit(sign_in("Dóra"), night).labels


def test_no_line_is_taken_out_without_a_reason_or_by_a_member(night: str, sign_in: Who) -> None:
    assert settle_one(sign_in("Béla"), "Dóra", "void") == 422
    assert settle_one(sign_in("Dóra"), "Dóra", "void", reason="no") == 403
    assert states("Dóra") == [(100, "proposed")]


def test_a_deed_there_is_not_does_not_exist(night: str, sign_in: Who) -> None:
    assert settle_one(sign_in("Anna"), "Dóra", "forgive") == 404


def test_everyone_pays_one_banker_and_goes_back_to_the_fewest(cast: Cast, sign_in: Who) -> None:
    book = services.book_for(club=cast.club, currency="EUR")
    anna, bela, csaba, dora = (cast.members[name] for name in ("Anna", "Béla", "Csaba", "Dóra"))
    services.adjust(book=book, transfers=[(bela, anna, 100), (dora, csaba, 200)], reason="bets", actor=cast.actor())
    page = visit(sign_in("Anna"), reverse("settle", args=["felt"])).press("Plan the whole club")
    assert "2 payments settle it. It cannot be done with fewer." in page.text
    banker = selectors.account_of(book=book, member=bela)
    page = page.press("Everyone through the banker", banker=str(banker.id))
    assert "3 payments settle it. Everyone pays Béla, or is paid by Béla." in page.text
    page = page.press("In the fewest payments")
    assert "2 payments settle it. It cannot be done with fewer." in page.text


def test_a_banker_of_another_book_does_not_exist(night: str, cast: Cast, sign_in: Who) -> None:
    plan = SettlementPlan.objects.get()
    house = services.house_account(book=services.book_for(club=cast.club, currency="HUF"))
    sent = {"book": plan.book_id, "night": cast.night.id, "banker": house.id}
    assert sign_in("Anna").post(reverse("make_plan", args=["felt"]), sent).status_code == 404


def test_a_stale_plan_says_which_game_left_it_behind(night: str, cast: Cast, sign_in: Who) -> None:
    games.reopen_night(night_id=cast.night.id, reason="one more", actor=cast.actor())
    table = cast.night.tables.get()
    cast.act(load_table(club_id=cast.club.id, table_id=table.id), TEAM)
    page = visit(sign_in("Dóra"), night)
    assert "The books have moved on since this plan. First by: Table 1, game 2" in page.text


def test_each_line_links_to_the_games_behind_it(night: str, cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Dóra"), night)
    sheet = reverse("sheet", args=["felt", cast.night.tables.get().id])
    assert f'href="{sheet}#game-1"' in page.html
    assert "Table 1, game 1: −1.00 EUR" in page.text


def test_a_plan_for_the_club_tells_what_is_still_open_of_each_game(cast: Cast, sign_in: Who) -> None:
    now = cast.act(cast.table("Anna", "Béla", kind="money", unit_minor=100), *[won("Anna")] * 3)
    cast.act(now, won("Béla"))
    services.adjust(
        book=services.book_for(club=cast.club, currency="EUR"),
        transfers=[(cast.members["Anna"], cast.members["Béla"], 50)],
        reason="rounded",
        actor=cast.actor(),
    )
    page = visit(sign_in("Anna"), reverse("settle", args=["felt"])).press("Plan the whole club")
    why = page.text
    assert "game 2: −1.00 EUR (0.50 EUR of it open)" in why
    assert "game 3: −1.00 EUR" in why
    assert "game 1 :" not in why


def test_t5_each_line_paid_on_the_page_leaves_an_empty_plan_and_no_payment_of_nothing(cast: Cast, sign_in: Who) -> None:
    """T4 and T5: five nets need three payments; paid one by one and planned again, nothing is left."""
    book, people = services.book_for(club=cast.club, currency="EUR"), cast.members
    nets = {"Anna": -800, "Béla": -700, "Csaba": 700, "Dóra": 600, "Eszter": 200}
    legs = [(people[name], people["Feri"], -net) for name, net in nets.items() if net < 0]
    legs += [(people["Feri"], people[name], net) for name, net in nets.items() if net > 0]
    services.adjust(book=book, transfers=legs, reason="an evening elsewhere", actor=cast.actor())
    page = visit(sign_in("Anna"), reverse("settle", args=["felt"])).press("Plan the whole club")
    assert "3 payments settle it. It cannot be done with fewer." in page.text
    for left in (2, 1, 0):
        page = page.press("Received")
        assert Payment.objects.filter(state="proposed").count() == left
    assert "Nothing is left to pay." in page.text
    assert not Payment.objects.filter(amount_minor=0).exists()
    assert not services.plan_club(book=book, actor=cast.actor()).payments.exists()
    assert all(one.balance_minor == 0 for one in selectors.balances(book))


def test_a_night_whose_lines_went_into_the_plan_of_the_club_says_so(night: str, sign_in: Who) -> None:
    assert "What was planned for this night is in" not in visit(sign_in("Dóra"), night).text
    visit(sign_in("Anna"), reverse("settle", args=["felt"])).press("Plan the whole club")
    told = visit(sign_in("Dóra"), night)
    assert "What was planned for this night is in the plan of the whole club now. The whole club" in told.text
    assert "No plan has been made yet." not in told.text
    asked = visit(sign_in("Anna"), night)
    assert "Plan this night" in asked.labels
    assert asked.html.count("btn act") == 1, "one act stands out, and it is not a plan of the night again"
    assert f'class="btn act" href="{reverse("settle", args=["felt"])}"' in asked.html


def test_points_are_shown_as_points_and_nobody_pays_for_them(cast: Cast, sign_in: Who) -> None:
    cast.act(cast.table(unit_minor=100, currency="PTS"), BOX)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    assert not SettlementPlan.objects.exists()
    for address in (reverse("settle", args=["felt"]), reverse("night_settle", args=["felt", cast.night.id])):
        page = visit(sign_in("Anna"), address)
        assert "nobody pays anything for these" in page.text
        assert "+3\u00a0pt" in page.html
        assert "EUR" not in page.text
        assert not [label for label in page.labels if "plan" in label.lower() or "cash" in label.lower()]


# ---- for readers of screens, and the database -------------------------------------------------------
class _Buttons(HTMLParser):
    """Every button with its label for readers of screens, and what is seen on it."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.open: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "button":
            self.label, self.open = dict(attrs).get("aria-label") or "", []

    def handle_data(self, data: str) -> None:
        if self.open is not None:
            self.open.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self.open is not None:
            self.found.append((self.label, " ".join("".join(self.open).split())))
            self.open = None


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_what_a_button_says_aloud_begins_with_what_is_seen_on_it(language: str, night: str, sign_in: Who) -> None:
    settle_one(sign_in("Anna"), "Béla", "confirm")
    settle_one(sign_in("Dóra"), "Dóra", "claim")
    anna = sign_in("Anna")
    anna.cookies["django_language"] = language
    buttons = _Buttons()
    buttons.feed(visit(anna, night).html)
    labelled = [(label, seen) for label, seen in buttons.found if label]
    assert len(labelled) > 5
    assert [one for one in labelled if not one[0].startswith(one[1])] == []


def queries_of(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_a_settle_page_asks_no_more_for_more_people_and_games(cast: Cast, sign_in: Who) -> None:
    def evening(*players: str, times: int) -> Page:
        now = cast.table(*players)
        for _game in range(times):
            now = cast.act(now, BOX)
        games.close_night(night_id=cast.night.id, actor=cast.actor())
        services.plan_club(book=services.book_for(club=cast.club, currency="EUR"), actor=cast.actor())
        games.reopen_night(night_id=cast.night.id, reason="one more", actor=cast.actor())

    addresses = [reverse("settle", args=["felt"]), reverse("night_settle", args=["felt", cast.night.id])]
    evening("Anna", "Béla", times=1)
    few = [queries_of(sign_in("Anna"), address) for address in addresses]
    evening("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri", times=6)
    assert [queries_of(sign_in("Anna"), address) for address in addresses] == few


def test_a_night_and_the_standings_tell_points_once_where_there_is_no_money(cast: Cast, sign_in: Who) -> None:
    today = cast.night.date
    games.save_season(club=cast.club, name="Winter", starts=today, ends=today, actor=cast.actor())
    cast.act(cast.table(unit_minor=100, currency="PTS"), BOX)
    outbox.relay()
    for page in (reverse("night", args=["felt", cast.night.id]), reverse("standings", args=["felt"])):
        told = visit(sign_in("Anna"), page)
        assert "+3" in told.text
        assert "pt" not in told.text.split()
