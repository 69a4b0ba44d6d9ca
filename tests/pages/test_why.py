"""The table says which house rule is behind a refusal, a warning, a verdict or a seat, and leads to it."""

import json
import re
from collections.abc import Callable
from html import unescape
from uuid import uuid4

import pytest
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


def test_the_sheet_on_paper_names_the_house_rule_that_was_passed_over(cast: Cast, sign_in: SignIn) -> None:
    now = cast.act(cast.table(rules={"answer_order": "captain_first"}), {"do": "double", "by": "Anna"})
    late = {"override": True, "reason": "Noticed too late"}
    now = cast.act(now, {"do": "drop", "by": "Dóra", **late}, {"do": "drop", "by": ["Béla", "Csaba"]})
    paper = visit(sign_in("Anna"), reverse("sheet", args=[cast.club.slug, now.table.id])).html
    printed = unescape(paper.partition('class="paper"')[2].partition("</table>")[0])
    assert (
        "The captain answers the box’s double first, then the others in line. Passed over: Noticed too late" in printed
    )


def test_an_act_of_a_correction_is_judged_where_it_stands_and_not_where_it_was_written(
    cast: Cast, sign_in: SignIn
) -> None:
    """By then no game is on at all: the sheet could not be shown."""
    late = {"do": "drop", "by": "Dóra", "override": True, "reason": "Noticed too late"}
    acts = [{"do": "double", "by": "Anna"}, late, {"do": "drop", "by": ["Béla", "Csaba"]}]
    now = cast.act(
        cast.table(rules={"answer_order": "captain_first"}),
        {"do": "end", "winner": "box", "result": "single"},
        {"do": "amend", "game": 1, "actions": acts, "reason": "All dropped"},
    )
    page = visit(sign_in("Anna"), reverse("sheet", args=[cast.club.slug, now.table.id]))
    assert page.status == 200
    assert "in line. Passed over: Noticed too late" in page.text


def test_the_results_on_the_sheet_show_the_house_rules_that_decided(cast: Cast, sign_in: SignIn) -> None:
    won = {"do": "end", "winner": "box", "result": "single"}
    now = cast.act(cast.table(rules={"retention": "profit"}), won, won)
    page = visit(sign_in("Anna"), reverse("sheet", args=[cast.club.slug, now.table.id]))
    assert page.text.count("House rule: The box stays when it wins points in all.") == 1
    assert rules_at(cast, now, "retention") in page.html


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


# ---- what cannot be done now ------------------------------------------------------------------------
def blocked(page: Page, label: str) -> dict[str, str]:
    """Return what the button that cannot be pressed says of why, and of the house rule behind it."""
    found = [
        tag for tag in re.findall(r"<button[^>]*aria-disabled[^>]*>.*?</button>", page.html, re.DOTALL) if label in tag
    ]
    assert len(found) == 1, label
    return {key: unescape(value) for key, value in re.findall(r'data-([a-z-]+)="([^"]*)"', found[0])}


@pytest.mark.parametrize(
    ("rules", "label", "why", "key", "sentence"),
    [
        ({"deals": False}, "Deal", "do not allow deals", "deals", "No cube is settled by a deal; it is played out."),
        ({"partner_min": 5}, "Partner", "when at least 5 play", "partner_min", "5"),
        (
            {"partner_min": None},
            "Partner",
            "know no partners for the box",
            "partner_min",
            "The box always plays alone.",
        ),
    ],
)
def test_an_act_that_a_house_rule_rules_out_names_the_rule_and_leads_to_it(
    rules: dict[str, object], label: str, why: str, key: str, sentence: str, cast: Cast, sign_in: SignIn
) -> None:
    now = cast.table(rules=rules)
    page = visit(sign_in("Anna"), at(cast, now))
    said = blocked(page, label)
    assert why in said["why"]
    assert said["rule"].startswith("House rule:")
    assert sentence in said["rule"]
    assert said["rule-url"] == rules_at(cast, now, key)
    told = page.html.partition("What cannot be done now, and why")[2].partition("</details>")[0]
    assert rules_at(cast, now, key) in told


def test_a_double_past_the_cap_names_the_cap_and_so_does_its_refusal(cast: Cast, sign_in: SignIn) -> None:
    now = cast.act(cast.table(rules={"cap": 1}), {"do": "start"})
    page = visit(sign_in("Anna"), at(cast, now))
    said = blocked(page, "Box doubles")
    assert said["why"] == "There is no cube to turn here."
    assert said["rule"] == "House rule: No cube goes higher than 1."
    assert said["rule-url"] == rules_at(cast, now, "cap")
    refused = tried(sign_in("Anna"), cast, now, do="double", by="Anna", to=["Béla", "Csaba", "Dóra"])
    assert (
        unescape(page.html).count(
            json.dumps({"do": "double", "by": "Anna", "to": ["Béla", "Csaba", "Dóra"]}, ensure_ascii=False)
        )
        == 1
    )
    assert rules_at(cast, now, "cap") in notice(refused, "stop")


def test_what_no_house_rule_rules_out_names_none(cast: Cast, sign_in: SignIn) -> None:
    page = visit(sign_in("Anna"), at(cast, cast.table("Anna", "Béla", kind="money")))
    assert blocked(page, "Join") == {"why": "This is a game for two; both seats are taken."}
