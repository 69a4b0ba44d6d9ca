"""What the settle pages show: who pays whom, why, how far it is, and what this viewer may do about it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from club import selectors as club
from club.doors import Viewer
from club.models import Night
from club.permissions import May
from club.sources import Source, source_of, sources_of
from ledger import debts, selectors
from ledger.account_lines import Line
from ledger.models import Account, Book, Entry, Payment, SettlementPlan
from ledger.names import name_of, told
from ledger.rules import settle_up

Context = dict[str, Any]
State = Payment.State
WHY_LINES: Final = 40
BANKER_FROM: Final = 3
"""Through a banker is another way only where at least so many people are not even."""


@dataclass(frozen=True, slots=True)
class WhyLine:
    """What made somebody owe, and what it came to for him; of a debt paid in part, how much is still open."""

    source: Source
    amount_minor: int
    open_minor: int


@dataclass(frozen=True, slots=True)
class Why:
    """The newest lines behind a payment, oldest first, and how many earlier ones there are."""

    lines: tuple[WhyLine, ...] = ()
    earlier: int = 0


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One line of a plan, with why and the deeds that the viewer may do."""

    payment: Payment
    currency: str
    payer: str
    payee: str
    why: Why
    deeds: tuple[str, ...]
    parts: tuple[str, ...]
    """What the viewer may say of a part of it: that it was paid, that it has arrived."""
    may_void: bool
    is_mine: bool


