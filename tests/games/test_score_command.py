"""`manage.py score`: what it prints, with which exit status, and that it needs no database at all."""

import io
import json
import sys
import tempfile
from pathlib import Path

import pytest
import yaml
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import FORMS
from games.sheet_writing import write

CASES = sorted((Path(__file__).parent.parent / "cases").glob("*.yaml"))
PLAYED = """
scoresheet: 1
id: friday-1
kind: chouette
stake: {unit: "0.50", currency: EUR}
players: [Anna, Bela, Csaba]
actions:
- {do: double, by: Anna, to: [Bela, Csaba]}
- {do: take, by: Bela}
- {do: drop, by: Csaba}
- {do: end, winner: team, result: gammon}
"""
REFUSED = PLAYED.replace("{do: take, by: Bela}", "{do: accept, by: Bela}").replace("friday-1", "friday-2")
MALFORMED = PLAYED.replace("{do: take, by: Bela}", "{do: dance, by: Bela}").replace("friday-1", "friday-3")
DIFFERENT = PLAYED + 'expect: {points: {Anna: "9", Bela: "4"}, next: {box: Bela}}\n'


@pytest.fixture
def score(tmp_path):
    """Run the command on these texts, a file each; return its exit status and what it printed."""

    def run(*texts, **options):
        files = [tmp_path / f"{number}.yaml" for number, _text in enumerate(texts)]
        for file, text in zip(files, texts, strict=True):
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return called(*map(str, files), **options)

    return run


def called(*files, **options):
    printed = io.StringIO()
    try:
        call_command("score", *files, stdout=printed, **options)
        status = 0
    except SystemExit as ended:
        status = ended.code
    return status, printed.getvalue()


def lines(printed):
    return [json.loads(line) for line in printed.splitlines()]


def test_a_sheet_comes_out_as_one_line_of_json(score):
    status, printed = score(PLAYED, json=True)
    assert status == 0
    assert lines(printed) == [
        {
            "id": "friday-1",
            "ok": True,
            "games": [
                {
                    "no": 1,
                    "points": {"Anna": "-3", "Bela": "4", "Csaba": "-1"},
                    "winner": "team",
                    "result": "gammon",
                    "box": "Anna",
                    "captain": "Bela",
                }
            ],
            "points": {"Anna": "-3", "Bela": "4", "Csaba": "-1"},
            "money": {"Anna": "-1.50", "Bela": "2.00", "Csaba": "-0.50"},
            "next": {"box": "Bela", "partner": None, "queue": ["Csaba", "Anna"]},
            "warnings": [],
        }
    ]


def test_a_refused_sheet_says_which_action_and_why(score):
    status, printed = score(REFUSED, json=True)
    (answer,) = lines(printed)
    assert status == 1
    assert (answer["id"], answer["ok"]) == ("friday-2", False)
    assert (answer["error"]["action"], answer["error"]["code"]) == (2, "answer_the_double")
    assert "Bela" in answer["error"]["detail"]


def test_a_malformed_sheet_is_told_with_its_line(score):
    status, printed = score(MALFORMED, json=True)
    (answer,) = lines(printed)
    assert status == 2
    assert (answer["id"], answer["ok"]) == ("friday-3", False)
    assert (answer["error"]["action"], answer["error"]["code"]) == (2, "unknown_action")
    assert answer["error"]["detail"].startswith("Line 9: ")


def test_several_files_print_one_line_each_and_the_worst_status_counts(score):
    assert score(PLAYED, REFUSED)[0] == 1
    status, printed = score(MALFORMED, PLAYED, REFUSED, json=True)
    assert status == 2
    assert [answer["ok"] for answer in lines(printed)] == [False, True, False]


def test_several_documents_print_one_line_each(score):
    status, printed = score("---".join([PLAYED, REFUSED, PLAYED]), json=True)
    assert (status, [answer["ok"] for answer in lines(printed)]) == (1, [True, False, True])


@pytest.mark.parametrize(
    "text",
    [
        "", "[1]", "a: [", b"\xff", "scoresheet: 2", "scoresheet: 1", PLAYED.replace("scoresheet: 1", ""),
        PLAYED + "players: [Anna, Bela]\n", PLAYED + "colour: red\n", PLAYED.replace("Csaba]\n", "Anna]\n", 1),
        PLAYED.replace('"0.50"', "0.50"), PLAYED.replace('"0.50"', '"0.505"'), PLAYED.replace("EUR", "euro"),
        PLAYED.replace("chouette", "poker"), PLAYED.replace("kind:", "rules: {cube_mode: round}\nkind:"),
        PLAYED.replace("kind:", "rules: {colour: red}\nkind:"), PLAYED.replace("[Anna, Bela, Csaba]", "[Anna]"),
        PLAYED.replace("[Anna, Bela, Csaba]", "[Anna, box, Csaba]"), "a: &x 1\nb: *x", "[" * 30,
        "players: *nobody", "!!python/object:os.system {}", "- " * 5000,
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_one_sentence_and_exit_status_2(score, text):
    status, printed = score(text, json=True)
    (answer,) = lines(printed)
    assert (status, answer["ok"]) == (2, False)
    assert answer["error"]["detail"]
    assert "Traceback" not in printed


def test_a_file_that_is_not_there_is_told(tmp_path):
    status, printed = called(str(tmp_path / "nowhere.yaml"), json=True)
    assert (status, lines(printed)[0]["error"]["code"]) == (2, "no_file")


def test_a_sheet_is_read_from_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(PLAYED.encode())))
    status, printed = called("-", json=True)
    assert (status, lines(printed)[0]["id"]) == (0, "friday-1")


