"""What the books say. Reading only; every amount in minor units, positive = the club's players owe this member.

Members who were merged are read as one person (`ledger.persons`): by the account of who they are now.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import (
    BooleanField,
    Exists,
    ExpressionWrapper,
    Max,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Sum,
)

from club.errors import NotFound
from club.models import Club, Member, Night
from club.permissions import Actor, May
from ledger.models import Account, Book, Entry, Payment, SettlementPlan, Transfer
from ledger.persons import as_persons, balances_as_persons, holders
from ledger.rules.transfers import nets_of
from ledger.totals import net_balances

OPEN_STATES: Final = (Payment.State.PROPOSED, Payment.State.CLAIMED)
NIGHTS_LOOKED_AT: Final = 5


@dataclass(frozen=True, slots=True)
class Balance:
    """What a member has in one book."""

    book: Book
    account: Account
    amount_minor: int


def books(club: Club) -> QuerySet[Book]:
    """Return the club's books by currency."""
    return Book.objects.filter(club=club).select_related("club").order_by("currency")


def book_of(*, book_id: UUID, actor: Actor) -> Book:
    """Return a book that the actor may read. Raises NotFound for another club's, Forbidden."""
    actor.require(May.READ_BOOKS)
    book = Book.objects.select_related("club").filter(pk=book_id, club_id=actor.club_id).first()
    if book is None:
        raise NotFound
    return book


def balances(book: Book) -> list[Account]:
    """Return every person's account in the book with its member, the largest credit first; they sum to zero.

    `balance_minor` is the person's: of those who were merged it is the sum, and must not be saved.
    """
    accounts = Account.objects.filter(book=book).select_related("member")
    return balances_as_persons(accounts.order_by("-balance_minor", "member__name", "id"))


def balance_of(member: Member) -> list[Balance]:
    """Return the person's balance in every book where he has an account, by currency.

    As in `balances`, `account.balance_minor` is the person's and must not be saved.
    """
    his = Account.objects.filter(Q(member=member.person_id) | Q(member__merged_into=member.person_id))
    found: dict[UUID, Balance] = {}
    for account in his.select_related("book", "member").order_by("book__currency", "member__merged_into"):
        known = found.get(account.book_id) or Balance(account.book, account, 0)
        own = account if account.member_id == member.person_id else known.account
        own.balance_minor = known.amount_minor + account.balance_minor
        found[account.book_id] = Balance(account.book, own, own.balance_minor)
    return list(found.values())


def balance_in(book: Book, member: Member) -> int:
    """Return the person's balance in one book, zero where he has no account."""
    return next((one.amount_minor for one in balance_of(member) if one.book.pk == book.pk), 0)


def account_of(*, book: Book, member: Member) -> Account | None:
    """Return the person's account in the book, if he has one."""
    return Account.objects.filter(book=book, member=member.person_id).select_related("member").first()


def accounts_of(book: Book, members: Iterable[UUID]) -> dict[UUID, Account]:
    """Return the accounts that these members have in the book, by member id; one query."""
    accounts = Account.objects.filter(book=book, member__in=list(members))
    return {member_id: account for account in accounts if (member_id := account.member_id) is not None}


def entries(
    book: Book, *, night: Night | None = None, kind: str = "", source_kind: str = "", source_id: str = ""
) -> QuerySet[Entry]:
    """Return the book's entries, newest first, with their transfers and names; two queries however many."""
    asked = {"night": night, "kind": kind, "source_kind": source_kind, "source_id": source_id}
    found = Entry.objects.filter(book=book, **{name: value for name, value in asked.items() if value})
    named = Transfer.objects.select_related("source__member", "target__member")
    return (
        found.select_related("posted_by", "reversed_by").prefetch_related(Prefetch("transfers", named)).order_by("-seq")
    )


def night_nets(night: Night, *, book: Book, after_seq: int = 0) -> dict[UUID, int]:
    """Return what each person gained in a night, payments and reversals included, by one query that sums.

    Accounts that came out even are there with zero; the values sum to zero.
    """
    posted = Transfer.objects.filter(entry__night=night, entry__book=book, entry__seq__gt=after_seq)
    return _nets_of_persons(posted, book)


def night_results(night: Night, *, book: Book) -> dict[UUID, int]:
    """Return what each person won in a night by games, fees and corrections: paying it changes nothing here."""
    posted = Transfer.objects.filter(entry__night=night, entry__book=book).exclude(is_paying("entry__"))
    return _nets_of_persons(posted, book)


