"""One act at a table, by whatever door: lock, judge, write down, post, tell. All of it or none of it."""

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from django.db import transaction

from club.errors import Stale
from club.permissions import Actor
from games import crossings, live, results, rights, selectors, store
from games.rules.actions import Action, Adjust, Amend, Join, parse
from games.rules.state import TableState
from games.seats import Usher
from games.store import TableNow
from ledger.errors import OnlyWrittenOff

Act = Action | Mapping[str, object]


@transaction.atomic
def act(
    *,
    table_id: UUID,
    actor: Actor,
    actions: Sequence[Act],
    command_id: UUID,
    expected_version: int | None = None,
) -> TableNow:
    """Record `actions` (all or none) at the table and return it as it then stands.

    An action may be a document in the words of the scoresheet; its names are the table's. The same command twice is
    the same act once. Raises RuleViolation when the rules refuse, Malformed for a document that is no action, Stale
    when `expected_version` has passed, NightClosed, Forbidden, NotFound, OnlyWrittenOff for an adjustment of who was
    anonymised, or CommandReused for a command id that came before with another body.
    """
    usher = Usher(store.load(store.lock(table_id, actor.club_id)))
    parsed = [_heard(usher, action, at) for at, action in enumerate(actions)]
    return _record(usher.now, actor, parsed, command_id, expected_version)


@transaction.atomic
def seat_member(
    *, table_id: UUID, actor: Actor, member_id: UUID, stake_q: int | None = None, command_id: UUID
) -> TableNow:
    """Let a member of the club sit down from the next game on, at a stake in quarter units (None: the table's)."""
    usher = Usher(store.load(store.lock(table_id, actor.club_id)))
    join = Join(player=usher.seat_of_member(member_id), stake_q=stake_q)
    return _record(usher.now, actor, [join], command_id, None)


@transaction.atomic
def correct_game(
    *,
    table_id: UUID,
    actor: Actor,
    game: int,
    actions: Sequence[Act],
    reason: str,
    command_id: UUID | None = None,
    seen: str | None = None,
) -> TableNow:
    """Put other actions in the place of an earlier game's; what came after stands and is played again.

    `seen` is `selectors.print_of_game` as it was when somebody began to write them: Stale where the game was corrected
    since, by himself under another command or by another. Raises RuleViolation, naming the act, when a later act no
    longer stands.
    """
    usher = Usher(store.load(store.lock(table_id, actor.club_id)))
    parsed = tuple(_heard(usher, action, at) for at, action in enumerate(actions))
    amend, command_id = Amend(game=game, actions=parsed, reason=reason), command_id or uuid4()
    if seen is not None and not store.is_replay(table=usher.now.table, command_id=command_id, actions=[amend]):
        _expect_game(usher.now, game, seen)
    return _record(usher.now, actor, [amend], command_id, None)


def _expect_game(now: TableNow, game: int, seen: str) -> None:
    if now.state.game(game) is None or selectors.print_of_game(now, game) != seen:
        raise Stale(version=now.version)


def void_game(*, table_id: UUID, actor: Actor, game: int, reason: str, command_id: UUID | None = None) -> TableNow:
    """Take an earlier game out of the evening, as if it had never been played."""
    return correct_game(table_id=table_id, actor=actor, game=game, actions=(), reason=reason, command_id=command_id)


def _record(
    before: TableNow, actor: Actor, actions: Sequence[Action], command_id: UUID, expected_version: int | None
) -> TableNow:
    if store.is_replay(table=before.table, command_id=command_id, actions=actions):
        return before
    before.expect(expected_version)
    crossings.require_open(before.table, correcting=crossings.is_correction(actions))
    rights.require(before, actor, actions)
    after = before.with_(actions)
    crossings.require_standing(before, after)
    _require_nobody_gone(before, after, actions)
    return write_down(before, after, actor, command_id)


def _require_nobody_gone(before: TableNow, after: TableNow, actions: Sequence[Action]) -> None:
    """Raise OnlyWrittenOff where an adjustment, also one within a correction, gives or takes from who was anonymised.

    Nothing is entered for him by hand: a game that he played is corrected, and the books write off what comes of it.
    """
    within = [inner for action in actions for inner in (action.actions if isinstance(action, Amend) else (action,))]
    if not any(isinstance(action, Adjust) for action in within):
        return
    for seat in after.seats:
        if seat.member.anonymised_at is not None and _adjusted_q(before.state, seat.no) != _adjusted_q(
            after.state, seat.no
        ):
            raise OnlyWrittenOff(name=seat.label)


def _adjusted_q(state: TableState, seat: int) -> int:
    return sum(one.points_q.get(seat, 0) for one in state.adjustments)


def write_down(before: TableNow, after: TableNow, actor: Actor, command_id: UUID) -> TableNow:
    """Append what leads from `before` to `after`, post what it moved and tell of it; return `after`.

    The table's row is locked by this transaction, and whether the actor may was asked.
    """
    store.append(before=before, after=after, actor=actor, command_id=command_id)
    results.record(before, after, actor)
    transaction.on_commit(lambda: live.notify(before.table.id, after.version))
    return after


def _heard(usher: Usher, action: Act, at: int) -> Action:
    if not isinstance(action, Mapping):
        return action
    return parse(action, usher.seat_of, usher.newcomer, f"/actions/{at}")
