"""Opening balances: what people bring from older books. One entry a person, against the adjustments account."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from uuid import UUID

from django.db import transaction

from club.errors import NotFound
from club.formats import money
from club.models import Member
from club.permissions import Actor, May
from club.selectors import today_in
from club.services.checks import check_day
from ledger.errors import NothingMoved, OnlyWrittenOff, OpeningStands, OpeningsUneven, PersonTwice
from ledger.models import Account, Book, Entry
from ledger.services.accounts import adjustments_account, house_account, lock_book
from ledger.services.drafts import Draft, Leg
from ledger.services.posting import post_all


def standing_openings(book: Book) -> dict[UUID, int]:
    """Return the opening balances that stand in the book, in minor units by person: of who was merged, of both."""
    entries = Entry.objects.filter(book=book, kind=Entry.Kind.OPENING, source_kind="member", reversed_by=None)
    found: Counter[UUID] = Counter()
    for entry in entries.prefetch_related("transfers__source__member", "transfers__target__member"):
        for transfer in entry.transfers.all():
            if transfer.target.member is not None:
                found[transfer.target.member.person_id] += transfer.amount_minor
            elif transfer.source.member is not None:
                found[transfer.source.member.person_id] -= transfer.amount_minor
    return dict(found)


@transaction.atomic
def open_balances(
    *,
    book: Book,
    balances: Iterable[tuple[Member, int]],
    actor: Actor,
    rest_to: Account.Kind | None = None,
    effective_date: date | None = None,
) -> list[Entry]:
    """Post what each member brings along, in minor units, all of it or nothing; what stands already is left as it is.

    Who was merged brings it along as who he is now. What is new sums to zero, or the difference goes to `rest_to`, the
    house or the adjustments. Raises OpeningsUneven, OpeningStands for a person who has brought another amount,
    PersonTwice, OnlyWrittenOff for who was anonymised, DateOutOfRange, NothingMoved, Forbidden, NotFound.
    """
    actor.require(May.KEEP_BOOKS)
    if effective_date is not None:
        check_day(effective_date, last=today_in(book.club))
    locked = lock_book(book.pk, actor)
    brought = _by_person(locked, list(balances))
    standing = standing_openings(locked)
    _require_same(brought, standing)
    new = {person: amount for person, amount in brought.items() if amount and person.id not in standing}
    if not new and not any(person.id in standing for person in brought):
        raise NothingMoved
    if (total := sum(new.values())) and rest_to is None:
        told = money(total, book.currency, book.exponent, sign=True)
        raise OpeningsUneven(difference=told, pointer="/rest_to")
    return post_all(book=book, drafts=_drafts(locked, new, rest_to, effective_date), actor=actor)


def _by_person(book: Book, balances: Sequence[tuple[Member, int]]) -> dict[Member, int]:
    """Return what each person brings along, as they are now: nobody is merged while the book is locked."""
    known = Member.objects.filter(club=book.club_id).select_related("merged_into")
    members = known.in_bulk([member.pk for member, _amount in balances])
    found: dict[Member, int] = {}
    for at, (member, amount) in enumerate(balances):
        if member.pk not in members:
            raise NotFound
        person = members[member.pk].person
        if person in found:
            raise PersonTwice(name=person.name, pointer=f"/balances/{at}/member")
        if person.anonymised_at is not None:
            raise OnlyWrittenOff(name=person.name)
        found[person] = amount
    return found


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
