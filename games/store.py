"""The log of a table, locked, read and appended. The only module that touches `Action` rows.

Locking. Whatever changes a table first takes its row (`lock`), then may take a book's row; whatever spans tables takes
the night's row first, then the tables by id. Night → table → book: one order, so no deadlock. What decides whether an
act may happen is read from the locked row itself (`Table.state`), never from a joined one: under READ COMMITTED only
the locked row is read anew after the wait.

A fold is kept per process by (table, version, retold), seats and all. It cannot go stale: a version never changes what
it means, nobody gets a seat without an act, and whatever changes a name, a person or a text without one counts
`Table.retold` up (`tell_anew`). It is remembered only after the commit that made it.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from club.errors import CommandReused, NotFound, Stale
from club.permissions import Actor
from games import redaction, winnings
from games.models import Action as Row
from games.models import Seat, Table
from games.rules.actions import Action, parse_log, to_log
from games.rules.history import History
from games.rules.state import TableState
from games.stored_log import FORMAT, TableUnreadable, action_of, history_of
from games.stored_log import opening_of as opening_of

_REMEMBERED = 64


@dataclass(frozen=True)
class TableNow:
    """A table as its log tells it at one version: what selectors return and services pass on."""

    table: Table
    seats: tuple[Seat, ...]
    actions: tuple[Action, ...]
    history: History
    won_minor: Mapping[int, int]
    """What each seat has won or lost so far, in minor units of the table's currency."""

    @property
    def state(self) -> TableState:
        return self.history.state

    @property
    def version(self) -> int:
        return len(self.actions)

    @cached_property
    def names(self) -> Mapping[int, str]:
        return {seat.no: seat.label for seat in self.seats}

    @cached_property
    def members(self) -> Mapping[int, UUID]:
        """Whose account each seat's results go to: the member who sat down."""
        return {seat.no: seat.member_id for seat in self.seats}

    @cached_property
    def persons(self) -> Mapping[int, UUID]:
        """Who sits there now: the member who sat down, or whom he was merged into."""
        return {seat.no: seat.person_id for seat in self.seats}

    def name_of(self, seat: int) -> str:
        return self.names[seat]

    def seat_of_member(self, member_id: UUID | None) -> int | None:
        """Return the seat of a member, or of somebody who was merged into him."""
        own = (seat.no for seat in self.seats if seat.member_id == member_id)
        merged = (seat.no for seat in self.seats if seat.person_id == member_id)
        return next(own, next(merged, None))

    def with_(self, actions: Sequence[Action]) -> "TableNow":
        """Return the table after `actions`, all or none; raise RuleViolation when the rules refuse one."""
        now = self
        for action in actions:
            history = now.history.extended(action)
            won_minor = winnings.counted(now.won_minor, now.state, history.state, self.table.unit_minor)
            now = replace(now, actions=(*now.actions, action), history=history, won_minor=won_minor)
        return now

    def expect(self, version: int | None) -> None:
        """Raise Stale when somebody acted since `version` was seen."""
        if version is not None and version != self.version:
            raise Stale(version=self.version, expected=version)


class _Folds:
    """The folds a process remembers, least recently used first out; its threads share them."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: dict[tuple[UUID, int, int], TableNow] = {}
        self._lock = threading.Lock()

    def get(self, table: Table) -> TableNow | None:
        key = (table.id, table.version, table.retold)
        with self._lock:
            now = self._kept.pop(key, None)
            if now is None:
                return None
            self._kept[key] = now
        return replace(now, table=table)

    def keep(self, now: TableNow) -> None:
        with self._lock:
            self._kept[now.table.id, now.version, now.table.retold] = now
            while len(self._kept) > self._size:
                del self._kept[next(iter(self._kept))]


_folds = _Folds(_REMEMBERED)


def lock(table_id: UUID, club_id: UUID) -> Table:
    """Return the club's table with its row locked until the transaction ends; raise NotFound otherwise."""
    tables = Table.objects.select_for_update(of=("self",), no_key=True).select_related("night__club")
    table = tables.filter(pk=table_id, night__club_id=club_id).first()
    if table is None:
        raise NotFound
    return table


def tell_anew(tables: Iterable[UUID]) -> None:
    """Let every process read the seats and texts of these tables anew; their rows are locked by this transaction."""
    Table.objects.filter(pk__in=list(tables)).update(retold=F("retold") + 1)


def load_all(tables: Sequence[Table]) -> list[TableNow]:
    """Return tables as they stand, in their order: two queries for all that this process does not remember.

    Raises TableUnreadable for the first that this version of the program cannot read.
    """
    return [_read(one) for one in load_each(tables)]


