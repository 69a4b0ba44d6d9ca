"""Do the log, the projections and the books still agree? What differs is told, never repaired in silence."""

from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from games import postings, store
from games.models import Adjustment, Game, Result, Score, Table
from games.results import number
from games.rules import money
from games.rules import state as rules
from games.rules.errors import RuleViolation
from games.store import TableNow
from ledger.models import Entry


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing about a table that does not agree with its log."""

    table: Table
    code: str
    detail: str

    def __str__(self) -> str:
        return f"table {self.table.pk}: {self.code}: {self.detail}"


def differences() -> Iterator[Difference]:
    """Fold every log afresh and yield each difference to the projections and the books."""
    for table in Table.objects.select_related("night__club").order_by("pk").iterator(chunk_size=200):
        yield from differences_of(table)


def differences_of(table: Table) -> Iterator[Difference]:
    """Yield what differs at one table."""
    try:
        now = store.fold_afresh(table)
    except RuleViolation as refused:
        yield Difference(table, "log_refused", str(refused))
        return
    if now.version != table.version:
        yield Difference(table, "version", f"the log has {now.version} rows, the table says {table.version}")
    yield from _results(now, Game, now.state.games)
    yield from _results(now, Adjustment, now.state.adjustments)


def _results(
    now: TableNow, model: type[Game] | type[Adjustment], ruled: tuple[rules.Game, ...] | tuple[rules.Adjustment, ...]
) -> Iterator[Difference]:
    rows = {row.no: row for row in model.objects.filter(table=now.table)}
    told = {number(one): one for one in ruled}
    for no in sorted(rows.keys() | told.keys()):
        row, one = rows.get(no), told.get(no)
        what = f"{model._meta.model_name} {no}"
        stands = row is not None and row.state == Result.State.FINISHED
        if stands != (one is not None):
            yield Difference(now.table, "projection", f"{what} is told differently by the log")
        elif row is not None:
            yield from _money(now, row, one, what)


def _money(
    now: TableNow, row: Game | Adjustment, one: rules.Game | rules.Adjustment | None, what: str
) -> Iterator[Difference]:
    expected = () if one is None else money.transfers_of(one, now.table.unit_minor)
    if sorted(_posted(now, row)) != sorted((t.source, t.target, t.amount_minor) for t in expected):
        yield Difference(now.table, "books", f"{what} stands differently in the books")
    if one is not None:
        minor = money.money_of(expected)
        scores = Score.objects.filter(**{str(row._meta.model_name): row}).select_related("seat")
        kept = {score.seat.no: (score.points_q, score.money_minor) for score in scores}
        if kept != {seat: (points, minor.get(seat, 0)) for seat, points in one.points_q.items()}:
            yield Difference(now.table, "score", f"{what} has other scores than its log")


def _posted(now: TableNow, row: Game | Adjustment) -> Iterator[tuple[int, int, int]]:
    """Yield the transfers, by seat, of every entry of this result that was not reversed."""
    seats: dict[UUID | None, int] = {member: seat for seat, member in now.members.items()}
    entries = Entry.objects.filter(
        source_kind=postings.source_kind(row), source_id=str(row.id), reverses=None, reversed_by=None
    )
    for entry in entries.prefetch_related("transfers__source", "transfers__target"):
        for transfer in entry.transfers.all():
            source, target = transfer.source.member_id, transfer.target.member_id
            yield seats.get(source, 0), seats.get(target, 0), transfer.amount_minor
