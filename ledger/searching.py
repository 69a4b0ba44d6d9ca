"""Entries of a book, looked for by who, which night, what kind, how much, or a word of the memo."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from ledger import selectors
from ledger.models import Book, Entry, Transfer

MOST_DIGITS: Final = 18


@dataclass(frozen=True, slots=True)
class Search:
    """What is looked for; what is left empty does not matter."""

    member: UUID | None = None
    night: UUID | None = None
    kind: str = ""
    amount_minor: int | None = None
    text: str = ""


def entries(book: Book, asked: Search) -> QuerySet[Entry]:
    """Return the book's entries that have all that is asked for, newest first, with transfers and names."""
    found = selectors.entries(book, kind=asked.kind).select_related("night", "reverses")
    if asked.member is not None:
        theirs = Q(source__member=asked.member) | Q(target__member=asked.member)
        theirs |= Q(source__member__merged_into=asked.member) | Q(target__member__merged_into=asked.member)
        found = found.filter(Exists(_transfers(theirs)))
    if asked.amount_minor is not None:
        found = found.filter(Exists(_transfers(Q(amount_minor=asked.amount_minor))))
    if asked.night is not None:
        found = found.filter(night=asked.night)
    return found.filter(_says(asked.text)) if asked.text else found


def _transfers(of: Q) -> QuerySet[Transfer]:
    return Transfer.objects.filter(of, entry=OuterRef("pk"))


def _says(text: str) -> Q:
    """A word of the memo or the key; of a number, the number of an entry or one in its memo."""
    said = Q(memo__icontains=text)
    return said | Q(seq=int(text)) if _is_number(text) else said | Q(key__icontains=text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
