"""A match and an evening of long nard by the API alone: what is allowed, how it stands, what it pays."""

import pytest

from games.models import Table
from ledger.models import Entry
from tests.api.test_acts import envelope, refused


@pytest.fixture
def open_table(cast, anna):
    """`open_table("match", {…rules})`: the new table of Anna and Béla, at five euros."""

    def opened(kind, rules, **more):
        players = [str(cast.members[name].id) for name in ("Anna", "Béla")]
        stake = {"unit": "5.00", "currency": "EUR"}
        body = {"night": str(cast.night.id), "kind": kind, "players": players, "stake": stake, "rules": rules, **more}
        return anna.post("/tables", body).json()

    return opened


@pytest.fixture
def act(anna):
    """`act(table, …acts)`: the table after these acts, all in one envelope."""
    return lambda table, *acts: anna.post(f"/tables/{table['id']}/actions", envelope(*acts))


def end(winner, result="single"):
    return {"do": "end", "winner": winner, "result": result}


def words(state):
    return {button["action"]["do"] for button in state["allowed"] if button["blocked"] is None}


def test_a_whole_match_with_its_crawford_game(open_table, act, anna):
    table = open_table("match", {"preset": "match", "target": 3})
    assert table["match"] == {"target": 3, "score": {"Anna": "0", "Béla": "0"}, "crawford": False, "winner": None}
    assert {"join", "leave"}.isdisjoint(words(table))

    state = act(table, end("Anna", "gammon")).json()
    assert (state["match"]["score"], state["match"]["crawford"]) == ({"Anna": "2", "Béla": "0"}, True)
    assert state["last_game"]["won_by"] == "Anna"
    assert state["last_game"]["points"] == {"Anna": "0", "Béla": "0"}

    refused(act(table, {"do": "double", "by": "Béla"}), 409, "crawford")
    state = act(table, {"do": "start"}).json()
    assert "double" not in words(state)
    state = act(table, end("Béla")).json()
    assert state["match"]["crawford"] is False

    state = act(table, {"do": "double", "by": "Anna"}, {"do": "take", "by": "Béla"}).json()
    assert state["game"]["dead_cube"] is True
    assert [warning["code"] for warning in state["warnings"]] == ["dead_cube"]

    state = act(table, end("Béla")).json()
    assert state["match"] == {"target": 3, "score": {"Anna": "2", "Béla": "3"}, "crawford": False, "winner": "Béla"}
    assert (state["next"], words(state)) == (None, set())
    assert {seat["name"]: seat["money"]["amount"] for seat in state["seats"]} == {"Anna": "-5.00", "Béla": "5.00"}
    refused(act(table, {"do": "start"}), 409, "match_over")
    assert act(table, {"do": "note", "text": "well played"}).status_code == 201

    scores = [game["score"] for game in anna.get(f"/tables/{table['id']}/games").json()["results"]]
    assert scores == [{"Anna": "2", "Béla": "0"}, {"Anna": "2", "Béla": "1"}, {"Anna": "2", "Béla": "3"}]


def test_an_evening_of_long_nard_with_a_last_roll_a_draw_and_a_resignation(open_table, act):
    table = open_table("long_nard", {"preset": "long_nard", "last_roll": True})
    assert (table["match"], table["next"]["starter"]) == (None, "Anna")

    state = act(table, {"do": "end", "winner": "Anna", "borne_off": {"Béla": 13}}).json()
    assert state["game"]["last_roll"] == {"by": "Béla", "least": 13, "most": 15}
    rolls = [button["action"] for button in state["allowed"] if button["kind"] == "last_roll"]
    assert rolls == [{"do": "last_roll", "by": "Béla", "borne_off": off} for off in (13, 14, 15)]
    refused(act(table, {"do": "start"}), 409, "game_on")

    state = act(table, rolls[2]).json()
    assert (state["last_game"]["result"], state["last_game"]["won_by"]) == ("draw", None)
    assert state["next"]["starter"] == "Anna"
    assert Entry.objects.count() == 0

    state = act(table, end("Béla", "mars")).json()
    assert (state["last_game"]["won_by"], state["next"]["starter"]) == ("Béla", "Anna")
    state = act(table, {"do": "resign", "by": "Anna", "borne_off": 4}).json()
    assert {seat["name"]: seat["points"] for seat in state["seats"]} == {"Anna": "-3", "Béla": "3"}
    refused(act(table, {"do": "double", "by": "Béla"}), 409, "no_cube")
    refused(act(table, end("Béla", "gammon")), 409, "wrong_result")


def test_a_leaver_names_who_plays_his_cube_on(cast, anna, act):
    players = [str(cast.members[name].id) for name in ("Anna", "Béla", "Csaba", "Dóra")]
    body = {"night": str(cast.night.id), "players": players, "rules": {"preset": "individual", "leave": "proxy"}}
    table = anna.post("/tables", body).json()
    state = act(table, {"do": "start"}, {"do": "leave", "player": "Dóra", "proxy": "Csaba"}).json()
    assert state["game"]["proxies"] == {"Dóra": "Csaba"}
    state = act(table, {"do": "double", "by": "Anna"}, {"do": "take", "by": "Dóra"}).json()
    assert next(cube for cube in state["game"]["cubes"] if cube["member"] == "Dóra")["value"] == 2


@pytest.mark.parametrize("kind", ["money", "match", "long_nard"])
def test_three_cannot_sit_at_a_table_for_two(cast, anna, kind):
    players = [str(cast.members[name].id) for name in ("Anna", "Béla", "Csaba")]
    body = {"night": str(cast.night.id), "kind": kind, "players": players}
    problem = refused(anna.post("/tables", body), 422, "wrong_ring")
    assert problem["detail"] == "This is a game for two players, and nobody shares a side."
    assert problem["rule"] == {"section": "9", "title": "The sheet"}
    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [("/players", "two_players")]
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("rules", "code", "setting"),
    [({}, "partner_too_early", "partner_min"), ({"partner_min": None}, "partner_never", "partner_min")],
)
def test_a_partner_sits_down_where_a_scoresheet_could_have_one(cast, anna, rules, code, setting):
    """Who opened such a table could not have imported its own sheet."""
    anna_, bela, csaba, dora = (str(cast.members[name].id) for name in ("Anna", "Béla", "Csaba", "Dóra"))
    body = {"night": str(cast.night.id), "players": [anna_, bela, csaba], "partner": dora, "rules": rules}
    problem = refused(anna.post("/tables", body), 422, "wrong_ring")
    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [("/partner", code)]
    assert problem["setting"]["key"] == setting
    assert not Table.objects.exists()
