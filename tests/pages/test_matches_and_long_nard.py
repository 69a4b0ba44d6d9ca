"""A match and long nard by plain forms: opened, played to the end, shown and refused, in words of two people."""

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from games import services as games
from games.models import Table
from games.selectors import load_table
from games.store import TableNow
from tests.cast import Cast
from tests.pages.reading import Page, visit
from tests.pages.test_a_night_to_its_end import come, night_page, seats

Who = Callable[[str], Client]


def at(cast: Cast, client: Client, now: TableNow) -> Page:
    return visit(client, reverse("table", args=[cast.club.slug, now.table.id]))


def end(page: Page, winner: str, result: str, **more: str) -> Page:
    """Choose a result in the sheet and record it."""
    form = next(form for form in page.forms if any("Record:" in label for label in form.buttons))
    return page.press(
        next(iter(form.buttons)), action=json.dumps({"do": "end", "winner": winner, "result": result}), **more
    )


def totals(now: TableNow) -> dict[str, int]:
    fresh = load_table(club_id=now.table.night.club_id, table_id=now.table.id)
    return {fresh.name_of(seat): points_q // 4 for seat, points_q in fresh.state.totals_q.items()}


def match(cast: Cast, target: int = 3, **more: object) -> TableNow:
    return cast.table("Anna", "Béla", kind="match", rules={"preset": "match", "target": target}, **more)


def nard(cast: Cast, **rules: object) -> TableNow:
    return cast.table("Anna", "Béla", kind="long_nard", rules={"preset": "long_nard", **rules})


# ---- opened -----------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "filled", "settings"),
    [
        ("match", {"target": "5"}, {"target": 5}),
        ("match", {"target": ""}, {"target": 7}),
        ("long_nard", {"last_roll": "true", "first": "alternate"}, {"last_roll": True, "first": "alternate"}),
        ("long_nard", {"ending": "oin", "cube": "true"}, {"ending": "oin", "cube": True, "last_roll": False}),
    ],
)
def test_a_table_for_two_is_opened_with_what_was_answered_for_it(
    kind: str, filled: dict[str, str], settings: dict[str, object], cast: Cast, sign_in: Who
) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page.press("Open the table", kind=kind, unit="5", **filled, **seats(cast, Anna="2", Béla="1"))
    table = Table.objects.get()
    assert (table.kind, table.rules_name, table.unit_minor) == (kind, kind, 500)
    assert settings.items() <= table.rules.items()
    now = load_table(club_id=cast.club.id, table_id=table.id)
    assert [now.name_of(seat) for seat in now.state.opening.players] == ["Béla", "Anna"]


