"""The board through the API: at a table, act by act, anywhere, and as `.mat` files."""

import pytest

from games.models import Action, Table
from tests.api.conftest import caller
from tests.api.test_acts import envelope, refused
from tests.games.mats import MAT, ROLLED

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:0:10"
TEXT = "text/plain"


@pytest.fixture
def table(cast):
    return cast.table("Anna", "Béla", kind="money")


@pytest.fixture
def act(anna, table):
    """`act(…acts)`: the answer to these acts, all in one envelope."""
    return lambda *acts: anna.post(f"/tables/{table.table.id}/actions", envelope(*acts))


@pytest.fixture
def get(anna, table):
    return lambda path="": anna.get(f"/tables/{table.table.id}{path}")


# ---- at a table -------------------------------------------------------------------------------------
def test_a_table_shows_its_board_in_numbers_and_ids(act):
    assert act({"do": "start"}).json()["game"]["board"] is None
    board = act(*ROLLED).json()["game"]["board"]
    assert (board["turn"], board["side"], board["dice"], board["off"]) == ("Béla", "team", [6, 4], [0, 0])
    assert board["pips"] == {"Béla": 167, "Anna": 163}
    assert board["board"][:6] == [-2, 0, 0, 0, 0, 5]
    assert len(board["board"]) == 26
    assert board["xgid"] == "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:64:0:0:3:0:10"
    assert board["gnubg_id"].startswith(board["gnubg_position_id"] + ":")
    assert board["last_play"] == {
        "by": "Anna",
        "dice": [3, 1],
        "moves": "8/5 6/5",
        "illegal": None,
        "may_be_challenged": False,
    }


def test_an_illegal_play_is_marked_with_its_rule_until_it_stands(act):
    board = act(*ROLLED, {"do": "play", "by": "Béla", "moves": "24/18 13/10"}).json()["game"]["board"]
    assert board["last_play"]["illegal"]["code"] == "board_not_on_dice"
    assert board["last_play"]["may_be_challenged"] is True
    board = act({"do": "roll", "by": "Anna", "dice": [2, 1]}).json()["game"]["board"]
    assert board["last_play"]["may_be_challenged"] is False


def test_a_waiting_beaver_is_in_the_xgid_but_has_no_gnubg_id(act):
    acts = [*ROLLED, {"do": "play", "by": "Béla", "moves": "24/18 13/9"}, {"do": "double", "by": "Anna"}]
    board = act(*acts).json()["game"]["board"]
    assert (board["xgid"].split(":")[1:5], board["gnubg_id"] is None) == (["0", "0", "1", "D"], False)
    board = act({"do": "beaver", "by": "Béla"}).json()["game"]["board"]
    assert (board["xgid"].split(":")[1:5], board["gnubg_id"]) == (["1", "0", "-1", "B"], None)


def test_what_is_allowed_names_no_plays(act):
    assert {button["kind"] for button in act(*ROLLED).json()["allowed"]}.isdisjoint({"play", "challenge"})


def test_legal_plays_are_listed_ready_to_be_posted(act, get):
    act(*ROLLED)
    answer = get("/legal-plays").json()
    assert (answer["version"], answer["turn"], answer["dice"]) == (3, "Béla", [6, 4])
    assert len(answer["plays"]) == 11
    one = next(play for play in answer["plays"] if play["moves"] == "24/18 13/9")
    board = act(one["action"]).json()["game"]["board"]
    assert board["last_play"]["illegal"] is None
    assert (board["turn"], one["board"][8]) == ("Anna", 1)


def test_there_are_no_legal_plays_without_a_board_or_before_a_roll(act, get):
    refused(get("/legal-plays"), 409, "no_board")
    act(*ROLLED[:2])
    refused(get("/legal-plays"), 409, "roll_first")


def test_moves_that_no_board_can_show_are_refused_with_the_boards_own_code(act):
    act(*ROLLED)
    answer = act({"do": "play", "by": "Béla", "moves": "23/17"})
    refused(answer, 409, "play_refused")
    why = answer.json()["values"]["why"]
    assert (why["code"], why["rule"]["section"]) == ("board_no_checker", "1")


