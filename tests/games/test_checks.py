"""What the checks find when somebody went behind the services' back."""

from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection

from games import checks
from games.models import Action, Game, Score, Table
from ledger import guards
from ledger.models import Entry
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}


def codes() -> set[str]:
    return {difference.code for difference in checks.differences()}


@pytest.fixture
def played(cast: Cast) -> Cast:
    now = cast.act(cast.table(), END, END)
    cast.act(now, {"do": "undo"})
    cast.act(now, {"do": "adjust", "points": {"Anna": 1, "Béla": -1}, "reason": "agreed"})
    return cast


def test_what_the_services_wrote_agrees(played: Cast, capsys: pytest.CaptureFixture[str]) -> None:
    assert codes() == set()
    call_command("replay_check")
    assert "every log agrees" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("tamper", "code"),
    [
        (lambda: Table.objects.update(version=9), "version"),
        (lambda: Score.objects.filter(seat__no=1, game__no=1).update(points_q=400), "score"),
        (lambda: Game.objects.filter(no=1).update(state="withdrawn"), "projection"),
        (lambda: Game.objects.filter(no=2).update(state="finished"), "projection"),
        (lambda: Table.objects.update(unit_minor=100), "books"),
    ],
)
def test_tampering_is_found(played: Cast, tamper: Callable[[], object], code: str) -> None:
    tamper()
    assert code in codes()
    with pytest.raises(SystemExit) as ended:
        call_command("replay_check", "--json")
    assert ended.value.code == 1


def test_a_log_that_the_rules_refuse_is_found(played: Cast) -> None:
    with guards.lifted():
        Action.objects.filter(seq=1).update(document={"do": "take", "by": 2})
    assert codes() == {"log_refused"}


@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE games_action SET document = '{}'",
        "UPDATE games_action SET seq = seq + 100",
        "DELETE FROM games_action",
    ],
)
def test_the_database_refuses_to_change_the_log(played: Cast, attack: str) -> None:
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute(attack)


def test_a_text_can_be_taken_out_of_the_log_and_nothing_else_changes(played: Cast) -> None:
    Action.objects.exclude(text="").update(text="", text_salt="")
    assert codes() == set()
    assert Entry.objects.filter(kind="adjustment").count() == 1
