"""The practice opponent's page by plain forms and links; nothing is written but the session."""

import random
import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import practice, practice_pages
from games.board.position import Game
from tests.games.board.boards import of
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]
AT = "/practice/"
CHANGES = re.compile(r"^(INSERT|UPDATE|DELETE|REPLACE)\b(?!.*django_session)")


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(5)
    monkeypatch.setattr(practice_pages, "die", lambda: chance.randint(1, 6))


def kept(page: Page) -> practice.Practice:
    return practice.from_document(page.client.session[practice_pages.KEPT])


def brought(client: Client, game: practice.Practice) -> Page:
    """Return the page with that game on it."""
    session = client.session
    session[practice_pages.KEPT] = practice.to_document(game)
    session.save()
    return visit(client, AT)


def step(page: Page) -> Page:
    """Take the first step that the page offers."""
    form = next(form for form in page.forms if dict(form.fields).get("turn"))
    query = dict([*form.fields, next(iter(form.buttons.values()))])
    return Page(page.client, page.client.get(AT, query))


def turn(page: Page) -> Page:
    """Do what the page asks for: answer, roll, or step by step a play."""
    for label in ("Take", "Roll"):
        if label in page.labels:
            return page.press(label)
    while not (whole := [label for label in page.labels if label == "No move" or label.startswith("Play ")]):
        page = step(page)
    return page.press(whole[0])


@pytest.mark.parametrize("game", ["Backgammon", "Long nard"])
def test_a_whole_game_by_forms_writes_nothing_but_the_session(sign_in: Who, game: str) -> None:
    page = visit(sign_in("Dóra"), AT)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = page.press(game)
        turns = 0
        while kept(page).over is None:
            page = turn(page)
            assert page.status == 200
            turns += 1
            assert turns < 400
    assert re.search(r"(You have|The opponent has) won: \w+, \d+ points?\.", page.text)
    assert "Roll" not in page.labels
    assert [one["sql"] for one in queries if CHANGES.match(one["sql"])] == []


def test_the_board_is_drawn_with_links_and_said_in_words(sign_in: Who) -> None:
    page = brought(sign_in("Dóra"), practice.Practice(of("6(5) 5(5)", "6(5) 5(5)"), dice=(2, 1)))
    assert "You play 2-1" in page.text
    assert "White (you) to move: 6(5) 5(5)" in page.text
    assert re.search(r'<svg[^>]*class="board".*<a href="\?turn=0', page.html)


def test_a_double_is_offered_and_answered(sign_in: Who) -> None:
    page = brought(sign_in("Dóra"), practice.Practice(of("6(5) 5(5)", "6(5) 5(5)"))).press("Double to 2")
    assert "The opponent takes." in page.text
    assert "Cube: 2, the opponent’s" in page.text
    page = brought(page.client, practice.Practice(of("6(5)", "1(3)"), offered=practice.OPPONENT))
    assert {"Take", "Drop"} <= set(page.labels)
    assert "The opponent has won: Single, 1 point." in page.press("Drop").text


def test_a_form_of_an_earlier_moment_does_nothing(sign_in: Who) -> None:
    page = visit(sign_in("Dóra"), AT).press("Long nard")
    rolled = page.press("Roll")
    assert kept(page.press("Roll")) == kept(rolled)


@pytest.mark.parametrize("sent", [{"do": "play", "moves": "24/1"}, {"do": "take"}, {"do": "dance"}, {"do": "begin"}])
def test_what_cannot_be_is_said_and_changes_nothing(sign_in: Who, sent: dict[str, str]) -> None:
    page = visit(sign_in("Dóra"), AT).press("Long nard").press("Roll")
    game = kept(page)
    after = Page(page.client, page.client.post(AT, {"at": game.at, **sent}, follow=True))
    assert kept(after) == game
    assert 'class="notice' in after.html


def test_the_page_says_what_the_opponent_is(sign_in: Who) -> None:
    page = visit(sign_in("Dóra"), AT)
    for said in ("It is no analyst", "Nothing here touches a table, points or books", "by 8 % of its own", "by 12 %"):
        assert said in page.text


def test_in_the_demo_anybody_practises_else_who_is_signed_in(sign_in: Who, settings) -> None:
    settings.DEMO = True
    assert visit(sign_in(""), AT).status == 200
    settings.DEMO = False
    assert sign_in("").get(AT)["Location"].startswith("/accounts/login/?next=/practice/")
    assert sign_in("Olga").get(AT).status_code == 200


@pytest.mark.parametrize("kind", Game)
def test_what_a_browser_plays_is_its_own(sign_in: Who, kind: Game) -> None:
    brought(sign_in("Dóra"), practice.begun(kind, practice_pages.die))
    assert "You are to roll" not in visit(sign_in("Béla"), AT).text


def test_the_club_and_the_demos_first_page_lead_there(sign_in: Who, settings) -> None:
    link = f'href="{AT}"'
    assert link in visit(sign_in("Dóra"), "/c/felt/").html
    settings.DEMO = True
    assert link in visit(sign_in(""), "/").html
    settings.DEMO = False
    assert link not in visit(sign_in(""), "/").html
