"""A scoresheet played again at a table of the club: all of it or nothing, and the same sheet only once a night."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club import services as club
from club.errors import ClubError, CommandReused, Invalid
from club.models import Member, Night
from club.permissions import Actor
from club.services.checks import lock_night
from games import rights, store
from games.models import Table
from games.rules import scoresheet
from games.rules.actions import Action, Undo
from games.rules.errors import Malformed, RuleViolation
from games.rules.scoresheet import Stopped
from games.rules.sheet_reader import Entry
from games.rules.sheet_reader import Sheet as Read
from games.seats import AmbiguousName, Usher
from games.services import Ring, open_table
from games.services.acting import write_down
from games.sheets import Sheet
from games.store import TableNow
from games.telling import sentence_of
from ledger.rules.currency import POINTS, TooFine, format_amount, parse_amount

UNIT_OF_POINTS = 100
LONGEST_NAME = 60
MOST_CORRECTIONS = 300


class SheetMalformed(ClubError):
    """A scoresheet that cannot be read; it says where, with the line when it came as text."""

    code = "malformed"
    status = 400
    sentence = _("Line {line}: {why}")


class ActRefused(ClubError):
    """A sheet one of whose acts the rules refuse: the whole sheet is refused, with the act's number and code."""

    status = 409
    sentence = _("Action {number}: {why}")

    def __init__(self, code: str, number: int, why: str) -> None:
        super().__init__(pointer=f"/actions/{number - 1}", number=number, why=why)
        self.code = code  # type: ignore[misc]


class NameTooLong(Invalid):
    code = "name_too_long"
    sentence = _("“{name}” is too long for a name, or has spaces around it.")


class TooManyCorrections(Invalid):
    """A sheet that takes back or corrects more than any evening does; each makes what follows be played again."""

    code = "too_many_corrections"
    sentence = _("A sheet may take back or correct at most {most} times.")


@transaction.atomic
def import_sheet(*, night_id: UUID, actor: Actor, sheet: Sheet) -> TableNow:
    """Play a scoresheet at a new table of an open night and return the table: results, money and mail as if tapped.

    Names are those of active members of the club, exactly; anybody else becomes a guest. A sheet with an id is
    imported once: again, it returns its table; another sheet of that id is CommandReused. Raises SheetMalformed,
    ActRefused, TooManyCorrections, AmbiguousName, NightClosed, Forbidden, NotFound.
    """
    read, acts = _played(_short_enough(sheet))
    night = lock_night(night_id, actor)
    earlier = Table.objects.filter(night=night, source_id=read.id or "").exclude(source_id="").first()
    if earlier is not None:
        return _same(store.load(earlier), read, acts, night)
    return _record(_opened(night, actor, read), actor, acts)


def _short_enough(sheet: Sheet) -> Sheet:
    content = sheet.content if isinstance(sheet.content, dict) else {}
    acts = content.get("actions")
    words = [act.get("do") for act in acts if isinstance(act, dict)] if isinstance(acts, list) else []
    if sum(word in {"undo", "amend"} for word in words) > MOST_CORRECTIONS:
        raise TooManyCorrections(pointer="/actions", most=MOST_CORRECTIONS)
    return sheet


def _played(sheet: Sheet) -> tuple[Read, list[Action]]:
    """Return the sheet as the rules read it, and the acts that stand; raise what is wrong with it."""
    try:
        read = scoresheet.read_sheet(sheet.content)
        scoresheet.play(read)
    except Malformed as error:
        raise _malformed(sheet, error) from error
    except Stopped as stopped:
        why = sentence_of(stopped.refusal, read.name_of)
        raise ActRefused(stopped.refusal.code, stopped.row, why) from stopped
    return read, list(_standing(read.entries))


def _malformed(sheet: Sheet, error: Malformed) -> SheetMalformed:
    why, line = sentence_of(error), sheet.line_of(error.pointer)
    return SheetMalformed(None if line else "{why}", pointer=error.pointer, line=line, why=why)


