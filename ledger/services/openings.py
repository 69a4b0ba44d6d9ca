"""Opening balances: what people bring from older books. One entry a member, against the adjustments account."""

from collections import Counter
from collections.abc import Mapping
from datetime import date
from uuid import UUID

from django.db import transaction

from club.errors import NotFound
from club.formats import money
from club.models import Member
from club.permissions import Actor, May
from ledger.errors import NothingMoved, OpeningStands, OpeningsUneven
from ledger.models import Account, Book, Entry
from ledger.services.accounts import adjustments_account, house_account, lock_book
from ledger.services.drafts import Draft, Leg
from ledger.services.posting import post_all


def standing_openings(book: Book) -> dict[UUID, int]:
    """Return the opening balances that stand in the book, in minor units by member."""
    entries = Entry.objects.filter(book=book, kind=Entry.Kind.OPENING, source_kind="member", reversed_by=None)
    found: dict[UUID, int] = {}
    for entry in entries.prefetch_related("transfers__source", "transfers__target"):
        for transfer in entry.transfers.all():
            if transfer.target.member_id is not None:
                found[transfer.target.member_id] = transfer.amount_minor
            elif transfer.source.member_id is not None:
                found[transfer.source.member_id] = -transfer.amount_minor
    return found


@transaction.atomic
def open_balances(
    *,
    book: Book,
    balances: Mapping[Member, int],
    actor: Actor,
    rest_to: Account.Kind | None = None,
    effective_date: date | None = None,
) -> list[Entry]:
    """Post what each member brings along, in minor units, all of it or nothing; what stands already is left as it is.

    What is new sums to zero, or the difference goes to `rest_to`, the house or the adjustments. Raises OpeningsUneven,
    OpeningStands for a member who has brought another amount, NothingMoved, Forbidden, NotFound.
    """
    actor.require(May.KEEP_BOOKS)
    locked = lock_book(book.pk, actor)
    if any(member.club_id != book.club_id for member in balances):
        raise NotFound
    standing = standing_openings(locked)
    _require_same(balances, standing)
    new = {member: amount for member, amount in balances.items() if amount and member.id not in standing}
    if not new and not any(member.id in standing for member in balances):
        raise NothingMoved
    if (total := sum(new.values())) and rest_to is None:
        told = money(total, book.currency, book.exponent, sign=True)
        raise OpeningsUneven(difference=told, pointer="/rest_to")
    return post_all(book=book, drafts=_drafts(locked, new, rest_to, effective_date), actor=actor)


def _require_same(balances: Mapping[Member, int], standing: Mapping[UUID, int]) -> None:
    other = [member.name for member, amount in balances.items() if standing.get(member.id, amount) != amount]
    if other:
        raise OpeningStands(names=", ".join(other))


def _drafts(
    book: Book, balances: Mapping[Member, int], rest_to: Account.Kind | None, effective_date: date | None
) -> list[Draft]:
    between, made = adjustments_account(book=book), _made(book)
    drafts = [
        Draft(
            key=_key(str(member.id), made),
            kind=Entry.Kind.OPENING,
            transfers=[_leg(between, member, amount)],
            source_kind="member",
            source_id=str(member.id),
            effective_date=effective_date,
        )
        for member, amount in balances.items()
    ]
    rest = -sum(balances.values())
    if rest and rest_to == Account.Kind.HOUSE:
        drafts.append(_to_house(_leg(between, house_account(book=book), rest), _key("house", made), effective_date))
    return drafts


def _to_house(leg: Leg, key: str, effective_date: date | None) -> Draft:
    """The difference, as what the house brings along."""
    return Draft(
        key=key,
        kind=Entry.Kind.OPENING,
        transfers=[leg],
        source_kind="house",
        effective_date=effective_date,
    )


def _leg(between: Account, party: Account | Member, amount: int) -> Leg:
    return (between, party, amount) if amount > 0 else (party, between, -amount)


def _made(book: Book) -> Counter[str]:
    """Return how many openings were ever posted for whom, those taken back included; one query."""
    keys = Entry.objects.filter(book=book, kind=Entry.Kind.OPENING, key__startswith="opening:")
    return Counter(key.split(":")[1] for key in keys.values_list("key", flat=True))


def _key(whose: str, made: Counter[str]) -> str:
    """Return `opening:{whose}`, and `:2`, `:3`, … where one was taken back before."""
    return f"opening:{whose}" + (f":{made[whose] + 1}" if made[whose] else "")
