"""A table that grew too large is split, and two are joined again. Rule: §4, Too many.

People cross by ordinary acts of the logs, so everything that follows from a log still does: one night, one settlement.
Locks: night → tables by id → book.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.errors import CommandReused, Conflict, Invalid, NightClosed, NotFound
from club.permissions import Actor, May
from club.services.checks import lock_night
from games import crossings, rights, selectors, store
from games.models import Crossing, Table
from games.rules.actions import Action, Join, Leave, Note, SitOut
from games.rules.seats import check_between_games
from games.rules.settings import Kind
from games.seats import Usher
from games.selectors import FEWEST_AT_A_TABLE
from games.services.acting import write_down
from games.services.opening import Ring, open_table
from games.services.throwing import Dice, Rounds, ring_by, ring_thrown, two_dice
from games.store import TableNow
from games.stored_log import DEFAULT_STAKE_Q


class WrongMovers(Invalid):
    code = "wrong_movers"
    sentence = _("Choose among those who sit at this table, each once.")


class TooFewToSplit(Conflict):
    code = "too_few_to_split"
    sentence = _("Each of the two tables needs {least} players or more.")


class TablesDiffer(Conflict):
    code = "tables_differ"
    sentence = _("Only two chouettes of one night, at the same stake, can be joined.")


class SameTable(Invalid):
    code = "same_table"
    sentence = _("A table cannot be joined to itself.")


class AtBothTables(Conflict):
    code = "at_both_tables"
    sentence = _("Already at both tables: {names}. They leave one of them first.")


@dataclass(frozen=True, slots=True)
class Crossed:
    """Two tables after people went from `source` to `target`: the new table of a split, the one kept by a join."""

    source: TableNow
    target: TableNow


@transaction.atomic
def split_table(
    *,
    table_id: UUID,
    actor: Actor,
    movers: Sequence[UUID] | None = None,
    rolls: Rounds | None = None,
    command_id: UUID,
    expected_version: int | None = None,
    dice: Dice = two_dice,
) -> Crossed:
    """Let `movers` (left out: those suggested) leave the table and throw afresh at a new one of the same night.

    The new table has the same frozen rules, stake and stakes of its players. `rolls` are their throws, left out when
    the product throws. The same command twice is one split. Between games only: raises GameOn or Undeclared,
    WrongMovers, TooFewToSplit, RollsTied, WrongRolls, Stale, NightClosed, TableJoined, Forbidden, NotFound,
    CommandReused.
    """
    (before,) = _locked([table_id], actor)
    if (earlier := _earlier(Crossing.Kind.SPLIT, before, command_id)) is not None:
        return _same_split(before, earlier, movers)
    _require(actor, [before])
    before.expect(expected_version)
    _require_free([before])
    going = _going(before, movers)
    _require_enough(before, going)
    new = _opened(before, _ring(before, going, rolls, dice), actor)
    said = gettext("The table is split: those who leave now go on at table {no}.").format(no=new.table.no)
    after = _written(before, [Note(text=said), *(Leave(player=seat) for seat in going)], actor, command_id)
    _cross(Crossing.Kind.SPLIT, after, new, command_id)
    return Crossed(after, new)


@transaction.atomic
def join_tables(
    *, table_id: UUID, other_id: UUID, actor: Actor, command_id: UUID, expected_version: int | None = None
) -> Crossed:
    """Let everybody of the table `other_id` sit down at `table_id`, in the order of their line; the other is done with.

    Whoever sits out goes on doing so. The other table's games stand, and can still be corrected. The same command
    twice is one join. Between games at both: raises GameOn or Undeclared, SameTable, TablesDiffer, AtBothTables,
    Stale, NightClosed, TableJoined, Forbidden, NotFound, CommandReused.
    """
    if table_id == other_id:
        raise SameTable(pointer="/table")
    kept, other = _locked([table_id, other_id], actor)
    if (earlier := _earlier(Crossing.Kind.JOIN, other, command_id)) is not None:
        return _same_join(kept, other, earlier)
    _require(actor, [kept, other])
    kept.expect(expected_version)
    _require_free([kept, other])
    _require_alike(kept, other)
    usher = Usher(kept)
    joins = _joins(usher, other)
    joined = _written(usher.now, joins, actor, command_id)
    return Crossed(_emptied(other, joined, actor, command_id), joined)


# ---- who may, and when ------------------------------------------------------------------------------
def _locked(table_ids: Sequence[UUID], actor: Actor) -> list[TableNow]:
    """Lock an open night of the actor's club, then its tables by id; return them in the order they were asked for."""
    night_id = Table.objects.filter(pk=table_ids[0]).values_list("night_id", flat=True).first()
    if night_id is None:
        raise NotFound
    night = lock_night(night_id, actor)
    tables = {pk: store.load(store.lock(pk, actor.club_id)) for pk in sorted(table_ids)}
    if any(now.table.night_id != night.id for now in tables.values()):
        raise TablesDiffer
    if not night.is_open:
        raise NightClosed
    return [tables[pk] for pk in table_ids]


def _require(actor: Actor, tables: Sequence[TableNow]) -> None:
    """Raise Forbidden unless the actor may open tables and scores at one of these."""
    actor.require(May.OPEN_TABLE)
    if not any(rights.may_score(now, actor) for now in tables):
        raise rights.NotSeated


