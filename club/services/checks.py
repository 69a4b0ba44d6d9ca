"""What several services check first: whose club it is, and the row read again under its lock."""

from uuid import UUID

from django.conf import settings

from club.errors import Invalid, NotFound
from club.models import Club, Member, Night
from club.permissions import Actor


def own_club(club: Club, actor: Actor) -> Club:
    """Return the club; raise NotFound when it is not the actor's."""
    if club.id != actor.club_id:
        raise NotFound
    return club


def lock_member(member_id: UUID, actor: Actor) -> Member:
    """Return the member of the actor's club under its lock; raise NotFound for any other."""
    members = Member.objects.select_for_update(no_key=True, of=("self",)).select_related("club", "user")
    member = members.filter(pk=member_id, club_id=actor.club_id).first()
    if member is None:
        raise NotFound
    return member


def lock_night(night_id: UUID, actor: Actor) -> Night:
    """Return the night of the actor's club under its lock; raise NotFound for any other."""
    nights = Night.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    night = nights.filter(pk=night_id, club_id=actor.club_id).first()
    if night is None:
        raise NotFound
    return night


def clean_name(name: str) -> str:
    """Return a person's name without stray spaces; raise Invalid for none, too long, or unprintable."""
    name = " ".join(name.split())
    longest = Member._meta.get_field("name").max_length
    if not name or len(name) > (longest or 0) or not name.isprintable():
        raise Invalid(pointer="/name")
    return name


def check_language(language: str) -> str:
    """Return a language the product speaks; raise Invalid for another."""
    if language not in dict(settings.LANGUAGES):
        raise Invalid(pointer="/language")
    return language
