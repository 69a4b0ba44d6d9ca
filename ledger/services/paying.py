"""One line of a plan: proposed → claimed by the payer → confirmed by the payee, or void. Each act is harmless twice.

Confirming posts a settlement: the debt paid in cash goes away on both sides, so its source is the payee's account and
its target the payer's (Dóra owes 5 and hands Anna 5: Anna +5 → 0, Dóra −5 → 0).
"""

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from club.errors import Forbidden, NotFound
from club.permissions import Actor, May
from ledger.errors import NotAPart, PaymentChanged, PaymentConfirmed, PaymentVoid, PlanStale
from ledger.models import Account, Entry, Payment, SettlementPlan
from ledger.persons import holders
from ledger.selectors import OPEN_STATES, is_stale
from ledger.services.accounts import lock_book
from ledger.services.drafts import Draft, reason_given
from ledger.services.parties import seat
from ledger.services.posting import post, post_all

SOURCE_KIND = "payment"


@transaction.atomic
def claim(*, payment: Payment, actor: Actor, whole_minor: int | None = None) -> Payment:
    """Say that the payer has paid; by the payer or the treasurer.

    `whole_minor` is the line as it was seen, here and below: another may have split it since, and nobody says of what
    he has not seen that it was paid. Raises Forbidden, NotFound, PaymentVoid, PaymentChanged.
    """
    current = _locked(payment, actor, whole_minor)
    _require(actor, current.payer)
    if _is(current, Payment.State.PROPOSED):
        current.state = Payment.State.CLAIMED
        current.claimed_at, current.claimed_by_id = timezone.now(), actor.user_id
        current.save()
    return current


@transaction.atomic
def unclaim(*, payment: Payment, actor: Actor) -> Payment:
    """Take back that it was paid; by the payer, the payee who got nothing, or the treasurer.

    Raises Forbidden, NotFound, PaymentVoid, and PaymentConfirmed when the payee has confirmed it.
    """
    current = _locked(payment, actor)
    _require(actor, current.payer, current.payee)
    if current.state == Payment.State.CONFIRMED:
        raise PaymentConfirmed
    if _is(current, Payment.State.CLAIMED):
        current.state = Payment.State.PROPOSED
        _forget_claim(current)
    return current


@transaction.atomic
def confirm(*, payment: Payment, actor: Actor, whole_minor: int | None = None) -> Payment:
    """Confirm that the payment arrived, and post it; by the payee or the treasurer, claimed before or not.

    Raises Forbidden, NotFound, PaymentVoid, PaymentChanged.
    """
    current = _locked(payment, actor, whole_minor)
    _require(actor, current.payee)
    if _is(current, *OPEN_STATES):
        current.entry = _post(current, actor)
        current.state, current.confirmed_at = Payment.State.CONFIRMED, timezone.now()
        current.save()
    return current


@transaction.atomic
def unconfirm(*, payment: Payment, reason: str, actor: Actor) -> Payment:
    """Take a confirmation back: its entry is reversed and the payment is to be made again, by who its payer is now.

    It is void instead when its plan was superseded, or while payer and payee are one person. By the payee or the
    treasurer. Raises Forbidden, NotFound, PaymentVoid, ReasonMissing.
    """
    current = _locked(payment, actor)
    _require(actor, current.payee)
    if _is(current, Payment.State.CONFIRMED):
        _take_back(current, reason, actor)
        if current.plan.superseded_at:
            _make_void(current, reason)
        else:
            current.state = Payment.State.PROPOSED
            seat(current, holders(current.plan.book), reason_given(reason))
            _forget_claim(current)
    return current


@transaction.atomic
def void(*, payment: Payment, reason: str, actor: Actor) -> Payment:
    """Take a payment out of its plan, reversing its entry where it was confirmed; by the treasurer, with a reason.

    What it was for is owed as before: the next plan has it again. Raises Forbidden, NotFound, ReasonMissing.
    """
    actor.require(May.KEEP_BOOKS)
    current = _locked(payment, actor)
    if current.state != Payment.State.VOID:
        if current.state == Payment.State.CONFIRMED:
            _take_back(current, reason, actor)
        _make_void(current, reason)
    return current


@transaction.atomic
def split(*, payment: Payment, amount_minor: int, actor: Actor, whole_minor: int | None = None) -> Payment:
    """Divide a payment still to be made, so that a part can be paid now; return the line of the part.

    The rest stays where it was. By the payer, the payee or the treasurer. Raises Forbidden, NotFound, PaymentVoid,
    PaymentChanged, NotAPart for an amount that is not a part of it, PaymentConfirmed when it was claimed or confirmed.
    """
    current = _locked(payment, actor, whole_minor)
    _require(actor, current.payer, current.payee)
    if not _is(current, Payment.State.PROPOSED):
        raise PaymentConfirmed
    if type(amount_minor) is not int or not 0 < amount_minor < current.amount_minor:
        raise NotAPart(pointer="/amount")
    current.amount_minor -= amount_minor
    current.save()
    last = Payment.objects.filter(plan=current.plan).aggregate(no=Max("no"))["no"]
    parties = ("payer_id", "payee_id", "payer_was_id", "payee_was_id")
    same = {name: getattr(current, name) for name in parties}
    return Payment.objects.create(plan=current.plan, no=last + 1, amount_minor=amount_minor, **same)


