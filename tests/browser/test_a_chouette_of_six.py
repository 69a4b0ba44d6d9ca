"""Six play two games on one phone while others follow: beaver, drop and undo; what is seen is what is recorded."""

import time

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.selectors import load_table
from tests.browser.conftest import PhoneOf
from tests.cast import NAMES, Cast

pytestmark = pytest.mark.browser


@pytest.fixture
def address(cast: Cast) -> str:
    return reverse("table", args=[cast.club.slug, cast.table(*NAMES).table.id])


def says(page: Page, text: str) -> None:
    expect(page.locator(".dock .says")).to_have_text(text)


def card(page: Page, name: str):
    return page.locator(".member", has=page.get_by_role("heading", name=name, exact=True))


def end(page: Page, label: str) -> None:
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("radio", name=label).check()
    page.get_by_role("button", name="Record:").click()
    expect(page.get_by_role("button", name="Start game")).to_be_visible()


def test_two_games_with_a_beaver_a_drop_and_an_undo_and_a_second_phone_that_follows(
    cast: Cast, address: str, phone: PhoneOf
) -> None:
    scorer, watcher = phone("Csaba"), phone("Feri")
    scorer.goto(address)
    watcher.goto(address)
    expect(watcher.locator("body")).to_have_attribute("data-link", "live")

    scorer.get_by_role("button", name="Start game 1").click()
    scorer.get_by_role("button", name="Box doubles all 5").click()
    says(scorer, "Waiting for Béla, Csaba, Dóra, Eszter and Feri.")
    card(scorer, "Béla").get_by_role("button", name="Take").click()
    says(scorer, "Waiting for Csaba, Dóra, Eszter and Feri.")

    before = time.monotonic()
    card(scorer, "Csaba").get_by_role("button", name="Drop").click()
    expect(card(watcher, "Csaba")).to_contain_text("Dropped, paid 1.")
    assert time.monotonic() - before < 1.5

    card(scorer, "Dóra").get_by_role("button", name="Beaver").click()
    says(scorer, "Waiting for Eszter and Feri. Waiting for Anna to answer Dóra.")
    scorer.locator(".member").get_by_role("button", name="Accept").click()
    says(scorer, "Waiting for Eszter and Feri.")
    scorer.get_by_role("button", name="Both drop").click()
    says(scorer, "No cube is asked. Tap cubes to choose some.")
    scorer.get_by_role("button", name="Undo").click()
    says(scorer, "Waiting for Eszter and Feri.")
    scorer.get_by_role("button", name="Both take").click()
    says(scorer, "No cube is asked. Tap cubes to choose some.")
    end(scorer, "Team wins: Gammon")
    expect(scorer.get_by_role("heading", name="Béla is the next box.")).to_be_visible()
    expect(watcher.get_by_role("heading", name="Béla is the next box.")).to_be_visible()

    scorer.get_by_role("button", name="Start game 2").click()
    end(scorer, "Box wins: Single")
    now = load_table(club_id=cast.club.id, table_id=address.split("/")[4])
    points = {now.name_of(seat): points_q // 4 for seat, points_q in now.state.totals_q.items()}
    assert points == {
        "Anna": -(4 - 1 + 8 + 4 + 4) - 1,
        "Béla": 4 + 5,
        "Csaba": -1 - 1,
        "Dóra": 8 - 1,
        "Eszter": 4 - 1,
        "Feri": 4 - 1,
    }
    expect(watcher.get_by_text("after game 2")).to_be_visible()


@pytest.mark.long
def test_the_preview_shows_what_each_will_get_before_it_is_recorded(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="End", exact=True).click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("Choose a result")).to_be_visible()
    sheet.get_by_role("radio", name="Box wins: Gammon").check()
    expect(sheet.locator(".for:visible").first).to_contain_text("Anna stays the box")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(sheet.get_by_role("radio", name="Team wins: Single")).to_be_checked()
    expect(sheet.get_by_role("button", name="Record: The team wins a single")).to_be_visible()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.get_by_role("button", name="End", exact=True)).to_be_focused()


@pytest.mark.long
def test_cubes_are_chosen_by_tapping_and_the_dock_speaks_of_them(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("checkbox", name="Choose Dóra").check()
    page.get_by_role("checkbox", name="Choose Feri").check()
    says(page, "Chosen: Dóra, Feri.")
    page.get_by_role("button", name="Box doubles them").click()
    says(page, "Waiting for Dóra and Feri.")


@pytest.mark.long
def test_what_is_not_possible_now_says_why(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="Box doubles all 5").click()
    says(page, "Waiting for Béla, Csaba, Dóra, Eszter and Feri.")
    page.get_by_role("button", name="End", exact=True).click(force=True)
    says(page, "A cube is still asked: Béla, Csaba, Dóra, Eszter and Feri. Answer first, then end the game.")


@pytest.mark.long
def test_a_house_rule_is_asked_about_and_recorded_anyway(cast: Cast, phone: PhoneOf) -> None:
    table = cast.table("Anna", "Béla", "Csaba", rules={"preset": "rotterdam"}).table
    page = phone("Csaba")
    page.goto(reverse("table", args=[cast.club.slug, table.id]))
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="All 2 double").click()
    card(page, "Béla").get_by_role("button", name="Take").click()
    card(page, "Csaba").get_by_role("button", name="Drop").click()
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("the same answer")
    sheet.get_by_text("Noticed too late").click()
    sheet.get_by_role("button", name="Record it anyway").click()
    expect(card(page, "Csaba")).to_contain_text("Anna dropped, paid 1.")


