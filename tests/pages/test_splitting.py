"""By plain forms: a table sits down by throws, is split when it grew too large, and two are joined again."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club import services
from club.models import Attendance
from games import services as games
from games.models import Crossing, Table
from games.selectors import tables_of, throws_of
from games.store import TableNow
from tests.cast import NAMES, Cast
from tests.pages.reading import Page, visit

Who = Callable[[str], Client]
END = {"do": "end", "winner": "box", "result": "single"}


def table_page(client: Client, now: TableNow) -> Page:
    return visit(client, reverse("table", args=["felt", now.table.id]))


def split_page(client: Client, now: TableNow) -> Page:
    return visit(client, reverse("split_table", args=["felt", now.table.id]))


def join_page(client: Client, cast: Cast) -> Page:
    return visit(client, reverse("join_tables", args=["felt", cast.night.id]))


def new_table(cast: Cast, client: Client, **sent: object) -> Page:
    for name in NAMES[:4]:
        services.attend(night=cast.night, member=cast.members[name], actor=cast.actor())
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    return page.press("Open the table", kind="chouette", rules_chouette="individual", unit="1", **sent)


def typed(cast: Cast, *rounds: dict[str, int]) -> dict[str, str]:
    """The fields of some throws, round by round."""
    return {
        f"seat-{cast.members[name].id}" + (f"-{no}" if no > 1 else ""): str(throw)
        for no, throws in enumerate(rounds, start=1)
        for name, throw in throws.items()
    }


def ids(cast: Cast, *names: str) -> list[str]:
    return [str(cast.members[name].id) for name in names]


def rings(cast: Cast) -> list[list[str]]:
    return [[now.name_of(seat) for seat in now.state.seating.present] for now in tables_of(cast.night)]


# ---- by throws --------------------------------------------------------------------------------------
def test_the_tied_throw_again_in_a_field_of_their_own_until_nobody_is_tied(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    first = {"Anna": 6, "Béla": 4, "Csaba": 4, "Dóra": 4}
    page = new_table(cast, client, by="throw", **typed(cast, first))
    assert page.status == 422
    assert "These have the same number: Béla, Csaba and Dóra." in page.text
    again = [name for name, _value in page.form_with("Open the table").fields if name.endswith("-2")]
    assert again == [f"seat-{member}-2" for member in ids(cast, "Béla", "Csaba", "Dóra")]

    page = page.press(
        "Open the table", kind="chouette", by="throw", rules_chouette="individual", **typed(cast, first, SECOND)
    )
    assert "These have the same number: Béla and Dóra." in page.text
    page = page.press(
        "Open the table", kind="chouette", by="throw", rules_chouette="individual", **typed(cast, first, SECOND, THIRD)
    )
    assert rings(cast) == [["Anna", "Csaba", "Dóra", "Béla"]]
    for sentence in ("Thrown: Anna 6, Csaba 4, Dóra 4 and Béla 4.", "Thrown again: Csaba 9, Dóra 2 and Béla 2."):
        assert sentence in page.text


SECOND = {"Béla": 2, "Csaba": 9, "Dóra": 2}
THIRD = {"Béla": 1, "Dóra": 3}


def test_the_sheet_keeps_the_throws(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    new_table(cast, client, by="throw", **typed(cast, {"Anna": 3, "Béla": 11}))
    page = visit(client, reverse("sheet", args=["felt", Table.objects.get().id]))
    assert "Thrown: Béla 11 and Anna 3." in page.text


def test_a_throw_that_no_dice_show_is_refused(cast: Cast, sign_in: Who) -> None:
    page = new_table(cast, sign_in("Anna"), by="throw", **typed(cast, {"Anna": 13, "Béla": 2}))
    assert page.status == 422
    assert "from 1 to 12" in page.text
    assert not Table.objects.exists()


def test_a_throw_put_right_needs_no_second_one(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    page = new_table(cast, client, by="throw", **typed(cast, {"Anna": 4, "Béla": 4}))
    right = typed(cast, {"Anna": 4, "Béla": 5})
    page.press("Open the table", kind="chouette", rules_chouette="individual", by="throw", **right)
    assert rings(cast) == [["Béla", "Anna"]]


def test_the_clubs_dice_are_thrown_for_those_who_are_ticked(cast: Cast, sign_in: Who) -> None:
    page = new_table(cast, sign_in("Anna"), by="dice", sits=ids(cast, "Anna", "Béla", "Dóra"))
    (now,) = tables_of(cast.night)
    first = throws_of(now)[0]
    assert sorted(now.names.values()) == ["Anna", "Béla", "Dóra"]
    assert list(first.values()) == sorted(first.values(), reverse=True)
    assert f"Thrown: {now.name_of(1)} {first[1]}" in page.text


def test_those_are_ticked_who_sit_nowhere_yet(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    new_table(cast, client, by="dice", sits=ids(cast, "Anna", "Béla"))
    page = visit(client, reverse("new_table", args=["felt", cast.night.id]))
    ticked = [value for name, value in page.form_with("Open the table").fields if name == "sits"]
    assert sorted(ticked) == sorted(ids(cast, "Csaba", "Dóra"))


# ---- a split ----------------------------------------------------------------------------------------
@pytest.fixture
def large(cast: Cast) -> TableNow:
    return cast.act(cast.table(*NAMES, rules={"max_players": 5}), END)


def test_a_table_too_large_leads_to_its_split(cast: Cast, sign_in: Who, large: TableNow) -> None:
    page = table_page(sign_in("Anna"), large)
    assert "better to split" in page.text
    assert page.html.count(reverse("split_table", args=["felt", large.table.id])) == 1


def test_the_suggestion_is_ticked_and_the_new_table_says_where_it_comes_from(
    cast: Cast, sign_in: Who, large: TableNow
) -> None:
    client = sign_in("Anna")
    page = split_page(client, large)
    ticked = [value for name, value in page.form_with("Split the table").fields if name == "sits"]
    assert ticked == ids(cast, "Eszter", "Feri", "Béla")
    page = page.press("Split the table")
    assert "Table 2" in page.text
    assert "Split from table 1" in page.text
    assert "Thrown: " in page.text
    assert "Table 2 was split off" in table_page(client, large).text
    assert rings(cast)[0] == ["Anna", "Csaba", "Dóra"]


def test_others_may_be_ticked_and_their_throws_typed(cast: Cast, sign_in: Who, large: TableNow) -> None:
    page = split_page(sign_in("Anna"), large)
    movers = ids(cast, "Béla", "Dóra", "Feri")
    page = page.press("Split the table", by="throw", sits=movers, **typed(cast, {"Béla": 3, "Dóra": 3, "Anna": 3}))
    assert page.status == 422
    assert "No throw yet: Feri." in page.text
    first = {"Béla": 3, "Dóra": 3, "Feri": 1}
    page = page.press("Split the table", by="throw", sits=movers, **typed(cast, first))
    assert "These have the same number: Dóra and Béla." in page.text
    page = page.press("Split the table", by="throw", sits=movers, **typed(cast, first, {"Béla": 9, "Dóra": 8}))
    assert rings(cast)[1] == ["Béla", "Dóra", "Feri"]


def test_a_split_that_is_refused_says_why_and_keeps_the_ticks(cast: Cast, sign_in: Who, large: TableNow) -> None:
    page = split_page(sign_in("Anna"), large).press("Split the table", sits=ids(cast, "Feri"))
    assert page.status == 409
    assert "needs 2 players or more" in page.text
    ticked = [value for name, value in page.form_with("Split the table").fields if name == "sits"]
    assert ticked == ids(cast, "Feri")
    assert not Crossing.objects.exists()


def test_an_old_page_splits_nothing(cast: Cast, sign_in: Who, large: TableNow) -> None:
    page = split_page(sign_in("Anna"), large)
    cast.act(large, END)
    assert page.press("Split the table").status == 412
    assert not Crossing.objects.exists()


def test_during_a_game_the_page_says_when(cast: Cast, sign_in: Who, large: TableNow) -> None:
    cast.act(large, {"do": "start"})
    page = split_page(sign_in("Anna"), large)
    assert "split between games" in page.text
    assert "Split the table" not in page.labels


def test_a_small_table_offers_no_split(cast: Cast, sign_in: Who) -> None:
    now = cast.table("Anna", "Béla", "Csaba")
    assert "Split the table" not in table_page(sign_in("Anna"), now).text


def test_who_does_not_sit_there_is_offered_no_split(cast: Cast, sign_in: Who) -> None:
    now = cast.table(*NAMES[:5])
    assert "Split the table" not in table_page(sign_in("Feri"), now).text
    assert split_page(sign_in("Feri"), now).press("Split the table").status == 403


def test_a_guest_follows_a_crossing_only_to_where_he_sits(
    cast: Cast, sign_in: Who, guest: tuple[Client, Attendance]
) -> None:
    client, _attendance = guest
    now = cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter")
    now = cast.act(now, {"do": "join", "player": "Gábor"})
    split_page(sign_in("Anna"), now).press("Split the table", sits=ids(cast, "Dóra", "Eszter"))
    new = reverse("table", args=["felt", Table.objects.get(no=2).id])
    page = table_page(client, now)
    assert "Table 2 was split off" in page.text
    assert new not in page.html
    assert client.get(split_url := reverse("split_table", args=["felt", now.table.id])).status_code == 403
    assert split_url not in page.html


def test_what_a_split_wrote_offers_no_undo(cast: Cast, sign_in: Who, large: TableNow) -> None:
    client = sign_in("Anna")
    split_page(client, large).press("Split the table")
    page = table_page(client, large)
    assert "not past the split or join" in page.text
    sheet = visit(client, reverse("sheet", args=["felt", large.table.id]))
    assert not any(label.startswith("To here") for label in sheet.labels)
    cast.act(large, END)
    assert any("Undo" in label for label in table_page(client, large).labels)


# ---- a join -----------------------------------------------------------------------------------------
def test_two_tables_are_joined_from_the_nights_page(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    one, two = cast.table(*NAMES[:3]), cast.table(*NAMES[3:])
    night = reverse("night", args=["felt", cast.night.id])
    assert "Join two tables" in visit(client, night).text
    page = join_page(client, cast).press("Join the tables", table=str(one.table.id), other=str(two.table.id))
    assert "Table 2 was joined to this one" in page.text
    assert rings(cast)[0] == list(NAMES)
    page = visit(client, night)
    assert "Joined to table 1; play goes on there." in page.text
    assert "Join two tables" not in page.text


def test_everybody_is_shown_at_one_table_after_a_join(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    one, two = cast.table(*NAMES[:3]), cast.table(*NAMES[3:])
    join_page(client, cast).press("Join the tables", table=str(one.table.id), other=str(two.table.id))
    for closed in (False, True):
        page = visit(client, reverse("night", args=["felt", cast.night.id]))
        assert "table 2" not in page.text
        if not closed:
            games.close_night(night_id=cast.night.id, actor=cast.actor())


def test_a_joined_table_says_that_nothing_is_recorded_there_any_more(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    one, two = cast.table(*NAMES[:3]), cast.table(*NAMES[3:])
    join_page(client, cast).press("Join the tables", table=str(one.table.id), other=str(two.table.id))
    page = table_page(client, two)
    assert "Everybody has gone to another table" in page.text
    assert "The night is closed" not in page.text
    assert "Joined to table 1" in page.text
    assert not any("Start game" in label for label in page.labels)


def test_a_join_that_is_refused_says_why(cast: Cast, sign_in: Who) -> None:
    client = sign_in("Anna")
    one, two = cast.table(*NAMES[:3]), cast.act(cast.table(*NAMES[3:]), {"do": "start"})
    page = join_page(client, cast)
    assert "a game is on" in page.text
    page = page.press("Join the tables", table=str(one.table.id), other=str(two.table.id))
    assert page.status == 409
    assert not Crossing.objects.exists()


def test_there_is_nothing_to_join_where_stakes_differ(cast: Cast, sign_in: Who) -> None:
    cast.table(*NAMES[:3]), cast.table(*NAMES[3:], unit_minor=100)
    client = sign_in("Anna")
    assert "Join two tables" not in visit(client, reverse("night", args=["felt", cast.night.id])).text
    assert "no two open chouettes" in join_page(client, cast).text


# ---- what it costs ----------------------------------------------------------------------------------
def test_a_tables_page_asks_no_more_for_more_crossings(cast: Cast, sign_in: Who, large: TableNow) -> None:
    client = sign_in("Anna")
    addresses = [reverse(name, args=["felt", large.table.id]) for name in ("table", "sheet", "split_table")]
    addresses.append(reverse("night", args=["felt", cast.night.id]))

    def asked() -> list[int]:
        counts = []
        for address in addresses:
            client.get(address)
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.append(len(queries))
        return counts

    split_page(client, large).press("Split the table")
    before = asked()
    for _time in range(3):
        one, two = Table.objects.filter(state="open").order_by("no")
        join_page(client, cast).press("Join the tables", table=str(one.id), other=str(two.id))
        split_page(client, large).press("Split the table")
    assert asked() == before
