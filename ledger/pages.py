"""What the pages of the books show: who pays whom, why, how far it is, and what this viewer may do about it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from club import selectors as club
from club.doors import Viewer
from club.errors import NotFound
from club.models import Night
from club.permissions import May
from ledger import selectors, services
from ledger.models import Account, Book, Entry, Payment, SettlementPlan
from ledger.rules import settle_up

Context = dict[str, Any]
State = Payment.State
WHY_LINES: Final = 200


@dataclass(frozen=True, slots=True)
class WhyLine:
    """What made somebody owe, in words, and what it came to for him."""

    what: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One line of a plan, with why and the deeds that the viewer may do."""

    payment: Payment
    currency: str
    payer: str
    payee: str
    why: tuple[WhyLine, ...]
    deeds: tuple[str, ...]
    is_mine: bool


@dataclass(frozen=True, slots=True)
class PlanPage:
    """A plan with its lines in three groups, and everybody's part in what it settles."""

    plan: SettlementPlan
    currency: str
    mine: tuple[PaymentRow, ...]
    others: tuple[PaymentRow, ...]
    done: tuple[PaymentRow, ...]
    open_count: int
    is_fewest: bool
    """Whether no plan could do with fewer payments: an untouched plan of so many people that it is exact."""
    is_stale: bool
    may_settle_in_cash: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What one account has or owes."""

    name: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A payment that a night's plan still asks for."""

    night: Night | None
    payer: str
    payee: str
    amount_minor: int


@dataclass(frozen=True, slots=True)
class BookPage:
    book: Book
    plan: PlanPage | None
    parts: tuple[Part, ...]
    from_nights: Sequence[OpenLine] = ()
    """What the viewer still has to pay or receive by the plans of nights."""


def club_page(viewer: Viewer) -> Context:
    """Return the settle page of the whole club: a plan and everybody's balance in each book."""
    return {
        "tab": "settle",
        "night": None,
        "books": [
            replace(_book_page(viewer, book, None), from_nights=_from_nights(viewer, book))
            for book in selectors.books(viewer.club)
        ],
        "nights": club.nights(viewer.club).filter(plans__superseded_at=None, plans__isnull=False).distinct()[:10],
        "may_plan": _may_plan(viewer),
    }


def night_page(viewer: Viewer, night_id: UUID) -> Context:
    """Return the settle page of one night."""
    night = club.night(viewer.club, night_id)
    return {
        "tab": "settle",
        "night": night,
        "books": [_book_page(viewer, book, night) for book in selectors.books(viewer.club)],
        "may_plan": _may_plan(viewer),
    }


def _may_plan(viewer: Viewer) -> bool:
    return viewer.actor.may(May.KEEP_BOOKS) or viewer.actor.may(May.RUN_NIGHT)


def _book_page(viewer: Viewer, book: Book, night: Night | None) -> BookPage:
    plan = selectors.standing_plan(night, book=book)
    return BookPage(book, _plan_page(viewer, plan) if plan else None, _parts(book, night))


def _parts(book: Book, night: Night | None) -> tuple[Part, ...]:
    accounts = {account.id: account for account in selectors.balances(book)}
    if night is None:
        found = [(account, account.balance_minor) for account in accounts.values() if account.balance_minor]
    else:
        found = [(accounts[id_], net) for id_, net in selectors.night_nets(night, book=book).items() if net]
    return tuple(Part(name_of(account), net) for account, net in sorted(found, key=lambda one: -one[1]))


def _plan_page(viewer: Viewer, plan: SettlementPlan) -> PlanPage:
    rows = [_row(viewer, plan, payment) for payment in plan.payments.all() if payment.state != State.VOID]
    open_ = [row for row in rows if row.payment.state != State.CONFIRMED]
    return PlanPage(
        plan=plan,
        currency=plan.book.currency,
        mine=tuple(row for row in open_ if row.is_mine),
        others=tuple(row for row in open_ if not row.is_mine),
        done=tuple(row for row in rows if row.payment.state == State.CONFIRMED),
        open_count=len(open_),
        is_fewest=all(row.payment.state == State.PROPOSED for row in rows) and _people(rows) <= settle_up.EXACT_UP_TO,
        is_stale=selectors.is_stale(plan),
        may_settle_in_cash=bool(open_) and viewer.actor.may(May.KEEP_BOOKS),
    )


