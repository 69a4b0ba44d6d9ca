"""`manage.py legal_plays` and `manage.py position`: what they print, with which exit status."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.board.position import Game, opening
from games.management.commands.legal_plays import Command
from tests.games.board.oracle import encoded, needs_oracle, rows

MANAGE = Path(__file__).parents[3] / "manage.py"
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


def test_files_that_cannot_be_read_are_told_at_the_end_and_the_others_are_answered(tmp_path):
    (tmp_path / "rows").write_text(json.dumps(row()))
    printed = io.StringIO()
    with pytest.raises(CommandError) as told:
        call_command("legal_plays", "/nowhere", str(tmp_path / "rows"), str(tmp_path), stdout=printed)
    assert told.value.returncode == 2
    first, second = str(told.value).splitlines()
    assert first == "/nowhere cannot be read: No such file or directory"
    assert second == f"{tmp_path} cannot be read: Is a directory"
    assert len(printed.getvalue().splitlines()) == 1


def test_rows_are_counted_through_all_files_without_empty_lines(tmp_path):
    """So the row that an error names is the line of its answer."""
    (tmp_path / "one").write_text(f"\n{json.dumps(row())}\n \n[]\n")
    (tmp_path / "two").write_text("\nnonsense\n")
    _status, printed = called("legal_plays", str(tmp_path / "one"), str(tmp_path / "two"))
    answers = [json.loads(line) for line in printed.splitlines()]
    assert [answer["error"]["row"] if "error" in answer else None for answer in answers] == [None, 2, 3]


def test_the_help_says_how_rows_are_counted(capsys):
    with pytest.raises(SystemExit):
        Command().run_from_argv(["manage.py", "legal_plays", "--help"])
    assert "rows are counted from 1 through all files, empty lines left out" in " ".join(
        capsys.readouterr().out.split()
    )


@pytest.mark.parametrize("command", ["legal_plays", "score", "position"])
def test_who_has_seen_enough_ends_a_command_quietly(tmp_path, command):
    sheet = "{scoresheet: 1, kind: money, players: [Anna, Bela]}"
    given = {"legal_plays": (tmp_path / "file",), "score": ("--json", tmp_path / "file"), "position": (XGID,) * 3000}
    (tmp_path / "file").write_text((f"{json.dumps(row())}\n" if command == "legal_plays" else f"{sheet}\n---\n") * 3000)
    asked = [sys.executable, str(MANAGE), command, *map(str, given[command])]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


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
