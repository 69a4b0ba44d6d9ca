"""What somebody's debt is made of, as entries that stand. Reading only; every amount in minor units.

What was taken back and what took it back are left out together, so the sums stay what they are.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final
from uuid import UUID

from django.db.models import Q, QuerySet

from club.models import Night
from ledger.account_lines import Line, line_of
from ledger.models import Account, Book, Entry, Payment, SettlementPlan, Transfer
from ledger.persons import as_persons, holders, with_merged
from ledger.rules.transfers import nets_of
from ledger.selectors import is_paying, line_drawn_at

CHUNK: Final = 500


@dataclass(frozen=True, slots=True)
class Debt:
    """An entry that somebody lost by, and how much of it he has not paid yet."""

    line: Line
    open_minor: int

    @property
    def day(self) -> date:
        """The day that the debt is about."""
        return self.line.about_date or self.line.effective_date


def open_debts(book: Book, balances: Mapping[UUID, int]) -> dict[UUID, list[Debt]]:
    """Return what each person who owes still has to pay, newest first; read no further than it must.

    The rule: whatever one is credited, a won game or a payment, pays his oldest losses first, in the order of posting.
    So a debt is made of the newest losses, as far back as they reach it.
    """
    owed = {account: -balance for account, balance in balances.items() if balance < 0}
    found: dict[UUID, list[Debt]] = {account: [] for account in owed}
    for entry, nets in _newest_first(book, list(owed)) if owed else ():
        for account, net in nets.items():
            if net < 0 < owed.get(account, 0):
                part = min(-net, owed[account])
                owed[account] -= part
                found[account].append(Debt(line_of(entry, net, None), part))
        if not any(owed.values()):
            break
    return found


def _newest_first(book: Book, accounts: Collection[UUID]) -> Iterator[tuple[Entry, Mapping[UUID, int]]]:
    known = holders(book)
    rows = _standing(book, with_merged(accounts, known)).order_by("-entry__seq", "id").iterator(chunk_size=CHUNK)
    for entry, transfers in groupby(rows, key=lambda row: row.entry):
        yield entry, as_persons(nets_of(one.moved for one in transfers), known)


def lines_of_night(night: Night, *, book: Book, accounts: Collection[UUID]) -> dict[UUID, list[Line]]:
    """Return what moved each of these persons in the night, oldest first, since a plan for the club drew a line."""
    found: dict[UUID, list[Line]] = {account: [] for account in accounts}
    known = holders(book)
    rows = _standing(book, with_merged(accounts, known)).filter(entry__night=night, entry__seq__gt=line_drawn_at(book))
    for entry, transfers in groupby(rows.order_by("entry__seq", "id"), key=lambda row: row.entry):
        for account, net in as_persons(nets_of(one.moved for one in transfers), known).items():
            if account in found and net:
                found[account].append(line_of(entry, net, None))
    return found


def made_stale(plan: SettlementPlan) -> Entry | None:
    """Return the first entry after the plan was made that moved what it settles; none when a payment did."""
    later = Entry.objects.filter(book=plan.book_id, seq__gt=plan.head_seq)
    if plan.night_id is not None:
        later = later.filter(night=plan.night_id)
    return later.exclude(is_paying()).order_by("seq").first()


def unconfirmed(book: Book) -> QuerySet[Payment]:
    """Return what payers say they have paid and nobody has confirmed, the longest waiting first."""
    claimed = Payment.objects.filter(plan__book=book, state=Payment.State.CLAIMED, plan__superseded_at=None)
    return claimed.select_related("payer__member", "payee__member", "plan__night", "plan__book").order_by("claimed_at")


def _standing(book: Book, accounts: Collection[UUID]) -> QuerySet[Transfer]:
    theirs = Q(source__in=accounts) | Q(target__in=accounts)
    rows = Transfer.objects.filter(theirs, entry__book=book, entry__reversed_by=None)
    return rows.exclude(entry__kind=Entry.Kind.REVERSAL).select_related("entry")


def since(debts: Mapping[UUID, list[Debt]], account: Account) -> date | None:
    """Return the day of the oldest debt that the account has not paid; None for one that owes nothing."""
    return min((debt.day for debt in debts.get(account.id, ())), default=None)