@transaction.atomic
def pay_part(*, payment: Payment, whole_minor: int, amount_minor: int, arrived: bool, actor: Actor) -> Payment:
    """Say that a part was paid, or that it has arrived: the line is split and its part claimed, or confirmed.

    `whole_minor` is asked for, so that the same part is not split off twice. Raises what `split`, `claim` and
    `confirm` raise; then nothing is split either.
    """
    part = split(payment=payment, amount_minor=amount_minor, actor=actor, whole_minor=whole_minor)
    return confirm(payment=part, actor=actor) if arrived else claim(payment=part, actor=actor)


@transaction.atomic
def confirm_all(*, plan: SettlementPlan, actor: Actor) -> SettlementPlan:
    """Confirm every open payment of a plan: cash at the table, all settled now. By the treasurer; twice is once.

    A plan that the books have left behind is not settled whole: what its lines ask for is not what was paid. Raises
    PlanStale, Forbidden, NotFound.
    """
    actor.require(May.KEEP_BOOKS)
    lock_book(plan.book_id, actor)
    current = SettlementPlan.objects.get(pk=plan.pk)
    if _is_left_behind(current):
        raise PlanStale
    for payment in current.payments.filter(state__in=OPEN_STATES):
        confirm(payment=payment, actor=actor)
    return current


def _is_left_behind(plan: SettlementPlan) -> bool:
    """Tell whether something was to be paid by a plan that is not what is owed now; what was all paid is not."""
    lines = plan.payments
    if plan.superseded_at is not None:
        return lines.exclude(state=Payment.State.CONFIRMED).exists()
    return lines.filter(state__in=OPEN_STATES).exists() and is_stale(plan)


def _locked(payment: Payment, actor: Actor, whole_minor: int | None = None) -> Payment:
    """Return the payment as it is now, with its book and its row locked.

    Raises NotFound for another club's, PaymentChanged where it is not as large as it was seen.
    """
    book_id = Payment.objects.filter(pk=payment.pk).values_list("plan__book", flat=True).first()
    if book_id is None:
        raise NotFound
    lock_book(book_id, actor)
    rows = Payment.objects.select_for_update(of=("self",), no_key=True)
    current = rows.select_related("plan__book", "plan__night", "payer", "payee").get(pk=payment.pk)
    if whole_minor is not None and current.amount_minor != whole_minor:
        raise PaymentChanged
    return current


def _require(actor: Actor, *parties: Account) -> None:
    """Raise Forbidden unless the actor is one of the parties or keeps the books."""
    is_party = actor.member_id is not None and actor.member_id in {party.member_id for party in parties}
    if not is_party and not actor.may(May.KEEP_BOOKS):
        raise Forbidden


def _is(payment: Payment, *states: Payment.State) -> bool:
    """Tell whether the act still has something to do; the same act again has not. Raises PaymentVoid."""
    if payment.state == Payment.State.VOID:
        raise PaymentVoid
    return payment.state in states


def _post(payment: Payment, actor: Actor) -> Entry:
    """A payment confirmed again, after it was taken back, has a key of its own."""
    posted = Entry.objects.filter(source_kind=SOURCE_KIND, source_id=str(payment.id), kind=Entry.Kind.SETTLEMENT)
    again = posted.count()
    return post(
        book=payment.plan.book,
        key=f"plan:{payment.plan_id}:{payment.no}" + (f":{again + 1}" if again else ""),
        kind=Entry.Kind.SETTLEMENT,
        transfers=[(payment.payee, payment.payer, payment.amount_minor)],
        source_kind=SOURCE_KIND,
        source_id=str(payment.id),
        night=payment.plan.night,
        actor=actor,
    )


def _take_back(payment: Payment, reason: str, actor: Actor) -> None:
    assert payment.entry is not None
    draft = Draft.reversal(payment.entry, reason)
    post_all(book=payment.plan.book, drafts=[draft], actor=actor)
    payment.entry, payment.confirmed_at = None, None


def _forget_claim(payment: Payment) -> None:
    payment.claimed_at, payment.claimed_by = None, None
    payment.save()


def _make_void(payment: Payment, reason: str) -> None:
    payment.state, payment.reason = Payment.State.VOID, reason_given(reason)
    payment.save()