def test_json_is_a_scoresheet_too(score):
    assert lines(score(json.dumps(yaml.safe_load(PLAYED)), json=True)[1])[0]["points"]["Bela"] == "4"


@pytest.mark.parametrize("name", ["No", "yes", "2026-11-30", "007", "1:30"])
def test_a_player_may_have_a_name_that_looks_like_something_else(score, name):
    status, printed = score(PLAYED.replace("Bela", name), json=True)
    assert (status, lines(printed)[0]["points"][name]) == (0, "4")


def test_check_prints_each_difference_and_nothing_else(score):
    assert score(PLAYED, check=True) == (0, "")
    status, printed = score(DIFFERENT, check=True)
    assert status == 1
    assert printed == "friday-1: /points/Anna: expected '9', came out '-3'\n"


def test_check_says_in_words_what_stopped_a_sheet_also_where_it_has_no_id(score):
    status, printed = score(REFUSED.replace("id: friday-2\n", ""), check=True)
    assert status == 1
    assert printed.startswith("scoresheet: refused: action 2: ")
    assert printed.endswith("(answer_the_double)\n")
    assert "{" not in printed


def test_check_tells_differences_in_json_as_well(score):
    status, printed = score(DIFFERENT, check=True, json=True)
    assert (status, len(lines(printed)[0]["differences"])) == (1, 1)


def test_settle_adds_who_pays_whom(score):
    payments = lines(score(PLAYED, json=True, settle=True)[1])[0]["payments"]
    assert payments == [
        {"from": "Anna", "to": "Bela", "amount": "1.50"},
        {"from": "Csaba", "to": "Bela", "amount": "0.50"},
    ]


def test_settle_counts_points_where_no_money_is_played_for(score):
    text = PLAYED.replace('stake: {unit: "0.50", currency: EUR}\n', "")
    payments = lines(score(text, json=True, settle=True)[1])[0]["payments"]
    assert payments == [
        {"from": "Anna", "to": "Bela", "points": "3"},
        {"from": "Csaba", "to": "Bela", "points": "1"},
    ]


def test_the_table_fits_a_phone_and_says_what_matters(score):
    status, printed = score(PLAYED, settle=True)
    assert (status, max(map(len, printed.splitlines())) <= 40) == (0, True)
    assert printed == (
        "friday-1\n"
        "         Anna      Bela     Csaba\n"
        "1          -3         4        -1\n"
        "all        -3         4        -1\n"
        "EUR     -1.50      2.00     -0.50\n"
        "Anna pays Bela 1.50\n"
        "Csaba pays Bela 0.50\n"
        "Next box: Bela\n"
        "Then: Csaba, Anna\n\n"
    )


MATCH = """
scoresheet: 1
id: a-match
kind: match
rules: {target: 3}
stake: {unit: "5.00", currency: EUR}
players: [Anna, Bela]
actions:
- {do: end, winner: Anna, result: gammon}
- {do: end, winner: Bela, result: single}
"""
NARD = """
scoresheet: 1
id: nard
kind: long_nard
rules: {last_roll: true}
players: [Anna, Bela]
actions:
- {do: end, winner: Anna, borne_off: {Bela: 13}}
- {do: last_roll, by: Bela, borne_off: 15}
- {do: end, winner: Bela, result: mars}
"""


def test_the_table_of_a_match_has_its_running_score(score):
    assert score(MATCH)[1].splitlines() == [
        "a-match",
        "         Anna      Bela",
        "1           2         0",
        "2           2         1",
        "EUR      0.00      0.00",
        "",
    ]


def test_the_table_of_a_match_that_is_won_says_so_and_has_its_stake(score):
    printed = score(MATCH + "- {do: end, winner: Anna, result: single}\n")[1]
    assert printed.splitlines()[-5:] == [
        "3             3         1",
        "stake         1        -1",
        "EUR        5.00     -5.00",
        "Anna has won the match.",
        "",
    ]