def _from_nights(viewer: Viewer, book: Book) -> Sequence[OpenLine]:
    me = viewer.actor.member_id
    return [
        OpenLine(one.plan.night, name_of(one.payer), name_of(one.payee), one.amount_minor)
        for one in (selectors.open_payments(me, book=book) if me is not None else ())
    ]


def _people(rows: Sequence[PaymentRow]) -> int:
    return len({party for row in rows for party in (row.payment.payer_id, row.payment.payee_id)})


def _row(viewer: Viewer, plan: SettlementPlan, payment: Payment) -> PaymentRow:
    me = viewer.actor.member_id
    return PaymentRow(
        payment=payment,
        currency=plan.book.currency,
        payer=name_of(payment.payer),
        payee=name_of(payment.payee),
        why=_why(payment.payer, plan.night),
        deeds=tuple(_deeds(viewer, payment)),
        is_mine=me is not None and me in (payment.payer.member_id, payment.payee.member_id),
    )


def _why(account: Account, night: Night | None) -> tuple[WhyLine, ...]:
    """Return what made the payer owe: his lines of that night, oldest first, those taken back left out."""
    lines = selectors.lines(account, limit=WHY_LINES)
    stands = [line for line in lines if line.reversed_by is None and line.kind != "reversal"]
    here = reversed([line for line in stands if night is None or line.night_id == night.id])
    return tuple(WhyLine(line.memo or told(line.kind), line.amount_minor) for line in here)


def told(kind: str) -> str:
    """Return what a kind of entry is called, as the beginning of a line."""
    return capfirst(str(Entry.Kind(kind).label))


def _deeds(viewer: Viewer, payment: Payment) -> Iterable[str]:
    keeps, me = viewer.actor.may(May.KEEP_BOOKS), viewer.actor.member_id
    pays = keeps or (me is not None and me == payment.payer.member_id)
    gets = keeps or (me is not None and me == payment.payee.member_id)
    if payment.state == State.PROPOSED:
        return [deed for deed, may in (("claim", pays), ("confirm", gets)) if may]
    if payment.state == State.CLAIMED:
        return [deed for deed, may in (("confirm", gets), ("unclaim", pays or gets)) if may]
    return ["unconfirm"] if gets and payment.state == State.CONFIRMED else []


def name_of(account: Account) -> str:
    """Return who an account belongs to, for a sentence."""
    if account.member is not None:
        return account.member.name
    return _("the house") if account.kind == Account.Kind.HOUSE else _("adjustments")


# ---- deeds ------------------------------------------------------------------------------------------
def payment_of(viewer: Viewer, payment_id: UUID) -> Payment:
    """Return a payment of the viewer's club; raise NotFound."""
    found = Payment.objects.filter(pk=payment_id, plan__book__club=viewer.club).select_related("plan").first()
    if found is None:
        raise NotFound
    return found


def plan_of(viewer: Viewer, plan_id: UUID) -> SettlementPlan:
    """Return a plan of the viewer's club; raise NotFound."""
    found = SettlementPlan.objects.filter(pk=plan_id, book__club=viewer.club).select_related("book", "night").first()
    if found is None:
        raise NotFound
    return found


def do(viewer: Viewer, payment: Payment, deed: str, reason: str) -> None:
    """Do one deed to a payment; raise NotFound for a deed there is not."""
    match deed:
        case "claim":
            services.claim(payment=payment, actor=viewer.actor)
        case "unclaim":
            services.unclaim(payment=payment, actor=viewer.actor)
        case "confirm":
            services.confirm(payment=payment, actor=viewer.actor)
        case "unconfirm":
            services.unconfirm(payment=payment, reason=reason, actor=viewer.actor)
        case _:
            raise NotFound


def make_plan(viewer: Viewer, book_id: UUID, night_id: UUID | None) -> Night | None:
    """Make the plan anew for a night, or for the whole club; return the night."""
    book = selectors.book_of(book_id=book_id, actor=viewer.actor)
    if night_id is None:
        services.plan_club(book=book, actor=viewer.actor)
        return None
    night = club.night(viewer.club, night_id)
    services.plan_night(night=night, book=book, actor=viewer.actor)
    return night
