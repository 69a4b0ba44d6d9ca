"""Settling up: a plan says who pays whom; it is made again, never changed, when the books have moved on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from club.errors import Forbidden, NotFound
from club.models import Night
from club.permissions import Actor, May
from ledger import selectors
from ledger.errors import PointsNotPaid
from ledger.models import Account, Book, Payment, SettlementPlan
from ledger.persons import holder_of
from ledger.rules import settle_up
from ledger.services.accounts import lock_book


@dataclass(frozen=True, slots=True)
class Way:
    """How a plan is to be laid out: through a banker, in the fewest payments again, or as it stands if it fits."""

    banker: Account | None
    afresh: bool


@transaction.atomic
def plan_night(
    *, night: Night, book: Book, actor: Actor, banker: Account | None = None, afresh: bool = False
) -> SettlementPlan:
    """Return the plan that brings a night to zero: what it owes less what was paid, in the fewest payments.

    With a `banker` everyone pays him or is paid by him instead. `afresh` lays out in the fewest payments again what a
    standing plan divides otherwise.

    A standing plan that still fits is returned as it is; otherwise it is superseded: its claimed payments go over into
    the new plan, its proposed ones are void. No payments when everybody is even. Raises Forbidden, NotFound,
    PointsNotPaid for the book of points.
    """
    if night.club_id != book.club_id:
        raise NotFound
    return _plan(book, night, actor, Way(banker, afresh))


@transaction.atomic
def plan_club(*, book: Book, actor: Actor, banker: Account | None = None, afresh: bool = False) -> SettlementPlan:
    """Return the plan that brings every balance of the book to zero; it takes the place of the nights' plans too.

    Raises Forbidden, NotFound, PointsNotPaid.
    """
    return _plan(book, None, actor, Way(banker, afresh))


def _plan(book: Book, night: Night | None, actor: Actor, way: Way) -> SettlementPlan:
    if not (actor.may(May.KEEP_BOOKS) or actor.may(May.RUN_NIGHT)):
        raise Forbidden
    locked = lock_book(book.pk, actor)
    if locked.is_points:
        raise PointsNotPaid
    way = Way(_banker(locked, way.banker), way.afresh)
    due = selectors.outstanding(locked, night)
    standing = list(_replaced(locked, night))
    same = [plan for plan in standing if plan.night_id == (night.id if night else None)]
    if same == standing and same and _fits(same[0], due, way):
        return same[0]
    claimed, kept = _supersede(standing)
    plan = SettlementPlan.objects.create(
        book=locked, night=night, head_seq=locked.head_seq, created_by_id=actor.user_id
    )
    _write_payments(plan, [*claimed, *_proposed(due, claimed, way.banker), *kept])
    return plan


def _banker(book: Book, asked: Account | None) -> Account | None:
    """Return the account of who the banker is now, should he have been merged; raise NotFound for another book's."""
    if asked is None:
        return None
    account = Account.objects.select_related("member").filter(pk=asked.pk, book=book).first()
    if account is None:
        raise NotFound
    return holder_of(account)


def _replaced(book: Book, night: Night | None) -> QuerySet[SettlementPlan]:
    standing = SettlementPlan.objects.filter(book=book, superseded_at=None).prefetch_related("payments")
    return standing.filter(night=night) if night else standing


def _fits(plan: SettlementPlan, due: Mapping[UUID, int], way: Way) -> bool:
    """A plan whose lines are all paid is done with: the next one is empty."""
    lines = [line for line in plan.payments.all() if not line.void_by_merge]
    return selectors.open_nets(lines) == due and (bool(due) or not lines) and _is_laid_out(lines, due, way)


def _is_laid_out(lines: Iterable[Payment], due: Mapping[UUID, int], way: Way) -> bool:
    """Tell whether the lines go the way that was asked for; with no wish they may go any way."""
    if way.banker is None and not way.afresh:
        return True
    claimed = [line for line in lines if line.state == Payment.State.CLAIMED]
    proposed = [line for line in lines if line.state == Payment.State.PROPOSED]
    return list(map(_who_what, proposed)) == list(map(_who_what, _proposed(due, claimed, way.banker)))


def _who_what(line: Payment) -> tuple[UUID, UUID, int]:
    return line.payer_id, line.payee_id, line.amount_minor


def _supersede(standing: Sequence[SettlementPlan]) -> tuple[list[Payment], list[Payment]]:
    """Put plans aside with their open payments; return those that somebody says he has made: what is to be confirmed,
    and what is void while payer and payee are one person.
    """
    lines = Payment.objects.filter(plan__in=standing)
    said = lines.filter(claimed_at__isnull=False).order_by("claimed_at", "id")
    claimed, kept = list(said.filter(state=Payment.State.CLAIMED)), list(said.filter(void_by_merge=True))
    lines.filter(state__in=selectors.OPEN_STATES).update(state=Payment.State.VOID)
    SettlementPlan.objects.filter(pk__in=[plan.pk for plan in standing]).update(superseded_at=timezone.now())
    return claimed, kept


def _proposed(due: Mapping[UUID, int], claimed: Sequence[Payment], banker: Account | None) -> list[Payment]:
    left = dict(due)
    for account, net in selectors.open_nets(claimed).items():
        left[account] = left.get(account, 0) - net
    accounts = sorted(Account.objects.filter(pk__in=left), key=_by_member)
    nets = {account.id: left[account.id] for account in accounts}
    lines = settle_up.through(nets, banker.id) if banker else settle_up.payments(nets)
    return [Payment(payer_id=one.payer, payee_id=one.payee, amount_minor=one.amount_minor) for one in lines]


def _by_member(account: Account) -> tuple[bool, str]:
    """Members by id, then the house: an order that no result changes, so that plans are stable."""
    return account.member_id is None, str(account.member_id or account.kind)


def _write_payments(plan: SettlementPlan, lines: Sequence[Payment]) -> None:
    """Write lines as the plan's; one that goes over from another plan is a row of its own, with all that it says."""
    for no, line in enumerate(lines, start=1):
        line.id, line.plan, line.no = uuid4(), plan, no
    Payment.objects.bulk_create(lines)