def test_a_game_is_told_act_by_act_with_the_board_after_each(act, get):
    acts = [*ROLLED, {"do": "undo"}, ROLLED[2], {"do": "resign", "by": "Béla", "result": "single"}, {"do": "start"}]
    act(*acts)
    answer = get("/games/1/board").json()
    assert [(one["seq"], one["action"]["do"]) for one in answer["acts"]] == [
        (1, "roll"),
        (2, "play"),
        (5, "roll"),
        (6, "resign"),
    ]
    assert [one["board"]["turn"] for one in answer["acts"]] == ["Anna", "Béla", "Béla", "Béla"]
    refused(get("/games/2/board"), 409, "no_board")
    refused(get("/games/3/board"), 404, "not_found")


def test_a_long_nard_board_has_numbers_and_no_ids(cast, anna):
    now = cast.table("Anna", "Béla", kind="long_nard")
    answer = anna.post(f"/tables/{now.table.id}/actions", envelope({"do": "roll", "by": "Anna", "dice": [6, 5]}))
    board = answer.json()["game"]["board"]
    assert (len(board["board"]), board["xgid"], board["gnubg_id"]) == (24, None, None)
    assert anna.get(f"/tables/{now.table.id}/legal-plays").json()["plays"]


def test_nobody_else_sees_a_board(olga, table, act):
    act(*ROLLED)
    for path in ("/legal-plays", "/games/1/board", "/mat"):
        refused(olga.get(f"/tables/{table.table.id}{path}"), 404, "not_found")


# ---- anywhere ---------------------------------------------------------------------------------------
def test_a_position_by_its_id_gets_its_other_ids_pips_and_legal_plays(anna):
    answer = anna.post("/positions", {"id": XGID}).json()
    assert (answer["gnubg_position_id"], answer["pips"]) == ("4HPwATDgc/ABMA", [167, 167])
    assert (answer["dice"], answer["xgid"]) == ([5, 2], XGID)
    assert "24/22 13/8" in {play["moves"] for play in answer["plays"]}
    assert answer["diagram"].startswith("+13-14")
    assert "board_gnubg_no_cap" in {lost["code"] for lost in answer["lost"]}
    again = anna.post("/positions", {"board": answer["board"]}).json()
    assert (again["gnubg_position_id"], again["plays"]) == (answer["gnubg_position_id"], None)
    assert anna.post("/positions", {"id": XGID, "dice": [6, 6]}).json()["dice"] == [6, 6]


def test_a_position_of_long_nard_goes_by_numbers_alone(anna):
    board = [0] * 24
    board[23], board[11] = 15, -15
    answer = anna.post("/positions", {"game": "long_nard", "board": board, "dice": [6, 6]}).json()
    assert [play["moves"] for play in answer["plays"]] == ["24/18(2)"]
    assert (answer["xgid"], [lost["code"] for lost in answer["lost"]]) == (None, ["board_only_backgammon"])


