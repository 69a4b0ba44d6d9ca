"""Two members are merged, and taken apart again. Spans people, tables, books and standings; history stays as it is.

No seat, line, entry or balance changes by it: both are read as one person (`Member.person`, `ledger.persons`). So
taking them apart gives each what is his: what he played, and what was posted to him, before and since.
"""

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club import services as club
from club.errors import Conflict, NotFound
from club.models import Member
from club.permissions import Actor, May
from club.services.checks import why
from games import standings, store
from games.models import Score, Season, Seat, Table
from games.services import whereabouts
from ledger import services as ledger


class AtOneTable(Conflict):
    """Raised when the two sit at one table that is still open: they are playing against each other."""

    code = "at_one_table"
    sentence = _("{name} and {other} sit at one table that is open. Close the night first.")


@transaction.atomic
def merge_members(*, member_id: UUID, into_id: UUID, reason: str, actor: Actor) -> Member:
    """Let `member` and `into` be one person from now on, under the name of `into`; return him. Twice is once.

    Open payments become his; between the two nothing is to be paid while they are one. Raises AtOneTable, Forbidden,
    NotFound for another club's, and what `mark_merged` raises.
    """
    actor.require(May.MANAGE_MEMBERS)
    held = whereabouts.locked(members=[member_id, into_id], actor=actor)
    member, into = _of_club(member_id, actor), _of_club(into_id, actor)
    if member.merged_into_id == into.id:
        return into
    _require_apart(member, into)
    club.mark_merged(member=member, into=into, reason=reason, actor=actor)
    for book in held.books:
        ledger.take_over(book=book, merged=member, into=into, reason=why(reason), actor=actor)
    club.close_claims(guest=member, actor=actor)
    _tell_anew(held, member, into)
    return into


@transaction.atomic
def unmerge_member(*, member_id: UUID, reason: str, actor: Actor) -> Member:
    """Take a merged member out again and return him: all is as if they had never been one. Twice is once.

    Payments still to be made are each one's own again, claimed as they were, and plans that do not fit then are made
    anew; what was paid stays with who paid it. Raises Forbidden, NotFound, and what `mark_unmerged` raises.
    """
    actor.require(May.MANAGE_MEMBERS)
    held = whereabouts.locked(members=[member_id], actor=actor)
    member = _of_club(member_id, actor)
    former = club.mark_unmerged(member=member, reason=reason, actor=actor)
    member.refresh_from_db()
    if former is not None:
        for book in held.books:
            ledger.give_back(book=book, member=member, former=former, actor=actor)
        _tell_anew(held, member, former)
    return member


def _of_club(member_id: UUID, actor: Actor) -> Member:
    member = Member.objects.filter(pk=member_id, club_id=actor.club_id).select_related("merged_into").first()
    if member is None:
        raise NotFound
    return member


def _require_apart(member: Member, into: Member) -> None:
    tables = Table.objects.exclude(state=Table.State.CLOSED)
    theirs = Seat.objects.filter(member__in=whereabouts.person(into)).values("table")
    if tables.filter(seats__member=member).filter(pk__in=theirs).exists():
        raise AtOneTable(name=member.name, other=into.name)


def _tell_anew(held: whereabouts.Whereabouts, *members: Member) -> None:
    """Let tables and standings show who is who now."""
    store.tell_anew(held.tables)
    for season in _seasons_of(members):
        standings.update(season, [member.id for member in members])


def _seasons_of(members: Iterable[Member]) -> list[Season]:
    days = Score.objects.filter(seat__member__in=list(members)).values_list("seat__table__night__date", flat=True)
    seasons = Season.objects.filter(club=next(iter(members)).club_id).order_by("pk")
    played = set(days.distinct())
    return [season for season in seasons if any(season.starts <= day <= season.ends for day in played)]
