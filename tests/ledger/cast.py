"""A small cast with ids that never change: Anna keeps the books, Bela to Geza play, Zora belongs to another club."""

from dataclasses import dataclass
from datetime import date
from itertools import count
from uuid import UUID

from django.utils import timezone

from club.models import Club, Member, Night, Role, User
from club.permissions import Actor, Door, actor_of
from ledger import services
from ledger.models import Account, Book, Entry
from ledger.rules.currency import exponent_of

EVENING = date(2026, 11, 27)
NAMES = ("Anna", "Bela", "Csaba", "Dora", "Eva", "Feri", "Geza")


def number(no: int) -> UUID:
    return UUID(int=no, version=4)


def member(club: Club, name: str, no: int, role: Role = Role.MEMBER) -> Member:
    user = User.objects.create(id=number(no), email=f"{name}@{club.slug}.example")
    return Member.objects.create(id=number(no), club=club, user=user, name=name, role=role)


def actor(member: Member) -> Actor:
    return actor_of(member, Door.PAGE)


@dataclass
class Cast:
    club: Club
    members: dict[str, Member]
    outsider: Member
    treasurer: Actor
    night: Night
    book: Book
    accounts: dict[str, Account]

    def __getattr__(self, name: str) -> Account:
        """`cast.Bela` is Bela's account."""
        return self.accounts[name]

    def actor(self, name: str) -> Actor:
        return actor(self.members[name])

    def post(self, *transfers: tuple[str, str, int], key: str = "", **more: object) -> Entry:
        """Post a game of the night, as (loser, winner, amount) by name."""
        drafted = [(self.accounts[source], self.accounts[target], amount) for source, target, amount in transfers]
        asked = {"kind": Entry.Kind.GAME, "night": self.night, "effective_date": EVENING, "actor": self.treasurer}
        return services.post(book=self.book, key=key or next(_keys), transfers=drafted, **(asked | more))

    def nets(self, **nets: int) -> Entry:
        """Post one game after which the people named have these nets: everything goes through Anna's opponents."""
        losers = [[name, -net] for name, net in nets.items() if net < 0]
        winners = [[name, net] for name, net in nets.items() if net > 0]
        transfers = []
        while losers:
            amount = min(losers[0][1], winners[0][1])
            transfers.append((losers[0][0], winners[0][0], amount))
            for side in (losers, winners):
                side[0][1] -= amount
                if not side[0][1]:
                    side.pop(0)
        return self.post(*transfers)

    def balances(self) -> dict[str, int]:
        """Everybody who is not even, by name."""
        rows = Account.objects.filter(book=self.book).exclude(balance_minor=0).select_related("member")
        return {str(row): row.balance_minor for row in rows}


_keys = (f"game:{no}:r1" for no in count(1001))  # the tests themselves name games from 1


def cast(currency: str = "EUR") -> Cast:
    club = Club.objects.create(id=number(1), name="Budai", slug="budai")
    elsewhere = Club.objects.create(id=number(2), name="Zagreb", slug="zagreb")
    members = {
        name: member(club, name, no, Role.TREASURER if name == "Anna" else Role.MEMBER)
        for no, name in enumerate(NAMES, start=10)
    }
    outsider = member(elsewhere, "Zora", 30, Role.ORGANISER)
    night = Night.objects.create(id=number(40), club=club, date=EVENING)
    book = Book.objects.create(id=number(50), club=club, currency=currency, exponent=exponent_of(currency))
    accounts = services.accounts_for(book=book, members=members.values())
    named = {name: accounts[one.id] for name, one in members.items()}
    return Cast(club, members, outsider, actor(members["Anna"]), night, book, named)


def close_the_books(book: Book, day: date) -> None:
    """As a treasurer's close_period does, for days that are not over yet."""
    Book.objects.filter(pk=book.pk).update(closed_through=day)


def today() -> date:
    return timezone.localdate()
