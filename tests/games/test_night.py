"""Closing, settling, fees and reopening of a night."""

import pytest

from club import services as club
from club.currencies import WrongCurrency
from club.errors import Conflict, Forbidden, Invalid, NightClosed, NotFound
from club.models import Night, NightEvent, OutboxMessage
from games import services as games
from games.models import Table
from ledger import services as ledger
from ledger.models import Account, Entry, Payment, SettlementPlan
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}


def close(cast: Cast, by: str = "Anna") -> Night:
    return games.close_night(night_id=cast.night.id, actor=cast.actor(by))


def test_a_closed_night_has_its_plan_and_its_word_goes_out(cast: Cast) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    assert not close(cast).is_open
    plan = SettlementPlan.objects.get()
    assert {(str(p.payer), str(p.payee), p.amount_minor) for p in plan.payments.all()} == {
        ("Béla", "Anna", 50),
        ("Csaba", "Anna", 50),
    }
    assert set(Table.objects.values_list("state", flat=True)) == {"closed"}
    assert OutboxMessage.objects.filter(topic="night.closed").count() == 1


def test_a_table_in_a_currency_that_was_withdrawn_is_played_paid_and_followed_by_another(cast: Cast) -> None:
    with pytest.raises(WrongCurrency):
        cast.table("Anna", "Béla", currency="HRK")
    assert not Table.objects.exists()
    now = cast.table("Anna", "Béla")
    Table.objects.filter(pk=now.table.pk).update(currency="HRK")  # opened when it was money
    cast.act(now, END)
    close(cast)
    assert str(SettlementPlan.objects.get().payments.get()) == "Béla → Anna 0.50\u00a0HRK"
    night = club.open_night(club=cast.club, actor=cast.actor())
    assert cast.table("Anna", "Béla", currency="HRK", night=night).table.currency == "HRK"


def test_a_night_with_a_game_on_is_not_closed(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "start"})
    with pytest.raises(Conflict) as refused:
        close(cast)
    assert refused.value.code == "game_unfinished"
    assert Night.objects.get(pk=cast.night.pk).is_open
    cast.act(now, END)
    assert not close(cast).is_open


def test_the_tables_with_a_game_on_are_named_in_their_order(cast: Cast) -> None:
    tables = [cast.table("Anna", "Béla", kind="money") for _table in range(10)]
    for now in (tables[1], tables[9]):
        cast.act(now, {"do": "start"})
    with pytest.raises(Conflict) as refused:
        close(cast)
    assert refused.value.values["tables"] == "2, 10"


def test_a_deal_must_be_declared_before_the_night_closes(cast: Cast) -> None:
    now = cast.act(
        cast.table("Anna", "Béla", "Csaba"), {"do": "start"}, {"do": "deal", "player": "Béla", "points": 1}, END
    )
    with pytest.raises(Conflict):
        close(cast)
    cast.act(now, {"do": "declare", "winner": "captain"})
    assert not close(cast).is_open


def test_the_second_to_close_is_told(cast: Cast) -> None:
    close(cast)
    with pytest.raises(NightClosed):
        close(cast)


def test_only_an_organiser_closes_and_only_his_clubs_night(cast: Cast) -> None:
    with pytest.raises(Forbidden):
        close(cast, by="Csaba")
    with pytest.raises(NotFound):
        games.close_night(night_id=cast.night.id, actor=cast.olga)


def test_a_night_is_reopened_with_a_reason_only(cast: Cast) -> None:
    close(cast)
    with pytest.raises(Invalid):
        games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="  ")
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="forgot a game")
    event = NightEvent.objects.get(kind="reopened")
    assert (event.reason, event.by) == ("forgot a game", cast.members["Anna"].user)
    assert set(Table.objects.values_list("state", flat=True)) <= {"open"}


def test_each_player_pays_the_table_fee_once_a_night(cast: Cast) -> None:
    fee = {"table_fee": "2"}
    cast.act(cast.table("Anna", "Béla", "Csaba", rules=fee), END)
    cast.act(cast.table("Anna", "Béla", kind="money", rules=fee), {"do": "end", "winner": "Anna", "result": "single"})
    cast.table("Dóra", "Eszter", "Feri", rules=fee)
    close(cast)
    assert Entry.objects.filter(kind="fee").count() == 3
    assert Account.objects.get(kind="house").balance_minor == 600
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="one more")
    close(cast)
    assert Entry.objects.filter(kind="fee").count() == 3


def test_settling_every_line_leaves_nothing(cast: Cast) -> None:
    """T5: pay each line, make the plan again: all zero, empty plan, no payment of 0 anywhere."""
    cast.act(
        cast.table(),
        {"do": "double", "by": "Anna"},
        {"do": "take", "by": ["Béla", "Csaba"]},
        {"do": "drop", "by": "Dóra"},
        END,
    )
    close(cast)
    for payment in Payment.objects.all():
        ledger.confirm(payment=payment, actor=cast.actor())
    again = ledger.plan_night(night=cast.night, book=SettlementPlan.objects.first().book, actor=cast.actor())
    assert list(again.payments.all()) == []
    assert set(Account.objects.values_list("balance_minor", flat=True)) == {0}
    assert not Payment.objects.filter(amount_minor=0).exists()


def test_points_are_kept_in_a_book_of_their_own(cast: Cast) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba", currency="PTS", unit_minor=100), END)
    assert {a.book.currency: a.balance_minor for a in Account.objects.filter(member=cast.members["Anna"])} == {
        "PTS": 200
    }