@pytest.mark.long
def test_the_open_sheet_stays_open_when_another_phone_acts(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="End", exact=True).click()
    page.get_by_role("radio", name="Team wins: Gammon").check()
    now = load_table(club_id=cast.club.id, table_id=address.split("/")[4])
    cast.act(now, {"do": "note", "text": "coffee"})
    expect(page.locator("#table")).to_have_attribute("data-version", "2")
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("radio", name="Team wins: Gammon")).to_be_checked()
    page.get_by_role("button", name="Record:").click()
    expect(page.get_by_role("button", name="Start game 2")).to_be_visible()


@pytest.mark.long
def test_a_tap_while_another_act_is_on_its_way_is_done_after_it(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="Box doubles all 5").click()
    says(page, "Waiting for Béla, Csaba, Dóra, Eszter and Feri.")
    page.evaluate("""() => document.querySelectorAll('.member .answers form:first-child button')
        .forEach((button, at) => { if (at < 2) button.click() })""")
    says(page, "Waiting for Dóra, Eszter and Feri.")


@pytest.mark.long
def test_an_act_that_could_not_be_sent_is_kept_and_sent_once(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    page.route("**/act/", lambda route: route.abort())
    page.get_by_role("button", name="Start game 1").click()
    expect(page.get_by_role("alert")).to_contain_text("The server did not answer.")
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("The server did not answer.")
    page.unroute("**/act/")
    page.get_by_role("button", name="Try now").click()
    expect(page.get_by_text("Table 1 · game 1")).to_be_visible()
    expect(page.get_by_text("The server did not answer.")).to_be_hidden()
    assert load_table(club_id=cast.club.id, table_id=address.split("/")[4]).version == 1


@pytest.mark.long
def test_a_game_is_played_with_the_keyboard_alone(cast: Cast, address: str, phone: PhoneOf) -> None:
    page = phone("Csaba")
    page.goto(address)
    press(page, "Start game 1")
    press(page, "Box doubles all 5 to 2")
    press(page, "All take")
    says(page, "No cube is asked. Tap cubes to choose some.")
    press(page, "End")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Start game 2")).to_be_visible()


def press(page: Page, name: str) -> None:
    """Reach a button with Tab only, then press it."""
    expect(page.get_by_role("button", name=name).first).to_be_visible()
    page.locator("#main").focus()
    for _step in range(80):
        page.keyboard.press("Tab")
        label = page.evaluate("document.activeElement.innerText.replace(/\\s+/g, ' ').trim()")
        if label.startswith(name):
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"Tab never reached {name!r}")


@pytest.mark.long
def test_another_page_begins_at_its_top_and_an_ordinary_act_stays_where_it_was(
    cast: Cast, address: str, phone: PhoneOf
) -> None:
    page = phone("Csaba", height=500)
    page.goto(address)
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="Start game 1").click()
    says(page, "No cube is asked. Tap cubes to choose some.")
    assert page.evaluate("window.scrollY") == 0
    expect(page.locator("h1")).to_be_focused()

    page.evaluate("window.scrollTo(0, 200)")
    card(page, "Dóra").get_by_role("button", name="Doubles").click()
    says(page, "Waiting for Anna to answer Dóra.")
    assert page.evaluate("window.scrollY") == 200
    expect(page.locator("#announce")).to_have_text("Waiting for Anna to answer Dóra.")

    card(page, "Dóra").get_by_role("button", name="Take").click()
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    end(page, "Box wins: Single")
    assert page.evaluate("window.scrollY") == 0
    expect(page.locator("#announce")).to_have_text("Anna stays the box.")
    expect(page.locator("h1")).to_be_focused()


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390])
def test_the_results_of_two_long_names_fit_their_buttons(width: int, cast: Cast, phone: PhoneOf) -> None:
    for name, longer in (("Anna", "Szentgyörgyi-Kovács Bernadett"), ("Béla", "Filip Šimunović-Babić")):
        cast.members[name].name = longer
        cast.members[name].save()
    table = cast.table("Anna", "Béla", kind="money", rules={"preset": "money"}).table
    page = phone("Csaba", width=width)
    page.goto(reverse("table", args=[cast.club.slug, table.id]))
    page.get_by_role("button", name="Start game 1").click()
    page.get_by_role("button", name="End", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.get_by_role("radio", name="Filip Šimunović-Babić wins: Backgammon").check()
    too_wide = "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.innerText)"
    assert page.locator(".outcomes .btn, .outcomes, dialog[open]").evaluate_all(too_wide) == []
    lines = "nodes => nodes.map(node => Math.round(node.getClientRects().length && node.offsetHeight / 16))"
    heights = page.locator(".outcomes .btn > span").evaluate_all(lines)
    assert max(heights[:3]) <= 2, heights
