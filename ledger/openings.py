"""Opening balances before they are posted: a pasted list, line by line; all of it is good or none is taken."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from unicodedata import normalize
from uuid import UUID

from django.utils.translation import gettext as _

from club import selectors as club
from club.errors import Invalid
from club.formats import money
from club.models import Member
from ledger.errors import OnlyWrittenOff
from ledger.models import Book
from ledger.money_fields import read_amount
from ledger.rules import balances_text
from ledger.services.openings import standing_openings


class State(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    STANDS = "stands"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list: who it is in the club, how much he brings, and what is wrong with it."""

    line: int
    who: str
    member: Member | None
    amount_minor: int
    state: State
    said: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What posting the list would do."""

    book: Book
    rows: tuple[Row, ...]

    @property
    def is_good(self) -> bool:
        """Whether every line can be posted, or stands already."""
        return bool(self.rows) and not self.wrong

    @property
    def wrong(self) -> list[Row]:
        return [row for row in self.rows if row.state is State.WRONG]

    @property
    def is_done(self) -> bool:
        """Whether every line stands already, so that nothing would be posted."""
        return bool(self.rows) and all(row.state is State.STANDS for row in self.rows)

    @property
    def difference_minor(self) -> int:
        """What the new amounts come to; zero as it should be."""
        return sum(row.amount_minor for row in self.rows if row.state is State.NEW)

    @property
    def balances(self) -> list[tuple[Member, int]]:
        """What each member brings along, in minor units."""
        return [(row.member, row.amount_minor) for row in self.rows if row.member is not None]


def preview(book: Book, text: str) -> Preview:
    """Return what is in the text, amounts as the active language writes them; nothing is written. Three queries."""
    known, standing = _Known(club.members(book.club, with_retired=True)), standing_openings(book)
    lines = balances_text.read(text, is_somebody=lambda who: bool(known.called(who)))
    return Preview(book, tuple(_rows(book, lines, known, standing)))


def _rows(
    book: Book,
    lines: Sequence[balances_text.Row | balances_text.Unreadable],
    known: "_Known",
    standing: Mapping[UUID, int],
) -> Iterator[Row]:
    seen: set[UUID] = set()
    for line in lines:
        if isinstance(line, balances_text.Unreadable):
            yield _wrong(line.line, line.text, _("Two columns are needed: who, and how much."))
        else:
            row = _row(book, line, known, standing)
            yield _twice(row) if row.member is not None and row.member.id in seen else row
            seen |= {row.member.id} if row.member is not None else set()


def _row(book: Book, line: balances_text.Row, known: "_Known", standing: Mapping[UUID, int]) -> Row:
    people = known.called(line.who)
    if len(people) != 1:
        said = _("Several people have this name. Use the e-mail address.") if people else _("Nobody has this name.")
        return _wrong(line.line, line.who, said)
    if people[0].anonymised_at is not None:
        return _wrong(line.line, line.who, OnlyWrittenOff(name=people[0].name).detail)
    try:
        amount_minor = read_amount(line.amount, book.currency)
    except Invalid as error:
        return _wrong(line.line, line.who, error.detail)
    return _judged(book, Row(line.line, line.who, people[0], amount_minor, State.NEW), standing)


def _judged(book: Book, row: Row, standing: Mapping[UUID, int]) -> Row:
    assert row.member is not None
    stands = standing.get(row.member.id)
    if stands is None:
        return row
    if stands == row.amount_minor:
        return Row(row.line, row.who, row.member, row.amount_minor, State.STANDS)
    told = money(stands, book.currency, book.exponent, sign=True)
    return _wrong(row.line, row.who, _("Stands with {money} already. Take that back first.").format(money=told))


def _twice(row: Row) -> Row:
    return _wrong(row.line, row.who, _("Is in the list twice."))


def _wrong(line: int, who: str, said: str) -> Row:
    return Row(line, who, None, 0, State.WRONG, said)


class _Known:
    """The people of a club by name, in any case, and by address."""

    def __init__(self, people: Iterable[Member]) -> None:
        self._by_name: dict[str, list[Member]] = defaultdict(list)
        for one in people:
            for name in {_plain(one.name), _plain(one.email)} - {""}:
                self._by_name[name].append(one)

    def called(self, who: str) -> list[Member]:
        return self._by_name.get(_plain(who), [])


def _plain(name: str) -> str:
    return normalize("NFC", " ".join(name.split())).casefold()
