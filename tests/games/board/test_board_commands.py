"""`manage.py legal_plays` and `manage.py position`: what they print, with which exit status."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from games.board.position import Game, opening
from tests.games.board.oracle import encoded, needs_oracle, rows

START = encoded(opening(Game.BACKGAMMON))
NARD = encoded(opening(Game.LONG_NARD))
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:3:0:10"


def called(*arguments):
    printed = io.StringIO()
    try:
        call_command(*arguments, stdout=printed)
    except SystemExit as ended:
        return ended.code, printed.getvalue()
    return 0, printed.getvalue()


@pytest.fixture
def legal_plays(tmp_path):
    """Run the command on these rows, given as text or as what is written as JSON; return status and answers."""

    def run(*given):
        file = tmp_path / "rows.jsonl"
        file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in given))
        status, printed = called("legal_plays", str(file))
        return status, [json.loads(line) for line in printed.splitlines()]

    return run


def row(board=NARD, dice=(3, 3), game="long_nard", **more):
    return {"game": game, "board": board, "dice": list(dice), **more}


def codes(answers):
    return [answer["error"]["code"] if "error" in answer else None for answer in answers]


# legal_plays


@needs_oracle
@pytest.mark.parametrize("game", Game)
def test_rows_from_outside_are_answered_as_other_engines_do(legal_plays, game):
    asked = rows(game)[::50]
    status, answers = legal_plays(*({"game": game, **one} for one in asked))
    assert status == 0
    assert [sorted(answer["results"]) for answer in answers] == [sorted(one["results"]) for one in asked]


def test_rows_are_read_from_standard_input(monkeypatch):
    line = json.dumps(row(START, (6, 5), "backgammon")).encode() + b"\n\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line)))
    status, printed = called("legal_plays")
    assert status == 0
    assert len(json.loads(printed)["results"]) == 7


def test_half_a_character_in_a_row_does_not_stop_the_rest(legal_plays):
    status, answers = legal_plays('{"game": "\\ud800", "board": [], "dice": [1, 2]}', row())
    assert (status, codes(answers), answers[0]["error"]["given"]) == (1, ["not_a_choice", None], "?")


def test_a_first_turn_may_be_denied_and_black_need_not_have_the_exception(legal_plays):
    _status, answers = legal_plays(
        row(), row(first_turn=True), row(first_turn=False), row(turn="black", head_exception="white")
    )
    assert [len(answer["results"]) for answer in answers] == [2, 2, 1, 1]


def test_a_broken_row_is_answered_with_its_error_and_the_rest_goes_on(legal_plays):
    status, answers = legal_plays("{", row(), "[" * 100_000, row(dice=(7, 1)))
    assert status == 1
    assert codes(answers) == ["not_json", None, "not_json", "invalid_dice"]
    assert answers[0]["error"] == {"row": 1, "code": "not_json", "detail": "This line is not JSON.", "given": "{"}


@pytest.mark.parametrize(
    ("broken", "code"),
    [
        ([], "not_a_row"),
        ({"game": "backgammon"}, "not_a_row"),
        (row(game="chess"), "not_a_choice"),
        (row(turn="red"), "not_a_choice"),
        (row(head_exception=1), "not_a_choice"),
        (row(board=START), "not_a_board"),
        (row(board=["1"] * 24), "not_a_board"),
        (row(board=[True] * 24), "not_a_board"),
        (row(board="x"), "not_a_board"),
        (row(dice=(1,)), "invalid_dice"),
        ({**row(), "dice": 6}, "invalid_dice"),
        (row(off=[0]), "not_off"),
        (row(off=[1, 0]), "invalid_position"),
        (row(board=[16, *[0] * 23]), "invalid_position"),
        (row(first_turn=1), "not_a_flag"),
        (row(board=[1, *NARD[1:23], 14], first_turn=True), "first_turn_over"),
    ],
)
def test_what_is_wrong_with_a_row_is_told(legal_plays, broken, code):
    status, answers = legal_plays(broken)
    assert (status, codes(answers)) == (1, [code])


def test_a_file_that_is_not_there_is_told():
    with pytest.raises(CommandError, match="nowhere"):
        called("legal_plays", "/nowhere.jsonl")


# position


def test_a_position_is_printed_with_its_other_ids_pips_and_a_diagram():
    status, printed = called("position", XGID)
    assert status == 0
    for part in (XGID, "4HPwATDgc/ABMA:cIkKAAAAAAAA", "Pips: 167 (to move), 167", "+13-14-15", "beavers"):
        assert part in printed


def test_an_id_leads_to_the_same_position():
    _status, printed = called("position", "4HPwATDgc/ABMA:cIkKAAAAAAAA")
    assert "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:1:0:10" in printed
    assert "An XGID cannot leave beavers open" in printed


def test_what_a_match_id_cannot_say_is_said_in_its_place():
    status, printed = called("position", XGID.replace(":52:", ":B:"))
    assert status == 0
    assert "GNU ID: A match ID cannot say that a beaver or raccoon waits for an answer." in printed


def test_an_id_that_cannot_be_read_is_told_and_the_rest_goes_on():
    status, printed = called("position", "nonsense", XGID, "XGID=nonsense")
    assert status == 1
    assert printed.startswith("nonsense: This is neither")
    assert printed.count("+13-14-15") == 1
    assert "XGID=nonsense: This is not an XGID" in printed
