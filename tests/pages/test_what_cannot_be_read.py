"""What no button ever sends is refused in words, writes nothing, and never ends in an error of the server."""

import json
from uuid import uuid4

import pytest
from django.test import Client

from games.models import Action
from tests.cast import Cast

NOT_TEXT = ["\0", "a\0b", "\ud800"]


@pytest.fixture
def browser(cast: Cast, sign_in) -> Client:
    return sign_in("Anna")


def sent(browser: Client, cast: Cast, action: str, **fields: str) -> int:
    table = cast.table("Anna", "Béla", "Csaba").table
    cast.act(cast.table("Anna", "Béla", "Csaba"), {"do": "end", "winner": "box", "result": "single"})
    before = Action.objects.count()
    body = {"action": action, "command_id": str(uuid4()), **fields}
    answer = browser.post(f"/c/felt/tables/{table.id}/act/", body)
    assert Action.objects.count() == before
    return answer.status_code


@pytest.mark.parametrize("written", NOT_TEXT)
@pytest.mark.parametrize(
    "act",
    [
        {"do": "note", "text": "{}"},
        {"do": "join", "player": "{}"},
        {"do": "{}"},
        {"do": "undo", "{}": 1},
        {"do": "adjust", "points": {"{}": "1", "Anna": "-1"}, "reason": "x"},
        {"do": "adjust", "points": {"Béla": "1", "Anna": "-1"}, "reason": "{}"},
    ],
)
def test_an_act_with_a_character_that_is_no_text_is_refused(browser, cast, act, written) -> None:
    action = json.dumps(act).replace("{}", json.dumps(written)[1:-1])
    assert sent(browser, cast, action) == 422


def test_a_field_with_a_zero_character_is_refused(browser, cast) -> None:
    assert sent(browser, cast, '{"do": "note"}', text="\0") == 422


@pytest.mark.parametrize("action", ["[" * 100_000, '{"do":' * 50_000, '{"do": "undo", "to": ' + "9" * 5000 + "}"])
def test_an_act_that_is_nested_or_counted_beyond_measure_is_refused(browser, cast, action) -> None:
    assert sent(browser, cast, action) == 422


@pytest.mark.parametrize("game", ["true", "[]", "{}", '"1"', "1.5", "null"])
def test_a_correction_of_what_is_no_number_of_a_game_is_refused(browser, cast, game) -> None:
    assert sent(browser, cast, f'{{"do": "amend", "game": {game}, "actions": [], "reason": "x"}}') == 422


def test_a_correction_of_no_game_is_refused(browser, cast) -> None:
    assert sent(browser, cast, '{"do": "amend", "result": "void"}', reason="x") == 422


def test_a_game_is_voided_once_however_often_the_button_is_sent(browser, cast) -> None:
    table = cast.act(cast.table("Anna", "Béla", "Csaba"), {"do": "end", "winner": "box", "result": "single"}).table
    body = {"action": '{"do": "amend", "game": 1, "result": "void"}', "reason": "x", "command_id": str(uuid4())}
    answers = [browser.post(f"/c/felt/tables/{table.id}/act/", body).status_code for _tap in range(2)]
    assert answers == [302, 302]
    assert Action.objects.count() == 2


@pytest.mark.parametrize("code", ["%00", "A" * 9, "A" * 5000, "%FF", "A.B"])
@pytest.mark.parametrize("rest", ["", "qr.svg"])
def test_what_cannot_be_a_join_code_is_nowhere(db, code, rest) -> None:
    assert Client().get(f"/join/{code}/{rest}").status_code == 404


def test_who_asks_to_join_gets_a_session_of_his_own(cast) -> None:
    guest = Client()
    guest.get("/join/")
    session = guest.session
    session["planted"] = True
    session.save()
    planted = session.session_key
    guest.cookies["sessionid"] = planted
    guest.post("/join/", {"code": cast.night.join_code, "name": "Gábor"})
    assert guest.cookies["sessionid"].value != planted
    thief = Client()
    thief.cookies["sessionid"] = planted
    assert "Gábor" not in thief.get("/join/").content.decode()