def test_the_table_of_a_match_before_its_first_end_has_its_score(score):
    begun = MATCH[: MATCH.index("- {do: end")] + "- {do: start}\n"
    status, printed = score(begun)
    assert (status, printed.splitlines()[2:4]) == (0, ["all         0         0", "EUR      0.00      0.00"])


def test_the_table_of_a_match_shows_points_that_were_put_right_by_hand(score):
    printed = score(MATCH + "- {do: adjust, points: {Anna: -1, Bela: 1}, reason: tea}\n")[1]
    assert printed.splitlines()[-3:-1] == ["stake        -1         1", "EUR       -5.00      5.00"]


def test_a_warning_is_a_sentence_in_the_table_and_a_code_in_the_answer(score):
    dead = MATCH.replace("target: 3", "target: 1").replace("- {do: end", "- {do: double, by: Anna}\n- {do: end", 1)
    dead = dead[: dead.index("- {do: end")] + "- {do: drop, by: Bela}\n"
    assert "Warning: A dead cube was turned: whoever\n  doubled wins the match" in score(dead)[1]
    (answer,) = lines(score(dead, json=True)[1])
    assert (answer["warnings"], "said" in answer) == (["dead_cube"], False)


def test_the_table_of_long_nard_says_how_each_game_ended_and_who_starts_next(score):
    assert score(NARD)[1].splitlines()[2:] == [
        "1 draw         0         0",
        "2 mars        -2         2",
        "all           -2         2",
        "Starts next: Anna",
        "",
    ]


def test_the_table_of_a_money_game_has_no_next_box(score):
    money = "scoresheet: 1\nkind: money\nplayers: [Anna, Bela]\nactions:\n- {do: end, winner: Anna, result: single}\n"
    assert "ext" not in score(money)[1]


@pytest.mark.parametrize("players", range(2, 31))
def test_the_table_fits_a_phone_with_any_number_of_players_and_long_names(score, players):
    names = ", ".join(f"Szentgyörgyi-Kovács Bernadett {number}" for number in range(players))
    text = f"""
scoresheet: 1
id: a-rather-long-name-for-an-evening
kind: chouette
rules: {{max_players: 100}}
stake: {{unit: "1000.00", currency: HUF}}
players: [{names}]
actions:
- {{do: end, winner: box, result: single}}
"""
    status, printed = score(text, settle=True)
    assert status == 0
    assert max(map(len, printed.splitlines())) <= 40


def test_players_whose_names_begin_alike_are_told_apart(score):
    text = PLAYED.replace("Bela", "Alexandra Kovács").replace("Csaba", "Alexandra Szabó")
    heads = score(text)[1].splitlines()[1].split()
    assert len(set(heads)) == len(heads) == 3


def test_a_refusal_is_told_on_the_terminal_in_words(score):
    status, printed = score(REFUSED)
    assert status == 1
    assert printed.startswith("friday-2, action 2: ")


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_every_published_case_comes_out_as_published(case):
    """A kind of table that this version does not score says so; it is never scored wrong."""
    answers = lines(called(str(case), check=True, json=True)[1])
    scored = [answer for answer in answers if answer["ok"] or answer["error"]["code"] != "not_built"]
    assert [answer["differences"] for answer in scored] == [[]] * len(scored)
    assert len(scored) >= 5


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.sampled_from(["", "Anna", "Bela", "Zed", "box", "team", "1.5", "0", "-1", "end", "undo", "\n", "é" * 300]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["do", "by", "to", "x"]), inner),
    max_leaves=4,
)
KEYS = st.sampled_from(
    [
        "do",
        "by",
        "to",
        "value",
        "winner",
        "result",
        "player",
        "points",
        "actions",
        "game",
        "reason",
        "override",
        "refused",
    ]
)
STRANGE = st.fixed_dictionaries({"do": st.sampled_from(sorted(FORMS))}) | st.dictionaries(KEYS, VALUES, max_size=5)


@given(
    top=st.dictionaries(
        st.sampled_from(["kind", "rules", "stake", "stakes", "players", "rolls", "partner", "id", "expect", "actions"]),
        VALUES,
        max_size=2,
    ),
    acts=st.lists(st.tuples(STRANGE, st.dictionaries(KEYS, VALUES, max_size=4)), max_size=4),
)
@settings(max_examples=100, deadline=None)
def test_no_sheet_however_strange_ends_in_a_traceback(top, acts):
    sheet = yaml.safe_load(PLAYED)
    sheet["actions"] += [{**act, **more} for act, more in acts]
    printed = io.StringIO()
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(write({**sheet, **top}))
        file.flush()
        try:
            call_command("score", file.name, json=True, check=True, settle=True, stdout=printed)
            status = 0
        except SystemExit as ended:
            status = ended.code
    (answer,) = lines(printed.getvalue())
    assert status in ({0, 1} if answer["ok"] else {1, 2})