@pytest.mark.parametrize("target", ["0", "26", "five"])
def test_a_target_that_is_none_is_said_and_opens_nothing(target: str, cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page = page.press("Open the table", kind="match", unit="5", target=target, **seats(cast, Anna="1", Béla="2"))
    assert page.status == 422
    assert not Table.objects.exists()


def test_a_third_player_is_told_that_the_game_is_for_two(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla", "Csaba")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page = page.press("Open the table", kind="money", unit="5", **seats(cast, Anna="1", Béla="2", Csaba="3"))
    assert page.status == 422
    assert "This is a game for two players, and nobody shares a side." in page.text
    assert not Table.objects.exists()


def test_what_was_filled_in_for_another_kind_is_left_aside(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page.press("Open the table", kind="money", unit="1", target="99", ending="oin", **seats(cast, Anna="1", Béla="2"))
    table = Table.objects.get()
    assert (table.kind, table.rules_name) == ("money", "money")
    assert "target" not in table.rules


def test_a_match_may_be_opened_by_the_clubs_own_rules(cast: Cast, sign_in: Who) -> None:
    rules = {"preset": "match", "target": 11}
    own = games.save_house_rules(club=cast.club, name="League", settings=rules, kind="match", actor=cast.actor())
    client = sign_in("Anna")
    come(cast, client, "Anna", "Béla")
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    page.press("Open the table", kind="match", unit="1", rules_match=str(own.id), **seats(cast, Anna="1", Béla="2"))
    assert (Table.objects.get().rules["target"], Table.objects.get().rules_name) == (11, "League v1")


# ---- a match ----------------------------------------------------------------------------------------
def test_a_match_is_played_to_its_end(cast: Cast, sign_in: Who) -> None:
    client, now = sign_in("Anna"), match(cast)
    page = at(cast, client, now)
    assert "Anna 0 – 0 Béla, to 3" in page.text.replace("\u00a0", " ")
    page = end(page.press("Start game 1"), "Anna", "gammon")
    text = page.text.replace("\u00a0", " ")
    assert "Anna wins a gammon: 2 – 0" in text
    assert "Crawford game: nobody doubles." in text
    page = page.press("Start game 2 Crawford game")
    assert not any("doubles to" in label for label in page.labels)
    page = end(page, "Béla", "single").press("Start game 3").press("Anna doubles to 2, a dead cube")
    page = page.press("Take plays for 2")
    assert "A dead cube was turned" in page.text
    page = end(page, "Béla", "single")
    text = page.text.replace("\u00a0", " ")
    assert "Béla has won the match." in text
    assert "Béla wins a single and with it the match, 3 – 2" in text
    assert "Nothing more is recorded here but an undo or a note." in text
    assert not any("Start" in label for label in page.labels)
    assert totals(now) == {"Anna": -1, "Béla": 1}
    assert "Béla has won the match. Anna 2 – 3 Béla, to 3" in night_page(client, cast.night).text.replace("\u00a0", " ")


def test_the_game_that_won_a_match_can_be_taken_back(cast: Cast, sign_in: Who) -> None:
    client, now = sign_in("Anna"), match(cast, target=1)
    page = end(at(cast, client, now).press("Start game 1"), "Béla", "single")
    assert totals(now) == {"Anna": -1, "Béla": 1}
    page = page.press("Undo Béla wins a single")
    assert totals(now) == {"Anna": 0, "Béla": 0}
    assert "game 1" in page.text


def test_before_a_result_is_recorded_the_score_after_it_is_seen(cast: Cast, sign_in: Who) -> None:
    page = at(cast, sign_in("Anna"), match(cast)).press("Start game 1")
    text = page.html.replace("\u00a0", " ")
    assert 'aria-label="Anna wins: Gammon, 2 – 0"' in text
    assert 'aria-label="Béla wins: Backgammon, 3 – 0"' in text
    assert "Béla wins the match with it." in text


def test_an_organiser_corrects_a_game_of_a_match(cast: Cast, sign_in: Who) -> None:
    now = cast.act(match(cast), {"do": "end", "winner": "Anna", "result": "single"})
    page = at(cast, sign_in("Anna"), now).press("Correct it", game="1", result="1:gammon", reason="misread board")
    assert "Anna wins a gammon: 2 – 0" in page.text.replace("\u00a0", " ")


@pytest.mark.parametrize("kind", ["match", "long_nard"])
def test_a_table_for_two_never_speaks_of_box_captain_or_team(kind: str, cast: Cast, sign_in: Who) -> None:
    client, now = sign_in("Anna"), cast.table("Anna", "Béla", kind=kind, rules={"preset": kind})
    pages = [at(cast, client, now)]
    pages.append(pages[-1].press("Start game 1"))
    result = "single" if kind == "match" else "oin"
    pages.append(end(pages[-1], "Béla", result))
    pages.append(visit(client, reverse("sheet", args=[cast.club.slug, now.table.id])))
    for page in pages:
        words = page.text.lower()
        assert [word for word in ("the box", "captain", "team") if word in words] == []


# ---- long nard --------------------------------------------------------------------------------------
def test_long_nard_says_who_starts_and_why(cast: Cast, sign_in: Who) -> None:
    page = at(cast, sign_in("Anna"), nard(cast))
    assert "Anna won the lot and starts." in page.text
    page = page.press("Start game 1")
    assert "Doubles" not in page.html
    assert "no cube to turn" not in page.html
    page = end(page, "Anna", "mars")
    assert "Anna wins a mars" in page.text
    assert "Béla starts: the loser begins." in page.text


def test_in_turn_the_other_starts_whoever_has_won(cast: Cast, sign_in: Who) -> None:
    page = end(at(cast, sign_in("Anna"), nard(cast, first="alternate")).press("Start game 1"), "Béla", "oin")
    assert "Béla starts: the two begin by turns." in page.text


def test_where_every_win_counts_one_there_is_one_result_for_each(cast: Cast, sign_in: Who) -> None:
    page = at(cast, sign_in("Anna"), nard(cast, ending="oin")).press("Start game 1")
    assert 'aria-label="Anna wins: Oin, +1"' in page.html
    assert "Mars" not in page.html


def test_a_last_roll_can_make_a_draw_of_it(cast: Cast, sign_in: Who) -> None:
    now = nard(cast, last_roll=True)
    page = end(at(cast, sign_in("Anna"), now).press("Start game 1"), "Anna", "oin", off="13", off_name="Béla")
    assert "Béla has one more roll: how many checkers are off after it?" in page.text
    assert [label for label in page.labels if label in ("13 Oin", "14 Oin", "15 Draw")] == [
        "13 Oin",
        "14 Oin",
        "15 Draw",
    ]
    assert "Resign" not in page.labels
    page = page.press("15 Draw")
    assert "A draw" in page.text
    assert "Anna starts again after the draw." in page.text
    assert totals(now) == {"Anna": 0, "Béla": 0}
    page = page.press("Undo Last roll of Béla: 15 off").press("14 Oin")
    assert totals(now) == {"Anna": 1, "Béla": -1}


def test_whoever_moves_second_leaves_no_last_roll(cast: Cast, sign_in: Who) -> None:
    page = end(at(cast, sign_in("Anna"), nard(cast, last_roll=True)).press("Start game 1"), "Béla", "oin")
    assert "Béla wins an oin" in page.text


def test_a_resignation_is_graded_by_the_checkers_that_are_off(cast: Cast, sign_in: Who) -> None:
    now = nard(cast)
    page = at(cast, sign_in("Anna"), now).press("Start game 1")
    page = page.press("Record: the others agreed", by="Anna", result="mars")
    assert "Béla wins a mars" in page.text
    assert totals(now) == {"Anna": -2, "Béla": 2}


@pytest.mark.parametrize(("result", "points"), [("1:mars", 2), ("1:oin", 1), (":draw", 0), ("2:mars", -2)])
def test_an_organiser_corrects_a_game_with_a_last_roll(result: str, points: int, cast: Cast, sign_in: Who) -> None:
    acts = [
        {"do": "end", "winner": "Anna", "borne_off": {"Béla": 12}},
        {"do": "last_roll", "by": "Béla", "borne_off": 14},
    ]
    now = cast.act(nard(cast, last_roll=True), *acts)
    at(cast, sign_in("Anna"), now).press("Correct it", game="1", result=result, reason="counted again")
    assert totals(now) == {"Anna": points, "Béla": -points}


def test_long_nard_may_be_played_with_a_cube(cast: Cast, sign_in: Who) -> None:
    now = nard(cast, cube=True)
    page = at(cast, sign_in("Anna"), now).press("Start game 1").press("Béla doubles to 2")
    page = end(page.press("Take plays for 2"), "Béla", "mars").press("Start game 2").press("Anna doubles to 2")
    page = page.press("Drop pays 1")
    assert "Anna has won" in page.text
    assert "Béla starts: the loser begins." in page.text
    assert totals(now) == {"Anna": -4 + 1, "Béla": 4 - 1}


# ---- proxies and rolls ------------------------------------------------------------------------------
def test_a_leaver_names_who_plays_his_cube_on(cast: Cast, sign_in: Who) -> None:
    cast.club.own_answers_only = True
    cast.club.save()
    now = cast.act(cast.table(rules={"preset": "individual", "leave": "proxy"}), {"do": "start"})
    page = at(cast, sign_in("Csaba"), now).press("Goes home", player="Dóra", proxy="Béla")
    assert "Gone home; Béla plays this cube" in page.text
    cast.act(now, {"do": "double", "by": "Anna", "to": ["Dóra"]})
    mine = at(cast, sign_in("Béla"), now)
    assert "Waiting for Béla for Dóra." in mine.text
    assert "Dóra takes 2" in mine.press("Take plays for 2").text


def test_a_proxy_answers_from_his_own_phone_and_nobody_else_does(cast: Cast, sign_in: Who) -> None:
    cast.club.own_answers_only = True
    cast.club.save()
    players = ("Anna", "Béla", "Dóra", "Eszter")
    leave = {"do": "leave", "player": "Eszter", "proxy": "Dóra"}
    now = cast.table(*players, rules={"preset": "individual", "leave": "proxy"})
    cast.act(now, {"do": "start"}, leave, {"do": "double", "by": "Anna", "to": ["Eszter"]})
    client = sign_in("Dóra")
    client.post(reverse("phone_role", args=[cast.club.slug, now.table.id]), {"role": "own"})
    page = at(cast, client, now)
    assert "Anna asks you for Eszter: 2." in page.text
    assert not any(label.startswith("Take") for label in at(cast, sign_in("Béla"), now).labels)
    assert page.press("Drop pays 1").status == 200
    assert totals(now) == {"Anna": 0, "Béla": 0, "Dóra": 0, "Eszter": 0}


def test_a_roll_opens_the_window_for_offers_again(cast: Cast, sign_in: Who) -> None:
    now = cast.table(rules={"preset": "individual", "offer_window": "close_on_first_answer"})
    double = {"do": "double", "by": ["Béla", "Csaba"]}
    now = cast.act(now, double, {"do": "take", "by": "Anna", "to": ["Béla", "Csaba"]})
    page = at(cast, sign_in("Csaba"), now)
    assert "can no longer double now" in page.press("Doubles to 2").text
    page = page.press("Record the roll", by="Anna", die=["6", "5"])
    assert "Anna rolls 6-5" in page.text
    assert "Waiting for Anna to answer Dóra." in page.press("Doubles to 2").text
