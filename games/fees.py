"""The table fee: so much money per player and night, to the house. Rule: §5 `table_fee`."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from uuid import UUID

from club.models import Member
from games.postings import members_of
from games.store import TableNow
from ledger.rules.currency import parse_amount


def fees_of(tables: Sequence[TableNow]) -> dict[tuple[str, int], list[Member]]:
    """Return who owes the house which fee (currency, minor units): the highest of the tables where he played."""
    highest: dict[tuple[UUID, str], tuple[int, Member]] = {}
    for now in tables:
        amount = parse_amount(now.state.rules.table_fee, now.table.currency)
        for member in _players(now) if amount else ():
            key = member.id, now.table.currency
            highest[key] = max((amount, member), highest.get(key, (0, member)), key=lambda owed: owed[0])
    owing: dict[tuple[str, int], list[Member]] = defaultdict(list)
    for (_member_id, currency), (amount, member) in sorted(highest.items(), key=lambda item: str(item[0])):
        owing[currency, amount].append(member)
    return owing


def _players(now: TableNow) -> Iterator[Member]:
    played = {seat for game in now.state.games for seat in game.points_q}
    yield from (member.person for seat, member in members_of(now).items() if seat in played)
