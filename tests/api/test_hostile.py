"""What no honest caller sends: refused with a problem, nothing written, never an error of the server."""

import base64
from urllib.parse import quote
from uuid import uuid4

import pytest

from club.models import User
from games.models import Action, Table
from ledger.models import Entry

CURSORS = ["p=%00", "p=0001-01-01T00:00:00%2B23:59", "p=9999-12-31T23:59:59-23:59", "p=" + "9" * 5000]


@pytest.mark.parametrize("position", CURSORS)
@pytest.mark.parametrize("path", ["/members", "/clubs", "/nights", "/tables", "/books", "/tokens"])
def test_a_cursor_that_nobody_gave_out_is_refused_or_finds_a_page(anna, path, position):
    cursor = quote(base64.b64encode(position.encode()).decode())
    answer = anna.get(f"{path}?cursor={cursor}")
    assert answer.status_code in {200, 400}
    assert "\0" not in answer.content.decode()


@pytest.mark.parametrize("stake", ["0", "-1", 0])
def test_nobody_sits_down_at_a_stake_of_nothing(anna, cast, stake):
    players = [str(cast.members[name].id) for name in ("Anna", "Béla")]
    body = {"night": str(cast.night.id), "kind": "chouette", "players": players, "stakes": {players[0]: stake}}
    answer = anna.post("/tables", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "wrong_stake")
    assert not Table.objects.exists()


def test_an_address_longer_than_any_is_refused(anna):
    answer = anna.post("/members", {"name": "A", "email": "x" * 60 + "@" + "y." * 120 + "example"})
    assert answer.status_code in {400, 422}
    assert not User.objects.filter(email__startswith="xxx").exists()


def test_a_game_for_more_than_the_books_hold_is_refused_whole(anna, cast):
    rich = {cast.members[name].id: 4_000_000 for name in ("Anna", "Béla")}
    table = cast.table("Anna", "Béla", "Csaba", unit_minor=10**9, stakes_q=rich, rules={"gammon": 10, "backgammon": 10})
    cast.act(table, {"do": "double", "by": "Anna"}, {"do": "take", "by": ["Béla", "Csaba"]})
    end = {"command_id": str(uuid4()), "do": "end", "winner": "box", "result": "gammon"}
    answer = anna.post(f"/tables/{table.table.id}/actions", end)
    assert (answer.status_code, answer.json()["code"]) == (422, "amount_too_large")
    assert (Action.objects.count(), Entry.objects.count()) == (2, 0)


def test_a_sheet_with_half_a_character_is_refused(anna, cast):
    sheet = 'scoresheet: 1\nkind: chouette\nplayers: [Anna, Béla]\nactions:\n- {do: note, text: "\\ud800"}\n'
    answer = anna.post(f"/tables?night={cast.night.id}", sheet, content_type="application/yaml")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert not Table.objects.exists()