def load_each(tables: Sequence[Table]) -> list[TableNow | TableUnreadable]:
    """Return what `load_all` does, with the reason in the place of each table that cannot be read."""
    known = {table.id: now for table in tables if (now := _folds.get(table)) is not None}
    logs: dict[UUID, list[Row]] = {table.id: [] for table in tables if table.id not in known}
    for row in Row.objects.filter(table__in=logs).order_by("table", "seq"):
        logs[row.table_id].append(row)
    seats: dict[UUID, list[Seat]] = {pk: [] for pk in logs}
    for seat in Seat.objects.filter(table__in=logs).select_related("member").order_by("no"):
        seats[seat.table_id].append(seat)
    return [known.get(table.id) or _tried(table, seats[table.id], logs[table.id]) for table in tables]


def _tried(table: Table, seats: Sequence[Seat], rows: Sequence[Row]) -> TableNow | TableUnreadable:
    try:
        return _remembered(folded(table, seats, rows))
    except TableUnreadable as unreadable:
        return unreadable


def _read(one: TableNow | TableUnreadable) -> TableNow:
    if isinstance(one, TableUnreadable):
        raise one
    return one


def load(table: Table) -> TableNow:
    """Return the table folded from its log; two queries, none when this process remembers the version.

    Raises TableUnreadable where this version of the program cannot read what stands.
    """
    return _folds.get(table) or _remembered(fold_afresh(table))


def _remembered(now: TableNow) -> TableNow:
    transaction.on_commit(lambda: _folds.keep(now))
    return now


def fold_afresh(table: Table) -> TableNow:
    """Return the table folded from every row of its log, whatever this process remembers.

    The log is read before the seats: whoever it names has his seat, also where somebody sits down in between.
    """
    rows = list(table.actions.order_by("seq"))
    return folded(table, list(table.seats.select_related("member").order_by("no")), rows)


def folded(table: Table, seats: Sequence[Seat], rows: Sequence[Row]) -> TableNow:
    """Return the table that these seats and the rows of its log make; raise TableUnreadable, naming the line."""
    actions = tuple(action_of(row, table) for row in rows)
    history = history_of(table, seats, actions)
    won_minor = winnings.counted({}, None, history.state, table.unit_minor)
    return TableNow(table, tuple(seats), actions, history, won_minor)


def is_replay(*, table: Table, command_id: UUID, actions: Sequence[Action]) -> bool:
    """Tell whether this very command was recorded before; raise CommandReused when it was another one."""
    rows = Row.objects.filter(command_id=command_id).order_by("part").values_list("table_id", "document", "text")
    recorded = [(at, redaction.restored(document, text)) for at, document, text in rows]
    if recorded and recorded != [(table.id, to_log(action)) for action in actions]:
        raise CommandReused
    return bool(recorded)


def begins_with(table: Table, actions: Sequence[Action]) -> bool:
    """Tell whether a table's log begins with these acts; a text that was taken out may have been any."""
    first = table.actions.order_by("seq")[: len(actions)].values_list("document", "text", "text_hash")
    rows = [(document, text, bool(digest) and not text) for document, text, digest in first]
    return len(rows) == len(actions) and all(
        document == bare and (is_redacted or text == said)
        for (document, text, is_redacted), (bare, said) in zip(rows, map(_split, actions), strict=True)
    )


def _split(action: Action) -> tuple[dict[str, object], str]:
    return redaction.split(to_log(action))


def append(*, before: TableNow, after: TableNow, actor: Actor, command_id: UUID) -> None:
    """Write the rows that lead from `before` to `after`; unique (table, seq) holds whatever the code did.

    Nothing is written that could not be read again: that is Malformed. Raises CommandReused when another table has just
    used the command.
    """
    now = timezone.now()
    new = after.actions[before.version :]
    for action in new:
        parse_log(to_log(action))
    rows = [
        _row(after.table, before.version + part + 1, action, actor, command_id, part, now)
        for part, action in enumerate(new)
    ]
    try:
        _insert(rows)
    except IntegrityError as clash:
        if "command" not in str(clash):
            raise
        raise CommandReused from clash  # at another table, at this very moment: its lock is not ours
    after.table.version = after.version
    Table.objects.filter(pk=after.table.pk).update(version=after.version)
    transaction.on_commit(lambda: _folds.keep(after))


def _insert(rows: Sequence[Row]) -> None:
    """Insert the rows; one alone, as most acts are, without what it takes to insert many."""
    if len(rows) == 1:
        rows[0].save(force_insert=True)
    else:
        Row.objects.bulk_create(rows)


def _row(table: Table, seq: int, action: Action, actor: Actor, command_id: UUID, part: int, at: datetime) -> Row:
    document, text = _split(action)
    salt, digest = redaction.sealed(text)
    return Row(
        table=table,
        seq=seq,
        v=FORMAT,
        document=document,
        text=text,
        text_salt=salt,
        text_hash=digest,
        command_id=command_id,
        part=part,
        door=actor.door,
        by_id=actor.user_id,
        by_member_id=actor.member_id,
        at=at,
    )
