"""Two phones score one table. Each race is run once more with the lock off, to show that the test can fail."""

from functools import partial
from uuid import uuid4

import pytest
from django.db import IntegrityError

from club.errors import Stale
from games import checks, selectors
from games import services as games
from games.models import Action, Game, HouseRules
from games.store import TableNow
from ledger.models import Account, Entry
from tests.cast import Cast
from tests.concurrency.racing import at_once, lock_off, meeting_after_load

pytestmark = pytest.mark.postgres

END = {"do": "end", "winner": "box", "result": "single"}


def offered(cast: Cast) -> TableNow:
    return cast.act(cast.table("Anna", "Béla", "Csaba"), {"do": "double", "by": "Anna"})


def now(cast: Cast, table: TableNow) -> TableNow:
    return selectors.load_table(club_id=cast.club.id, table_id=table.table.id)


def test_two_answers_at_the_same_moment_both_stand(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """T9, second half."""
    table = offered(cast)
    with meeting_after_load(monkeypatch):
        came = at_once(
            lambda: cast.act(table, {"do": "take", "by": "Béla", "value": 2}),
            lambda: cast.act(table, {"do": "drop", "by": "Csaba", "value": 2}),
        )
    assert all(isinstance(one, TableNow) for one in came), came
    assert now(cast, table).version == 3


def test_without_the_lock_one_of_two_answers_is_lost(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = offered(cast)
    with lock_off(monkeypatch), meeting_after_load(monkeypatch):
        came = at_once(
            lambda: cast.act(table, {"do": "take", "by": "Béla", "value": 2}),
            lambda: cast.act(table, {"do": "drop", "by": "Csaba", "value": 2}),
        )
    assert sorted(type(one) for one in came if isinstance(one, Exception)) == [IntegrityError]


def test_the_first_ends_the_game_and_the_second_who_undoes_what_he_saw_is_told(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T9, first half: the second gets the present state, and the game stands."""
    table = cast.act(offered(cast), {"do": "take", "by": ["Béla", "Csaba"]})
    with meeting_after_load(monkeypatch):
        came = at_once(
            lambda: cast.act(table, END, expected_version=2),
            lambda: cast.act(table, {"do": "undo"}, expected_version=2),
        )
    assert sum(isinstance(one, Stale) for one in came) == 1
    assert now(cast, table).version == 3
    assert list(checks.differences()) == []


def test_without_the_lock_undo_and_end_both_think_they_are_first(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = cast.act(offered(cast), {"do": "take", "by": ["Béla", "Csaba"]})
    with lock_off(monkeypatch), meeting_after_load(monkeypatch):
        came = at_once(
            lambda: cast.act(table, END, expected_version=2),
            lambda: cast.act(table, {"do": "undo"}, expected_version=2),
        )
    assert [type(one) for one in came if isinstance(one, Exception)] == [IntegrityError]


def test_a_double_tap_is_one_act_and_one_entry(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """T10."""
    table, command = cast.table("Anna", "Béla", "Csaba"), uuid4()
    with meeting_after_load(monkeypatch, parties=4):
        came = at_once(*[lambda: cast.act(table, END, command_id=command)] * 4)
    assert [one.version for one in came if isinstance(one, TableNow)] == [1, 1, 1, 1]
    assert (Action.objects.count(), Game.objects.count(), Entry.objects.count()) == (1, 1, 1)


def test_without_the_lock_a_double_tap_errs(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table, command = cast.table("Anna", "Béla", "Csaba"), uuid4()
    with lock_off(monkeypatch), meeting_after_load(monkeypatch):
        came = at_once(*[lambda: cast.act(table, END, command_id=command)] * 2)
    assert [type(one) for one in came if isinstance(one, Exception)] == [IntegrityError]
    assert Entry.objects.count() == 1


def test_two_tables_of_one_club_end_at_once_and_the_book_has_no_gap(cast: Cast) -> None:
    tables = [cast.table("Anna", "Béla", "Csaba"), cast.table("Dóra", "Eszter", "Feri")]
    came = at_once(*[lambda table=table: cast.act(table, END) for table in tables * 5])
    assert all(isinstance(one, TableNow) for one in came), came
    assert list(Entry.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 11))
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0
    assert list(checks.differences()) == []


def test_one_command_at_two_tables_at_once_is_recorded_at_one(cast: Cast) -> None:
    for _round in range(5):
        tables, command = [cast.table("Anna", "Béla", "Csaba"), cast.table("Dóra", "Eszter", "Feri")], uuid4()
        came = at_once(*[partial(cast.act, table, END, command_id=command) for table in tables])
        assert sorted(type(one).__name__ for one in came) == ["CommandReused", "TableNow"], came
        assert Action.objects.filter(command_id=command).count() == 1
    assert list(checks.differences()) == []


def test_house_rules_saved_twice_at_once_are_two_versions(cast: Cast) -> None:
    save = partial(games.save_house_rules, club=cast.club, name="Ours", settings={}, actor=cast.actor())
    came = at_once(*[save] * 3)
    assert sorted(one.version for one in came if isinstance(one, HouseRules)) == [1, 2, 3], came