def _standing(entries: Sequence[Entry]) -> Iterator[Action]:
    """Yield the acts without those rightly refused; undo then counts the lines that are left."""
    kept_up_to = [0]
    for entry in entries:
        action = _renumbered(entry.action, kept_up_to)
        stands = not entry.refused and action is not None
        if stands and action is not None:
            yield action
        kept_up_to.append(kept_up_to[-1] + stands)


def _renumbered(action: Action | RuleViolation, kept_up_to: Sequence[int]) -> Action | None:
    """Return the act with its `to` counted in kept lines; None for an undo of refused lines only."""
    if isinstance(action, RuleViolation):
        return None
    if not isinstance(action, Undo) or action.to is None:
        return action
    to = kept_up_to[action.to - 1] + 1
    return replace(action, to=to) if to <= kept_up_to[-1] else None


def _same(now: TableNow, read: Read, acts: Sequence[Action], night: Night) -> TableNow:
    """Return the table when it was made from this very sheet; raise CommandReused when from another."""
    unit_minor, currency = _stake(read, night)
    table, opening = now.table, store.opening_of(now.table, now.seats)
    same = (table.unit_minor, table.currency, opening) == (unit_minor, currency, read.opening)
    names = tuple(seat.label for seat in now.seats[: len(read.names)])
    if not same or names != read.names or now.actions[: len(acts)] != tuple(acts):
        raise CommandReused
    return now


def _opened(night: Night, actor: Actor, read: Read) -> TableNow:
    members = [_member(night, actor, name) for name in read.names]
    unit_minor, currency = _stake(read, night)
    now = open_table(
        night_id=night.id,
        actor=actor,
        kind=str(read.opening.kind),
        ring=_ring(read, members),
        unit_minor=unit_minor,
        currency=currency,
        rules=read.opening.rules.to_document(read.opening.kind),
        source_id=read.id or "",
    )
    return _with_newcomers(now, members)


def _ring(read: Read, members: Sequence[Member]) -> Ring:
    opening = read.opening
    seated = {seat: members[seat - 1].id for seat in range(1, len(members) + 1)}
    return Ring(
        players=[seated[seat] for seat in opening.players],
        partner=None if opening.partner is None else seated[opening.partner],
        stakes_q={seated[seat]: stake_q for seat, stake_q in opening.stakes.items()},
        labels={member.id: name for member, name in zip(members, read.names, strict=True)},
    )


def _with_newcomers(now: TableNow, members: Sequence[Member]) -> TableNow:
    """Give those who join later their seats now, so that seats are numbered as the rules number them."""
    usher = Usher(now)
    for member in members:
        usher.seat_of_member(member.id)
    return usher.now


def _member(night: Night, actor: Actor, name: str) -> Member:
    named = list(night.club.members.filter(name=name, retired_at=None, merged_into=None)[:2])
    if len(named) > 1:
        raise AmbiguousName(name=name)
    if named:
        return named[0]
    if len(name) > LONGEST_NAME or name != " ".join(name.split()):
        raise NameTooLong(name=name[:LONGEST_NAME], pointer="/players")
    return club.add_guest(club=night.club, name=name, actor=actor)


def _stake(read: Read, night: Night) -> tuple[int, str]:
    """Return the stake in minor units; without a currency it is in the club's."""
    if read.stake is None:
        return UNIT_OF_POINTS, POINTS
    currency = read.stake.currency or night.club.currency
    try:
        return parse_amount(format_amount(read.stake.unit_minor, read.stake.currency or "EUR"), currency), currency
    except TooFine as error:
        raise Invalid(pointer="/stake/unit") from error


def _record(now: TableNow, actor: Actor, acts: Sequence[Action]) -> TableNow:
    """Record the acts game by game: the books and the outbox get what they would have got from taps."""
    rights.require(now, actor, acts)
    written = after = now
    for action in acts:
        later = after.with_([action])
        if _moved(after, later):
            written = write_down(written, later, actor, uuid4())
        after = later
    return write_down(written, after, actor, uuid4()) if written.version < after.version else after


def _moved(before: TableNow, after: TableNow) -> bool:
    return (before.state.games, before.state.adjustments) != (after.state.games, after.state.adjustments)
