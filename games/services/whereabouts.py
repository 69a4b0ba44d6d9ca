"""What must stand still while it is decided who somebody is, locked in the one order: night → table → book."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from club.models import Member, Night
from club.permissions import Actor
from games.models import Seat, Table
from ledger.models import Book
from ledger.services.accounts import lock_book


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The tables where these members sit or may sit down, and the books of their club; all locked."""

    tables: tuple[UUID, ...]
    """Where one of them has a seat."""
    books: tuple[Book, ...]


def locked(*, members: Collection[UUID], actor: Actor, also: Collection[UUID] = ()) -> Whereabouts:
    """Lock the club's open nights and their tables, the tables where the members have seats, and the books.

    Nobody sits down, plays, closes a night or pays until the transaction ends. `also` are other tables to be locked.
    """
    nights = Night.objects.filter(club=actor.club_id, state=Night.State.OPEN).select_for_update(no_key=True)
    open_nights = list(nights.order_by("pk").values_list("pk", flat=True))
    theirs = Q(night__in=open_nights) | Q(pk__in=_seats(members).values("table")) | Q(pk__in=list(also))
    tables = Table.objects.filter(theirs, night__club=actor.club_id).select_for_update(no_key=True, of=("self",))
    list(tables.order_by("pk").values_list("pk", flat=True))
    books = [lock_book(pk, actor) for pk in _books(actor.club_id)]
    return Whereabouts(tuple(_seats(members).values_list("table", flat=True).distinct()), tuple(books))


def _seats(members: Collection[UUID]) -> QuerySet[Seat]:
    return Seat.objects.filter(member__in=list(members)).order_by()


def _books(club_id: UUID) -> list[UUID]:
    return list(Book.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True))


def person(member: Member) -> list[UUID]:
    """Return the member and everybody who was merged into him."""
    return [member.id, *Member.objects.filter(merged_into=member).values_list("id", flat=True)]
