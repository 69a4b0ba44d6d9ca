"""The treasurer's desk: who owes since when, what waits to be confirmed, how the books were last found, every entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from club import selectors as club
from club.doors import Viewer
from club.errors import NotFound
from club.models import Member
from club.sources import Source, source_of, sources_of
from ledger import debts, searching, selectors, services
from ledger.account_lines import Line, line_of
from ledger.finding_words import FINDING_WORDS
from ledger.models import Account, Book, Checkup, Entry, Payment
from ledger.names import name_of
from ledger.searching import Search
from ledger.statement_pages import book_in
from ledger.treasury_forms import ADJUSTMENTS, HOUSE, AdjustForm, ClosePeriodForm, OpenBookForm, SearchForm

Context = dict[str, Any]
ON_A_PAGE: Final = 50
NIGHTS_OFFERED: Final = 100


@dataclass(frozen=True, slots=True)
class Debtor:
    """One account with its balance, and since which day it owes."""

    account: Account
    name: str
    since: date | None
    days: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """A payment that its payer has claimed and nobody has confirmed."""

    payment: Payment
    payer: str
    payee: str


@dataclass(frozen=True, slots=True)
class Desk:
    """One book as its keeper looks at it."""

    book: Book
    accounts: tuple[Debtor, ...]
    waiting: tuple[Waiting, ...]
    checkup: Checkup | None
    findings: tuple[str, ...]
    close_form: ClosePeriodForm


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry as it is found: what it came from, who gave whom how much, and whether it may be taken back here."""

    entry: Entry
    source: Source
    moves: tuple[tuple[str, str, int], ...]
    may_withdraw: bool


def desk_page(viewer: Viewer, open_form: OpenBookForm | None = None) -> Context:
    """Return the desk of every book of the club."""
    return {
        "tab": "settle",
        "desks": [_desk(book) for book in selectors.books(viewer.club)],
        "open_form": open_form or OpenBookForm(),
    }


def _desk(book: Book) -> Desk:
    checkup = Checkup.objects.filter(book=book).first()
    waiting = debts.unconfirmed(book)
    return Desk(
        book=book,
        accounts=tuple(_accounts(book)),
        waiting=tuple(Waiting(one, name_of(one.payer), name_of(one.payee)) for one in waiting),
        checkup=checkup,
        findings=tuple(dict.fromkeys(_(FINDING_WORDS[code]) for code in checkup.codes)) if checkup else (),
        close_form=ClosePeriodForm.of_last_month(),
    )


def _accounts(book: Book) -> Iterable[Debtor]:
    accounts = [one for one in selectors.balances(book) if one.balance_minor]
    owed = debts.open_debts(book, {one.id: one.balance_minor for one in accounts}) if not book.is_points else {}
    today = timezone.localdate()
    for account in accounts:
        since = debts.since(owed, account)
        yield Debtor(account, name_of(account), since, (today - since).days if since else 0)


# ---- adjustments ------------------------------------------------------------------------------------
def adjust_form(viewer: Viewer, currency: str, sent: QueryDict | None = None) -> AdjustForm:
    """Return the form of an adjustment."""
    return AdjustForm(sent, members=_people(viewer), currency=currency, initial={"target": ADJUSTMENTS, "date": None})


def adjust_page(viewer: Viewer, book: Book, form: AdjustForm) -> Context:
    """Return the form with the adjustments made so far, newest first."""
    made = selectors.entries(book, kind=Entry.Kind.ADJUSTMENT).select_related("night", "reverses")[:ON_A_PAGE]
    return {"tab": "settle", "book": book, "form": form, "rows": _entry_rows(viewer, list(made))}


def adjust(viewer: Viewer, book: Book, form: AdjustForm) -> Entry:
    """Post the adjustment of a valid form; raise NotFound for a member of another club."""
    asked = form.cleaned_data
    legs = [(_side(viewer, asked["source"]), _side(viewer, asked["target"]), asked["amount"])]
    return services.adjust(
        book=book,
        transfers=legs,
        reason=asked["reason"],
        actor=viewer.actor,
        command_id=asked["command_id"],
        effective_date=asked["date"],
    )


def _side(viewer: Viewer, chosen: str) -> services.Side:
    return Account.Kind(chosen) if chosen in (HOUSE, ADJUSTMENTS) else club.member(viewer.club, UUID(chosen))


def _people(viewer: Viewer) -> Sequence[Member]:
    return list(club.members(viewer.club, with_retired=True))


# ---- entries ----------------------------------------------------------------------------------------
def entries_page(viewer: Viewer, currency: str, sent: QueryDict) -> Context:
    """Return the entries that were looked for, a page of them."""
    book = book_in(viewer.club, currency)
    nights = club.nights(viewer.club)[:NIGHTS_OFFERED]
    form = SearchForm(sent or None, members=_people(viewer), nights=nights, currency=currency)
    found = searching.entries(book, form.search() if sent else Search())
    page: Page[Entry] = Paginator(found, ON_A_PAGE).get_page(sent.get("page"))
    return {
        "tab": "settle",
        "book": book,
        "form": form,
        "page": page,
        "rows": _entry_rows(viewer, list(page)),
        "asked": _without_page(sent),
    }


def _without_page(sent: QueryDict) -> str:
    asked = sent.copy()
    asked.pop("page", None)
    return asked.urlencode()


def _entry_rows(viewer: Viewer, entries: Sequence[Entry]) -> list[EntryRow]:
    lines: list[Line] = [line_of(entry, 0, None) for entry in entries]
    sources = sources_of(viewer.club, lines)
    return [
        EntryRow(
            entry=entry,
            source=source_of(line, sources),
            moves=tuple((name_of(one.source), name_of(one.target), one.amount_minor) for one in entry.transfers.all()),
            may_withdraw=not hasattr(entry, "reversed_by") and services.is_by_hand(entry),
        )
        for entry, line in zip(entries, lines, strict=True)
    ]


def entry_of(viewer: Viewer, currency: str, seq: int) -> Entry:
    """Return an entry of the club's book by its number; raise NotFound."""
    entry = Entry.objects.filter(book=book_in(viewer.club, currency), seq=seq).select_related("book").first()
    if entry is None:
        raise NotFound
    return entry
