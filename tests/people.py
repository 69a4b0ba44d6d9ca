"""What the tests about people play and ask: short evenings, guests, merges, and what each person comes to."""

from club import services as club
from club.models import Member, Night
from games import services
from games.store import TableNow
from ledger import selectors as books
from ledger.models import Book
from tests.cast import Cast

BOX_WINS = {"do": "end", "winner": "box", "result": "single"}


def guest(cast: Cast, name: str) -> Member:
    return club.add_guest(club=cast.club, name=name, actor=cast.actor())


def who(cast: Cast, one: str | Member) -> Member:
    return cast.members[one] if isinstance(one, str) else one


def table_of(cast: Cast, *players: str | Member, night: Night | None = None, **table: object) -> TableNow:
    """Open a table of these: the box, the captain, the crew; half a euro a point."""
    return services.open_table(
        night_id=(night or cast.night).id,
        actor=cast.actor(),
        kind="chouette",
        unit_minor=50,
        currency="EUR",
        ring=services.Ring(players=[who(cast, one).id for one in players]),
        **table,
    )


def evening(cast: Cast, *players: str | Member, close: bool = True) -> TableNow:
    """Play one game, which the box wins, on a night of its own; closed and planned unless told otherwise."""
    night = club.open_night(club=cast.club, actor=cast.actor(), date=cast.night.date)
    now = cast.act(table_of(cast, *players, night=night), BOX_WINS)
    if close:
        services.close_night(night_id=night.id, actor=cast.actor())
    return now


def merge(cast: Cast, member: Member, into: str | Member) -> Member:
    return services.merge_members(
        member_id=member.id, into_id=who(cast, into).id, reason="The same person", actor=cast.actor()
    )


def unmerge(cast: Cast, member: Member) -> Member:
    return services.unmerge_member(member_id=member.id, reason="Not the same after all", actor=cast.actor())


def anonymise(cast: Cast, one: str | Member, redact: tuple[str, ...] = ()) -> Member:
    return services.anonymise_member(member_id=who(cast, one).id, actor=cast.actor(), redact=redact)


def totals(cast: Cast) -> dict[str, int]:
    """Return what every person who is not even comes to in euros, by name."""
    book = Book.objects.get(club=cast.club, currency="EUR")
    return {str(account): account.balance_minor for account in books.balances(book) if account.balance_minor}


def balance(member: Member) -> int:
    member.refresh_from_db()
    (found,) = books.balance_of(member)
    return found.amount_minor
