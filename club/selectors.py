"""What may be read of people and nights, and who is asking. What belongs to another club does not exist."""

from datetime import date, datetime
from typing import TypeVar
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from club.errors import NotFound
from club.models import Attendance, Club, Member, Night, Role, User
from club.permissions import Actor, Door, actor_of

Found = TypeVar("Found", bound=Model)
ACTIVE = Q(retired_at__isnull=True, merged_into__isnull=True)


# ---- who is asking ----------------------------------------------------------------------------------
def actor_for(*, user: User, club: Club, door: Door) -> Actor:
    """Return who `user` is in `club`: his active membership's role; a superuser is an organiser everywhere.

    Raises NotFound for anybody else: to him the club does not exist.
    """
    member = membership(user, club)
    if user.is_superuser and user.is_active:
        return Actor(club.id, member.id if member else None, user.id, Role.ORGANISER, door)
    if member is None:
        raise NotFound
    return actor_of(member, door)


def actor_for_guest(*, member_id: UUID, club: Club, door: Door) -> Actor:
    """Return the actor of a guest without an account who was let in to a night still open; else raise NotFound."""
    guests = Member.objects.filter(ACTIVE, pk=member_id, club=club, user=None, role=Role.GUEST)
    guest = guests.filter(
        attendances__state=Attendance.State.PRESENT, attendances__night__state=Night.State.OPEN
    ).first()
    if guest is None:
        raise NotFound
    return actor_of(guest, door)


def membership(user: User, club: Club) -> Member | None:
    """Return the active membership of an active user in a club, if he has one."""
    if not user.is_active:
        return None
    return Member.objects.filter(ACTIVE, user_id=user.pk, club=club).first()


# ---- clubs and members ------------------------------------------------------------------------------
def clubs_of(user: User) -> QuerySet[Club]:
    """Return the clubs a user belongs to now, by name; a superuser sees all."""
    if user.is_superuser:
        return Club.objects.order_by("name", "id")
    mine = Member.objects.filter(ACTIVE, user_id=user.pk, user__is_active=True).values("club_id")
    return Club.objects.filter(pk__in=mine).order_by("name", "id")


def today_in(club: Club, moment: datetime | None = None) -> date:
    """Return the day that it is, or was at a moment, where the club is."""
    return timezone.localdate(moment, ZoneInfo(club.time_zone))


def members(club: Club, *, with_retired: bool = False, with_guests: bool = True) -> QuerySet[Member]:
    """Return the people of a club by name, each with his user; merged ones never."""
    people = Member.objects.filter(club=club, merged_into=None).select_related("user")
    if not with_retired:
        people = people.filter(retired_at=None)
    return people if with_guests else people.exclude(role=Role.GUEST)


def member(club: Club, member_id: UUID) -> Member:
    """Return one person of the club, retired ones too; raise NotFound."""
    return _one(Member.objects.filter(club=club, pk=member_id).select_related("user", "merged_into"))


# ---- nights -----------------------------------------------------------------------------------------
def nights(club: Club) -> QuerySet[Night]:
    """Return a club's nights, newest first, each with `people`: how many were there."""
    there = [Attendance.State.PRESENT, Attendance.State.LEFT]
    person = Coalesce("attendances__member__merged_into", "attendances__member")
    people = Count(person, filter=Q(attendances__state__in=there), distinct=True)
    return Night.objects.filter(club=club).annotate(people=people).order_by("-date", "-opened_at")


def night(club: Club, night_id: UUID) -> Night:
    """Return one night of the club, with its club; raise NotFound."""
    return _one(Night.objects.filter(club=club, pk=night_id).select_related("club"))


def attendances(night: Night, *, state: Attendance.State | None = None) -> QuerySet[Attendance]:
    """Return who came to a night, in the order they came, each with the member; of one state when given.

    Whoever came as two members who are merged now is there once, as who he is.
    """
    also = Attendance.objects.filter(night=night, member=OuterRef("member__merged_into"))
    there = Attendance.objects.filter(~Exists(also), night=night)
    there = there.select_related("member__user", "member__merged_into")
    return there if state is None else there.filter(state=state)


def _one(rows: QuerySet[Found]) -> Found:
    found = rows.first()
    if found is None:
        raise NotFound
    return found
