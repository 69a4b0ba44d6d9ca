"""A table that this version of the program cannot read says so on its pages, and the night's other tables are there."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from club.api_auth import issue_token
from games import stored_log
from games.models import Action
from games.store import TableNow
from ledger import guards
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
REFUSED = {"do": "take", "by": [2]}


@pytest.fixture
def refused(cast: Cast) -> TableNow:
    """A table whose first line is refused, though it was played."""
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), {"do": "start"})
    _changed(now, document=REFUSED)
    return now


def _changed(now: TableNow, **columns: Any) -> None:
    with guards.lifted():
        Action.objects.filter(table=now.table, seq=1).update(**columns)
    now.table.version = 7  # a fold that a process has made before is not asked for
    now.table.save()


@pytest.mark.parametrize("page", ["", "fragment/", "sheet/", "rules/", "stream/", "scoresheet.yaml"])
def test_every_page_of_the_table_says_which_line_and_why(
    refused: TableNow, sign_in: Callable[[str], Client], page: str
) -> None:
    answer = sign_in("Anna").get(f"/c/felt/tables/{refused.table.pk}/{page}")
    assert answer.status_code == 409
    assert "Line 1 of table 1 was played, but this version of the program refuses it" in answer.content.decode()


def test_an_act_there_is_refused_and_nothing_is_written(refused: TableNow, sign_in: Callable[[str], Client]) -> None:
    sent = {"action": '{"do": "start"}', "command_id": str(uuid4()), "expected_version": "1"}
    answer = sign_in("Anna").post(f"/c/felt/tables/{refused.table.pk}/act/", sent)
    assert answer.status_code == 409
    assert Action.objects.count() == 1


def test_the_night_shows_its_other_tables_and_says_what_is_wrong_with_that_one(
    cast: Cast, refused: TableNow, sign_in: Callable[[str], Client]
) -> None:
    cast.act(cast.table("Dóra", "Eszter", "Feri"), END)
    answer = sign_in("Anna").get(f"/c/felt/nights/{cast.night.pk}/")
    assert answer.status_code == 200
    assert "Line 1 of table 1 was played" in answer.content.decode()
    assert "Games played: 1." in answer.content.decode()


def test_the_night_is_not_closed_over_it(cast: Cast, refused: TableNow, sign_in: Callable[[str], Client]) -> None:
    answer = sign_in("Anna").post(f"/c/felt/nights/{cast.night.pk}/close/")
    assert answer.status_code == 409
    cast.night.refresh_from_db()
    assert cast.night.is_open


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({"document": REFUSED}, "log_refused"),
        ({"v": stored_log.FORMAT + 1}, "log_too_new"),
        ({"document": {"do": "teleport"}}, "log_malformed"),
    ],
)
def test_the_api_tells_it_as_a_problem_with_its_code(cast: Cast, columns: dict[str, object], code: str) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), {"do": "start"})
    _changed(now, **columns)
    _token, secret = issue_token(user=cast.members["Anna"].user, name="app", scopes=["read", "score"])
    headers = {"Authorization": f"Bearer {secret}"}
    address = f"/api/v1/tables/{now.table.pk}"
    act = {"command_id": str(uuid4()), "actions": [{"do": "start"}]}
    answers = [
        Client().get(address, headers=headers),
        Client().post(f"{address}/actions", act, content_type="application/json", headers=headers),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(409, code)] * 2
