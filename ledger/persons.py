"""Who was merged into another keeps his account: its entries stay as they were posted, and both are read as one.

So a merge posts nothing and an un-merge has nothing to reverse. What is read of an account is read of the person: his
own account, the *holder*, and those of everybody merged into him. What is posted from then on goes to the account of
whoever sat there or pays; the sum is the same.
"""

from collections.abc import Collection, Iterable, Mapping
from uuid import UUID

from ledger.models import Account, Book

Holders = Mapping[UUID, UUID]
"""By the account of somebody who was merged: the account of who he is now."""


def holders(book: Book) -> Holders:
    """Return the accounts that are read as part of another; one query, and mostly none are."""
    merged = Account.objects.filter(book=book, member__merged_into__accounts__book=book)
    return dict(merged.values_list("id", "member__merged_into__accounts__id"))


def holder_of(account: Account) -> Account:
    """Return the account that an account is read with: itself, or that of the member he was merged into."""
    if not _is_merged(account):
        return account
    assert account.member is not None
    return Account.objects.filter(book=account.book_id, member=account.member.merged_into_id).first() or account


def read_with(account: Account) -> list[UUID]:
    """Return the accounts that are one person's: this one and those merged into it; no query for the club's own."""
    if account.member_id is None:
        return [account.id]
    merged = Account.objects.filter(book=account.book_id, member__merged_into=account.member_id)
    return [account.id, *merged.values_list("id", flat=True)]


def with_merged(accounts: Collection[UUID], known: Holders) -> list[UUID]:
    """Return the accounts, and those that are read with them."""
    return [*accounts, *(merged for merged, holder in known.items() if holder in accounts)]


def as_persons(nets: Mapping[UUID, int], known: Holders) -> dict[UUID, int]:
    """Return what accounts came to as what persons came to, by the holder's account."""
    totals: dict[UUID, int] = {}
    for account, net in nets.items():
        holder = known.get(account, account)
        totals[holder] = totals.get(holder, 0) + net
    return totals


def balances_as_persons(accounts: Iterable[Account]) -> list[Account]:
    """Return the accounts of persons, the largest credit first, each with what was merged into it added in memory.

    The accounts come with their members, in that order; no query.
    """
    told = {account.member_id or account.id: account for account in accounts}
    merged = [account for account in told.values() if _is_merged(account)]
    for account in merged:
        assert account.member is not None
        holder = told.get(account.member.person_id)
        if holder is not None:
            holder.balance_minor += account.balance_minor
            del told[account.member.id]
    if not merged:
        return list(told.values())
    return sorted(told.values(), key=lambda one: (-one.balance_minor, str(one), str(one.id)))


def _is_merged(account: Account) -> bool:
    return account.member is not None and account.member.merged_into_id is not None
