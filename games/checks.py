"""Do the log, the projections and the books still agree? What differs is told, never repaired in silence.

A log is folded by the rules of this version of the program. Where they count an old game differently from the version
that it was played with, the difference is told here with what stands and what would come out; nothing is reposted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from games import postings, selectors, standings, store
from games.models import Adjustment, Game, Result, Score, Season, Table
from games.results import columns_of, number
from games.rules import money
from games.rules import state as rules
from games.rules.points import format_points
from games.selectors import Tally
from games.store import TableNow
from games.stored_log import TableUnreadable
from ledger.models import Entry

NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that does not agree with the log: what `stands`, and what the log `comes_to` now."""

    about: Table | Season
    code: str
    what: str
    stands: str = ""
    comes_to: str = ""

    def __str__(self) -> str:
        told = f"{_where(self.about)}: {self.code}: {self.what}"
        return f"{told}: stands {self.stands}; the log comes to {self.comes_to}" if self.stands else told


def _where(about: Table | Season) -> str:
    if isinstance(about, Season):
        return f"{about.club.slug}, season {about.name} ({about.pk})"
    return f"{about.night.club.slug}, {about.night.date}, table {about.no} ({about.pk})"


def differences() -> Iterator[Difference]:
    """Fold every log afresh and yield each difference to the projections, the books and the seasons' counts."""
    for table in Table.objects.select_related("night__club").order_by("pk").iterator(chunk_size=200):
        yield from differences_of(table)
    for season in Season.objects.select_related("club").order_by("pk"):
        yield from differences_of_season(season)


def differences_of_season(season: Season) -> Iterator[Difference]:
    """Yield whose season comes to something else by the logs than by the scores; none while a log cannot be read."""
    try:
        ruled = {(one.member_id, one.currency): one for one in standings.from_logs(season)}
    except TableUnreadable:
        return  # told of the table itself
    kept = {(one.member_id, one.currency): one for one in selectors.tallies(selectors.scores_of_season(season))}
    for key in sorted(kept.keys() | ruled.keys(), key=str):
        if kept.get(key) != ruled.get(key):
            yield Difference(season, "standing", str(key[0]), _tally(kept.get(key)), _tally(ruled.get(key)))


def differences_of(table: Table) -> Iterator[Difference]:
    """Yield what differs at one table."""
    try:
        now = store.fold_afresh(table)
    except TableUnreadable as unreadable:
        yield Difference(table, unreadable.code, unreadable.detail)
        return
    if now.version != table.version:
        yield Difference(table, "version", "the lines of the log", str(table.version), str(now.version))
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
            yield Difference(now.table, "projection", what, _state(stands), _state(one is not None))
        elif row is not None:
            yield from _told(now, row, one, what)


def _state(stands: bool) -> str:
    return "finished" if stands else NOTHING


def _told(
    now: TableNow, row: Game | Adjustment, one: rules.Game | rules.Adjustment | None, what: str
) -> Iterator[Difference]:
    if isinstance(row, Game) and isinstance(one, rules.Game):
        yield from _columns(now, row, one, what)
    expected = () if one is None else money.transfers_of(one, now.table.unit_minor)
    posted = _in_books(now, row)
    due = sorted((t.source, t.target, t.amount_minor) for t in expected)
    if posted != due:
        yield Difference(now.table, "books", what, _moved(now, posted), _moved(now, due))
    if one is not None:
        yield from _scores(now, row, one, money.money_of(expected), what)


def _columns(now: TableNow, row: Game, one: rules.Game, what: str) -> Iterator[Difference]:
    ruled = columns_of(one)
    kept = {name: getattr(row, name) for name in ruled}
    if kept != ruled:
        yield Difference(now.table, "game", what, _listed(kept), _listed(ruled))


def _scores(
    now: TableNow, row: Game | Adjustment, one: rules.Game | rules.Adjustment, minor: Mapping[int, int], what: str
) -> Iterator[Difference]:
    scores = Score.objects.filter(**{str(row._meta.model_name): row}).select_related("seat")
    kept = {score.seat.no: (score.points_q, score.money_minor) for score in scores}
    ruled = {seat: (points_q, minor.get(seat, 0)) for seat, points_q in one.points_q.items()}
    if kept != ruled:
        yield Difference(now.table, "score", what, _points(now, kept), _points(now, ruled))


def _in_books(now: TableNow, row: Game | Adjustment) -> list[tuple[int, int, int]]:
    """Return the transfers, by seat, of every entry of this result that was not reversed."""
    seats: dict[UUID | None, int] = {member: seat for seat, member in now.members.items()}
    entries = Entry.objects.filter(
        source_kind=postings.source_kind(row), source_id=str(row.id), reverses=None, reversed_by=None
    )
    return sorted(
        (seats.get(one.source.member_id, 0), seats.get(one.target.member_id, 0), one.amount_minor)
        for entry in entries.prefetch_related("transfers__source", "transfers__target")
        for one in entry.transfers.all()
    )


# ---- in words ---------------------------------------------------------------------------------------
def _name(now: TableNow, seat: int) -> str:
    return now.names.get(seat, "somebody else")


def _moved(now: TableNow, transfers: list[tuple[int, int, int]]) -> str:
    pays = (f"{_name(now, source)} pays {_name(now, target)} {minor}" for source, target, minor in transfers)
    return ", ".join(pays) or NOTHING


def _points(now: TableNow, scores: Mapping[int, tuple[int, int]]) -> str:
    told = (f"{_name(now, seat)} {format_points(points_q)} ({minor})" for seat, (points_q, minor) in scores.items())
    return ", ".join(told) or NOTHING


def _tally(tally: Tally | None) -> str:
    return NOTHING if tally is None else _listed({name: getattr(tally, name) for name in standings.FIELDS})


def _listed(columns: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {value or NOTHING}" for name, value in columns.items())
