"""A small cast: a club with one of each role, and an outsider with a club of his own."""

from dataclasses import dataclass

from club import selectors, services
from club.models import Club, Member, Role, User
from club.permissions import Actor, Door, actor_of


def user(email: str, **fields: object) -> User:
    return User.objects.create_user(email, **fields)


def club(slug: str = "budai", **fields: object) -> Club:
    organiser = user(f"anna@{slug}.example")
    return services.create_club(name=slug.title(), slug=slug, organiser=organiser, organiser_name="Anna", **fields)


def organiser_of(club: Club, door: Door = Door.PAGE) -> Actor:
    return actor_of(club.members.filter(role=Role.ORGANISER).earliest("joined_at"), door)


def member(club: Club, name: str, role: Role = Role.MEMBER, **fields: object) -> Member:
    """A member with an account, made without the mail an invitation brings."""
    account = user(f"{name.lower()}@{club.slug}.example")
    made = Member.objects.create(club=club, user=account, email=account.email, name=name, role=role, **fields)
    services.people.set_staff(account)
    return made


def actor(member: Member, door: Door = Door.PAGE) -> Actor:
    return selectors.actor_for(user=member.user, club=member.club, door=door)


@dataclass
class Cast:
    club: Club
    organiser: Actor
    outsider: Actor
    elsewhere: Club


def cast() -> Cast:
    ours, theirs = club(), club("zagreb", language="hr", time_zone="Europe/Zagreb")
    return Cast(ours, organiser_of(ours), organiser_of(theirs), theirs)
