"""Who may be in an adjustment: two who are not one person, and of one who was anonymised what makes him even."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from club.models import Member
from ledger.errors import OnlyWrittenOff, SameAccount
from ledger.models import Book
from ledger.rules.transfers import nets_of
from ledger.selectors import balance_in
from ledger.services.drafts import Leg, Party


def require_adjustable(book: Book, transfers: Sequence[Leg]) -> None:
    """Raise SameAccount for what goes from a person to himself, OnlyWrittenOff for what does not make one who is gone
    more even, against an account of the club's own.

    The book is locked, so that nobody is merged, anonymised or paid meanwhile.
    """
    members = _members(transfers)
    moved = [(_who(source, members), _who(target, members), amount) for source, target, amount in transfers]
    if any(source == target for source, target, _amount in moved):
        raise SameAccount(pointer="/target")
    people = {one.person_id for one in members.values()}
    gains = nets_of(moved)
    for one in members.values():
        if one.anonymised_at is not None:
            others = {two for pair in moved if one.person_id in pair[:2] for two in pair[:2]} - {one.person_id}
            if others & people or not _evens(balance_in(book, one), gains[one.person_id]):
                raise OnlyWrittenOff(name=one.name)


def _members(transfers: Sequence[Leg]) -> dict[UUID, Member]:
    """Return the members among the parties by id, as they are now."""
    ids = {_member_id(party) for source, target, _amount in transfers for party in (source, target)}
    return Member.objects.in_bulk([pk for pk in ids if pk is not None])


def _member_id(party: Party) -> UUID | None:
    return party.id if isinstance(party, Member) else party.member_id


def _who(party: Party, members: Mapping[UUID, Member]) -> UUID:
    """Return the person whose a party is, or the account that is the club's own."""
    member_id = _member_id(party)
    return members[member_id].person_id if member_id is not None else party.id


def _evens(balance_minor: int, gain_minor: int) -> bool:
    """Tell whether a gain brings a balance nearer to zero, and not past it."""
    left = balance_minor + gain_minor
    return abs(left) < abs(balance_minor) and left * balance_minor >= 0
