"""A table is opened: who sits where, for how much, under which rules. The rules are frozen here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from club.errors import Invalid, NightClosed, NotFound
from club.models import Attendance, Club, Member, Night
from club.permissions import Actor, May
from club.services.checks import lock_night
from games import seats, store
from games.models import Seat, Table
from games.rules.errors import Malformed
from games.rules.points import QUARTERS
from games.rules.settings import HouseRules, Kind
from games.rules.settings_reader import read_kind, read_rules
from games.rules.sheet_reader import check_opening
from games.rules.state import Opening
from games.rules.throws import order_of
from games.store import TableNow
from games.telling import sentence_of
from ledger import services as ledger
from ledger.rules.currency import TooFine, parse_amount

MOST_UNIT_MINOR = 10**9


class WrongRing(Invalid):
    code = "wrong_ring"
    sentence = _("Choose each player once, and as many as the game needs.")


class RingRefused(WrongRing):
    """A ring that no table of that kind and those house rules has; `why` is what the rules say of it."""

    def __init__(self, why: Malformed) -> None:
        super().__init__(pointer=why.pointer)
        self.why = why

    @property
    def detail(self) -> str:
        return sentence_of(self.why)


class WrongStake(Invalid):
    code = "wrong_stake"
    sentence = _("The stake must be a whole number of the currency's smallest unit, above zero.")


class WrongFee(Invalid):
    code = "wrong_fee"
    sentence = _("The table fee is finer than the smallest unit of {currency}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """Who sits down: `players` in the order box, captain, crew; stakes in quarter units where they are not 1.

    `throws` are those that made the order, round by round; none where people sat down as they liked.
    """

    players: Sequence[UUID]
    throws: Sequence[Mapping[UUID, int]] = ()
    partner: UUID | None = None
    stakes_q: Mapping[UUID, int] = field(default_factory=dict)
    labels: Mapping[UUID, str] = field(default_factory=dict)

    @property
    def everybody(self) -> list[UUID]:
        return [*self.players, *([self.partner] if self.partner else [])]


@transaction.atomic
def open_table(
    *,
    night_id: UUID,
    actor: Actor,
    kind: str,
    ring: Ring,
    unit_minor: int,
    currency: str,
    rules: Mapping[str, object] | None = None,
    rules_name: str = "",
    source_id: str = "",
) -> TableNow:
    """Open a table in an open night, at `unit_minor` (minor units of `currency`) a point, or for a whole match.

    `rules` is a preset with what differs from it; it is resolved and frozen. Raises Malformed for rules that cannot
    be, WrongRing, RingRefused, WrongStake, NotFound for a member of another club, NightClosed.
    """
    actor.require(May.OPEN_TABLE)
    night = lock_night(night_id, actor)
    if not night.is_open:
        raise NightClosed
    table = _table(night, actor, read_kind(kind), rules or {}, ring, unit_minor, currency)
    table.rules_name, table.source_id = rules_name, source_id
    table.throws = _throws(ring)
    members = _members(night, ring)
    table.save()
    Seat.objects.bulk_create(_seats(table, members, ring))
    Attendance.objects.bulk_create(
        (Attendance(night=night, member=member) for member in members), ignore_conflicts=True
    )
    return store.load(table)


def _table(
    night: Night, actor: Actor, kind: Kind, rules: Mapping[str, object], ring: Ring, unit_minor: int, currency: str
) -> Table:
    frozen = read_rules(rules, kind)
    _check_ring(kind, frozen, ring)
    check_stake(night.club, unit_minor, currency, frozen)
    return Table(
        night=night,
        no=(night.tables.aggregate(last=Max("no"))["last"] or 0) + 1,
        kind=kind,
        rules=frozen.to_document(kind),
        unit_minor=unit_minor,
        currency=currency,
        opening_seats=len(ring.players),
        partner_seat=len(ring.everybody) if ring.partner else None,
        opened_by_id=actor.user_id,
    )


def _check_ring(kind: Kind, rules: HouseRules, ring: Ring) -> None:
    """Raise RingRefused for who cannot sit down together, as a scoresheet would be refused."""
    seats_ = tuple(range(1, len(ring.players) + 1))
    try:
        check_opening(Opening(kind, rules, seats_, len(ring.everybody) if ring.partner else None))
    except Malformed as refused:
        raise RingRefused(refused) from refused


def check_stake(club: Club, unit_minor: int, currency: str, rules: HouseRules) -> None:
    """Raise WrongStake, WrongCurrency or WrongFee for what no table of the club can be played for."""
    if type(unit_minor) is not int or not 0 < unit_minor <= MOST_UNIT_MINOR:
        raise WrongStake(pointer="/stake/unit")
    ledger.require_currency(club=club, currency=currency, pointer="/stake/currency")
    try:
        parse_amount(rules.table_fee, currency)
    except TooFine:
        raise WrongFee(pointer="/rules/table_fee", currency=currency) from None


def _throws(ring: Ring) -> list[dict[str, int]]:
    """Return the throws as the table keeps them, by seat; raise WrongRing where they make another order."""
    if ring.throws and order_of(ring.throws).places != tuple((player,) for player in ring.players):
        raise WrongRing(pointer="/players")
    seat_of = {player: no for no, player in enumerate(ring.players, start=1)}
    return [{str(seat_of[player]): throw for player, throw in throws.items()} for throws in ring.throws]


def _members(night: Night, ring: Ring) -> list[Member]:
    """Return the persons who sit down, in order: whoever was merged sits down as who he is now."""
    known = Member.objects.filter(club=night.club, pk__in=ring.everybody).select_related("merged_into")
    found = {member.id: member.person for member in known}
    if len(found) < len(set(ring.everybody)) or not all(member.is_active for member in found.values()):
        raise NotFound(pointer="/players")
    return [found[pk] for pk in ring.everybody]


def _seats(table: Table, members: Sequence[Member], ring: Ring) -> list[Seat]:
    if any(stake_q <= 0 for stake_q in ring.stakes_q.values()):
        raise WrongStake(pointer="/stakes")
    if len({member.id for member in members}) < len(members):
        raise WrongRing(pointer="/players")
    labels = [ring.labels.get(asked) for asked in ring.everybody]
    made = iter(seats.labels_for([m for m, label in zip(members, labels, strict=True) if not label]))
    return [
        Seat(table=table, no=no, member=member, label=label or next(made), stake_q=ring.stakes_q.get(asked, QUARTERS))
        for no, (asked, member, label) in enumerate(zip(ring.everybody, members, labels, strict=True), start=1)
    ]
