"""A table sits down by throws, is split and joined again, by thumb: each way to an order asks for what it needs."""

from itertools import product

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from club import services
from games import services as games
from games.models import Table
from tests.browser.conftest import PhoneOf
from tests.browser.test_every_page_can_be_used import SMALLEST, TARGETS
from tests.cast import NAMES, Cast

pytestmark = pytest.mark.browser

END = {"do": "end", "winner": "box", "result": "single"}


def here(cast: Cast) -> None:
    for member in cast.members.values():
        services.attend(night=cast.night, member=member, actor=cast.actor())


def assert_usable(page: Page) -> None:
    """Nothing serious for axe, nothing cut, nothing too small."""
    serious = [one["id"] for one in Axe().run(page).response["violations"] if one["impact"] in ("serious", "critical")]
    assert serious == []
    assert page.evaluate(TARGETS, SMALLEST) == []
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


@pytest.fixture
def pages(cast: Cast) -> list[str]:
    here(cast)
    large = cast.act(cast.table(*NAMES, rules={"max_players": 5}), END)
    crossed = games.split_table(table_id=large.table.id, actor=cast.actor(), command_id="0" * 32)
    cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter", rules={"max_players": 4})
    third = Table.objects.get(no=3)
    return [
        reverse("new_table", args=["felt", cast.night.id]),
        reverse("split_table", args=["felt", third.id]),
        reverse("join_tables", args=["felt", cast.night.id]),
        reverse("table", args=["felt", third.id]),
        reverse("table", args=["felt", crossed.target.table.id]),
        reverse("sheet", args=["felt", crossed.target.table.id]),
        reverse("night", args=["felt", cast.night.id]),
    ]


@pytest.mark.parametrize(("width", "scheme"), list(product([320, 390, 1280], ["light", "dark"])))
def test_the_pages_of_two_tables_can_be_used(
    cast: Cast, pages: list[str], phone: PhoneOf, width: int, scheme: str
) -> None:
    page = phone("Anna", width=width, scheme=scheme)
    for address in pages:
        page.goto(address)
        assert_usable(page)


def test_each_way_to_an_order_asks_for_what_it_needs(cast: Cast, phone: PhoneOf) -> None:
    here(cast)
    page = phone("Anna")
    page.goto(reverse("new_table", args=["felt", cast.night.id]))
    number, tick = page.get_by_label("Béla", exact=True).first, page.locator("[name=sits]").first
    expect(number).to_be_visible()
    expect(tick).to_be_hidden()
    page.get_by_label("By throws of the club’s dice").check()
    expect(number).to_be_hidden()
    expect(tick).to_be_visible()


def test_who_is_not_ticked_needs_no_throw(cast: Cast, phone: PhoneOf) -> None:
    now = cast.table(*NAMES)
    page = phone("Anna")
    page.goto(reverse("split_table", args=["felt", now.table.id]))
    feri, anna = page.get_by_label("Feri, throw"), page.get_by_label("Anna, throw")
    expect(feri).to_be_hidden()
    page.get_by_label("By throws", exact=False).nth(1).check()
    expect(feri).to_be_visible()
    expect(anna).to_be_hidden()
    for name, throw in (("Dóra", "4"), ("Eszter", "4"), ("Feri", "9")):
        page.get_by_label(f"{name}, throw").fill(throw)
    page.get_by_role("button", name="Split the table").click()
    assert_usable(page)
    page.get_by_label("Dóra, throw 2").fill("2")
    page.get_by_label("Eszter, throw 2").fill("6")
    page.get_by_role("button", name="Split the table").click()
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(page.get_by_text("Thrown again: Eszter 6 and Dóra 2.")).to_be_visible()
