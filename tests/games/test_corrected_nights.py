"""A closed night is opened again and corrected: those whose balance moved are told what changed, and why."""

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club import outbox
from club.corrections import corrections_of
from club.models import Mail, Member, NightEvent
from games import services as games
from games.store import TableNow
from ledger import services as books
from ledger.corrections import changed_since
from ledger.models import Book, SettlementPlan
from tests.cast import Cast

BOX = {"do": "end", "winner": "box", "result": "single"}
ANNA = {"do": "end", "winner": "Anna", "result": "single"}
BELA = {"do": "end", "winner": "Béla", "result": "single"}


@pytest.fixture
def table(cast: Cast) -> TableNow:
    """Anna won two money games of 0.50 against Béla; the night was closed and told."""
    now = cast.act(cast.table("Anna", "Béla", kind="money"), ANNA, ANNA)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    return now


def correct(cast: Cast, table: TableNow, actions: Sequence[dict[str, str]] = (BELA,), game: int = 1) -> None:
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="we looked at the paper")
    games.correct_game(table_id=table.table.id, actor=cast.actor(), game=game, actions=actions, reason="Béla won it")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()


def told(cast: Cast, name: str) -> str:
    return Mail.objects.filter(key__startswith="night.closed:", member=cast.members[name]).latest("id").text


def corrections(cast: Cast, name: str) -> list[tuple[str, int, int, str]]:
    found = corrections_of(cast.club, cast.members[name])
    return [(one.source.what, one.before_minor, one.after_minor, one.reason) for one in found]


def test_each_is_mailed_what_changed_for_him_and_why(cast: Cast, table: TableNow) -> None:
    assert "changed" not in told(cast, "Anna")
    correct(cast, table)
    line = "Table 1, game 1: it was +0.50\u00a0EUR and is now −0.50\u00a0EUR. The reason: Béla won it"
    assert line in told(cast, "Anna")
    assert "it was −0.50\u00a0EUR and is now +0.50\u00a0EUR" in told(cast, "Béla")
    assert told(cast, "Anna").count("it was") == 1


def test_who_came_out_the_same_is_told_of_no_change(cast: Cast, table: TableNow) -> None:
    other = games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="one more table")
    cast.act(cast.table("Dóra", "Eszter", night=other, kind="chouette"), BOX)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    assert "changed" not in told(cast, "Anna")
    assert "For you this changed:" in told(cast, "Dóra")


def test_a_payment_is_no_correction(cast: Cast, table: TableNow) -> None:
    books.confirm_all(plan=SettlementPlan.objects.get(), actor=cast.actor("Béla"))
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="look again")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    outbox.relay()
    assert "changed" not in told(cast, "Anna")
    assert corrections(cast, "Anna") == []


def test_a_members_page_keeps_what_was_corrected_after_the_first_closing(cast: Cast, table: TableNow) -> None:
    assert corrections(cast, "Anna") == []
    correct(cast, table)
    assert corrections(cast, "Anna") == [("Table 1, game 1", 50, -50, "Béla won it")]
    correct(cast, table, [ANNA], game=1)
    assert corrections(cast, "Anna") == []
    assert "it was −0.50\u00a0EUR and is now +0.50\u00a0EUR" in told(cast, "Anna")


def test_a_game_that_was_taken_out_comes_to_nothing(cast: Cast, table: TableNow) -> None:
    correct(cast, table, [])
    assert corrections(cast, "Béla") == [("Table 1, game 1", -50, 0, "Béla won it")]


def test_t8_a_game_corrected_and_corrected_back_stands_as_it_was(cast: Cast, table: TableNow) -> None:
    """T8, told: the standing amount follows, and never adds up."""
    for actions, stands in (([BELA], -50), ([ANNA], 50)):
        correct(cast, table, actions)
        first = NightEvent.objects.filter(kind="closed").order_by("at").first()
        changed = changed_since(cast.night, book=Book.objects.get(), moment=first.at)
        assert {one.after_minor for theirs in changed.values() for one in theirs} <= {stands, -stands}


def test_what_changed_is_asked_by_as_many_queries_for_many_games(cast: Cast, table: TableNow) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            corrections_of(cast.club, Member.objects.get(pk=cast.members["Anna"].pk))
        return len(asked)

    correct(cast, table)
    few = queries()
    correct(cast, table, [BELA], game=2)
    assert queries() == few
