"""A player's name on a sheet, and the words that are nobody's. Rule: scoresheet."""

from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

ROLES: Final = frozenset({"box", "team", "captain"})
"""Words that stand for a place at the table and are nobody's name."""


def spelt(name: str) -> str:
    """Return a name however its spaces and accents are written: they make no other player of it."""
    return normalize("NFC", " ".join(name.split()))


def place_of(name: str, names: Sequence[str]) -> int | None:
    """Return where a name stands among names: as it is written, else however it is; None where it does not."""
    if name in names:
        return names.index(name)
    alike = spelt(name)
    return next((at for at, other in enumerate(names) if spelt(other) == alike), None)
