"""Finished games corrected on the pages: another result by the table's sheet, or act by act in the sheet's words."""

from collections.abc import Callable, Mapping
from html import unescape
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from games import checks, selectors
from games.board.position import Game as Played
from games.models import Action, Game
from games.store import TableNow
from ledger.models import Entry
from tests.cast import Cast
from tests.games.games_on_board import documents, whole_game
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]
Acts = tuple[Mapping[str, object], ...]

THREE = ("Anna", "Béla", "Csaba")
DOUBLED: Acts = ({"do": "double", "by": "Anna"},)
DROPPED: Acts = (*DOUBLED, {"do": "drop", "by": "Béla", "value": 2}, {"do": "drop", "by": "Csaba", "value": 2})
BOX_DROPPED: Acts = ({"do": "double", "by": ["Béla", "Csaba"]}, {"do": "drop", "by": "Anna"})
REFUSED: Acts = (
    *DOUBLED,
    {"do": "drop", "by": "Béla"},
    {"do": "beaver", "by": "Csaba"},
    {"do": "refuse", "by": "Anna", "to": "Csaba"},
)
DEALT: Acts = (
    {"do": "double", "by": "Anna", "to": "Béla"},
    {"do": "drop", "by": "Béla"},
    {"do": "deal", "player": "Csaba", "points": 3},
)
CAPTAIN_DEALT: Acts = (
    {"do": "double", "by": "Anna", "to": "Csaba"},
    {"do": "drop", "by": "Csaba"},
    {"do": "deal", "player": "Béla", "points": 3},
    {"do": "declare", "winner": "box"},
)
WENT_HOME: Acts = (*DROPPED[:2], {"do": "take", "by": "Csaba"}, {"do": "leave", "player": "Csaba"})


def address(now: TableNow, name: str = "table", *more: object) -> str:
    return reverse(name, args=["felt", now.table.id, *more])


def current(now: TableNow) -> TableNow:
    return selectors.load_table(club_id=now.table.night.club_id, table_id=now.table.id)


def points(now: TableNow) -> dict[str, int]:
    after = current(now)
    assert list(checks.differences()) == []
    return {after.name_of(seat): points_q // 4 for seat, points_q in after.state.totals_q.items()}


# ---- another result ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("acts", "before", "after"),
    [
        (DROPPED, (2, -1, -1), (5, -1, -4)),
        (BOX_DROPPED, (-2, 1, 1), (8, -4, -4)),
        (REFUSED, (-1, -1, 2), (9, -1, -8)),
        (DEALT, (-2, -1, 3), (2, -1, -1)),
        (CAPTAIN_DEALT, (-2, 3, -1), (2, -1, -1)),
        (WENT_HOME, (3, -1, -2), (5, -1, -4)),
    ],
    ids=["members dropped", "the box dropped", "refused", "a deal", "the captain's deal", "went home"],
)
def test_a_game_that_ended_without_a_result_gets_one(
    acts: Acts, before: tuple[int, ...], after: tuple[int, ...], cast: Cast, sign_in: Who
) -> None:
    now = cast.act(cast.table(*THREE, rules={"leave": "forfeit"}), *acts)
    assert points(now) == dict(zip(THREE, before, strict=True))
    page = visit(sign_in("Anna"), address(now)).press(
        "Correct it", game="1", result="box:gammon", reason="read wrongly"
    )
    assert page.status == 200
    assert "The box wins a gammon" in page.text
    assert points(now) == dict(zip(THREE, after, strict=True))


def test_a_drop_of_two_becomes_a_take_by_name(cast: Cast, sign_in: Who) -> None:
    now = cast.act(
        cast.table("Anna", "Béla", kind="money"), {"do": "double", "by": "Béla"}, {"do": "drop", "by": "Anna"}
    )
    visit(sign_in("Anna"), address(now)).press("Correct it", game="1", result="1:gammon", reason="he took")
    assert points(now) == {"Anna": 4, "Béla": -4}
    assert [act["do"] for act in Action.objects.get(seq=3).document["actions"]] == ["double", "take", "end"]


@pytest.mark.parametrize("kind", ["money", "long_nard"])
def test_a_game_that_the_board_ended_gets_another_result(kind: str, cast: Cast, sign_in: Who) -> None:
    game, rules = (Played.BACKGAMMON, None) if kind == "money" else (Played.LONG_NARD, {"preset": "long_nard"})
    now = cast.table("Anna", "Béla", kind=kind, rules=rules)
    now = cast.act(now, {"do": "start"}, *documents(whole_game(7, game), "Anna", "Béla"))
    result = "backgammon" if kind == "money" else "mars"
    page = visit(sign_in("Anna"), address(now)).press("Correct it", game="1", result=f"2:{result}", reason="misread")
    assert page.status == 200, page.text
    (corrected,) = current(now).state.games
    assert (corrected.result, corrected.winner) == (result, "team")
    assert list(checks.differences()) == []


# ---- act by act -------------------------------------------------------------------------------------
@pytest.fixture
def dropped(cast: Cast) -> TableNow:
    return cast.act(cast.table(*THREE), *DROPPED)


def form(now: TableNow, client: Client) -> Page:
    return visit(client, address(now, "correct_game", 1))


