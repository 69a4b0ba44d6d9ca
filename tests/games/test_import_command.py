"""`manage.py import_scoresheet`: all sheets or none, through the same door as the API."""

import io

import pytest
from django.core.management import CommandError, call_command

from club.models import Member
from games.models import Action, Score, Table
from ledger.models import Entry
from tests.games.mats import MAT

SHEET = """
scoresheet: 1
id: friday-1
kind: chouette
stake: {unit: "0.50", currency: EUR}
players: [Anna, Béla, Gyula]
actions:
- {do: end, winner: team, result: single}
"""


@pytest.fixture
def imported(cast, tmp_path):
    """Import these texts, a file each, into the cast's night; return what was printed."""

    def run(*texts, night=None, **how):
        files = [tmp_path / f"{number}.yaml" for number, _text in enumerate(texts)]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text)
        printed = io.StringIO()
        call_command("import_scoresheet", *map(str, files), night=night or cast.night.id, stdout=printed, **how)
        return printed.getvalue()

    return run


def written():
    return tuple(model.objects.count() for model in (Table, Action, Entry, Member))


def test_a_sheet_becomes_a_table_of_the_night_with_its_guest_and_its_money(cast, imported):
    assert "chouette 1" in imported(SHEET)
    assert written() == (1, 1, 1, 8)
    assert Member.objects.get(name="Gyula").role == "guest"
    assert {action.door for action in Action.objects.all()} == {"import"}


def test_the_same_file_again_changes_nothing(imported):
    first, before = imported(SHEET), written()
    assert imported(SHEET) == first
    assert written() == before


@pytest.mark.parametrize("to", [9, 0, -1])
def test_a_rightly_refused_undo_of_a_line_that_is_not_there_is_left_out(imported, to):
    imported(SHEET + f"- {{do: undo, to: {to}, refused: no_such_row}}\n- {{do: undo, to: 1}}\n")
    assert [row.document for row in Action.objects.order_by("seq")][1:] == [{"do": "undo", "to": 1}]


@pytest.mark.parametrize(
    ("second", "says", "status"),
    [
        (SHEET.replace("friday-1", "friday-2").replace("do: end", "do: dance"), "Line 8", 2),
        (SHEET.replace("friday-1", "friday-2").replace("winner: team", "winner: Zed"), "Line 8, action 1", 1),
        (SHEET.replace("result: single", "result: gammon"), "already used", 2),
        ("a: [", "Line 2", 2),
    ],
)
def test_when_one_sheet_is_wrong_none_is_imported(imported, second, says, status):
    before = written()
    with pytest.raises(CommandError, match=says) as refused:
        imported(SHEET, second)
    assert refused.value.returncode == status
    assert written() == before


def test_a_night_or_file_that_is_not_there_is_told(cast, imported):
    with pytest.raises(CommandError, match="no night"):
        imported(SHEET, night="0192f0c1-0000-7000-8000-00000000000f")
    with pytest.raises(CommandError, match="No such file"):
        call_command("import_scoresheet", "/nowhere.yaml", night=cast.night.id)


def test_a_mat_file_is_imported_once_with_what_its_points_tell(imported):
    printed = imported(MAT)
    assert "money game 1" in printed
    assert "The points do not tell whether Jacoby's rule was played" in printed
    before = written()
    assert before[:2] == (1, 15)
    assert imported(MAT) == printed
    assert written() == before


def test_a_mat_file_that_cannot_be_is_refused_with_its_line(imported):
    with pytest.raises(CommandError, match="Line 9: the score is not what the games before it make") as refusal:
        imported(MAT.replace("Béla : 1", "Béla : 3"))
    assert refusal.value.returncode == 2
    assert written() == (0, 0, 0, 7)


def test_a_mat_file_is_played_for_the_stake_that_is_given_with_it(imported):
    printed = imported(MAT, unit="0.50", currency="HUF")
    table = Table.objects.get()
    assert (table.unit_minor, table.currency) == (50, "HUF")
    assert list(Score.objects.order_by("game__no", "seat__no").values_list("money_minor", flat=True)) == [
        -50,
        50,
        200,
        -200,
    ]
    before = written()
    assert imported(MAT, unit="0.5", currency="HUF") == printed
    assert written() == before


def test_without_a_currency_the_stake_is_in_the_clubs(imported):
    imported(MAT, unit="2")
    assert (Table.objects.get().unit_minor, Table.objects.get().currency) == (200, "EUR")


@pytest.mark.parametrize("other", [{}, {"unit": "1"}, {"unit": "0.50"}])
def test_the_same_file_for_another_stake_is_another_sheet(imported, other):
    imported(MAT, unit="0.50", currency="HUF")
    before = written()
    with pytest.raises(CommandError, match="already used"):
        imported(MAT, **other)
    assert written() == before


@pytest.mark.parametrize(
    ("text", "how", "says"),
    [
        (SHEET, {"unit": "1"}, "A scoresheet says itself what is played for"),
        (MAT, {"unit": "much"}, "much"),
        (MAT, {"unit": "0"}, "0"),
        (MAT, {"unit": "0.505", "currency": "EUR"}, "0.505"),
        (MAT, {"unit": "1", "currency": "euro"}, "three capital letters"),
        (MAT, {"unit": "1", "currency": "ERU"}, "no currency in use"),
        (SHEET.replace("EUR", "ERU"), {}, "no currency in use"),
        (MAT, {"currency": "EUR"}, "Say with --unit"),
    ],
)
def test_a_stake_that_cannot_be_imports_nothing(imported, text, how, says):
    with pytest.raises(CommandError, match=says) as refusal:
        imported(text, **how)
    assert refusal.value.returncode == 2
    assert written() == (0, 0, 0, 7)
