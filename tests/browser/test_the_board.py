"""Whole games recorded on the board: by thumb on a small phone, by keyboard alone, and followed on another phone."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.board.plays import Play
from games.board.position import BAR, Game
from games.selectors import load_table
from games.store import TableNow
from tests.browser.conftest import PhoneOf
from tests.browser.test_every_page_can_be_used import SMALLEST, TARGETS
from tests.cast import Cast
from tests.games.games_on_board import Turn, documents, whole_game

pytestmark = [pytest.mark.browser, pytest.mark.long]

SHORT = 14
"""A game that needs few turns and is a single."""


@pytest.fixture
def table(cast: Cast) -> TableNow:
    return cast.act(cast.table("Anna", "Béla", kind="money"), {"do": "start"})


def nard(cast: Cast) -> TableNow:
    return cast.act(cast.table("Anna", "Béla", kind="long_nard", rules={"preset": "long_nard"}), {"do": "start"})


def address(now: TableNow, query: str = "") -> str:
    return reverse("table", args=["felt", now.table.id]) + query


def recorded(cast: Cast, now: TableNow) -> list[str]:
    """Return the plays that stand on the sheet."""
    fresh = load_table(club_id=cast.club.id, table_id=now.table.id)
    return [act.moves for _row, act in fresh.history.rows() if hasattr(act, "moves")]


def can_be_used(page: Page) -> None:
    """Nothing serious for axe, nothing sideways, nothing too small; a place of the drawing has its button in words."""
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []
    assert not page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    assert page.evaluate(TARGETS, SMALLEST) == []
    assert page.locator("svg.board a").count() == 0 or page.locator("#board-made button").count() > 0


# ---- by thumb ---------------------------------------------------------------------------------------
def tap_place(page: Page, place: int) -> None:
    """Put a finger on the middle of a place, whatever is drawn there."""
    area = page.locator(f'svg.board a [data-place="{place}"] .area')
    area.scroll_into_view_if_needed()
    box = area.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def throw(page: Page, dice: tuple[int, int]) -> None:
    page.locator(".dice-entry label.btn").nth(dice[0] - 1).tap()
    page.locator(f"#second-die-{dice[1]}").tap()


def move(page: Page, play: Play) -> None:
    """Tap each checker and where it goes, unless the only play is made already."""
    made: list[str] = []
    for step in () if page.locator("#board .act").count() else play.ways[0]:
        tap_place(page, step.source)
        expect(page.locator(f'svg.board .chosen[data-place="{step.source}"]')).to_have_count(1)
        tap_place(page, step.target)
        made.append(f"{step.source}-{step.target}")
        expect(page.locator("#board-made [name=steps]")).to_have_value(".".join(made))
    page.locator("#board .act").tap()


def play_by_thumb(page: Page, turns: list[Turn]) -> None:
    for at, (dice, play) in enumerate(turns):
        if at:
            throw(page, dice)
        expect(page.locator("#board-title")).to_contain_text(f"to play {dice[0]}-{dice[1]}")
        move(page, play)
        if at < len(turns) - 1:
            expect(page.locator("#board-title")).to_contain_text("to roll")


def test_a_whole_game_is_recorded_by_thumb(cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    page = phone("Anna", has_touch=True)
    page.goto(address(table))
    page.get_by_role("button", name="More acts").tap()
    page.get_by_role("link", name="Record the rolls").tap()
    expect(page.locator("#board-title")).to_have_text("The first roll")
    can_be_used(page)
    turns = list(whole_game(SHORT))
    throw(page, turns[0][0])
    expect(page.locator("svg.board")).to_be_visible()
    can_be_used(page)
    play_by_thumb(page, turns)
    expect(page.get_by_role("heading", name="Anna wins a single")).to_be_visible()
    assert recorded(cast, table) == [play.notation for _dice, play in turns]


def test_steps_are_taken_back_and_made_by_words_at_390_px(cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    cast.act(table, {"do": "roll", "by": "Anna", "dice": [6, 1]})
    page = phone("Anna", has_touch=True)
    page.goto(address(table))
    page.get_by_role("button", name="from 13 to 7").tap()
    expect(page.locator("#board-says")).to_have_text("Made so far: 13/7.")
    page.get_by_role("button", name="Step back").tap()
    expect(page.locator("#board-says")).to_have_text("Tap a checker, then where it goes.")
    page.get_by_role("button", name="from 13 to 7").tap()
    page.get_by_role("button", name="from 8 to 7").tap()
    expect(page.locator("#announce")).to_have_text("The play is whole: 13/7 8/7.")
    can_be_used(page)
    page.get_by_role("button", name="Record: 13/7 8/7").tap()
    expect(page.locator(".last-play")).to_have_text("Anna played 6-1: 13/7 8/7")
    expect(page.locator("svg.board .way")).to_have_count(2)
    can_be_used(page)


def test_what_another_phone_records_leaves_the_steps_of_this_one(cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    cast.act(table, {"do": "roll", "by": "Anna", "dice": [6, 1]})
    page, other = phone("Anna", has_touch=True), phone("Béla")
    for one in (page, other):
        one.goto(address(table))
    page.get_by_role("button", name="from 13 to 7").tap()
    cast.act(table, {"do": "note", "text": "tea is ready"})
    expect(page.get_by_text("tea is ready").first).to_be_attached()
    expect(page.locator("#board-says")).to_have_text("Made so far: 13/7.")
    page.get_by_role("button", name="from 8 to 7").tap()
    page.get_by_role("button", name="Record: 13/7 8/7").tap()
    expect(other.locator(".last-play")).to_have_text("Anna played 6-1: 13/7 8/7")


# ---- by keyboard ------------------------------------------------------------------------------------
def tab_to(page: Page, selector: str) -> None:
    """Press Tab until that control has the focus."""
    for _press in range(120):
        if page.evaluate("(one) => document.activeElement.matches(one)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {selector}")


def throw_by_keyboard(page: Page, dice: tuple[int, int]) -> None:
    tab_to(page, ".dice-entry [type=radio]")
    page.keyboard.press("Space")
    for _press in range(dice[0] - 1):
        page.keyboard.press("ArrowRight")
    tab_to(page, f"#second-die-{dice[1]}")
    page.keyboard.press("Enter")


def move_by_keyboard(page: Page, play: Play) -> None:
    made: list[str] = []
    for step in () if page.locator("#board .act").count() else play.ways[0]:
        made.append(f"{step.source}-{step.target}")
        tab_to(page, f'#board-made [value="{made[-1]}"]')
        page.keyboard.press("Enter")
        expect(page.locator("#board-made [name=steps]")).to_have_value(".".join(made))
    tab_to(page, "#board .act")
    page.keyboard.press("Enter")


def type_play(page: Page, play: Play) -> None:
    tab_to(page, ".typed summary")
    page.keyboard.press("Enter")
    tab_to(page, "#board-moves")
    page.keyboard.type(play.notation)
    page.keyboard.press("Enter")


def test_a_whole_game_is_recorded_by_keyboard(cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    page = phone("Anna", width=1280, height=900)
    page.goto(address(table, "?board=begin"))
    turns = list(whole_game(SHORT))
    for at, (dice, play) in enumerate(turns):
        throw_by_keyboard(page, dice)
        expect(page.locator("#board-title")).to_contain_text(f"to play {dice[0]}-{dice[1]}")
        (type_play if at % 3 == 1 else move_by_keyboard)(page, play)
        if at < len(turns) - 1:
            expect(page.locator("#board-title")).to_contain_text("to roll")
    expect(page.get_by_role("heading", name="Anna wins a single")).to_be_visible()
    assert recorded(cast, table) == [play.notation for _dice, play in turns]


# ---- both games, light and dark ---------------------------------------------------------------------
@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (390, "dark"), (1280, "dark")])
def test_boards_and_replays_can_be_used(width: int, scheme: str, cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    other, over = nard(cast), cast.act(cast.table("Anna", "Béla", kind="money"), {"do": "start"})
    cast.act(table, *list(documents(whole_game(7), "Anna", "Béla"))[:41])
    cast.act(other, *list(documents(whole_game(7, Game.LONG_NARD), "Anna", "Béla"))[:60])
    cast.act(over, *documents(whole_game(7), "Anna", "Béla"))
    page = phone("Anna", width=width, scheme=scheme)
    for at in (address(table), address(other), address(over) + "games/1/?at=30"):
        page.goto(at)
        expect(page.locator("svg.board")).to_be_visible()
        can_be_used(page)


@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_no_word_on_the_buttons_of_a_replay_is_broken(
    language: str, cast: Cast, table: TableNow, phone: PhoneOf
) -> None:
    cast.act(table, *documents(whole_game(7), "Anna", "Béla"))
    page = phone("Anna", width=320, locale=language)
    page.goto(address(table) + "games/1/?at=30")
    lines = page.evaluate("""[...document.querySelectorAll(".turns .btn")].map((one) => {
        const words = document.createRange(); words.selectNodeContents(one); return words.getClientRects().length})""")
    assert lines == [1, 1, 1, 1]


def test_a_checker_on_the_bar_enters_by_a_tap(cast: Cast, table: TableNow, phone: PhoneOf) -> None:
    hit = [
        {"do": "roll", "by": "Anna", "dice": [6, 2]}, {"do": "play", "by": "Anna", "moves": "24/18 13/11"},
        {"do": "roll", "by": "Béla", "dice": [6, 1]}, {"do": "play", "by": "Béla", "moves": "13/7*/6"},
        {"do": "roll", "by": "Anna", "dice": [4, 3]},
    ]  # fmt: skip
    cast.act(table, *hit)
    page = phone("Anna", has_touch=True)
    page.goto(address(table))
    tap_place(page, BAR)
    lit = page.locator("svg.board .lit")
    expect(lit).to_have_count(2)
    assert sorted(re.findall(r"\d+", " ".join(lit.evaluate_all("all => all.map(one => one.dataset.place)")))) == [
        "21",
        "22",
    ]