def test_an_organiser_corrects_a_game_in_the_words_of_the_sheet(dropped: TableNow, sign_in: Who) -> None:
    client = sign_in("Anna")
    assert f'href="{address(dropped, "sheet")}#results"' in visit(client, address(dropped)).html
    assert f'href="{address(dropped, "correct_game", 1)}"' in visit(client, address(dropped, "sheet")).html
    page = form(dropped, client)
    assert "- {do: drop, by: Csaba, value: 2}" in page.html
    acts = """actions:
- {do: double, by: Anna}
- {do: take, by: Béla}
- {do: drop, by: Csaba}
- {do: end, winner: team, result: gammon}
"""
    done = page.press("Correct it", actions=acts, reason="Béla took, Csaba dropped")
    assert done.address == address(dropped, "sheet")
    assert "Game 1 is corrected" in done.text
    assert "Béla took, Csaba dropped" in done.text
    assert points(dropped) == {"Anna": -3, "Béla": 4, "Csaba": -1}
    assert Game.objects.get().revision == 2


def test_pressed_twice_it_is_one_correction(dropped: TableNow, sign_in: Who) -> None:
    page, acts = form(dropped, sign_in("Anna")), "actions: [{do: end, winner: team, result: single}]"
    for _time in range(2):
        page.press("Correct it", actions=acts, reason="the others")
    assert (Action.objects.count(), Game.objects.get().revision) == (4, 2)


def test_a_game_that_another_has_corrected_meanwhile_is_looked_at_again(dropped: TableNow, sign_in: Who) -> None:
    pages = [form(dropped, sign_in("Anna")) for _phone in range(2)]
    acts = "actions: [{do: end, winner: %s, result: single}]"
    pages[0].press("Correct it", actions=acts % "team", reason="the others")
    late = pages[1].press("Correct it", actions=acts % "box", reason="the box")
    for _again in range(2):
        assert (late.status, Action.objects.count(), points(dropped)["Anna"]) == (412, 4, -2)
        assert "Somebody was first" in late.text
        assert acts % "box" in unescape(late.html)
        late = late.press("Correct it", actions=acts % "box", reason="the box")
    form(dropped, sign_in("Anna")).press("Correct it", actions=acts % "box", reason="the box")
    assert (Action.objects.count(), points(dropped)["Anna"]) == (5, 2)


def test_what_goes_on_at_the_table_stops_no_correction_of_an_earlier_game(
    cast: Cast, dropped: TableNow, sign_in: Who
) -> None:
    page = form(dropped, sign_in("Anna"))
    cast.act(dropped, {"do": "double", "by": "Béla"})
    page.press("Correct it", actions="actions: [{do: end, winner: box, result: single}]", reason="no cube")
    assert points(dropped)["Anna"] == 2


def test_without_acts_the_game_is_taken_out(dropped: TableNow, sign_in: Who) -> None:
    form(dropped, sign_in("Anna")).press("Correct it", actions="", reason="never played")
    assert current(dropped).state.games == ()
    assert sign_in("Anna").get(address(dropped, "correct_game", 1)).status_code == 404


@pytest.mark.parametrize(
    ("acts", "reason", "status", "says"),
    [
        ("actions: [{do: double, by: Anna}]", "why not", 409, "must play game 1 to its end"),
        ("actions: [{do: take, by: Béla}]", "why not", 409, "its act 1 (take) is refused"),
        ("actions: [{do: dance}]", "why not", 422, "dance"),
        ("actions: [{do: end, winner: box, result: single}]", "", 422, "This field is required."),
        ("nonsense", "why not", 422, "Begin with a line"),
        ("actions: [", "why not", 400, "cannot be read as YAML"),
    ],
)
def test_what_cannot_be_is_said_what_was_written_stays_and_nothing_moves(
    acts: str, reason: str, status: int, says: str, dropped: TableNow, sign_in: Who
) -> None:
    page = form(dropped, sign_in("Anna")).press("Correct it", actions=acts, reason=reason)
    assert page.status == status
    assert says in page.text
    assert acts in unescape(page.html)
    assert (Action.objects.count(), Entry.objects.count()) == (3, 1)


def test_nobody_else_corrects_a_game(cast: Cast, dropped: TableNow, sign_in: Who) -> None:
    sent = {"actions": "", "reason": "mischief", "command_id": str(uuid4())}
    for who, status in (("Csaba", 403), ("Béla", 403), ("Olga", 404)):
        assert sign_in(who).get(address(dropped, "correct_game", 1)).status_code == status
        assert sign_in(who).post(address(dropped, "correct_game", 1), sent).status_code == status
    assert address(dropped, "correct_game", 1) not in visit(sign_in("Csaba"), address(dropped, "sheet")).html
    assert Action.objects.count() == 3


def test_a_closed_night_is_corrected_when_it_is_opened_again(cast: Cast, dropped: TableNow, sign_in: Who) -> None:
    from games import services

    page = form(dropped, sign_in("Anna"))
    services.close_night(night_id=cast.night.id, actor=cast.actor())
    after = page.press("Correct it", actions="", reason="never played")
    assert (after.status, Action.objects.count()) == (409, 3)
    assert "closed" in after.text
    assert address(dropped, "correct_game", 1) not in visit(sign_in("Anna"), address(dropped, "sheet")).html