@pytest.mark.parametrize(
    ("asked", "pointer", "code"),
    [
        ({"id": "nonsense"}, "/id", "board_not_an_id"),
        ({"board": [1] * 26}, "/board", "board_invalid_position"),
        ({"board": [0] * 24}, "/board", "board_not_a_board"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_boards_own_code(anna, asked, pointer, code):
    answer = anna.post("/positions", asked)
    refused(answer, 422, "position_refused")
    assert answer.json()["values"]["why"]["code"] == code
    assert answer.json()["errors"][0]["pointer"] == pointer


@pytest.mark.parametrize("asked", [{}, {"id": XGID, "board": [0] * 26}, {"id": XGID, "dice": [7, 1]}])
def test_a_position_is_asked_for_in_one_way(anna, asked):
    refused(anna.post("/positions", asked), 400, "malformed")


def test_a_token_that_only_reads_may_look_at_positions(cast):
    assert caller(cast.members["Dóra"], "read").post("/positions", {"id": XGID}).status_code == 200


# ---- .mat -------------------------------------------------------------------------------------------
def test_a_mat_file_becomes_a_table_once(anna, cast):
    path = f"/nights/{cast.night.id}/scoresheets"
    answer = anna.post(path, MAT.encode(), content_type=TEXT)
    assert answer.status_code == 201
    assert [one["code"] for one in answer.json()["said"]] == ["board_mat_jacoby_open"]
    (table,) = answer.json()["tables"]
    assert (table["kind"], table["games_finished"]) == ("money", 2)
    games = anna.get(f"/tables/{table['id']}/games").json()["results"]
    assert [game["points"]["Anna"] for game in games] == ["-1", "4"]
    again = anna.post(path, MAT.replace("\n", "\r\n").encode(), content_type=TEXT).json()["tables"]
    assert ([one["id"] for one in again], Table.objects.count()) == ([table["id"]], 1)


def test_a_mat_file_may_be_posted_as_a_table(anna, cast):
    answer = anna.post(f"/tables?night={cast.night.id}", MAT.encode(), content_type=TEXT)
    assert (answer.status_code, answer.json()["games_finished"]) == (201, 2)


def test_a_mat_file_that_cannot_be_is_refused_with_its_line_and_nothing_is_written(anna, cast):
    wrong = MAT.replace("Béla : 1", "Béla : 3").encode()
    answer = anna.post(f"/nights/{cast.night.id}/scoresheets", wrong, content_type=TEXT)
    refused(answer, 400, "mat_unreadable")
    assert (answer.json()["values"]["line"], answer.json()["values"]["why"]["code"]) == (9, "board_mat_score")
    assert Action.objects.count() == 0


def test_a_play_that_the_rules_refuse_is_told_with_the_line_of_the_file(anna, cast):
    crawford = MAT.replace(" 0 point", " 2 point")
    answer = anna.post(f"/nights/{cast.night.id}/scoresheets", crawford.encode(), content_type=TEXT)
    refused(answer, 409, "crawford")
    assert answer.json()["detail"].startswith("Line 12, ")


def test_a_table_goes_out_as_the_mat_file_it_came_from(anna, cast):
    (table,) = anna.post(f"/nights/{cast.night.id}/scoresheets", MAT.encode(), content_type=TEXT).json()["tables"]
    answer = anna.get(f"/tables/{table['id']}/mat").json()
    played = [line.split(";")[0].split() for line in answer["text"].split("Game 1")[1].splitlines()]
    assert played == [line.split() for line in MAT.split("Game 1")[1].splitlines()] + [[]] * (
        len(played) - len(MAT.split("Game 1")[1].splitlines())
    )
    assert answer["lost"][0]["code"] == "board_mat_no_settings"


def test_a_table_without_such_games_has_no_mat_file(anna, cast, act, get):
    act({"do": "end", "winner": "Anna", "result": "single"})
    refused(get("/mat"), 409, "mat_no_games")
    chouette = cast.table("Csaba", "Dóra", "Eszter").table
    refused(anna.get(f"/tables/{chouette.id}/mat"), 409, "mat_other_kind")


def test_a_mat_file_is_played_for_the_stake_of_the_address(cast, anna):
    sheets = f"/nights/{cast.night.id}/scoresheets?unit=0.50&currency=HUF"
    (table,) = anna.post(sheets, MAT.encode(), content_type=TEXT).json()["tables"]
    assert table["stake"] == {"unit": "0.50", "currency": "HUF"}
    again = anna.post(f"/tables?night={cast.night.id}&unit=0.50&currency=HUF", MAT.encode(), content_type=TEXT)
    assert again.json()["id"] == table["id"]
    refused(anna.post(f"/tables?night={cast.night.id}", MAT.encode(), content_type=TEXT), 422, "command_reused")


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [("unit=much", 400, "malformed"), ("unit=1&currency=euro", 400, "malformed"), ("currency=EUR", 400, "malformed")],
)
def test_a_stake_that_cannot_be_is_refused(cast, anna, asked, status, code):
    refused(anna.post(f"/nights/{cast.night.id}/scoresheets?{asked}", MAT.encode(), content_type=TEXT), status, code)
    assert not Table.objects.exists()


def test_a_scoresheet_says_its_stake_itself(cast, anna):
    sheet = "scoresheet: 1\nid: a\nkind: money\nplayers: [Anna, Béla]\n"
    for path in (f"/nights/{cast.night.id}/scoresheets?unit=1", f"/tables?night={cast.night.id}&unit=1"):
        refused(anna.post(path, sheet, content_type="application/yaml"), 422, "only_for_mat")
    assert not Table.objects.exists()
