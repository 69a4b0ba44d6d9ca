"""A player's name on a sheet, and the words that are nobody's. Rule: scoresheet."""

from typing import Final
from unicodedata import normalize

ROLES: Final = frozenset({"box", "team", "captain"})
"""Words that stand for a place at the table and are nobody's name."""


def spelt(name: str) -> str:
    """Return a name however its spaces and accents are written: they make no other player of it."""
    return normalize("NFC", " ".join(name.split()))
