"""A night is closed and settled, or opened again with a reason. Spans tables and money: night → table → book."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club import outbox
from club import services as club
from club.errors import Conflict, NightClosed
from club.models import Night
from club.permissions import Actor, May
from club.services.checks import lock_night
from games import store
from games.fees import fees_of
from games.models import Crossing, Table
from games.rules.state import TableState
from games.store import TableNow
from ledger import services as ledger
from ledger.models import Book, Entry, Transfer
from ledger.rules.currency import POINTS
from ledger.services.accounts import lock_book


class GameUnfinished(Conflict):
    """Raised when a table is in mid-game, or a deal still waits for its winner to be declared."""

    code = "game_unfinished"
    sentence = _("A game is not finished at table {tables}. End it first, then close the night.")


@transaction.atomic
def close_night(*, night_id: UUID, actor: Actor) -> Night:
    """Close the night: its tables are closed, table fees posted, a settlement planned, and everyone told by mail.

    Points are not paid: what was played without money is in no plan.

    Raises NightClosed when somebody was first, GameUnfinished while a game is in progress, Forbidden.
    """
    actor.require(May.RUN_NIGHT)
    night = lock_night(night_id, actor)
    if not night.is_open:
        raise NightClosed
    tables = [store.load(table) for table in _locked_tables(night)]
    _require_finished(tables)
    _lock_books(night, tables, actor)
    _charge_fees(night, tables, actor)
    for currency in sorted({now.table.currency for now in tables} - {POINTS}):
        ledger.plan_night(night=night, book=ledger.book_for(club=night.club, currency=currency), actor=actor)
    night.tables.update(state=Table.State.CLOSED)
    night = club.mark_closed(night=night, actor=actor)
    assert night.closed_at is not None
    closing = night.closed_at.isoformat()
    payload = {"night": str(night.id), "closing": closing}
    outbox.enqueue(key=f"night.closed:{night.id}:{closing}", topic="night.closed", payload=payload)
    return night


@transaction.atomic
def reopen_night(*, night_id: UUID, reason: str, actor: Actor) -> Night:
    """Open a closed night again, saying why; its tables can be scored and corrected as before.

    Raises Conflict when it is open, Invalid without a reason, Forbidden.
    """
    actor.require(May.RUN_NIGHT)
    night = lock_night(night_id, actor)
    list(_locked_tables(night))
    night = club.mark_reopened(night=night, reason=reason, actor=actor)
    night.tables.update(state=Table.State.OPEN)
    night.tables.filter(crossings_out__kind=Crossing.Kind.JOIN).update(state=Table.State.JOINED)
    return night


def _locked_tables(night: Night) -> Sequence[Table]:
    locked = night.tables.select_for_update(of=("self",), no_key=True).select_related("night__club")
    return list(locked.order_by("pk"))


def _lock_books(night: Night, tables: Sequence[TableNow], actor: Actor) -> None:
    """Lock the books of all these tables by id, as everywhere where it is several: two orders would be a deadlock."""
    books = Book.objects.filter(club=night.club_id, currency__in={now.table.currency for now in tables})
    for book_id in books.order_by("pk").values_list("pk", flat=True):
        lock_book(book_id, actor)


def _charge_fees(night: Night, tables: Sequence[TableNow], actor: Actor) -> None:
    """Charge each player once a night; who was charged at an earlier closing is not charged again."""
    charged = _charged(night)
    for (currency, amount_minor), members in fees_of(tables).items():
        owing = [member for member in members if (currency, member.id) not in charged]
        book = ledger.book_for(club=night.club, currency=currency)
        ledger.fee(book=book, night=night, members=owing, amount_minor=amount_minor, actor=actor)


def _charged(night: Night) -> set[tuple[str, UUID]]:
    """Return who was charged in which currency at an earlier closing, as the persons they are now."""
    fees = Transfer.objects.filter(entry__night=night, entry__kind=Entry.Kind.FEE)
    paid = fees.values_list("entry__book__currency", "source__member", "source__member__merged_into")
    return {(currency, merged_into or member) for currency, member, merged_into in paid}


def _require_finished(tables: Sequence[TableNow]) -> None:
    open_ = sorted(now.table.no for now in tables if is_unfinished(now.state))
    if open_:
        raise GameUnfinished(tables=", ".join(map(str, open_)))


def is_unfinished(state: TableState) -> bool:
    """Tell whether a game is in progress or still waits for its winner to be declared."""
    return state.current is not None or state.undecided is not None
