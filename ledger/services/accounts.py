"""Books and accounts: made when they are first needed, by whoever comes first."""

import uuid
from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from club.currencies import KNOWN, WrongCurrency
from club.errors import NotFound
from club.models import Club, Member
from club.permissions import Actor, May
from ledger.errors import AccountNotEven
from ledger.models import Account, Book
from ledger.rules.currency import exponent_of
from ledger.services import statements


def open_book(*, club: Club, currency: str, actor: Actor) -> Book:
    """Return the club's book in `currency`, opened if there is none. Raises WrongCurrency, Forbidden, NotFound."""
    actor.require(May.KEEP_BOOKS)
    if club.id != actor.club_id:
        raise NotFound
    require_currency(club=club, currency=currency)
    return book_for(club=club, currency=currency)


def require_currency(*, club: Club, currency: str, pointer: str = "/currency") -> None:
    """Raise WrongCurrency for what is no currency in use, unless the club has a book in it from when it was one."""
    if currency not in KNOWN and not Book.objects.filter(club=club, currency=currency).exists():
        raise WrongCurrency(currency=currency, pointer=pointer)


def book_for(*, club: Club, currency: str) -> Book:
    """Return the club's book in a currency that is counted in already, as a table's is; made if there is none."""
    book, _created = Book.objects.get_or_create(
        club=club, currency=currency, defaults={"exponent": exponent_of(currency)}
    )
    return book


def accounts_for(*, book: Book, members: Iterable[Member]) -> dict[UUID, Account]:
    """Return each member's account in the book by member id; one query.

    Where one is missing it is made, under the book's lock. Who was merged into another does not have one alone: both
    are read together. Raises NotFound for a member of another club.
    """
    wanted = {one.id: one for member in members for one in (member, member.person)}
    if any(member.club_id != book.club_id for member in wanted.values()):
        raise NotFound
    found = {account.member_id: account for account in Account.objects.filter(book=book, member__in=wanted)}
    missing = [_new_account(book, member) for pk, member in wanted.items() if pk not in found]
    if missing:
        with transaction.atomic():
            lock_book(book.pk, None)  # who makes the same one waits here, and not for a row while he holds the book
            Account.objects.bulk_create(missing, ignore_conflicts=True)
    return {pk: account for account in (*found.values(), *missing) if (pk := account.member_id) is not None}


def _new_account(book: Book, member: Member) -> Account:
    """Its id follows from book and member, so two who make it at once make the same one."""
    return Account(id=uuid.uuid5(book.id, member.id.hex), book=book, member=member)


def house_account(*, book: Book) -> Account:
    """Return the book's account of the house, where table fees go, made if there is none."""
    return _special_account(book, Account.Kind.HOUSE)


def adjustments_account(*, book: Book) -> Account:
    """Return the other side of what is adjusted for one member alone, made if there is none."""
    return _special_account(book, Account.Kind.ADJUSTMENTS)


def _special_account(book: Book, kind: Account.Kind) -> Account:
    standing = Account.objects.filter(book=book, kind=kind, member=None).first()
    return standing or _new_special_account(book, kind)


@transaction.atomic
def _new_special_account(book: Book, kind: Account.Kind) -> Account:
    lock_book(book.pk, None)
    account, _created = Account.objects.get_or_create(
        book=book, kind=kind, member=None, defaults={"id": uuid.uuid5(book.id, kind.value)}
    )
    return account


def lock_book(book_id: UUID, actor: Actor | None) -> Book:
    """Return the book with its row locked: the one lock of everything posted in it. Must be in a transaction.

    Raises NotFound when it is another club's than the actor's.
    """
    book = statements.lock(book_id)
    if book is None:
        raise NotFound
    return own_book(book, actor)


def own_book(book: Book, actor: Actor | None) -> Book:
    """Return the book; raise NotFound when it is another club's than the actor's."""
    if actor is not None and actor.club_id != book.club_id:
        raise NotFound
    return book


@transaction.atomic
def close_account(*, account: Account, actor: Actor) -> Account:
    """Close an account at balance zero: nothing more is posted to it. Raises AccountNotEven, Forbidden, NotFound."""
    actor.require(May.KEEP_BOOKS)
    lock_book(account.book_id, actor)
    current = Account.objects.get(pk=account.pk)
    if current.balance_minor:
        raise AccountNotEven
    if current.closed_at is None:
        current.closed_at = timezone.now()
        current.save(update_fields=["closed_at"])
    return current


@transaction.atomic
def open_account(*, account: Account, actor: Actor) -> Account:
    """Open a closed account again, so that an old game can be corrected. Raises Forbidden, NotFound."""
    actor.require(May.KEEP_BOOKS)
    lock_book(account.book_id, actor)
    Account.objects.filter(pk=account.pk).update(closed_at=None)
    return Account.objects.get(pk=account.pk)