def is_paying(entry: str = "") -> Q:
    """What entries of payments have, and of those taken back: they are nobody's result. `entry` leads to the entry."""
    kind = Entry.Kind.SETTLEMENT
    return Q((f"{entry}kind", kind)) | Q((f"{entry}reverses__kind", kind))


def balances_on(book: Book, day: date, seq: int) -> dict[UUID, int]:
    """Return every single account's balance at the end of `day`, from the transfers posted up to entry `seq`."""
    posted = Transfer.objects.filter(entry__book=book, entry__effective_date__lte=day, entry__seq__lte=seq)
    return nets_of(posted.order_by().values_list("source_id", "target_id").annotate(Sum("amount_minor")))


def _nets_of_persons(posted: QuerySet[Transfer], book: Book) -> dict[UUID, int]:
    """Return what these transfers come to for each person: one query that sums, one more where some were merged."""
    merged = Q(source__member__merged_into__isnull=False) | Q(target__member__merged_into__isnull=False)
    between = posted.order_by().annotate(of_merged=ExpressionWrapper(merged, output_field=BooleanField()))
    sums = list(between.values_list("source_id", "target_id", "of_merged").annotate(Sum("amount_minor")))
    nets = nets_of((source, target, amount) for source, target, _of_merged, amount in sums)
    return as_persons(nets, holders(book)) if any(of_merged for _, _, of_merged, _ in sums) else nets


def outstanding(book: Book, night: Night | None) -> dict[UUID, int]:
    """Return who is not even, by person: over the night, or over the whole book where there is no night.

    A plan for the club draws a line under everything before it: a night's plan counts only what was posted since.
    """
    nets = night_nets(night, book=book, after_seq=line_drawn_at(book)) if night else net_balances(book)
    return {account: net for account, net in nets.items() if net}


def line_drawn_at(book: Book) -> int:
    """Return the entry up to which a plan for the club has taken everything over; 0 where there was none."""
    return SettlementPlan.objects.filter(book=book, night=None).aggregate(seq=Max("head_seq"))["seq"] or 0


def plans(book: Book) -> QuerySet[SettlementPlan]:
    """Return the book's plans with their payments and names, newest first."""
    named = Payment.objects.select_related("payer__member", "payee__member")
    found = SettlementPlan.objects.filter(book=book).select_related("book", "night")
    return found.prefetch_related(Prefetch("payments", named)).order_by("-created_at", "-id")


def standing_plan(night: Night | None, *, book: Book) -> SettlementPlan | None:
    """Return the plan that stands for the night, or for the club where there is no night."""
    return plans(book).filter(night=night, superseded_at=None).first()


def open_payments(member_id: UUID, *, book: Book) -> list[Payment]:
    """Return what a member still has to pay or receive by the newest plans of nights that fit the books."""
    his = Q(payer__member=member_id) | Q(payee__member=member_id)
    mine = Payment.objects.filter(his, state__in=OPEN_STATES, plan=OuterRef("pk"))
    standing = plans(book).filter(Exists(mine), night__isnull=False, superseded_at=None)[:NIGHTS_LOOKED_AT]
    return [
        payment
        for plan in standing
        if not is_stale(plan)
        for payment in plan.payments.all()
        if payment.state in OPEN_STATES and member_id in (payment.payer.member_id, payment.payee.member_id)
    ]


def standing_plans(night: Night) -> list[SettlementPlan]:
    """Return the plans that stand for the night, one a currency."""
    named = Payment.objects.select_related("payer__member", "payee__member")
    found = SettlementPlan.objects.filter(night=night, superseded_at=None).select_related("book", "night")
    return list(found.prefetch_related(Prefetch("payments", named)).order_by("book__currency"))


def is_stale(plan: SettlementPlan) -> bool:
    """Tell whether the open lines of a plan no longer bring what is outstanding to zero: make it again."""
    return open_nets(plan.payments.all()) != outstanding(plan.book, plan.night)


def open_nets(payments: Iterable[Payment]) -> dict[UUID, int]:
    """Return the nets that the payments still to be made or confirmed would even out."""
    open_ = [one for one in payments if one.state in OPEN_STATES]
    nets = nets_of((one.payer_id, one.payee_id, one.amount_minor) for one in open_)
    return {account: net for account, net in nets.items() if net}
