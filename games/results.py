"""What a change of the log means for everybody else: projections, money and messages, in the act's own transaction.

The results (games and adjustments) before and after are compared. A new one is posted; one that is gone is reversed;
one whose transfers changed is reversed and posted anew; one that comes out the same is left alone. An entry's key is
the result and its revision, so nothing can be posted twice.

What an act does not touch is never looked at: where a later version of the program counts an old game differently,
before and after are counted alike and the game stands as it was posted. Somebody who corrects that very game corrects
what stands: the entry in the books is reversed, not what this version thinks had been posted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from django.utils import timezone

from club import outbox
from club.permissions import Actor
from games import postings
from games.models import Adjustment, Game, Result, Score
from games.rules import money
from games.rules import state as rules
from games.rules.acts import Amend, Undo
from games.store import TableNow

Ruled = rules.Game | rules.Adjustment
Row = Game | Adjustment
Transfers = tuple[money.Transfer, ...]
Shares = Mapping[int, tuple[int, int]]
"""By seat: quarter points and minor units."""
R = TypeVar("R", Game, Adjustment)


@dataclass(frozen=True, slots=True)
class Change:
    """One result: how the log told it before and tells it now (None: not at all), its money, and what is written."""

    no: int
    was: Ruled | None
    ruled: Ruled | None
    old: Transfers | None
    new: Transfers | None
    stands: Shares = field(default_factory=dict)
    """The scores that were written down, by whichever version of the program; none for a new result."""

    @property
    def moves_money(self) -> bool:
        return self.old != self.new or (self.was is not None and self.stands != self.shares)

    @property
    def shares(self) -> Shares:
        """The scores that it has now."""
        return {} if self.ruled is None else _shares(self.ruled, self.new or ())


def record(before: TableNow, after: TableNow, actor: Actor) -> None:
    """Bring games, scores, books and the outbox from `before` to `after`; nothing when no result changed."""
    now = timezone.now()
    games = list(_changes(before.state.games, after.state.games, after.table.unit_minor))
    adjustments = list(_changes(before.state.adjustments, after.state.adjustments, after.table.unit_minor))
    moved: list[tuple[Row, Change]] = [
        *_project(Game, after, games, now),
        *_project(Adjustment, after, adjustments, now),
    ]
    if moved:
        postings.post(after, [move for row, change in moved for move in _moves(row, change)], actor)
        for row, change in moved:
            _tell(after, row, change)


def _changes(old: Sequence[Ruled], new: Sequence[Ruled], unit_minor: int) -> Iterator[Change]:
    if old is new:
        return
    before = {number(one): one for one in old}
    after = {number(one): one for one in new}
    for no in sorted(before.keys() | after.keys()):
        was, now = before.get(no), after.get(no)
        if was is not now and was != now:
            yield Change(no, was, now, _money(was, unit_minor), _money(now, unit_minor))


def number(one: Ruled) -> int:
    """Return what a result is counted by at its table: a game's number, an adjustment's row."""
    return one.no if isinstance(one, rules.Game) else one.row


def _shares(one: Ruled, transfers: Transfers) -> Shares:
    minor = money.money_of(transfers)
    return {seat: (points_q, minor.get(seat, 0)) for seat, points_q in one.points_q.items()}


def _money(one: Ruled | None, unit_minor: int) -> Transfers | None:
    return None if one is None else money.transfers_of(one, unit_minor)


def _project(model: type[R], after: TableNow, changes: Sequence[Change], now: datetime) -> list[tuple[R, Change]]:
    """Write the rows and scores of these changes; return those whose money moved."""
    if not changes:
        return []
    known = _known(model, after, changes)
    stands = _standing(model, known)
    seen = [replace(one, stands=stands.get(one.no, {})) for one in changes]
    rows = [
        (_revised(known.get(one.no) or model(table=after.table, no=one.no, revision=0), one, now), one) for one in seen
    ]
    _save(model, [row for row, _change in rows])
    _score(model, after, rows, known=bool(known))
    return [(row, change) for row, change in rows if change.moves_money]


def _known(model: type[R], after: TableNow, changes: Sequence[Change]) -> dict[int, R]:
    """Return the rows that these results have already; where nothing was ever taken back, a new one has none."""
    taken_back = any(isinstance(action, Undo | Amend) for action in after.actions)
    if not taken_back and all(change.was is None for change in changes):
        return {}
    return {row.no: row for row in model.objects.filter(table=after.table, no__in=[one.no for one in changes])}


def _standing(model: type[R], known: Mapping[int, R]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return the scores that are written down for these results, by number and seat; no query where there are none."""
    owner = "game" if model is Game else "adjustment"
    found: dict[int, dict[int, tuple[int, int]]] = {no: {} for no in known}
    if known:
        scores = Score.objects.filter(**{f"{owner}__in": list(known.values())})
        for no, seat, points_q, minor in scores.values_list(f"{owner}__no", "seat__no", "points_q", "money_minor"):
            found[no][seat] = points_q, minor
    return found


def _revised(row: R, change: Change, now: datetime) -> R:
    row.at = now
    row.state = Result.State.WITHDRAWN if change.ruled is None else Result.State.FINISHED
    if change.ruled is not None and change.moves_money:
        row.revision += 1
    if isinstance(row, Game) and isinstance(change.ruled, rules.Game):
        for name, value in columns_of(change.ruled).items():
            setattr(row, name, value)
    return row


def columns_of(game: rules.Game) -> dict[str, int | str]:
    """Return what the row of a game keeps of it."""
    return {
        "box_seat": game.box,
        "captain_seat": game.captain,
        "winner": game.winner or "",
        "result": game.result or "",
    }


def _save(model: type[R], rows: Sequence[R]) -> None:
    changeable = [field.name for field in model._meta.concrete_fields if field.name not in {"id", "table", "no"}]
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=changeable)


def _score(model: type[R], after: TableNow, rows: Sequence[tuple[R, Change]], *, known: bool) -> None:
    owner = "game" if model is Game else "adjustment"
    if known:
        Score.objects.filter(**{f"{owner}__in": [row for row, _change in rows]}).delete()
    seats = {seat.no: seat for seat in after.seats}
    Score.objects.bulk_create(
        Score(**{owner: row}, seat=seats[no], points_q=points_q, money_minor=minor)
        for row, change in rows
        for no, (points_q, minor) in change.shares.items()
    )


def _moves(row: Row, change: Change) -> Iterator[postings.Move]:
    """Yield the reversal of what stood and the posting of what stands now."""
    if change.was is not None:
        yield postings.Move(row, row.revision if change.ruled is None else row.revision - 1, None)
    if change.new:
        yield postings.Move(row, row.revision, change.new)


def _tell(after: TableNow, row: Row, change: Change) -> None:
    finished = isinstance(row, Game) and row.revision == 1 and row.state == Result.State.FINISHED
    topic = "game.finished" if finished else "game.corrected"
    payload = {
        "kind": postings.source_kind(row),
        "id": str(row.id),
        "revision": row.revision,
        "state": row.state,
        "reason": postings.reason_of(after),
        "before": {str(seat): share for seat, share in change.stands.items()},
    }
    key = f"{topic}:{row.id}:r{row.revision}:{row.state}:v{after.version}"
    outbox.enqueue(key=key, topic=topic, payload=payload)
