"""Two play a match to three and a game of long nard with a last roll, by thumb on a small phone."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from club import services as people
from games.models import Table
from games.selectors import load_table
from tests.browser.conftest import PhoneOf
from tests.browser.test_every_page_can_be_used import SMALLEST, TARGETS
from tests.cast import Cast

pytestmark = pytest.mark.browser


@pytest.fixture
def new_table(cast: Cast) -> str:
    for name in ("Anna", "Béla"):
        people.attend(night=cast.night, member=cast.members[name], actor=cast.actor())
    return reverse("new_table", args=[cast.club.slug, cast.night.id])


def can_be_used(page: Page) -> None:
    """Nothing serious for axe, nothing that scrolls sideways, nothing too small for a thumb."""
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert page.evaluate(TARGETS, SMALLEST) == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def end(page: Page, label: str) -> None:
    """Three taps: End, the result, Record."""
    press(page, "End")
    page.get_by_role("radio", name=label).check()
    page.get_by_role("button", name="Record:").click()


def open_(page: Page, address: str, kind: str) -> None:
    page.goto(address)
    page.get_by_role("radio", name=kind).check()
    page.get_by_role("textbox", name="Anna").fill("1")
    page.get_by_role("textbox", name="Béla").fill("2")


def totals(cast: Cast) -> dict[str, int]:
    now = load_table(club_id=cast.club.id, table_id=Table.objects.get().id)
    return {now.name_of(seat): points_q // 4 for seat, points_q in now.state.totals_q.items()}


def test_a_match_to_three_is_played_by_thumb(cast: Cast, new_table: str, phone: PhoneOf) -> None:
    page = phone("Anna")
    open_(page, new_table, "Match")
    expect(page.get_by_text("1 is the box")).to_be_hidden()
    expect(page.get_by_label("Who begins the next game")).to_be_hidden()
    page.get_by_label("The match goes to").fill("3")
    page.get_by_label("The match is played for").fill("5")
    can_be_used(page)
    press(page, "Open the table")
    expect(page.get_by_role("heading", name="Anna 0 – 0 Béla, to 3")).to_be_visible()

    page.get_by_role("button", name="Start game 1").click()
    press(page, "End")
    page.get_by_role("radio", name="Anna wins: Gammon, 2 – 0").check()
    can_be_used(page)
    page.get_by_role("button", name="Record:").click()
    expect(page.get_by_role("heading", name="Anna wins a gammon: 2 – 0")).to_be_visible()
    expect(page.get_by_text("Crawford game: nobody doubles.")).to_be_visible()
    can_be_used(page)

    page.get_by_role("button", name="Start game 2").click()
    page.get_by_role("button", name="Béla doubles").click(force=True)  # disabled, and says why
    expect(page.locator(".dock .says")).to_contain_text("This is the Crawford game")
    can_be_used(page)
    end(page, "Béla wins: Single, 1 – 2")
    page.get_by_role("button", name="Start game 3").click()
    page.get_by_role("button", name="Béla doubles to 2").first.click()
    page.locator(".dock").get_by_role("button", name="Take").click()
    expect(page.locator(".dock .says")).to_have_text("No cube is asked.")
    end(page, "Béla wins: Single, 3 – 2")
    expect(page.get_by_role("heading", name="Béla has won the match.")).to_be_visible()
    expect(page.get_by_role("button", name="Start game")).to_have_count(0)
    can_be_used(page)
    assert totals(cast) == {"Anna": -1, "Béla": 1}

    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Table 1 · game 3")).to_be_visible()
    assert totals(cast) == {"Anna": 0, "Béla": 0}


def test_long_nard_with_a_last_roll_is_played_by_thumb(cast: Cast, new_table: str, phone: PhoneOf) -> None:
    page = phone("Anna")
    open_(page, new_table, "Long nard")
    expect(page.get_by_label("The match goes to")).to_be_hidden()
    page.get_by_label("One more throw for the second").select_option(label="yes")
    page.get_by_label("One point is worth").fill("1")
    can_be_used(page)
    press(page, "Open the table")
    expect(page.get_by_role("heading", name="Anna won the lot and starts.")).to_be_visible()

    page.get_by_role("button", name="Start game 1").click()
    expect(page.locator(".cube")).to_have_count(0)
    press(page, "End")
    page.get_by_role("radio", name="Anna wins: Oin, +1").check()
    can_be_used(page)
    page.get_by_role("button", name="Record:").click()
    expect(page.locator(".dock .says")).to_have_text("Béla has one more roll: how many checkers are off after it?")
    expect(page.locator(".counts .btn")).to_have_count(15)
    can_be_used(page)
    page.get_by_role("button", name="15 Draw").click()
    expect(page.get_by_role("heading", name="A draw")).to_be_visible()
    expect(page.get_by_role("heading", name="Anna starts again after the draw.")).to_be_visible()

    page.get_by_role("button", name="Start game 2").click()
    press(page, "End")
    page.get_by_role("radio", name="Anna wins: Oin, +1").check()
    page.get_by_label("How many checkers Béla has off by then").fill("12")
    page.get_by_role("button", name="Record:").click()
    expect(page.locator(".counts .btn")).to_have_count(4)
    page.get_by_role("button", name="14 Oin").click()
    expect(page.get_by_role("heading", name="Béla starts: the loser begins.")).to_be_visible()
    can_be_used(page)
    assert totals(cast) == {"Anna": 1, "Béla": -1}
