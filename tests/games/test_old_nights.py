"""A later version of the program that scores an old night differently: it is told, and nothing is rewritten."""

import datetime
import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from club import outbox
from club.models import OutboxMessage
from games import checks, selectors, services, store, stored_log, tasks
from games.models import Action, Adjustment, Game, Score, Season, Standing, Table
from games.rules import answers, scoring
from games.rules.refusals.cubes import CubeClosed
from games.rules.wording import Seats
from games.store import TableNow
from games.stored_log import LogRefused, LogTooNew, RulesUnreadable
from ledger import checks as books
from ledger import guards
from ledger.models import Entry, Transfer
from tests.cast import Cast

GAMMON = {"do": "end", "winner": "box", "result": "gammon"}
SINGLE = {"do": "end", "winner": "box", "result": "single"}
DOUBLED = ({"do": "double", "by": "Anna"}, {"do": "take", "by": ["Béla", "Csaba"]})


@pytest.fixture(autouse=True)
def process(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fold is remembered: each look is that of a process that was just started."""
    monkeypatch.setattr(store, "_folds", store._Folds(0))


@pytest.fixture
def played(cast: Cast) -> TableNow:
    """A doubled gammon, worth 8 points from each to Anna, and a correction; told to everybody."""
    day = datetime.timedelta(days=1)
    Season.objects.create(club=cast.club, name="now", starts=cast.night.date - day, ends=cast.night.date + day)
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), *DOUBLED, GAMMON)
    now = cast.act(now, {"do": "adjust", "points": {"Anna": 1, "Béla": -1}, "reason": "agreed"})
    outbox.relay()
    return now


@pytest.fixture
def other_rules(played: TableNow, monkeypatch: pytest.MonkeyPatch) -> TableNow:
    """From now on a gammon counts three times."""
    right = scoring.multiplier_of
    monkeypatch.setattr(
        scoring, "multiplier_of", lambda rules, result, **how: 3 if result == "gammon" else right(rules, result, **how)
    )
    return played


@pytest.fixture
def refusing(played: TableNow, monkeypatch: pytest.MonkeyPatch) -> TableNow:
    """From now on nothing is ever taken."""

    def refuse(*_how: object) -> None:
        raise CubeClosed(member=Seats((2,)))

    monkeypatch.setattr(answers, "answer", refuse)
    return played


def written() -> list[list[dict[str, object]]]:
    """Return everything that tells what was played and what it was worth."""
    models = (Table, Action, Game, Adjustment, Score, Entry, Transfer, Standing)
    return [list(model.objects.order_by("pk").values()) for model in models]


def results() -> dict[tuple[str, str], str]:
    """Return every row of what was played and posted, by model and key."""
    models = (Game, Adjustment, Score, Entry, Transfer)
    return {(model.__name__, str(row["id"])): str(row) for model in models for row in model.objects.values()}


def scores() -> list[tuple[int, int]]:
    return list(Score.objects.filter(game__no=1).order_by("seat__no").values_list("seat__no", "points_q"))


def told() -> list[dict[str, str]]:
    """Return what `replay_check --json` says, which then ends with 1."""
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay_check", "--json", stdout=out)
    assert ended.value.code == 1
    return [json.loads(line) for line in out.getvalue().splitlines()]


# ---- it scores differently --------------------------------------------------------------------------
def test_what_would_be_scored_differently_is_told_with_what_stands(other_rules: TableNow) -> None:
    found = {one["code"]: one for one in told()}
    assert set(found) == {"score", "books", "standing"}
    assert found["score"] == {
        "table": str(other_rules.table.pk),
        "code": "score",
        "what": "game 1",
        "stands": "Anna 8 (400), Béla -4 (-200), Csaba -4 (-200)",
        "comes_to": "Anna 12 (600), Béla -6 (-300), Csaba -6 (-300)",
    }
    assert found["books"]["stands"] == "Béla pays Anna 200, Csaba pays Anna 200"
    assert found["books"]["comes_to"] == "Béla pays Anna 300, Csaba pays Anna 300"


def test_nothing_is_written_by_looking_for_it(other_rules: TableNow) -> None:
    before = written()
    assert told() != []
    assert written() == before


def test_nothing_is_written_by_the_beat_or_by_looking_at_pages(
    cast: Cast, other_rules: TableNow, client: Client
) -> None:
    before = written()
    tasks.rebuild_all_standings()
    outbox.relay()
    client.force_login(cast.members["Anna"].user, backend="django.contrib.auth.backends.ModelBackend")
    for page in (f"tables/{other_rules.table.pk}/", f"nights/{cast.night.pk}/", "standings/"):
        assert client.get(f"/c/felt/{page}").status_code == 200
    for kept, again in zip(before, written(), strict=True):
        assert [_without_pk(row) for row in kept] == [_without_pk(row) for row in again]


def _without_pk(row: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in row.items() if key != "id"}


@pytest.mark.parametrize("act", [SINGLE, {"do": "note", "text": "on we go"}, {"do": "start"}])
def test_an_act_at_that_table_leaves_the_old_game_as_it_stands(
    cast: Cast, other_rules: TableNow, act: dict[str, object]
) -> None:
    before = results()
    cast.act(other_rules, act)
    assert before.items() <= results().items()
    assert not Entry.objects.filter(kind="reversal").exists()


def test_closing_the_night_settles_what_stands(cast: Cast, other_rules: TableNow) -> None:
    entries = list(Entry.objects.values("key", "kind"))
    services.close_night(night_id=cast.night.id, actor=cast.actor())
    assert list(Entry.objects.values("key", "kind")) == entries
    assert scores() == [(1, 32), (2, -16), (3, -16)]


def test_undoing_the_next_game_leaves_the_old_one_as_it_stands(cast: Cast, other_rules: TableNow) -> None:
    now = cast.act(other_rules, SINGLE)
    cast.act(now, {"do": "undo"})
    assert scores() == [(1, 32), (2, -16), (3, -16)]
    assert list(Entry.objects.order_by("seq").values_list("kind", flat=True)) == [
        "game",
        "adjustment",
        "game",
        "reversal",
    ]


# ---- somebody decides that it counts otherwise ------------------------------------------------------
def test_correcting_that_game_reverses_what_was_posted_and_posts_what_comes_out(
    cast: Cast, other_rules: TableNow
) -> None:
    again = [*DOUBLED, GAMMON]
    services.correct_game(
        table_id=other_rules.table.id, actor=cast.actor(), game=1, actions=again, reason="three times now"
    )
    assert scores() == [(1, 48), (2, -24), (3, -24)]
    assert list(checks.differences()) == []
    assert list(books.findings()) == []


def test_voiding_that_game_takes_back_what_was_posted(cast: Cast, other_rules: TableNow) -> None:
    services.void_game(table_id=other_rules.table.id, actor=cast.actor(), game=1, reason="practice")
    assert scores() == []
    assert list(checks.differences()) == []
    assert list(books.findings()) == []


def test_a_correction_tells_what_stood_and_not_what_this_version_makes_of_it(cast: Cast, other_rules: TableNow) -> None:
    services.void_game(table_id=other_rules.table.id, actor=cast.actor(), game=1, reason="practice")
    message = OutboxMessage.objects.filter(payload__kind="game", topic="game.corrected").first()
    assert message is not None
    assert message.payload["before"] == {"1": [32, 400], "2": [-16, -200], "3": [-16, -200]}


# ---- it cannot be read any more ---------------------------------------------------------------------
def test_a_log_that_is_refused_now_is_told_with_its_line(refusing: TableNow) -> None:
    [found] = told()
    assert (found["table"], found["code"]) == (str(refusing.table.pk), "log_refused")
    assert found["what"].startswith("Line 2 of table 1 was played, but this version of the program refuses it:")


def test_nothing_is_done_at_such_a_table_and_its_season_stands(cast: Cast, refusing: TableNow) -> None:
    before = written()
    with pytest.raises(LogRefused):
        cast.act(refusing, SINGLE)
    with pytest.raises(LogRefused):
        services.close_night(night_id=cast.night.id, actor=cast.actor())
    standings = Standing.objects.values_list("member", "points_q", "money_minor")
    kept = sorted(standings)
    tasks.rebuild_all_standings()
    assert sorted(standings) == kept != []
    assert written()[:-1] == before[:-1]


def newer(table: Table) -> None:
    with guards.lifted():
        Action.objects.filter(table=table, seq=2).update(v=stored_log.FORMAT + 1, document={"do": "teleport"})


def test_a_line_of_a_newer_format_is_refused_as_such(played: TableNow) -> None:
    newer(played.table)
    with pytest.raises(LogTooNew) as refused:
        store.load(Table.objects.get())
    assert "Line 2 of table 1 was written by a newer version of this program (format 2;" in refused.value.detail
    assert [one["code"] for one in told()] == ["log_too_new"]


def test_a_word_that_is_not_known_is_told_with_its_line(played: TableNow) -> None:
    with guards.lifted():
        Action.objects.filter(seq=3).update(document={"do": "teleport"})
    [found] = told()
    assert found["code"] == "log_malformed"
    assert found["what"].startswith("Line 3 of table 1 cannot be read by this version of the program:")


@pytest.mark.parametrize(
    "unknown", [lambda table: table.rules.update(gravity="off"), lambda table: setattr(table, "kind", "bridge")]
)
def test_house_rules_of_a_newer_version_are_refused_as_such(played: TableNow, unknown: Callable[[Table], None]) -> None:
    table = Table.objects.get()
    unknown(table)
    table.save()
    with pytest.raises(RulesUnreadable):
        store.load(Table.objects.get())
    assert [one["code"] for one in told()] == ["rules_unreadable"]


def test_the_other_tables_are_checked_all_the_same(cast: Cast, played: TableNow) -> None:
    other = cast.act(cast.table("Dóra", "Eszter", "Feri"), SINGLE)
    Score.objects.filter(game__table=other.table).update(points_q=0)
    newer(played.table)
    assert {one["table"]: one["code"] for one in told()} == {
        str(played.table.pk): "log_too_new",
        str(other.table.pk): "score",
    }


def test_a_line_that_was_taken_once_stands_though_its_like_is_refused_now(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who had dropped could roll for the team in earlier versions."""
    rolled = {"do": "roll", "by": "Csaba", "dice": [6, 5]}
    with monkeypatch.context() as earlier:
        earlier.setattr("games.rules.entering.check", lambda state, action: None)
        now = cast.act(
            cast.table("Anna", "Béla", "Csaba"),
            {"do": "double", "by": "Anna"},
            {"do": "drop", "by": "Csaba"},
            {"do": "take", "by": "Béla"},
            rolled,
        )
    read = selectors.load_table(club_id=cast.club.id, table_id=now.table.id)
    assert read.state == now.state
    with pytest.raises(CubeClosed):
        cast.act(now, rolled)
    ended = cast.act(now, GAMMON)
    assert list(checks.differences()) == []
    assert ended.state.games[0].points_q[1] == 20
