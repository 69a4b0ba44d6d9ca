"""The product's dice by plain forms: promised, thrown, shown with what checking them needs."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Attendance
from games import dice, selectors, services
from games.dice_pages import throwers
from games.models import Action, DicePromise, DiceThrow
from games.store import TableNow
from tests.cast import Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]


@pytest.fixture
def table(cast: Cast) -> TableNow:
    return cast.table("Anna", "Béla", kind="money")


def address(now: TableNow, name: str = "dice") -> str:
    return reverse(name, args=["felt", now.table.id])


def promised(sign_in: Who, now: TableNow, who: str = "Béla") -> Page:
    return visit(sign_in(who), address(now)).press("Promise the first throw")


def current(now: TableNow) -> TableNow:
    return selectors.load_table(club_id=now.table.night.club_id, table_id=now.table.id)


def test_a_player_promises_throws_and_is_back_at_the_table(sign_in: Who, table: TableNow) -> None:
    page = promised(sign_in, table)
    promise = DicePromise.objects.get()
    assert promise.commitment in page.text
    assert promise.secret not in page.html
    after = page.press("Throw", word="4711")
    thrown = dice.dice_of(promise.secret, table.table.id, 1, "4711")
    assert after.address == address(table, "table")
    assert f"Thrown: {thrown[0]}-{thrown[1]}." in after.text
    assert Action.objects.get().document == {"do": "roll", "by": [1, 2], "dice": list(thrown)}


def test_what_was_thrown_is_shown_with_its_secret_and_the_next_only_promised(sign_in: Who, table: TableNow) -> None:
    promised(sign_in, table).press("Throw", word="12")
    first, second = DicePromise.objects.order_by("no")
    page = visit(sign_in("Dóra"), address(table))
    assert first.secret in page.text
    assert str(table.table.id) in page.text
    assert "Throw 2 is promised" in page.text
    assert second.commitment in page.text
    assert second.secret not in page.html


def test_a_throw_taken_back_stays_marked(cast: Cast, sign_in: Who, table: TableNow) -> None:
    promised(sign_in, table).press("Throw")
    cast.act(current(table), {"do": "undo"})
    page = visit(sign_in("Béla"), address(table))
    assert "taken back or replaced" in page.text
    assert "Throw 2 is promised" in page.text


def test_the_button_pressed_twice_throws_once(sign_in: Who, table: TableNow) -> None:
    page = promised(sign_in, table)
    page.press("Throw")
    page.press("Throw")
    assert DiceThrow.objects.count() == Action.objects.count() == 1


def test_who_was_second_is_told_and_nothing_is_thrown(cast: Cast, sign_in: Who, table: TableNow) -> None:
    page = promised(sign_in, table)
    cast.act(table, {"do": "note", "text": "rain"})
    after = page.press("Throw")
    assert (after.status, DiceThrow.objects.count()) == (412, 0)
    assert "Somebody was first" in after.text


def test_a_first_roll_that_lies_there_is_played_first_or_the_game_goes_on_without_a_board(
    cast: Cast, sign_in: Who, table: TableNow
) -> None:
    promised(sign_in, table)
    cast.act(table, {"do": "roll", "by": "Anna", "dice": [3, 1]})
    page = visit(sign_in("Béla"), address(table))
    assert f'href="{address(table, "table")}#board"' in page.html
    refused = page.press("Throw", without_board="")
    assert refused.status == 409
    assert "Play it, or say that this game goes on without a board." in refused.text
    assert not DiceThrow.objects.exists()
    refused.press("Throw", without_board="true")
    assert DiceThrow.objects.count() == 1
    game = current(table).state.current
    assert game is not None
    assert game.board is None


@pytest.mark.parametrize(("word", "said"), [("Béla", "The word is a number"), ("1" * 21, "The word is a number")])
def test_a_word_that_is_no_number_is_refused_on_the_page(sign_in: Who, table: TableNow, word: str, said: str) -> None:
    after = promised(sign_in, table).press("Throw", word=word)
    assert (after.status, DiceThrow.objects.count()) == (422, 0)
    assert said in after.text


@pytest.mark.parametrize("given", [{"by": "9"}, {"by": "x"}, {"command_id": "x"}, {"expected_version": ""}])
def test_a_form_that_cannot_be_read_throws_nothing(sign_in: Who, table: TableNow, given: dict[str, str]) -> None:
    assert promised(sign_in, table).press("Throw", **given).status == 422
    assert not DiceThrow.objects.exists()


def test_the_board_and_the_sheet_lead_to_the_dice(cast: Cast, sign_in: Who, table: TableNow) -> None:
    link = f'href="{address(table)}"'
    assert link in visit(sign_in("Dóra"), address(table, "sheet")).html
    assert link not in visit(sign_in("Béla"), address(table, "table")).html
    cast.act(table, {"do": "roll", "by": "Anna", "dice": [3, 1]}, {"do": "play", "by": "Anna", "moves": "8/5 6/5"})
    assert link in visit(sign_in("Béla"), address(table, "table")).html


# ---- who throws -------------------------------------------------------------------------------------
def named(now: TableNow) -> list[str]:
    return ["+".join(now.name_of(seat) for seat in seats) for seats in throwers(current(now))]


def test_the_opening_comes_first_then_whose_turn_it_is(cast: Cast, table: TableNow) -> None:
    assert named(table) == ["Anna+Béla", "Anna", "Béla"]
    opened = cast.act(table, {"do": "roll", "by": "Anna", "dice": [3, 1]})
    assert named(table) == []
    cast.act(opened, {"do": "play", "by": "Anna", "moves": "8/5 6/5"})
    assert named(table) == ["Béla"]


def test_nobody_throws_while_a_cube_waits(cast: Cast, table: TableNow) -> None:
    cast.act(table, {"do": "double", "by": "Anna"})
    assert named(table) == []


def test_the_box_begins_long_nard(cast: Cast) -> None:
    assert named(cast.table("Anna", "Béla", kind="long_nard")) == ["Anna"]


def test_where_no_board_is_recorded_either_side_throws(cast: Cast, table: TableNow) -> None:
    now = cast.act(table, {"do": "double", "by": "Anna"}, {"do": "take", "by": "Béla"})
    cast.act(now, {"do": "roll", "by": "Anna", "dice": [3, 1]})
    assert named(table) == ["Anna", "Béla"]


# ---- who sees what ----------------------------------------------------------------------------------
def test_who_does_not_play_there_sees_and_throws_nothing(cast: Cast, sign_in: Who, table: TableNow) -> None:
    assert visit(sign_in("Dóra"), address(table)).labels.count("Promise the first throw") == 0
    page = promised(sign_in, table)
    assert "Throw" not in visit(sign_in("Dóra"), address(table)).labels
    form = page.form_with("Throw")
    assert sign_in("Dóra").post(form.action, dict(form.fields)).status_code == 403
    assert sign_in("Dóra").post(address(table, "promise_dice")).status_code == 403
    assert not DiceThrow.objects.exists()


def test_another_club_sees_no_dice(sign_in: Who, table: TableNow) -> None:
    promised(sign_in, table)
    assert sign_in("Olga").get(address(table)).status_code == 404
    assert sign_in("Olga").post(address(table, "throw_dice")).status_code == 404


def test_a_guest_throws_where_he_sits(cast: Cast, guest: tuple[Client, Attendance]) -> None:
    client, attendance = guest
    members = dict(cast.members) | {"Gábor": attendance.member}
    ring = services.Ring(players=[members["Anna"].id, members["Gábor"].id])
    now = services.open_table(
        night_id=cast.night.id, actor=cast.actor(), kind="money", ring=ring, unit_minor=50, currency="EUR"
    )
    page = visit(client, address(now)).press("Promise the first throw").press("Throw")
    assert page.status == 200
    assert DiceThrow.objects.count() == 1


def test_a_closed_night_throws_nothing(cast: Cast, sign_in: Who, table: TableNow) -> None:
    page = promised(sign_in, table)
    services.close_night(night_id=cast.night.id, actor=cast.actor())
    assert "Throw" not in visit(sign_in("Béla"), address(table)).labels
    assert page.press("Throw").status == 409
    assert not DiceThrow.objects.exists()
