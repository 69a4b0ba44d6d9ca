"""What the pages about people show: read by selectors, laid out for the templates. Nothing is written here."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext

from club import selectors
from club.corrections import corrections_of
from club.doors import Viewer
from club.forms import InviteForm, JoinForm, OpenNightForm, PreferencesForm, RoleForm
from club.models import Attendance, Club, Member, Night, Role, User
from club.people_pages import person_card
from club.permissions import May
from club.sources import source_of, sources_of
from games import selectors as games
from games.models import Score, Seat
from ledger import account_lines
from ledger import selectors as ledger
from ledger.models import Account, Book
from ledger.statement_pages import Row

PAST_NIGHTS: Final = 20
LINES: Final = 60
Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class StatementPage:
    """An account's newest lines, newest first."""

    book: Book
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class NightRow:
    night: Night
    games: int
    points_q: int


def open_nights(club: Club) -> list[Night]:
    """Return the nights that are open, newest first, each with `people`."""
    return list(selectors.nights(club).filter(state=Night.State.OPEN))


def club_page(viewer: Viewer) -> Context:
    """Return what the club's page shows to this viewer."""
    people = list(selectors.members(viewer.club))
    return {
        "tab": "club",
        "open_nights": open_nights(viewer.club),
        "past_nights": selectors.nights(viewer.club).exclude(state=Night.State.OPEN)[:PAST_NIGHTS],
        "night_form": OpenNightForm(),
        "invite_form": InviteForm(),
        "members": [one for one in people if one.role != Role.GUEST],
        "guests": [one for one in people if one.role == Role.GUEST],
        "balances": balances_of(viewer, viewer.member),
    }


def member_page(viewer: Viewer, person: Member) -> Context:
    """Return a member's page: balances with the lines that made them, nights, wishes where they are his."""
    mine = viewer.member is not None and viewer.member.id == person.id
    may_manage = viewer.actor.may(May.MANAGE_MEMBERS)
    balances = balances_of(viewer, person)
    return {
        "tab": "me" if mine else "club",
        "person": person,
        "is_me": mine,
        "balances": balances,
        "statements": [statement_page(viewer.club, one.account) for one in balances or ()],
        "corrections": corrections_of(viewer.club, person) if balances else [],
        "nights": nights_of(person),
        "preferences": _preferences(person) if (mine or may_manage) and person.anonymised_at is None else None,
        "role_form": RoleForm(initial={"role": person.role}) if may_manage and person.user_id else None,
        **person_card(viewer, person),
    }


def balances_of(viewer: Viewer, person: Member | None) -> list[ledger.Balance] | None:
    """Return the member's balances; None where the viewer may not read the books."""
    if person is None or not viewer.actor.may(May.READ_BOOKS):
        return None
    return ledger.balance_of(person)


def statement_page(club: Club, account: Account) -> StatementPage:
    """Return an account's newest lines, newest first, each with the balance it left."""
    lines = account_lines.lines(account, limit=LINES)
    sources = sources_of(club, lines)
    rows, balance = [], account.balance_minor
    for line in lines:
        rows.append(Row(line, source_of(line, sources), balance))
        balance -= line.amount_minor
    return StatementPage(account.book, tuple(rows))


def nights_of(person: Member) -> list[NightRow]:
    """Return the member's nights, newest first, with games and points."""
    rows: dict[UUID, NightRow] = {}
    for score in games.history_of(person):
        night = score.seat.table.night
        before = rows.get(night.id, NightRow(night, 0, 0))
        rows[night.id] = NightRow(night, before.games + _is_game(score), before.points_q + score.points_q)
    return list(rows.values())


def _is_game(score: Score) -> int:
    return int(score.game_id is not None)


def _preferences(person: Member) -> PreferencesForm:
    names = ("language", "mail_night", "mail_month", "mail_each_game")
    return PreferencesForm(initial={name: getattr(person, name) for name in names})


# ---- the door for guests ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TableLink:
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """A guest at the door: whether he is in, and the tables where he sits."""

    name: str
    is_let_in: bool
    is_refused: bool
    tables: tuple[TableLink, ...]


def join_page(form: JoinForm, guest: Member | None) -> Context:
    """Return the join page: the form, or how it stands with who asked from this browser."""
    return {"form": form, "guest": _waiting(guest) if guest else None}


def night_of_member(user: User | AnonymousUser, code: str) -> Night | None:
    """Return the open night of a join code when its club is the reader's own: a member needs no letting in."""
    found = Night.objects.filter(join_code=code.strip().upper(), state=Night.State.OPEN).select_related("club").first()
    if found is None or not isinstance(user, User) or selectors.membership(user, found.club) is None:
        return None
    return found


def _waiting(guest: Member) -> Waiting | None:
    asked = guest.attendances.select_related("night").filter(night__state=Night.State.OPEN).last()
    if asked is None:
        return None
    let_in = asked.state == Attendance.State.PRESENT
    seats = Seat.objects.filter(member=guest, table__night=asked.night).select_related("table")
    return Waiting(
        guest.name, let_in, asked.state == Attendance.State.REFUSED, tuple(_links(guest.club, seats) if let_in else ())
    )


def _links(club: Club, seats: Iterable[Seat]) -> Iterable[TableLink]:
    for seat in seats:
        name = gettext("Open table {no}").format(no=seat.table.no)
        yield TableLink(name, reverse("table", args=[club.slug, seat.table_id]))