@dataclass(frozen=True, slots=True)
class PlanPage:
    """A plan with its lines in groups, and how it is laid out."""

    plan: SettlementPlan
    currency: str
    mine: tuple[PaymentRow, ...]
    others: tuple[PaymentRow, ...]
    done: tuple[PaymentRow, ...]
    void: tuple[PaymentRow, ...]
    open_count: int
    is_fewest: bool
    """Whether no plan could do with fewer payments."""
    banker: str
    """Through whom everyone pays, where the plan is laid out so."""
    is_stale: bool
    left_behind_by: Entry | None
    """What was posted first after the plan and made it stale."""
    may_settle_in_cash: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What one account has or owes."""

    account: Account
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
    is_in_club_plan: bool = False
    """Whether what was planned for the night has gone over into the plan of the whole club."""

    @property
    def bankers(self) -> tuple[Part, ...]:
        """Those through whom everyone could pay."""
        return self.parts if len(self.parts) >= BANKER_FROM else ()


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
    """Return the settle page of one night: the books that it moved."""
    night = club.night(viewer.club, night_id)
    pages = [_book_page(viewer, book, night) for book in selectors.books(viewer.club)]
    return {
        "tab": "settle",
        "night": night,
        "books": [page for page in pages if page.plan or page.parts] or pages[:1],
        "may_plan": _may_plan(viewer),
    }


def _may_plan(viewer: Viewer) -> bool:
    return viewer.actor.may(May.KEEP_BOOKS) or viewer.actor.may(May.RUN_NIGHT)


def _book_page(viewer: Viewer, book: Book, night: Night | None) -> BookPage:
    plan = selectors.standing_plan(night, book=book) if not book.is_points else None
    if plan is not None:
        return BookPage(book, _plan_page(viewer, plan), _parts(book, night))
    return BookPage(book, None, _parts(book, night), is_in_club_plan=_is_in_club_plan(book, night))


def _is_in_club_plan(book: Book, night: Night | None) -> bool:
    was_planned = night is not None and selectors.plans(book).filter(night=night).exists()
    return was_planned and selectors.standing_plan(None, book=book) is not None


def _parts(book: Book, night: Night | None) -> tuple[Part, ...]:
    accounts = {account.id: account for account in selectors.balances(book)}
    nets = {account.id: account.balance_minor for account in accounts.values()}
    if night is not None:
        nets = selectors.night_nets(night, book=book)
    found = [(accounts[account], net) for account, net in nets.items() if net]
    return tuple(Part(account, name_of(account), net) for account, net in sorted(found, key=lambda one: -one[1]))


def _from_nights(viewer: Viewer, book: Book) -> Sequence[OpenLine]:
    me = viewer.actor.member_id
    return [
        OpenLine(one.plan.night, name_of(one.payer), name_of(one.payee), one.amount_minor)
        for one in (selectors.open_payments(me, book=book) if me is not None else ())
    ]


# ---- a plan and its lines ---------------------------------------------------------------------------
def _plan_page(viewer: Viewer, plan: SettlementPlan) -> PlanPage:
    payments = list(plan.payments.all())
    whys = _whys(viewer, plan, {one.payer_id for one in payments})
    rows = [_row(viewer, plan, one, whys) for one in payments]
    open_ = [row for row in rows if row.payment.state in selectors.OPEN_STATES]
    is_fewest, is_stale = _is_fewest([row.payment for row in open_]), selectors.is_stale(plan)
    return PlanPage(
        plan=plan,
        currency=plan.book.currency,
        mine=tuple(row for row in open_ if row.is_mine),
        others=tuple(row for row in open_ if not row.is_mine),
        done=tuple(row for row in rows if row.payment.state == State.CONFIRMED),
        void=tuple(row for row in rows if row.payment.state == State.VOID),
        open_count=len(open_),
        is_fewest=is_fewest,
        banker="" if is_fewest else _banker([row.payment for row in open_]),
        is_stale=is_stale,
        left_behind_by=debts.made_stale(plan) if is_stale else None,
        may_settle_in_cash=bool(open_) and not is_stale and viewer.actor.may(May.KEEP_BOOKS),
    )


def _is_fewest(payments: Sequence[Payment]) -> bool:
    nets = selectors.open_nets(payments)
    return len(nets) <= settle_up.EXACT_UP_TO and len(payments) == len(settle_up.payments(nets))


def _banker(payments: Sequence[Payment]) -> str:
    """Return the name of whom every line goes to or comes from; empty where there is no such one."""
    if not payments:
        return ""
    first, *rest = payments
    shared = {first.payer_id, first.payee_id}
    for one in rest:
        shared &= {one.payer_id, one.payee_id}
    return next((name_of(account) for account in (first.payer, first.payee) if {account.id} == shared), "")


def _row(viewer: Viewer, plan: SettlementPlan, payment: Payment, whys: Mapping[UUID, Why]) -> PaymentRow:
    me = viewer.actor.member_id
    parties = (payment.payer.member_id, payment.payee.member_id)
    deeds = tuple(_deeds(viewer, payment))
    return PaymentRow(
        payment=payment,
        currency=plan.book.currency,
        payer=name_of(payment.payer),
        payee=name_of(payment.payee),
        why=whys.get(payment.payer_id, Why()),
        deeds=deeds,
        parts=deeds if payment.state == State.PROPOSED else (),
        may_void=payment.state != State.VOID and viewer.actor.may(May.KEEP_BOOKS),
        is_mine=me is not None and me in parties,
    )


def _deeds(viewer: Viewer, payment: Payment) -> Iterable[str]:
    keeps, me = viewer.actor.may(May.KEEP_BOOKS), viewer.actor.member_id
    pays = keeps or (me is not None and me == payment.payer.member_id)
    gets = keeps or (me is not None and me == payment.payee.member_id)
    match payment.state:
        case State.PROPOSED:
            return [deed for deed, may in (("claim", pays), ("confirm", gets)) if may]
        case State.CLAIMED:
            return [deed for deed, may in (("confirm", gets), ("unclaim", pays or gets)) if may]
        case State.CONFIRMED:
            return ["unconfirm"] if gets else []
    return []


# ---- why ------------------------------------------------------------------------------------------
def _whys(viewer: Viewer, plan: SettlementPlan, payers: Collection[UUID]) -> Mapping[UUID, Why]:
    """Return what made each payer owe: his lines of the night, or what of the club's evenings he has not paid."""
    lines = _night_lines(plan, plan.night, payers) if plan.night else _open_lines(plan, payers)
    sources = sources_of(viewer.club, (line for theirs in lines.values() for line, _open in theirs[-WHY_LINES:]))
    return {
        account: Why(
            tuple(WhyLine(_said(line, sources), line.amount_minor, open_) for line, open_ in theirs[-WHY_LINES:]),
            max(0, len(theirs) - WHY_LINES),
        )
        for account, theirs in lines.items()
    }


def _night_lines(
    plan: SettlementPlan, night: Night, payers: Collection[UUID]
) -> Mapping[UUID, Sequence[tuple[Line, int]]]:
    found = debts.lines_of_night(night, book=plan.book, accounts=payers)
    return {account: [(line, 0) for line in lines] for account, lines in found.items()}


def _open_lines(plan: SettlementPlan, payers: Collection[UUID]) -> Mapping[UUID, Sequence[tuple[Line, int]]]:
    nets = {account.id: account.balance_minor for account in selectors.balances(plan.book) if account.id in payers}
    found = debts.open_debts(plan.book, nets)
    return {account: [(debt.line, debt.open_minor) for debt in reversed(owed)] for account, owed in found.items()}


def _said(line: Line, sources: Mapping[str, Source]) -> Source:
    source = source_of(line, sources)
    if source.url or not line.memo:
        return source
    return Source(f"{told(line.kind)}: {line.memo}")
