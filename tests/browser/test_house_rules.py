"""House rules by thumb: the pages can be used by everybody, and a closed heading says what is chosen in it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import expect

from games import services
from games.models import HouseRules
from tests.browser.conftest import PhoneOf
from tests.browser.test_every_page_can_be_used import SMALLEST, TARGETS, visit
from tests.cast import Cast

pytestmark = pytest.mark.browser


@pytest.fixture
def pages(cast: Cast) -> dict[str, str]:
    for cap in (None, 64):
        services.save_house_rules(club=cast.club, name="Friday", settings={"cap": cap}, actor=cast.actor())
    at = {
        name: reverse(name, args=[cast.club.slug]) for name in ("house_rules", "new_house_rules", "compare_house_rules")
    }
    return {
        "list": at["house_rules"],
        "one": f"{at['house_rules']}{HouseRules.objects.get(version=2).id}/",
        "start": at["new_house_rules"],
        "form": f"{at['new_house_rules']}?from=chouette-rotterdam",
        "compare": f"{at['compare_house_rules']}?one=chouette-canberra&other=match-match",
    }


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_axe_finds_nothing_serious(width: int, scheme: str, pages: dict[str, str], phone: PhoneOf) -> None:
    page = phone("Anna", width=width, scheme=scheme)
    found = []
    for name, address in pages.items():
        visit(page, address)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        violations = Axe().run(page).response["violations"]
        found += [f"{name}: {one['id']}" for one in violations if one["impact"] in ("serious", "critical")]
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("width", [195, 320, 390, 1280])
def test_nothing_is_cut_and_every_target_is_large_enough(width: int, pages: dict[str, str], phone: PhoneOf) -> None:
    page = phone("Anna", width=width)
    wrong = []
    for name, address in pages.items():
        visit(page, address)
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"):
            wrong.append(f"{name} is cut")
        wrong += [f"{name}: {one}" for one in page.evaluate(TARGETS, SMALLEST) if width >= 320]
    assert wrong == []


def test_a_closed_setting_says_what_is_chosen_in_it_and_a_written_number_is_chosen(
    pages: dict[str, str], phone: PhoneOf
) -> None:
    page = phone("Anna")
    visit(page, pages["form"])
    page.locator("#set-animals summary").click()
    page.locator("[name=animals][value=unlimited]").check()
    expect(page.locator("#set-animals [data-chosen]")).to_have_text("no limit")
    page.locator("#set-cap summary").click()
    page.locator("[name=cap-other]").fill("32")
    expect(page.locator("#set-cap [value=other]")).to_be_checked()
    expect(page.locator("#set-cap [data-chosen]")).to_have_text("32")
    page.get_by_label("Name of these rules").fill("Ours")
    page.get_by_role("button", name="Keep these house rules").click()
    expect(page.get_by_text("No cube goes higher than 32.")).to_be_visible()
    assert HouseRules.objects.get(name="Ours").settings["animals"] == "unlimited"
