"""What cannot be done now says why and leads to the house rule; the pages that put it right can be used by thumb."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import PhoneOf
from tests.browser.test_two_players import can_be_used
from tests.cast import Cast

pytestmark = pytest.mark.browser


def test_a_blocked_act_says_why_and_leads_to_the_house_rule(cast: Cast, phone: PhoneOf) -> None:
    now = cast.act(cast.table(rules={"deals": False, "cap": 1}), {"do": "start"})
    page = phone("Anna")
    page.goto(reverse("table", args=["felt", now.table.id]))
    page.get_by_role("button", name="Box doubles").click(force=True)
    expect(page.locator(".dock .says")).to_contain_text("House rule: No cube goes higher than 1.")
    page.get_by_role("button", name="More acts: join, leave, deal, partner").click()
    page.get_by_role("button", name="Deal settle one cube").click(force=True)
    says = page.locator("#sheet-more .says")
    expect(says).to_contain_text("do not allow deals. House rule: No cube is settled by a deal; it is played out.")
    can_be_used(page)
    page.get_by_text("What cannot be done now, and why").click()
    can_be_used(page)
    says.get_by_role("link").click()
    expect(page).to_have_url(reverse("table_rules", args=["felt", now.table.id]) + "#rule-deals")


@pytest.mark.parametrize("width", [320, 390])
def test_pages_that_correct_and_import_can_be_used(width: int, cast: Cast, phone: PhoneOf) -> None:
    now = cast.act(
        cast.table("Anna", "Béla", kind="money"), {"do": "double", "by": "Béla"}, {"do": "drop", "by": "Anna"}
    )
    at = ["felt", now.table.id]
    page = phone("Anna", width=width)
    for address in (
        reverse("table", args=at) + "?sheet=amend",
        reverse("sheet", args=at),
        reverse("correct_game", args=[*at, 1]),
        reverse("import_sheets", args=["felt", cast.night.id]),
    ):
        page.goto(address)
        can_be_used(page)
    cast.act(now, {"do": "roll", "by": "Anna", "dice": [3, 1]})
    page.goto(reverse("dice", args=at))
    page.get_by_role("button", name="Promise the first throw").click()
    expect(page.get_by_text("This game goes on without a board")).to_be_visible()
    can_be_used(page)
