"""What tables are after a split or a join: one night, one settlement, nobody seated twice by an undo."""

import pytest

from club.errors import ClubError, NightClosed
from games import services as games
from games.models import Game, Table
from ledger import services as ledger
from ledger.models import Account, SettlementPlan
from tests.cast import Cast
from tests.games.crossed import ALL, END, assert_sound, fresh, join, line, split


# ---- what is not undone -----------------------------------------------------------------------------
def test_an_undo_does_not_seat_people_twice(cast: Cast) -> None:
    crossed = split(cast, cast.act(cast.table(*ALL), END))
    for undo in ({"do": "undo"}, {"do": "undo", "to": 1}, {"do": "undo", "to": 2}, {"do": "undo", "to": 5}):
        with pytest.raises(ClubError) as refused:
            cast.act(crossed.source, undo)
        assert refused.value.code == "crossing_stands"
    assert fresh(cast, crossed.source).version == 5


def test_what_came_after_the_split_is_undone_as_ever(cast: Cast) -> None:
    old = cast.act(split(cast, cast.table(*ALL)).source, END)
    assert cast.act(old, {"do": "undo"}).state.games == ()
    assert_sound()


def test_a_game_before_the_split_is_corrected_and_the_people_stay_where_they_are(cast: Cast) -> None:
    old = split(cast, cast.act(cast.table(*ALL), END), "Dóra", "Eszter", "Feri").source
    end = {"do": "end", "winner": "team", "result": "gammon"}
    old = games.correct_game(table_id=old.table.id, actor=cast.actor(), game=1, actions=[end], reason="misread")
    assert line(old) == ["Béla", "Csaba", "Anna"]
    assert_sound()


def test_an_undo_does_not_send_joined_people_nowhere(cast: Cast) -> None:
    one, two = cast.table(*ALL[:3]), cast.table(*ALL[3:])
    kept = join(cast, one, two).target
    with pytest.raises(ClubError) as refused:
        cast.act(kept, {"do": "undo"})
    assert refused.value.code == "crossing_stands"


# ---- the night --------------------------------------------------------------------------------------
def test_both_tables_are_one_settlement(cast: Cast) -> None:
    """Anna wins 5 at the large table, then she and Eszter 2 each: who lost here and won there has one sum."""
    crossed = split(cast, cast.act(cast.table(*ALL), END), "Dóra", "Eszter", "Feri")
    cast.act(crossed.source, END)
    cast.act(crossed.target, END)  # Eszter is the box there
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    plan = SettlementPlan.objects.get()
    paid = {(str(p.payer), str(p.payee)): p.amount_minor for p in plan.payments.all()}
    assert sum(paid.values()) == 400
    assert {payer for payer, _payee in paid} == {"Béla", "Csaba", "Dóra", "Feri"}
    assert sum(minor for (_payer, payee), minor in paid.items() if payee == "Eszter") == 50
    assert Game.objects.count() == 3
    for payment in plan.payments.all():
        ledger.confirm(payment=payment, actor=cast.actor())
    assert set(Account.objects.values_list("balance_minor", flat=True)) == {0}
    assert_sound()


def test_a_night_with_a_joined_table_is_closed_and_opened_again(cast: Cast) -> None:
    one, two = cast.table(*ALL[:3]), cast.act(cast.table(*ALL[3:]), END)
    join(cast, one, two)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    with pytest.raises(NightClosed):
        games.void_game(table_id=two.table.id, actor=cast.actor(), game=1, reason="too late")
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="forgot a game")
    assert fresh(cast, one).table.state == Table.State.OPEN
    assert fresh(cast, two).table.state == Table.State.JOINED
    games.void_game(table_id=two.table.id, actor=cast.actor(), game=1, reason="not played")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    assert_sound()
