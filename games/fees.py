"""The table fee: so much money per player and night, to the house. Rule: §5 `table_fee`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.store import TableNow
from ledger.rules.currency import exponent_of, minor_of


@dataclass(frozen=True, slots=True)
class Fee:
    """What one player owes the house for the night, in minor units of `currency`."""

    member_id: UUID
    currency: str
    amount_minor: int


def fees_of(tables: Sequence[TableNow]) -> list[Fee]:
    """Return each player's fee for the night: the highest of the tables where he played, once per currency."""
    highest: dict[tuple[UUID, str], int] = {}
    for now in tables:
        amount = minor_of(now.state.rules.table_fee, exponent_of(now.table.currency))
        for member_id in _players(now) if amount else ():
            key = member_id, now.table.currency
            highest[key] = max(amount, highest.get(key, 0))
    return [Fee(*key, amount) for key, amount in sorted(highest.items(), key=str)]


def _players(now: TableNow) -> Iterator[UUID]:
    seats = {seat for game in now.state.games for seat in game.points_q}
    yield from (now.members[seat] for seat in sorted(seats))
