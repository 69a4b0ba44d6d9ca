"""From results to the books: which entry a result has, and what is posted when it changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext as _

from club.models import Member
from club.permissions import Actor
from games.models import Adjustment, Game
from games.rules.actions import Amend
from games.rules.money import Transfer
from games.store import TableNow
from ledger import selectors as books
from ledger import services as ledger
from ledger.models import Account, Book, Entry
from ledger.services import Draft
from ledger.services.drafts import MOST_MEMO


@dataclass(frozen=True, slots=True)
class Move:
    """Post `transfers` for a result's revision, or reverse that revision's entry, if it has one, when they are None."""

    row: Game | Adjustment
    revision: int
    transfers: tuple[Transfer, ...] | None

    @property
    def key(self) -> str:
        return f"{source_kind(self.row)}:{self.row.id}:r{self.revision}"


def source_kind(row: Game | Adjustment) -> str:
    """Return the kind under which the books name this result as the source of an entry."""
    return "game" if isinstance(row, Game) else "adjust"


def post(now: TableNow, moves: Sequence[Move], actor: Actor) -> None:
    """Post `moves` to the table's book in one go: reversals and new entries, dated the night's evening."""
    if not moves:
        return
    book = ledger.book_for(club=now.table.night.club, currency=now.table.currency)
    standing = _standing(book, [move.key for move in moves if move.transfers is None])
    due = [move for move in moves if move.transfers is not None or move.key in standing]
    if not due:
        return
    with translation.override(now.table.night.club.language):
        reason = reason_of(now) or _("Taken back at the table")
        accounts = _accounts(book, now)
        drafts = [
            Draft.reversal(standing[move.key], reason) if move.transfers is None else _draft(now, accounts, move)
            for move in due
        ]
    ledger.post_all(book=book, drafts=drafts, actor=actor)


def members_of(now: TableNow) -> Mapping[int, Member]:
    """Return who sits at the table, by seat; one query."""
    members = Member.objects.in_bulk(list(now.members.values()))
    return {seat: members[member_id] for seat, member_id in now.members.items()}


def _accounts(book: Book, now: TableNow) -> Mapping[int, Account]:
    """Return the account of each seat, made where a player has none yet; one query when all have one."""
    accounts = books.accounts_of(book, now.members.values())
    if len(accounts) < len(now.members):
        accounts = ledger.accounts_for(book=book, members=members_of(now).values())
    return {seat: accounts[member_id] for seat, member_id in now.members.items()}


def _standing(book: Book, keys: Sequence[str]) -> Mapping[str, Entry]:
    return {entry.key: entry for entry in Entry.objects.filter(book=book, key__in=keys)} if keys else {}


def _draft(now: TableNow, accounts: Mapping[int, Account], move: Move) -> Draft:
    kind = Entry.Kind.GAME if isinstance(move.row, Game) else Entry.Kind.ADJUSTMENT
    return Draft(
        key=move.key,
        kind=kind,
        transfers=[(accounts[one.source], accounts[one.target], one.amount_minor) for one in move.transfers or ()],
        source_kind=source_kind(move.row),
        source_id=str(move.row.id),
        night=now.table.night,
        effective_date=now.table.night.date,
        memo=_memo(now, move),
    )


def _memo(now: TableNow, move: Move) -> str:
    if isinstance(move.row, Game):
        return _("Table {table}, game {game}").format(table=now.table.no, game=move.row.no)
    return _("Table {table}, correction").format(table=now.table.no)


def reason_of(now: TableNow) -> str:
    """Return the reason that the last act gave for changing what stood, or an empty string."""
    last = now.actions[-1]
    return last.reason[:MOST_MEMO] if isinstance(last, Amend) else ""
