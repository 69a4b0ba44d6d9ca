"""The table says which house rule is behind a refusal, a warning, a verdict or a seat, and leads to it."""

import json
from collections.abc import Callable
from html import unescape
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from games.store import TableNow
from tests.cast import NAMES, Cast
from tests.pages.reading import Page, visit

SignIn = Callable[[str], Client]


def rules_at(cast: Cast, now: TableNow, key: str) -> str:
    return reverse("table_rules", args=[cast.club.slug, now.table.id]) + f"#rule-{key}"


def at(cast: Cast, now: TableNow) -> str:
    return reverse("table", args=[cast.club.slug, now.table.id])


def tried(client: Client, cast: Cast, now: TableNow, **act: object) -> Page:
    sent = {"action": json.dumps(act), "command_id": str(uuid4())}
    return Page(client, client.post(reverse("act", args=[cast.club.slug, now.table.id]), sent))


def notice(page: Page, kind: str) -> str:
    """Return the notice of that kind as it is written."""
    return unescape(page.html.partition(f'<div class="notice {kind}"')[2].partition("</div>\n")[0])


def test_a_refusal_shows_the_house_rule_and_leads_to_it(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table(rules={"cap": 1})
    page = tried(sign_in("Anna"), cast, now, do="double", by="Béla")
    assert page.status == 409
    assert "No cube goes higher than 1." in notice(page, "stop")
    assert rules_at(cast, now, "cap") in notice(page, "stop")


def test_a_rule_of_the_game_leads_to_no_house_rule(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table()
    page = tried(sign_in("Anna"), cast, now, do="take", by="Béla")
    assert page.status == 409
    assert "House rule:" not in notice(page, "stop")


def test_a_soft_rule_shows_what_the_house_rule_asks(cast: Cast, sign_in: SignIn) -> None:
    now = cast.act(cast.table(rules={"preset": "clinton_hill"}), {"do": "double", "by": ["Béla", "Csaba", "Dóra"]})
    now = cast.act(now, *({"do": do, "by": "Anna", "to": to} for do, to in (("take", "Béla"), ("drop", "Csaba"))))
    page = tried(sign_in("Anna"), cast, now, do="drop", by="Anna", to="Dóra")
    assert "The box takes at least half of the cubes offered, or drops them all." in notice(page, "ask")
    assert rules_at(cast, now, "box_answer") in notice(page, "ask")


def test_the_sheet_says_which_house_rule_was_passed_over_and_why(cast: Cast, sign_in: SignIn) -> None:
    now = cast.act(cast.table(rules={"answer_order": "captain_first"}), {"do": "double", "by": "Anna"})
    anyway = {"override": True, "reason": "We talked first"}
    now = cast.act(now, {"do": "take", "by": "Dóra", **anyway}, {"do": "take", "by": "Béla", **anyway})
    sheet = visit(sign_in("Anna"), reverse("sheet", args=[cast.club.slug, now.table.id])).html
    passed, agreed = sheet.split("We talked first")[1:]
    assert "The captain answers the box’s double first" in unescape(passed.partition("</li>")[0])
    assert rules_at(cast, now, "answer_order") in passed.partition("</li>")[0]
    assert "House rule:" not in agreed.partition("</li>")[0]


def test_a_warning_shows_its_house_rule(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table(*NAMES, rules={"max_players": 4})
    page = visit(sign_in("Anna"), at(cast, now))
    assert "Two tables are better when more than this many are there: 4." in page.text
    assert rules_at(cast, now, "max_players") in page.html


def test_the_verdict_shows_the_house_rule_that_decided(cast: Cast, sign_in: SignIn) -> None:
    now = cast.act(cast.table(rules={"retention": "profit"}), {"do": "end", "winner": "box", "result": "single"})
    page = visit(sign_in("Anna"), at(cast, now))
    assert "The box stays when it wins points in all." in page.text
    assert rules_at(cast, now, "retention") in page.html


def test_a_newcomers_seat_shows_the_house_rule_for_it(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table("Anna", "Béla", "Csaba", rules={"join": "before_loser"})
    now = cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    assert rules_at(cast, now, "join") not in visit(sign_in("Anna"), at(cast, now)).html
    now = cast.act(now, {"do": "join", "player": "Eszter"})
    page = visit(sign_in("Anna"), at(cast, now))
    assert "sits just ahead of its loser" in page.text
    assert rules_at(cast, now, "join") in page.html


def test_the_rule_that_is_shown_is_the_one_on_the_tables_page_of_rules(cast: Cast, sign_in: SignIn) -> None:
    now = cast.table(rules={"retention": "profit"})
    page = visit(sign_in("Anna"), rules_at(cast, now, "retention"))
    assert 'id="rule-retention"' in page.html
    assert "The box stays when it wins points in all." in page.text
