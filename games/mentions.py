"""Where free text names somebody: reasons and notes of tables, books, nights and people. Offered, never guessed.

Names are looked for without accents and without their last vowel, also inside longer words: Hungarian says "Dórának"
of Dóra, Croatian "Dori" of Dora. That finds too much rather than too little: who anonymises a member reads each text
and says which are taken out.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import combining, normalize
from uuid import UUID

from django.db.models import QuerySet

from club.formats import night_name
from club.models import Member, MemberEvent, Night, NightEvent
from games.models import Action, Seat
from games.redaction import REDACTED, texts_of
from ledger.models import Entry, Payment

VOWELS: Final = "aeiou"
SHORTEST_STEM: Final = 3


@dataclass(frozen=True, slots=True)
class Mention:
    """A text that says a name: where it stands, and under which id it can be taken out.

    `parts` are the texts of an act, which may have several in one row.
    """

    kind: str
    pk: str
    where: str
    text: str
    table_id: UUID | None = None
    parts: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return f"{self.kind}:{self.pk}"

    @property
    def said(self) -> tuple[str, ...]:
        """What was written, text by text."""
        return self.parts or (self.text,)


def names_of(person: Collection[Member]) -> set[str]:
    """Return every name by which these members are known: their own, those on sheets, their addresses."""
    labels = Seat.objects.filter(member__in=person).values_list("label", flat=True).distinct()
    users = (one.user.email for one in person if one.user is not None)
    return {name for name in (*(one.name for one in person), *(one.email for one in person), *labels, *users) if name}


def mentions_of(person: Collection[Member]) -> list[Mention]:
    """Return the texts of their club that say one of their names, in any case, with the newest of each kind first."""
    stems = {_stem(name) for name in names_of(person)}
    club_id = next(iter(person)).club_id
    return [
        mention
        for kind in KINDS
        for mention in kind(club_id)
        if mention.text != REDACTED and any(stem in _plain(mention.text) for stem in stems)
    ]


def _plain(text: str) -> str:
    """Return a text in small letters without accents."""
    return "".join(letter for letter in normalize("NFD", text.casefold()) if not combining(letter))


def _stem(name: str) -> str:
    """Return what stays of a name when it is declined; of a very short one all of it."""
    plain = _plain(name)
    return plain[:-1] if len(plain) > SHORTEST_STEM and plain[-1] in VOWELS else plain


def _acts(club_id: UUID) -> Iterator[Mention]:
    rows = Action.objects.filter(table__night__club=club_id).exclude(text="").select_related("table__night")
    for row in _each(rows, "-at"):
        where = f"{night_name('', row.table.night.date)} · {row.table.no}"
        parts = tuple(filter(None, texts_of(row.document, row.text)))
        yield Mention("act", str(row.pk), where, row.text, row.table_id, parts)


def _memos(club_id: UUID) -> Iterator[Mention]:
    rows = Entry.objects.filter(book__club=club_id).exclude(memo="").select_related("book")
    for row in _each(rows, "-created_at"):
        yield Mention("memo", str(row.pk), f"{row.book.currency} · {row.seq}", row.memo)


def _nights(club_id: UUID) -> Iterator[Mention]:
    rows = NightEvent.objects.filter(night__club=club_id).exclude(reason="").select_related("night")
    for row in _each(rows, "-at"):
        yield Mention("night", str(row.pk), night_name("", row.night.date), row.reason)


def _titles(club_id: UUID) -> Iterator[Mention]:
    rows = Night.objects.filter(club=club_id).exclude(title="")
    for row in _each(rows, "-date"):
        yield Mention("title", str(row.pk), night_name("", row.date), row.title)


def _people(club_id: UUID) -> Iterator[Mention]:
    rows = MemberEvent.objects.filter(member__club=club_id).exclude(reason="").select_related("member")
    for row in _each(rows, "-at"):
        yield Mention("person", str(row.pk), row.member.name, row.reason)


def _payments(club_id: UUID) -> Iterator[Mention]:
    rows = Payment.objects.filter(plan__book__club=club_id).exclude(reason="").select_related("plan__book")
    for row in _each(rows, "-plan__created_at"):
        yield Mention("payment", str(row.pk), row.plan.book.currency, row.reason)


def _each(rows: "QuerySet[Any, Any]", order: str) -> Iterable[Any]:
    return rows.order_by(order, "pk").iterator(chunk_size=500)


KINDS: Final[tuple[Callable[[UUID], Iterator[Mention]], ...]] = (_acts, _memos, _nights, _titles, _people, _payments)
