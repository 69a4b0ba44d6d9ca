"""Order by throws, splits and joins through the API."""

from uuid import uuid4

import pytest

from games.models import Crossing, Table
from tests.api.conftest import caller
from tests.api.test_acts import END, envelope, refused
from tests.cast import NAMES


@pytest.fixture
def six(cast):
    return f"/tables/{cast.table(*NAMES).table.id}"


def ids(cast, *names):
    return [str(cast.members[name].id) for name in names]


def rolls(cast, *rounds):
    return [{str(cast.members[name].id): throw for name, throw in one.items()} for one in rounds]


def command(**body):
    return {"command_id": str(uuid4()), **body}


def names(document):
    return [seat["name"] for seat in document["seats"] if seat["role"] != "left"]


# ---- order by throws --------------------------------------------------------------------------------
def test_a_table_sits_down_in_the_order_of_its_throws(cast, anna):
    thrown = rolls(cast, {"Anna": 4, "Béla": 9, "Csaba": 4}, {"Anna": 1, "Csaba": 2})
    table = anna.post("/tables", {"night": str(cast.night.id), "rolls": thrown}).json()
    assert names(table) == ["Béla", "Csaba", "Anna"]
    assert table["rolls"] == [{"Béla": 9, "Csaba": 4, "Anna": 4}, {"Csaba": 2, "Anna": 1}]
    assert anna.get(f"/tables/{table['id']}").json()["rolls"] == table["rolls"]


def test_the_product_throws_two_dice_for_each(cast, anna):
    body = {"night": str(cast.night.id), "players": ids(cast, "Anna", "Béla", "Csaba"), "throw": True}
    table = anna.post("/tables", body).json()
    first = table["rolls"][0]
    assert sorted(first) == ["Anna", "Béla", "Csaba"]
    assert all(2 <= throw <= 12 for throw in first.values())
    assert [first[name] for name in names(table)] == sorted(first.values(), reverse=True)


def test_a_table_without_throws_says_so(six, anna):
    assert anna.get(six).json()["rolls"] == []


def test_tied_throws_name_who_must_throw_again_and_open_nothing(cast, anna):
    thrown = rolls(cast, {"Anna": 4, "Béla": 9, "Csaba": 4})
    answer = refused(anna.post("/tables", {"night": str(cast.night.id), "rolls": thrown}), 422, "rolls_tied")
    assert "Anna, Csaba" in answer["detail"]
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("thrown", "status", "pointer"),
    [
        ([], 400, "/rolls"),
        ([{"x": 3, "y": 4}], 400, "/rolls/0"),
        ([{"Anna": 0, "Béla": 4}], 400, "/rolls/0"),
        ([{"Anna": 13, "Béla": 4}], 400, "/rolls/0"),
        ([{"Anna": "much", "Béla": 4}], 400, "/rolls/0"),
        ([{"Anna": 3, "Béla": 4}, {"Anna": 2}], 422, "/rolls"),
        ([{"Anna": 3}], 422, "/players"),
    ],
)
def test_throws_that_cannot_be_are_told_where(cast, anna, thrown, status, pointer):
    known = {name: str(cast.members[name].id) for name in NAMES}
    body = {"night": str(cast.night.id), "rolls": [{known.get(k, k): v for k, v in one.items()} for one in thrown]}
    answer = anna.post("/tables", body)
    assert answer.status_code == status, answer.content
    assert answer.json()["errors"][0]["pointer"].startswith(pointer)
    assert not Table.objects.exists()


@pytest.mark.parametrize("with_players", [True, False])
def test_either_players_or_throws_are_given(cast, anna, with_players):
    body = {"night": str(cast.night.id)}
    if with_players:
        body |= {"players": ids(cast, "Anna", "Béla"), "rolls": rolls(cast, {"Anna": 1, "Béla": 2})}
    answer = anna.post("/tables", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "players_or_rolls")


# ---- splitting and joining --------------------------------------------------------------------------
def test_the_suggestion_is_taken_where_nobody_is_named(cast, anna, six):
    suggested = anna.get(f"{six}/split").json()["movers"]
    assert suggested == ids(cast, "Dóra", "Eszter", "Feri")
    both = anna.post(f"{six}/split", command()).json()
    assert names(both["table"]) == ["Anna", "Béla", "Csaba"]
    assert sorted(names(both["other"])) == ["Dóra", "Eszter", "Feri"]
    assert len(both["other"]["rolls"][0]) == 3
    assert both["other"]["night"] == str(cast.night.id)


def test_movers_and_throws_may_be_named(cast, anna, six):
    body = command(movers=ids(cast, "Béla", "Feri"), rolls=rolls(cast, {"Béla": 2, "Feri": 3}), expected_version=0)
    both = anna.post(f"{six}/split", body).json()
    assert names(both["other"]) == ["Feri", "Béla"]
    again = anna.post(f"{six}/split", body)
    assert (again.status_code, again.json()["other"]["id"]) == (201, both["other"]["id"])


def test_an_old_view_splits_nothing_and_shows_the_present_table(anna, six):
    anna.post(f"{six}/actions", envelope(END))
    answer = refused(anna.post(f"{six}/split", command(expected_version=0)), 412, "stale_version")
    assert answer["current"]["version"] == 1
    refused(anna.post(f"{six}/split", command(), If_Match='"0"'), 412, "stale_version")
    assert not Crossing.objects.exists()


def test_refusals_have_their_codes(cast, anna, six):
    refused(anna.post(f"{six}/split", command(movers=ids(cast, "Feri"))), 409, "too_few_to_split")
    refused(anna.post(f"{six}/split", command(movers=[str(uuid4())] * 2)), 422, "wrong_movers")
    anna.post(f"{six}/actions", envelope({"do": "start"}))
    refused(anna.post(f"{six}/split", command()), 409, "game_on")
    assert anna.post(f"{six}/split", {}).status_code == 400


def test_two_tables_are_joined_again(cast, anna, six):
    both = anna.post(f"{six}/split", command()).json()
    joined = anna.post(f"{six}/join", command(table=both["other"]["id"])).json()
    assert sorted(names(joined["table"])) == list(NAMES)
    assert joined["other"]["state"] == "joined"
    assert joined["other"]["allowed"] == []
    refused(anna.post(f"/tables/{both['other']['id']}/actions", envelope(END)), 409, "table_joined")
    refused(anna.post(f"{six}/actions", envelope({"do": "undo"})), 409, "crossing_stands")
    refused(anna.post(f"{six}/join", command(table=six.removeprefix("/tables/"))), 422, "same_table")


def test_who_may_not_score_there_neither_splits_nor_joins(cast, olga):
    table = cast.table("Anna", "Béla", "Csaba", "Dóra").table.id
    feri = caller(cast.members["Feri"])
    refused(feri.post(f"/tables/{table}/split", command()), 403, "not_seated")
    refused(olga.post(f"/tables/{table}/split", command()), 404, "not_found")
    refused(olga.get(f"/tables/{table}/split"), 404, "not_found")
    reader = caller(cast.members["Anna"], "read")
    refused(reader.post(f"/tables/{table}/split", command()), 403, "token_scope")
