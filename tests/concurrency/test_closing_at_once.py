"""Two close the night at once, or one closes it while another scores: one settlement, and nothing after it."""

import threading
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import OperationalError

from club import services
from club.errors import NightClosed
from club.models import Night, NightEvent
from games import checks
from games import services as games
from games.models import Table
from games.services import nights
from games.store import TableNow
from ledger import services as ledger
from ledger.models import SettlementPlan
from tests.cast import Cast
from tests.concurrency.racing import at_once, meeting_after_load

pytestmark = pytest.mark.postgres

END = {"do": "end", "winner": "box", "result": "single"}


def test_two_close_the_night_at_once_and_one_of_them_is_told(cast: Cast) -> None:
    """T13: one settlement; the other is told so."""
    cast.act(cast.table(), END)
    came = at_once(*[lambda: games.close_night(night_id=cast.night.id, actor=cast.actor())] * 2)
    assert sum(isinstance(one, NightClosed) for one in came) == 1, came
    assert SettlementPlan.objects.count() == 1
    assert NightEvent.objects.filter(kind="closed").count() == 1


def test_an_act_against_the_closing_is_in_the_settlement_or_refused(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    with meeting_after_load(monkeypatch):
        closed, acted = at_once(
            lambda: games.close_night(night_id=cast.night.id, actor=cast.actor()),
            lambda: cast.act(table, END),
        )
    assert not isinstance(closed, Exception), closed
    assert isinstance(acted, TableNow | NightClosed), acted
    plan = SettlementPlan.objects.get()
    total = sum(plan.payments.values_list("amount_minor", flat=True))
    assert total == (200 if isinstance(acted, TableNow) else 100)
    assert list(checks.differences()) == []


def test_without_the_tables_lock_an_act_slips_in_behind_the_closing_or_they_deadlock(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    with monkeypatch.context() as context, meeting_after_load(monkeypatch):
        context.setattr(
            nights, "_locked_tables", lambda night: list(night.tables.select_related("night__club").order_by("pk"))
        )
        closed, acted = at_once(
            lambda: games.close_night(night_id=cast.night.id, actor=cast.actor()),
            lambda: cast.act(table, END),
        )
    if not any(isinstance(one, OperationalError) for one in (closed, acted)):
        assert isinstance(acted, TableNow)
        assert sum(SettlementPlan.objects.get().payments.values_list("amount_minor", flat=True)) == 100


def test_two_nights_in_two_currencies_are_closed_at_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fees of one begin in euros, those of the other in francs."""
    first, second, third, fourth, *_rest = sorted(cast.members, key=lambda name: str(cast.members[name].id))
    other = services.open_night(club=cast.club, actor=cast.actor(), date=cast.night.date)
    for night, currencies in ((cast.night, ("EUR", "CHF")), (other, ("CHF", "EUR"))):
        for players, currency in zip(((first, second), (third, fourth)), currencies, strict=True):
            table = cast.table(*players, night=night, currency=currency, rules={"table_fee": "2"})
            cast.act(table, END)
    met, fee = threading.Barrier(2), ledger.fee

    def fee_and_wait(**asked: object) -> None:
        fee(**asked)
        with suppress(threading.BrokenBarrierError):
            met.wait(1)

    def closing(night: Night) -> Callable[[], Night]:
        return lambda: games.close_night(night_id=night.id, actor=cast.actor())

    monkeypatch.setattr(ledger, "fee", fee_and_wait)
    came = at_once(closing(cast.night), closing(other))
    assert [type(one) for one in came] == [Night, Night], came


def test_a_table_is_not_opened_behind_the_closing(cast: Cast) -> None:
    closed, opened = at_once(
        lambda: games.close_night(night_id=cast.night.id, actor=cast.actor()), lambda: cast.table()
    )
    assert not isinstance(closed, Exception), closed
    assert isinstance(opened, NightClosed) or not Table.objects.exclude(state=Table.State.CLOSED).exists()
