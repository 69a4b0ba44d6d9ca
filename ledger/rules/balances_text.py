"""A list of people and amounts as somebody pastes it: CSV by comma, semicolon or tab, with a heading or without.

Who is who and what an amount is worth is for the caller: here a text becomes rows, each with the line it stands on.
"""

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

SEPARATORS: Final = (";", "\t", ",")
COLUMNS: Final = 2
MOST_SHOWN: Final = 80


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


def read(text: str, *, is_somebody: Callable[[str], bool]) -> list[Row | Unreadable]:
    """Return the lines of `text`; empty ones are passed over, and a heading: nobody's name, no digit in its amount."""
    rows = list(_rows(text))
    return rows[1:] if rows and isinstance(rows[0], Row) and _is_heading(rows[0], is_somebody) else rows


def _is_heading(row: Row, is_somebody: Callable[[str], bool]) -> bool:
    return not any(letter.isdigit() for letter in row.amount) and not is_somebody(row.who)


def _rows(text: str) -> Iterator[Row | Unreadable]:
    lines = text.splitlines()
    reader = csv.reader(lines, delimiter=separator_of(text), skipinitialspace=True)
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield _row(reader.line_num, cells)
    except csv.Error:  # a cell longer than any can be: mostly a quotation mark that is never closed
        yield Unreadable(reader.line_num, lines[reader.line_num - 1][:MOST_SHOWN])


def _row(line: int, cells: list[str]) -> Row | Unreadable:
    kept = [cell.strip() for cell in cells]
    while not kept[-1]:
        kept.pop()
    return Row(line, *kept) if len(kept) == COLUMNS else Unreadable(line, " | ".join(cells))


def separator_of(text: str) -> str:
    """Return what parts the columns: a semicolon or a tab where there is one, for a comma may be in an amount."""
    return next((mark for mark in SEPARATORS if mark in text), SEPARATORS[-1])
