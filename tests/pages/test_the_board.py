"""A game recorded roll by roll by plain forms and links: begun, played, taken back, challenged, shown step by step."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.board.position import Game
from games.models import Action, Table
from games.selectors import load_table
from games.store import TableNow
from tests.cast import Cast
from tests.games.games_on_board import documents, whole_game
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]


def roll(by: str, *dice: int) -> dict[str, object]:
    return {"do": "roll", "by": by, "dice": list(dice)}


def play(by: str, moves: str) -> dict[str, object]:
    return {"do": "play", "by": by, "moves": moves}


OPENED = [{"do": "start"}, roll("Anna", 3, 1)]
PLAYED = [*OPENED, play("Anna", "8/5 6/5")]
ILLEGAL = [*PLAYED, roll("Béla", 6, 4), play("Béla", "24/18 13/10")]


@pytest.fixture
def table(cast: Cast) -> TableNow:
    return cast.table("Anna", "Béla", kind="money")


def address(now: TableNow, query: str = "") -> str:
    return reverse("table", args=["felt", now.table.id]) + query


def step(page: Page, label: str) -> Page:
    """Press a button of the play in the making: the address it leads to holds the steps."""
    form = page.form_with(label)
    query = dict([*form.fields, form.buttons[label]])
    return Page(page.client, page.client.get(page.address, query))


def throw(page: Page, first: int, second: int) -> Page:
    form = next(form for form in page.forms if "6" in form.buttons)
    return page.press(next(iter(form.buttons)), die=[str(first), str(second)])


def board_of(now: TableNow):
    fresh = load_table(club_id=now.table.night.club_id, table_id=now.table.id)
    return fresh.state.current and fresh.state.current.board


# ---- begun ------------------------------------------------------------------------------------------
def test_who_only_scores_sees_no_board_and_one_quiet_way_to_begin(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"})
    page = visit(sign_in("Anna"), address(table))
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' not in page.html
    assert "?board=begin#board" in page.html
    assert "The first roll" not in page.text


def test_each_throws_a_die_and_the_higher_plays_both(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"})
    page = visit(sign_in("Anna"), address(table, "?board=begin"))
    assert "The first roll" in page.text
    page = throw(page, 2, 5)
    assert "Béla to play 2-5" in page.text
    assert board_of(table).dice == (2, 5)


def test_equal_dice_are_asked_for_again(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"})
    page = throw(visit(sign_in("Anna"), address(table, "?board=begin")), 4, 4)
    assert "The first roll" in page.text
    assert "Anna to play 6-1" in throw(page, 6, 1).text


def test_long_nard_begins_with_the_roll_of_whoever_starts(cast: Cast, sign_in: Who) -> None:
    table = cast.act(cast.table("Anna", "Béla", kind="long_nard", rules={"preset": "long_nard"}), {"do": "start"})
    page = throw(visit(sign_in("Anna"), address(table, "?board=begin")), 6, 5)
    assert "Anna to play 6-5" in page.text
    assert "This is the only play: 24/13." in page.text
    assert not [label for label in page.labels if "→" in label or label == "Step back"]
    assert "Béla to roll" in page.press("Record: 24/13").text


def test_a_game_that_has_gone_on_cannot_begin_a_board(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"}, {"do": "double", "by": "Anna"}, {"do": "take", "by": "Béla"})
    page = visit(sign_in("Anna"), address(table, "?board=begin"))
    assert "The first roll" not in page.text
    assert "Record the rolls" not in page.text


def test_the_next_game_of_a_recorded_table_asks_for_its_rolls(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"}, *documents(whole_game(7), "Anna", "Béla"))
    cast.act(table, {"do": "start"})
    assert "The first roll" in visit(sign_in("Anna"), address(table)).text


# ---- played -----------------------------------------------------------------------------------------
def test_a_play_is_made_step_by_step_and_recorded_once(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    before = Action.objects.count()
    page = step(visit(sign_in("Anna"), address(table)), "8 → 5")
    assert "Made so far: 8/5." in page.text
    page = step(page, "6 → 5")
    assert Action.objects.count() == before
    page = page.press("Record: 8/5 6/5")
    assert "Anna played 3-1: 8/5 6/5" in page.text
    assert "Béla to roll" in page.text
    assert Action.objects.count() == before + 1


def test_a_step_is_taken_back_within_the_turn(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    page = step(visit(sign_in("Anna"), address(table)), "8 → 5")
    page = step(page, "Step back")
    assert "Tap a checker" in page.text
    assert "Step back" not in page.labels


def test_only_places_that_lead_on_can_be_pressed_and_each_has_its_button_in_words(
    cast: Cast, table: TableNow, sign_in: Who
) -> None:
    cast.act(table, *OPENED)
    client = sign_in("Anna")
    page = visit(client, address(table))
    lit = sorted(map(int, re.findall(r'class="place lit" data-place="(\d+)"', page.html)))
    assert lit == [6, 8, 13, 24]
    labels = [label for label in page.labels if "→" in label]
    assert {int(label.split(" → ")[0]) for label in labels} == set(lit)
    taken_up = next(unescape(url) for url in re.findall(r'href="([^"]*)" tabindex="-1"', page.html) if "from=8" in url)
    page = visit(client, taken_up)
    assert sorted(map(int, re.findall(r'class="place lit" data-place="(\d+)"', page.html))) == [5, 7]
    assert 'class="place chosen" data-place="8"' in page.html


def test_where_nothing_can_be_moved_one_press_says_so(cast: Cast, table: TableNow, sign_in: Who) -> None:
    acts = list(documents(whole_game(7), "Anna", "Béla"))
    at = next(at for at, act in enumerate(acts) if act.get("moves") == "-")
    cast.act(table, {"do": "start"}, *acts[:at])
    page = visit(sign_in("Anna"), address(table))
    assert "No checker can be moved." in page.text
    page = page.press("No move")
    assert re.search(rf"{acts[at]['by']} played \d-\d: no move", page.text)
    assert f"{acts[at]['by']}: no move" in page.text


@pytest.mark.parametrize("query", ["steps=99-1", "steps=x&step=8-", "from=77", "step=24-1", "turn=1-1&steps=5-1.5-1"])
def test_steps_that_nobody_could_make_are_left_out(query: str, cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    page = visit(sign_in("Anna"), address(table, f"?{query}"))
    assert page.status == 200
    assert "Tap a checker" in page.text


def test_steps_of_an_earlier_turn_are_left_aside(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *PLAYED, roll("Béla", 3, 1))
    page = visit(sign_in("Anna"), address(table, "?turn=1-1&steps=8-5"))
    assert "Tap a checker" in page.text


def test_a_play_is_typed(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    page = visit(sign_in("Anna"), address(table)).press("Record this play", moves="6/5, 8/5")
    assert "Anna played 3-1: 8/5 6/5" in page.text


def test_what_cannot_be_read_is_said_and_nothing_recorded(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    before = Action.objects.count()
    page = visit(sign_in("Anna"), address(table)).press("Record this play", moves="eight to five")
    assert page.status == 409
    assert Action.objects.count() == before
    assert "Anna to play 3-1" in page.text


def test_an_illegal_play_stands_marked_until_the_next_roll(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *ILLEGAL)
    page = visit(sign_in("Anna"), address(table))
    assert "Against the rules:" in page.text
    page = page.press("Challenge: it is taken back")
    assert "Béla to play 6-4" in page.text
    cast.act(table, play("Béla", "24/18 13/10"))
    page = throw(visit(sign_in("Anna"), address(table)), 2, 1)
    assert "Challenge: it is taken back" not in page.labels


def test_undo_takes_the_play_back_and_the_dice_lie_there_again(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *PLAYED)
    page = visit(sign_in("Anna"), address(table))
    label = next(label for label in page.labels if label.startswith("Undo"))
    assert "Anna to play 3-1" in page.press(label).text


def test_a_cube_is_turned_before_the_roll_and_answered_beside_the_board(
    cast: Cast, table: TableNow, sign_in: Who
) -> None:
    cast.act(table, *PLAYED)
    page = visit(sign_in("Anna"), address(table))
    page = page.press(next(label for label in page.labels if label.startswith("Béla doubles")))
    assert "A cube waits for its answer before the next roll." in page.text
    page = page.press(next(label for label in page.labels if label.startswith("Take")))
    assert "Béla to roll" in page.text


# ---- shown ------------------------------------------------------------------------------------------
def test_the_board_is_said_in_words_with_pips_and_the_last_play(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *PLAYED)
    page = visit(sign_in("Anna"), address(table))
    assert "Béla to move: 24(2) 13(5) 8(3) 6(5), 167 pips. Anna: 24(2) 13(5) 8(2) 6(4) 5(2), 163 pips." in page.text
    assert "Béla 167 · Anna 163" in page.text
    assert page.html.count('class="way"') == 2


def test_how_the_board_lies_is_remembered(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *PLAYED)
    client = sign_in("Anna")
    before = visit(client, address(table))
    after = before.press("Let it lie like this", below="black", home="left")
    drawings = [re.search(r"<svg xmlns.*?</svg>", page.html).group() for page in (before, after)]
    assert drawings[0] != drawings[1]
    assert drawings[1] in visit(client, address(table)).html


def test_who_only_follows_sees_the_board_and_no_button(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    page = visit(sign_in("Eszter"), address(table))
    assert "Anna to play 3-1" in page.text
    assert 'class="board"' in page.html
    assert not [label for label in page.labels if "→" in label or "Record" in label]


def test_a_chouette_has_one_board_and_many_cubes(cast: Cast, sign_in: Who) -> None:
    table = cast.act(cast.table("Anna", "Béla", "Csaba"), *PLAYED, {"do": "double", "by": ["Béla", "Csaba"]})
    cast.act(table, {"do": "take", "by": "Anna", "to": ["Béla"]}, {"do": "drop", "by": "Anna", "to": ["Csaba"]})
    page = visit(sign_in("Anna"), address(table))
    assert "Béla to roll" in page.text
    assert page.html.count('class="board"') == 1


def test_a_finished_bear_off_is_graded_by_the_board(cast: Cast, table: TableNow, sign_in: Who) -> None:
    acts = [{"do": "start"}, *documents(whole_game(7), "Anna", "Béla")]
    cast.act(table, *acts[:-1])
    page = visit(sign_in("Anna"), address(table)).press("Record this play", moves=str(acts[-1]["moves"]))
    assert board_of(table) is None
    assert "Anna wins a gammon" in page.text
    assert reverse("replay", args=["felt", table.table.id, 1]) in page.html


# ---- the board alone --------------------------------------------------------------------------------
def test_a_tap_reads_the_board_alone_and_writes_nothing(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    client = sign_in("Anna")
    url = reverse("board", args=["felt", table.table.id])
    client.get(url)
    with CaptureQueriesContext(connection) as queries:
        page = visit(client, f"{url}?turn=1-1&steps=8-5")
    assert "Made so far: 8/5." in page.text
    assert not [one["sql"] for one in queries if not one["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))]
    assert len(queries) <= 8


def test_a_table_with_a_board_asks_no_more_than_one_without(cast: Cast, table: TableNow, sign_in: Who) -> None:
    client, bare = sign_in("Anna"), cast.act(cast.table("Anna", "Béla", kind="money"), {"do": "start"})
    cast.act(table, {"do": "start"}, *list(documents(whole_game(7), "Anna", "Béla"))[:61])
    counts = []
    for now in (table, bare):
        client.get(address(now))
        with CaptureQueriesContext(connection) as queries:
            client.get(address(now))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_another_club_sees_no_board(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *OPENED)
    for name, no in (("board", ()), ("board_view", ()), ("replay", (1,))):
        url = reverse(name, args=["felt", table.table.id, *no])
        assert sign_in("Olga").get(url).status_code in (403, 404, 405)


def test_a_double_of_whoever_is_not_on_turn_says_so(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *PLAYED)
    page = visit(sign_in("Anna"), address(table))
    assert "Anna doubles not on turn" in page.text
    assert "no cube to turn" not in page.text


# ---- replayed ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["money", "long_nard"])
def test_a_finished_game_is_shown_step_by_step(kind: str, cast: Cast, sign_in: Who) -> None:
    game = Game.LONG_NARD if kind == "long_nard" else Game.BACKGAMMON
    rules = {"preset": "long_nard"} if kind == "long_nard" else None
    table = cast.table("Anna", "Béla", kind=kind, rules=rules)
    acts = [{"do": "start"}, *documents(whole_game(7, game), "Anna", "Béla")]
    cast.act(table, *acts)
    client = sign_in("Eszter")
    sheet = visit(client, reverse("sheet", args=["felt", table.table.id]))
    url = re.search(r'href="([^"]*/games/1/)"', sheet.html).group(1)
    page = visit(client, url)
    assert "Anna rolls 3-1" in page.text
    for at in range(2, len(acts)):
        (after,) = re.findall(r'href="(\?at=\d+)#board" rel="next"', page.html)
        page = visit(client, url + after)
        assert f"{at} of {len(acts) - 1}" in page.text
    assert 'rel="next"' not in page.html
    assert "off(15)" in page.html


def test_a_corrected_game_is_shown_as_it_stands(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "start"}, *documents(whole_game(7), "Anna", "Béla"))
    cast.act(table, {"do": "end", "winner": "Anna", "result": "single"})
    amended = [{"do": "start"}, *documents(whole_game(9), "Anna", "Béla")]
    cast.act(table, {"do": "amend", "game": 1, "actions": amended, "reason": "other dice"})
    page = visit(sign_in("Anna"), reverse("replay", args=["felt", table.table.id, 1]) + "?at=9999")
    assert f"{len(amended) - 1} of {len(amended) - 1}" in page.text
    assert "off(15)" in page.html


def test_an_illegal_play_that_stood_is_marked_in_the_replay(cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, *ILLEGAL, {"do": "resign", "by": "Anna", "result": "single"})
    url = reverse("replay", args=["felt", table.table.id, 1])
    assert "Against the rules:" in visit(sign_in("Anna"), f"{url}?at=4").text
    assert "Against the rules:" not in visit(sign_in("Anna"), f"{url}?at=3").text


@pytest.mark.parametrize(("at", "place"), [(1, 8), (2, 17), (3, 8), (4, 17)])
def test_a_replay_numbers_the_points_as_whoever_rolls_or_has_played(
    at: int, place: int, cast: Cast, table: TableNow, sign_in: Who
) -> None:
    """A drawing's places are those of whoever is on turn; after a play that is the other side."""
    cast.act(table, *ILLEGAL, {"do": "resign", "by": "Anna", "result": "single"})
    page = visit(sign_in("Anna"), reverse("replay", args=["felt", table.table.id, 1]) + f"?at={at}")
    assert re.findall(rf'data-place="{place}">.*?class="number"[^>]*>(\d+)<', page.html) == ["8"]


@pytest.mark.parametrize("no", [1, 2, 99])
def test_a_game_without_a_board_has_no_replay(no: int, cast: Cast, table: TableNow, sign_in: Who) -> None:
    cast.act(table, {"do": "end", "winner": "Anna", "result": "single"}, {"do": "start"})
    assert sign_in("Anna").get(reverse("replay", args=["felt", table.table.id, no])).status_code == 404
    assert "Step by step" not in visit(sign_in("Anna"), reverse("sheet", args=["felt", table.table.id])).text
    assert Table.objects.count() == 1
