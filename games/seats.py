"""From names to seats: who sits where at one table, and a seat for whoever sits down."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final
from unicodedata import normalize
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, NotFound
from club.models import Member
from games.models import Seat
from games.rules.names import ROLES, place_of, spelt
from games.rules.refusals.players import UnknownPlayer
from games.store import TableNow

LONGEST_NAME: Final = 60
"""As many characters as a name on a sheet has."""


class AmbiguousName(Conflict):
    """Raised when a name that joins belongs to more than one member of the club."""

    code = "ambiguous_name"
    sentence = _("More than one member is called {name}. Seat the right one from the night's page.")


class Usher:
    """Turns names into seats at one locked table, and gives a seat to a member of the club who joins by name."""

    def __init__(self, now: TableNow) -> None:
        self.now = now

    def seat_of(self, name: str) -> int:
        """Return the seat of that name; raise UnknownPlayer when nobody at the table has it."""
        place = place_of(name, [seat.label for seat in self.now.seats])
        if place is None:
            raise UnknownPlayer(name=name)
        return self.now.seats[place].no

    def newcomer(self, name: str) -> int:
        """Return the seat of that name, made for the one active member of the club who has it."""
        try:
            return self.seat_of(name)
        except UnknownPlayer:
            member = _member_named(self.now, name)
            if member is None:
                raise
            return self._seat(member)

    def seat_of_member(self, member_id: UUID) -> int:
        """Return the person's seat at this table, made when he has none; NotFound for another club's member."""
        seat = self.now.seat_of_member(member_id)
        if seat is not None:
            return seat
        known = Member.objects.filter(pk=member_id, club_id=self.now.table.night.club_id)
        member = known.select_related("merged_into").first()
        if member is None or not member.person.is_active:
            raise NotFound
        seat = self.now.seat_of_member(member.person.id)
        return seat if seat is not None else self._seat(member.person)

    def _seat(self, member: Member) -> int:
        (label,) = labels_for([member], [seat.label for seat in self.now.seats])
        seat = Seat.objects.create(table=self.now.table, no=len(self.now.seats) + 1, member=member, label=label)
        self.now = replace(self.now, seats=(*self.now.seats, seat))
        return seat.no


def labels_for(members: Sequence[Member], taken: Sequence[str] = ()) -> list[str]:
    """Return a name on the sheet for each member: his own, or `name 2`, `name 3`, … where it is taken.

    Two ways to write spaces or an accent are one name on a sheet.
    """
    labels = list(taken)
    for member in members:
        known = ROLES.union(map(spelt, labels))
        numbered = (f"{member.name[: LONGEST_NAME - len(str(no)) - 1]} {no}" for no in range(2, 1000))
        labels.append(next(name for name in (member.name, *numbered) if spelt(name) not in known))
    return labels[len(taken) :]


def persons_by_name(club_id: UUID, names: Collection[str]) -> Mapping[str, list[Member]]:
    """Return the active persons of a club by name, as `spelt` writes it, however they are written; one query.

    Where no active member is called so, it is the name of whoever somebody of that name was merged into.
    """
    active: dict[str, list[Member]] = {}
    merged: dict[str, dict[UUID, Member]] = {}
    written = {form for name in names for form in (spelt(name), normalize("NFD", spelt(name)))}
    for member in Member.objects.filter(club_id=club_id, name__in=written).select_related("merged_into").order_by("id"):
        if member.is_active:
            active.setdefault(spelt(member.name), []).append(member)
        elif member.person.is_active:
            merged.setdefault(spelt(member.name), {})[member.person.id] = member.person
    return {name: list(persons.values()) for name, persons in merged.items()} | active


def _member_named(now: TableNow, name: str) -> Member | None:
    known = persons_by_name(now.table.night.club_id, [name]).get(spelt(name), [])
    named = [one for one in known if one.id not in now.persons.values()]
    match named[:2]:
        case [member]:
            return member
        case []:
            return None
        case _:
            raise AmbiguousName(name=name)
