"""What is done on the settle pages: a form names a payment or a plan and a deed; one service does it."""

from dataclasses import dataclass
from uuid import UUID

from club import selectors as club
from club.doors import Viewer
from club.errors import Invalid, NotFound
from club.models import Night
from ledger import selectors, services
from ledger.models import Account, Book, Payment, SettlementPlan
from ledger.money_fields import read_amount


@dataclass(frozen=True, slots=True)
class Sent:
    """What a form of the settle page carries besides its deed; `whole_minor` is the line as the page showed it."""

    reason: str = ""
    amount: str = ""
    whole_minor: int | None = None
    arrived: bool = False


def payment_of(viewer: Viewer, payment_id: UUID) -> Payment:
    """Return a payment of the viewer's club; raise NotFound."""
    found = Payment.objects.filter(pk=payment_id, plan__book__club=viewer.club).select_related("plan__book")
    payment = found.first()
    if payment is None:
        raise NotFound
    return payment


def plan_of(viewer: Viewer, plan_id: UUID) -> SettlementPlan:
    """Return a plan of the viewer's club; raise NotFound."""
    found = SettlementPlan.objects.filter(pk=plan_id, book__club=viewer.club).select_related("book", "night").first()
    if found is None:
        raise NotFound
    return found


def do(viewer: Viewer, payment: Payment, deed: str, sent: Sent) -> None:
    """Do one deed to a payment; raise NotFound for a deed there is not."""
    actor = viewer.actor
    match deed:
        case "claim":
            services.claim(payment=payment, actor=actor, whole_minor=sent.whole_minor)
        case "unclaim":
            services.unclaim(payment=payment, actor=actor)
        case "confirm":
            services.confirm(payment=payment, actor=actor, whole_minor=sent.whole_minor)
        case "unconfirm":
            services.unconfirm(payment=payment, reason=sent.reason, actor=actor)
        case "void":
            services.void(payment=payment, reason=sent.reason, actor=actor)
        case "part":
            _part(viewer, payment, sent)
        case _:
            raise NotFound


def _part(viewer: Viewer, payment: Payment, sent: Sent) -> None:
    if sent.whole_minor is None:
        raise Invalid(pointer="/whole_minor")
    services.pay_part(
        payment=payment,
        whole_minor=sent.whole_minor,
        amount_minor=read_amount(sent.amount, payment.plan.book.currency),
        arrived=sent.arrived,
        actor=viewer.actor,
    )


def make_plan(
    viewer: Viewer, book_id: UUID, night_id: UUID | None, banker_id: UUID | None = None, *, afresh: bool = False
) -> Night | None:
    """Make the plan anew for a night, or for the whole club, perhaps through a banker; return the night."""
    book = selectors.book_of(book_id=book_id, actor=viewer.actor)
    banker = _banker(book, banker_id) if banker_id else None
    if night_id is None:
        services.plan_club(book=book, actor=viewer.actor, banker=banker, afresh=afresh)
        return None
    night = club.night(viewer.club, night_id)
    services.plan_night(night=night, book=book, actor=viewer.actor, banker=banker, afresh=afresh)
    return night


def _banker(book: Book, account_id: UUID) -> Account:
    found = Account.objects.filter(pk=account_id, book=book).first()
    if found is None:
        raise NotFound
    return found