def _require_free(tables: Sequence[TableNow]) -> None:
    """Raise TableJoined, GameOn or Undeclared unless people can go from and to these tables now."""
    for now in tables:
        crossings.require_open(now.table)
        check_between_games(now.state)


def _require_alike(kept: TableNow, other: TableNow) -> None:
    played = {(now.table.kind, now.table.unit_minor, now.table.currency) for now in (kept, other)}
    if len(played) > 1 or kept.table.kind != Kind.CHOUETTE:
        raise TablesDiffer
    both = [now.persons[seat] for now in (kept, other) for seat in now.state.seating.present]
    names = [kept.name_of(seat) for seat in kept.state.seating.present if both.count(kept.persons[seat]) > 1]
    if names:
        raise AtBothTables(names=", ".join(names))


def _earlier(kind: Crossing.Kind, source: TableNow, command_id: UUID) -> Crossing | None:
    """Return the crossing that this command made before; raise CommandReused when it did something else."""
    known = Crossing.objects.select_related("target__night__club").filter(command_id=command_id).first()
    if known is None:
        store.is_replay(table=source.table, command_id=command_id, actions=())
    elif (known.kind, known.source_id) != (kind, source.table.id):
        raise CommandReused
    return known


# ---- a split ----------------------------------------------------------------------------------------
def _same_split(before: TableNow, earlier: Crossing, movers: Sequence[UUID] | None) -> Crossed:
    new = store.load(earlier.target)
    if movers is not None and {new.persons[seat] for seat in new.state.opening.players} != set(movers):
        raise CommandReused
    return Crossed(before, new)


def _going(before: TableNow, movers: Sequence[UUID] | None) -> list[int]:
    """Return the seats of those who go, in the order of their line."""
    asked = selectors.suggested_split(before) if movers is None else movers
    present = before.state.seating.present
    seats = {before.seat_of_member(member) for member in asked}
    if len(seats) < len(asked) or not seats <= set(present):
        raise WrongMovers(pointer="/movers")
    return [seat for seat in present if seat in seats]


def _require_enough(before: TableNow, going: Sequence[int]) -> None:
    seating = before.state.seating
    staying = set(seating.present) - set(going) - seating.sitting_out
    if min(len(going), len(staying)) < FEWEST_AT_A_TABLE:
        raise TooFewToSplit(least=FEWEST_AT_A_TABLE)


def _ring(before: TableNow, going: Sequence[int], rolls: Rounds | None, dice: Dice) -> Ring:
    """Return the new table's ring by their throws: each keeps his stake, and his name on the sheet."""
    movers = {before.persons[seat]: seat for seat in going}
    ring = ring_thrown(list(movers), dice) if rolls is None else ring_by(rolls, before.table.night.club_id)
    if set(ring.players) != set(movers):
        raise WrongMovers(pointer="/rolls")
    stakes_q = {member: before.state.stakes.get(seat, DEFAULT_STAKE_Q) for member, seat in movers.items()}
    return replace(ring, stakes_q=stakes_q, labels={member: before.name_of(seat) for member, seat in movers.items()})


def _opened(before: TableNow, ring: Ring, actor: Actor) -> TableNow:
    table = before.table
    return open_table(
        night_id=table.night_id,
        actor=actor,
        kind=table.kind,
        ring=ring,
        unit_minor=table.unit_minor,
        currency=table.currency,
        rules=table.rules,
        rules_name=table.rules_name,
    )


# ---- a join -----------------------------------------------------------------------------------------
def _same_join(kept: TableNow, other: TableNow, earlier: Crossing) -> Crossed:
    if earlier.target_id != kept.table.id:
        raise CommandReused
    return Crossed(other, kept)


def _joins(usher: Usher, other: TableNow) -> list[Action]:
    """Return the acts by which the other table's people sit down here, each at the stake he had."""
    acts: list[Action] = []
    for old in other.state.seating.present:
        seat = usher.seat_of_member(other.members[old])
        stake_q = other.state.stakes.get(old, DEFAULT_STAKE_Q)
        same = stake_q == usher.now.state.stakes.get(seat, DEFAULT_STAKE_Q)
        acts.append(Join(player=seat, stake_q=None if same else stake_q))
        if old in other.state.seating.sitting_out:
            acts.append(SitOut(player=seat))
    return acts


def _emptied(other: TableNow, joined: TableNow, actor: Actor, command_id: UUID) -> TableNow:
    said = gettext("The table is joined to table {no}; play goes on there.").format(no=joined.table.no)
    left = _written(other, [Note(text=said)], actor, uuid4())
    left.table.state = Table.State.JOINED
    left.table.save(update_fields=["state"])
    _cross(Crossing.Kind.JOIN, left, joined, command_id)
    return left


# ---- both -------------------------------------------------------------------------------------------
def _written(before: TableNow, acts: Sequence[Action], actor: Actor, command_id: UUID) -> TableNow:
    return write_down(before, before.with_(acts), actor, command_id)


def _cross(kind: Crossing.Kind, source: TableNow, target: TableNow, command_id: UUID) -> None:
    Crossing.objects.create(
        kind=kind,
        source=source.table,
        source_line=source.version,
        target=target.table,
        target_line=target.version,
        command_id=command_id,
    )
