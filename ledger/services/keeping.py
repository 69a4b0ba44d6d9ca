"""What a treasurer does by hand: adjust, charge a fee, take an entry back, redact a memo, close a month."""

from collections.abc import Iterable, Sequence
from datetime import date
from uuid import UUID, uuid4

from django.db import transaction

from club.errors import Forbidden, NotFound
from club.models import Member, Night
from club.permissions import Actor, May
from club.selectors import today_in
from club.services.checks import check_day
from ledger.errors import AlreadyClosed, DateNotPast, NothingMoved, NotReversible
from ledger.models import Account, Book, Entry, Payment, Period
from ledger.selectors import balances_on
from ledger.services.accounts import adjustments_account, house_account, lock_book
from ledger.services.drafts import Draft, Party, Side, meant_date, reason_given
from ledger.services.posting import post, post_all, reverse
from ledger.services.writing_off import require_adjustable


@transaction.atomic
def adjust(
    *,
    book: Book,
    transfers: Sequence[tuple[Side, Side, int]],
    reason: str,
    actor: Actor,
    command_id: UUID | None = None,
    night: Night | None = None,
    effective_date: date | None = None,
) -> Entry:
    """Post an adjustment with its reason; the same `command_id` twice is the same adjustment once, also after midnight.

    The day it is about is not to come and not before 1970, today when left out. Who was anonymised can only be made
    even. Raises Forbidden, ReasonMissing, NothingMoved, SameAccount (also for two who are one person), DateOutOfRange,
    OnlyWrittenOff, and what `post_all` raises.
    """
    actor.require(May.KEEP_BOOKS)
    if not transfers or any(amount <= 0 for _source, _target, amount in transfers):
        raise NothingMoved(pointer="/amount")
    if effective_date is not None:
        check_day(effective_date, last=today_in(book.club))
    locked, key = lock_book(book.pk, actor), f"adjust:{command_id or uuid4()}"
    legs = [(_party(locked, source), _party(locked, target), amount) for source, target, amount in transfers]
    stands = Entry.objects.filter(book=locked, key=key).first()
    if stands is None:
        require_adjustable(locked, legs)
    return post(
        book=book,
        key=key,
        kind=Entry.Kind.ADJUSTMENT,
        transfers=legs,
        night=night,
        effective_date=effective_date or (meant_date(stands) if stands else None),
        memo=reason_given(reason),
        actor=actor,
    )


def _party(book: Book, side: Side) -> Party:
    match side:
        case Account.Kind.HOUSE:
            return house_account(book=book)
        case Account.Kind.ADJUSTMENTS:
            return adjustments_account(book=book)
        case Account.Kind():
            raise NotFound
    return side


@transaction.atomic
def fee(*, book: Book, night: Night, members: Iterable[Member], amount_minor: int, actor: Actor) -> list[Entry]:
    """Charge each member the night's fee to the house, once a night and member; nothing for an amount of zero.

    Raises Forbidden, IdempotencyConflict when a member was charged another amount for the night.
    """
    if not (actor.may(May.KEEP_BOOKS) or actor.may(May.RUN_NIGHT)):
        raise Forbidden
    house = house_account(book=lock_book(book.pk, actor))
    drafts = [
        Draft(
            key=f"fee:{night.id}:{member.id}",
            kind=Entry.Kind.FEE,
            transfers=[(member, house, amount_minor)],
            source_kind="night",
            source_id=str(night.id),
            night=night,
            effective_date=night.date,
        )
        for member in members
    ]
    return post_all(book=book, drafts=drafts, actor=actor) if amount_minor else []


@transaction.atomic
def withdraw(*, entry: Entry, reason: str, actor: Actor) -> Entry:
    """Reverse an entry made by hand (adjustment, fee, opening) for the treasurer, with a reason; once.

    A game is corrected at its table and a payment is taken back as a payment: NotReversible. Raises Forbidden,
    NotFound, ReasonMissing.
    """
    actor.require(May.KEEP_BOOKS)
    if not is_by_hand(entry):
        raise NotReversible
    return reverse(entry=entry, reason=reason, actor=actor)


def is_by_hand(entry: Entry) -> bool:
    """Tell whether an entry is the treasurer's to take back: an adjustment, a fee or an opening balance."""
    by_hand = entry.kind == Entry.Kind.ADJUSTMENT and not entry.source_kind
    return by_hand or entry.kind in (Entry.Kind.FEE, Entry.Kind.OPENING)


@transaction.atomic
def redact_memo(*, entry: Entry, actor: Actor) -> Entry:
    """Take an entry's memo out for good; its salted hash stays in the chain. Raises Forbidden, NotFound."""
    actor.require(May.KEEP_BOOKS)
    lock_book(entry.book_id, actor)
    Entry.objects.filter(pk=entry.pk).update(memo="", memo_salt="")
    return Entry.objects.get(pk=entry.pk)


@transaction.atomic
def redact_reason(*, payment: Payment, actor: Actor) -> Payment:
    """Take out for good why a payment is void. Raises Forbidden, NotFound."""
    actor.require(May.KEEP_BOOKS)
    lock_book(payment.plan.book_id, actor)
    Payment.objects.filter(pk=payment.pk).update(reason="")
    return Payment.objects.get(pk=payment.pk)


@transaction.atomic
def close_period(*, book: Book, end_date: date, actor: Actor) -> Period:
    """Close the books through `end_date`, included: what is posted to it later is dated later and names it.

    The same day again returns the period that stands. Raises Forbidden, NotFound, DateNotPast for a day that is not
    over in the club's time zone, AlreadyClosed for one before the last that was closed.
    """
    actor.require(May.KEEP_BOOKS)
    locked = lock_book(book.pk, actor)
    if end_date == locked.closed_through:
        return Period.objects.get(book=locked, end_date=end_date)
    if end_date >= today_in(locked.club):
        raise DateNotPast(pointer="/end_date")
    if locked.closed_through is not None and end_date < locked.closed_through:
        raise AlreadyClosed(date=locked.closed_through.isoformat())
    locked.closed_through = end_date
    locked.save(update_fields=["closed_through"])
    return Period.objects.create(
        book=locked,
        end_date=end_date,
        seq=locked.head_seq,
        hash=locked.head_hash,
        balances={str(account): net for account, net in balances_on(locked, end_date, locked.head_seq).items()},
    )
