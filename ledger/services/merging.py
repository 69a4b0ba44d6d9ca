"""What the books do when two members become one person, or two again: open payments follow, entries never."""

from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict
from club.models import Member
from club.permissions import Actor, May
from ledger import selectors
from ledger.models import Account, Book, Payment, SettlementPlan
from ledger.persons import holders
from ledger.services.accounts import accounts_for, lock_book
from ledger.services.parties import seat
from ledger.services.settling import plan_club, plan_night


class NotEven(Conflict):
    """Raised when somebody is to leave the books for good who still owes, or is owed."""

    code = "not_even"
    sentence = _("{name} is not even in {currency}. Settle up first.")


class HasOpenPayments(Conflict):
    """Raised when somebody is to leave the books for good whose payments are still to be made or confirmed."""

    code = "open_payments"
    sentence = _("{name} still has payments to make or to confirm.")


@transaction.atomic
def take_over(*, book: Book, merged: Member, into: Member, reason: str, actor: Actor) -> None:
    """Put `into` in the place of `merged` in every payment still to be made; between the two nothing is to be paid.

    Nothing is posted. Call it when `merged` is marked. Raises Forbidden, NotFound.
    """
    actor.require(May.MANAGE_MEMBERS)
    locked = lock_book(book.pk, actor)
    if Account.objects.filter(book=locked, member=merged).exists():
        accounts_for(book=locked, members=[into])
        _seat_anew(locked, merged, into, reason)


@transaction.atomic
def give_back(*, book: Book, member: Member, former: Member, actor: Actor) -> None:
    """Give each of two his own open payments again, what one claims to have paid the other too; call it when they are
    marked two again.

    Plans that do not fit then are made anew. What was paid meanwhile stays with who paid it. Raises Forbidden,
    NotFound.
    """
    actor.require(May.MANAGE_MEMBERS)
    locked = lock_book(book.pk, actor)
    touched = _seat_anew(locked, member, former, reason="")
    for plan in SettlementPlan.objects.filter(pk__in=touched).order_by(F("night").asc(nulls_first=True)):
        plan.refresh_from_db()
        if plan.superseded_at is None and selectors.is_stale(plan):
            _plan_again(plan, actor)


def _seat_anew(book: Book, one: Member, other: Member, reason: str) -> set[UUID]:
    """Let every payment of the two still to be made be between persons as they are now; return whose plans have any."""
    known, theirs = holders(book), Q()
    for side in ("payer", "payee", "payer_was", "payee_was"):
        theirs |= Q((f"{side}__member__in", [one.pk, other.pk]))
    standing = Payment.objects.filter(theirs, plan__book=book, plan__superseded_at=None)
    lines = list(standing.filter(Q(state__in=selectors.OPEN_STATES) | Q(void_by_merge=True)))
    for line in lines:
        seat(line, known, reason)
        line.save()
    return {line.plan_id for line in lines}


def _plan_again(plan: SettlementPlan, actor: Actor) -> None:
    if plan.night is None:
        plan_club(book=plan.book, actor=actor)  # takes the place of the nights' plans too
    else:
        plan_night(night=plan.night, book=plan.book, actor=actor)


def require_even(*, book: Book, member: Member) -> None:
    """Raise NotEven or HasOpenPayments unless the person is through with the book, which is locked."""
    if selectors.balance_in(book, member):
        raise NotEven(name=member.name, currency=book.currency)
    his = Q(payer__member__in=_person(member)) | Q(payee__member__in=_person(member))
    if _open_payments(book).filter(his).exists():
        raise HasOpenPayments(name=member.name)


def _person(member: Member) -> list[UUID]:
    return [member.person_id, *Member.objects.filter(merged_into=member.person_id).values_list("id", flat=True)]


def _open_payments(book: Book) -> QuerySet[Payment]:
    return Payment.objects.filter(plan__book=book, plan__superseded_at=None, state__in=selectors.OPEN_STATES)
