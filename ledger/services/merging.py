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
from ledger.services.accounts import accounts_for, lock_book
from ledger.services.drafts import reason_given
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

    Nothing is posted. Call it before `merged` is marked. Raises Forbidden, NotFound.
    """
    actor.require(May.MANAGE_MEMBERS)
    lock_book(book.pk, actor)
    old = Account.objects.filter(book=book, member=merged).first()
    if old is None:
        return
    new = accounts_for(book=book, members=[into])[into.id]
    open_ = _open_payments(book)
    between = Q(payer=old, payee=new) | Q(payer=new, payee=old)
    open_.filter(between).update(state=Payment.State.VOID, reason=reason_given(reason))
    open_.filter(payer=old).update(payer=new)
    open_.filter(payee=old).update(payee=new)


@transaction.atomic
def give_back(*, book: Book, former: Member, actor: Actor) -> None:
    """Make the plans anew in which `former` still pays or is paid for two; call it after they are marked two again.

    What was paid meanwhile stays with who paid it. Raises Forbidden, NotFound.
    """
    actor.require(May.MANAGE_MEMBERS)
    locked = lock_book(book.pk, actor)
    his = _open_payments(locked).filter(Q(payer__member=former) | Q(payee__member=former))
    for plan in SettlementPlan.objects.filter(pk__in=his.values("plan")).order_by(F("night").asc(nulls_first=True)):
        plan.refresh_from_db()
        if plan.superseded_at is None and selectors.is_stale(plan):
            _plan_again(plan, actor)


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
