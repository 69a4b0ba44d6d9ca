"""A list of people and amounts as somebody pastes it: CSV by comma, semicolon or tab, with a heading or without.

Who is who and what an amount is worth is for the caller: here a text becomes rows, each with the line it stands on.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

SEPARATORS: Final = (";", "\t", ",")
COLUMNS: Final = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One line with two columns: who, and how much, as they were written."""

    line: int
    who: str
    amount: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A line that has not two columns."""

    line: int
    text: str


def read(text: str) -> list[Row | Unreadable]:
    """Return the lines of `text`; empty ones are passed over, and a heading, which has no digit in its amount."""
    rows = list(_rows(text))
    if rows and isinstance(rows[0], Row) and not any(letter.isdigit() for letter in rows[0].amount):
        return rows[1:]
    return rows


def _rows(text: str) -> Iterator[Row | Unreadable]:
    reader = csv.reader(text.splitlines(), delimiter=separator_of(text), skipinitialspace=True)
    for cells in reader:
        kept = [cell.strip() for cell in cells]
        while kept and not kept[-1]:
            kept.pop()
        if len(kept) == COLUMNS:
            yield Row(reader.line_num, *kept)
        elif kept:
            yield Unreadable(reader.line_num, " | ".join(cells))


def separator_of(text: str) -> str:
    """Return what parts the columns: a semicolon or a tab where there is one, for a comma may be in an amount."""
    return next((mark for mark in SEPARATORS if mark in text), SEPARATORS[-1])
