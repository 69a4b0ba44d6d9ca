"""Tables that are split and joined, for the tests that tell of it."""

from collections.abc import Callable
from itertools import chain, cycle
from uuid import UUID, uuid4

from games import checks, selectors
from games import services as games
from games.models import Action, Crossing, Seat, Table
from games.store import TableNow
from ledger import checks as ledger_checks
from ledger.models import Account
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
ALL = ("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri")


def dice(*throws: int) -> Callable[[], int]:
    falling = chain(throws, cycle((11, 3)))
    return lambda: next(falling)


def ids(cast: Cast, *names: str) -> list[UUID]:
    return [cast.members[name].id for name in names]


def split(cast: Cast, now: TableNow, *movers: str, by: str = "Anna", **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), "dice": dice(7, 9, 2, 5, 4), **how}
    return games.split_table(
        table_id=now.table.id, actor=cast.actor(by), movers=ids(cast, *movers) if movers else None, **how
    )


def join(cast: Cast, kept: TableNow, other: TableNow, *, by: str = "Anna", **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), **how}
    return games.join_tables(table_id=kept.table.id, other_id=other.table.id, actor=cast.actor(by), **how)


def line(now: TableNow) -> list[str]:
    """The names from the box down."""
    return [now.name_of(seat) for seat in now.state.seating.present]


def fresh(cast: Cast, now: TableNow) -> TableNow:
    return selectors.load_table(club_id=cast.club.id, table_id=now.table.id)


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Table, Seat, Action, Crossing))


def assert_sound() -> None:
    assert [str(one) for one in checks.differences()] == []
    assert [str(one) for one in ledger_checks.findings()] == []
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0
