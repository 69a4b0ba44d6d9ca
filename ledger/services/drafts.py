"""What is to be posted, before the book is asked: a draft becomes a payload that can be compared and hashed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, Self, TypeAlias
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from club.errors import Invalid, NotFound
from club.models import Member, Night
from ledger.errors import AccountClosed, AmountTooLarge, NotReversible, ReasonMissing
from ledger.models import Account, Book, Entry
from ledger.models import Transfer as TransferRow
from ledger.rules.chain import Payload
from ledger.rules.transfers import MOST_MINOR, Transfer
from ledger.services.accounts import accounts_for

Party: TypeAlias = Account | Member
Leg: TypeAlias = tuple[Party, Party, int]
Side: TypeAlias = Party | Account.Kind
"""A party, or an account of the club's own by its kind: whoever posts finds it, or makes it with what is posted."""
MOST_MEMO: Final = 180


class MemoTooLong(Invalid):
    code = "memo_too_long"
    sentence = _("At most {most} characters.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """One entry to be: `transfers` are (source, target, amount in minor units) between accounts or members.

    `key` comes from the domain (`game:{id}:r{revision}`), is printable ASCII without a space and stands once in a
    book. No `effective_date` means today. Make a reversal with `Draft.reversal`.
    """

    key: str
    kind: Entry.Kind
    transfers: Sequence[Leg] = ()
    source_kind: str = ""
    source_id: str = ""
    night: Night | None = None
    effective_date: date | None = None
    memo: str = ""
    reverse: Entry | None = None

    @classmethod
    def reversal(cls, entry: Entry, reason: str, *, effective_date: date | None = None) -> Self:
        """Return the draft that takes `entry` back, dated like it unless said otherwise.

        Raises NotReversible for a reversal, ReasonMissing, MemoTooLong.
        """
        if entry.kind == Entry.Kind.REVERSAL:
            raise NotReversible
        return cls(
            key=f"reverse:{entry.id}",
            kind=Entry.Kind.REVERSAL,
            source_kind=entry.source_kind,
            source_id=entry.source_id,
            effective_date=effective_date or meant_date(entry),
            memo=reason_given(reason),
            reverse=entry,
        )

    @property
    def names_accounts(self) -> bool:
        """Whether every party is an account, so that none has to be found or made."""
        return all(isinstance(party, Account) for party in _parties(self))


def meant_date(entry: Entry) -> date:
    """Return the date an entry is about: its own, or the one in a closed month that it names."""
    return entry.about_date or entry.effective_date


def reason_given(reason: str) -> str:
    """Return a reason without its outer spaces. Raises ReasonMissing, MemoTooLong."""
    if not reason.strip():
        raise ReasonMissing(pointer="/reason")
    return memo_given(reason.strip())


def memo_given(memo: str) -> str:
    """Return a memo that fits. Raises MemoTooLong."""
    if len(memo) > MOST_MEMO:
        raise MemoTooLong(most=MOST_MEMO, pointer="/reason")
    return memo


def payloads(book: Book, drafts: Sequence[Draft], today: Callable[[], date]) -> list[Payload]:
    """Return the drafts as payloads, with members resolved and reversals mirrored: no query unless either is there.

    Raises NotFound for what is another club's or book's, AccountClosed, TypeError or ValueError for a bad amount.
    """
    members = [party for draft in drafts for party in _parties(draft) if isinstance(party, Member)]
    accounts = accounts_for(book=book, members=members) if members else {}
    mirrored = _mirrored(book, [draft.reverse for draft in drafts if draft.reverse is not None])
    return [_payload(book, draft, accounts, mirrored, today) for draft in drafts]


def _parties(draft: Draft) -> Iterable[Party]:
    return (party for source, target, _amount in draft.transfers for party in (source, target))


def _payload(
    book: Book,
    draft: Draft,
    accounts: Mapping[UUID, Account],
    mirrored: Mapping[UUID, Sequence[Transfer]],
    today: Callable[[], date],
) -> Payload:
    memo_given(draft.memo)
    night_id = draft.reverse.night_id if draft.reverse else _night_id(book, draft.night)
    return Payload(
        key=draft.key,
        kind=draft.kind.value,
        source_kind=draft.source_kind,
        source_id=draft.source_id,
        night=night_id,
        date=draft.effective_date or today(),
        reverses=draft.reverse.id if draft.reverse else None,
        transfers=mirrored[draft.reverse.id] if draft.reverse else _transfers(book, draft, accounts),
    )


def _night_id(book: Book, night: Night | None) -> UUID | None:
    if night is not None and night.club_id != book.club_id:
        raise NotFound
    return night.id if night else None


def _transfers(book: Book, draft: Draft, accounts: Mapping[UUID, Account]) -> tuple[Transfer, ...]:
    def account_id(party: Party) -> UUID:
        account = accounts[party.id] if isinstance(party, Member) else party
        if account.book_id != book.id:
            raise NotFound
        if account.closed_at is not None:
            raise AccountClosed
        return account.id

    if any(amount > MOST_MINOR for _source, _target, amount in draft.transfers):
        raise AmountTooLarge
    return tuple(Transfer(account_id(source), account_id(target), amount) for source, target, amount in draft.transfers)


def _mirrored(book: Book, entries: Sequence[Entry]) -> dict[UUID, list[Transfer]]:
    if any(entry.book_id != book.id for entry in entries):
        raise NotFound
    mirrored: dict[UUID, list[Transfer]] = {entry.id: [] for entry in entries}
    if entries:
        for row in TransferRow.objects.filter(entry__in=mirrored):
            mirrored[row.entry_id].append(Transfer(row.target_id, row.source_id, row.amount_minor))
    return mirrored
