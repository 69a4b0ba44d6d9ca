"""Dice that anybody can check: promised by a fingerprint before the throw, shown with their secret after it.

How it is checked by hand: docs/dice.md. Nothing here may change as long as a throw stands that was made with it.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterator
from itertools import count, islice
from typing import Final
from uuid import UUID

SECRET_BYTES: Final = 32
FAIR_BYTES: Final = 252
"""Bytes below this number stand for the six faces equally often; the four above it are passed over."""


def new_secret() -> str:
    """Return 32 random bytes, in hexadecimal."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str, table_id: UUID, no: int) -> str:
    """Return the fingerprint that is published before throw `no` of a table: it fixes the secret, and hides it."""
    return hashlib.sha256(f"{secret}:{table_id}:{no}".encode()).hexdigest()


def dice_of(secret: str, table_id: UUID, no: int, word: str) -> tuple[int, int]:
    """Return the two dice of throw `no` of a table, from its secret and the word that was said after the promise."""
    first, second = islice(_faces(bytes.fromhex(secret), f"{table_id}:{no}:{word}"), 2)
    return first, second


def _faces(key: bytes, said: str) -> Iterator[int]:
    """Yield fair faces for ever: the bytes of HMAC-SHA256 over `said` with 0, 1, 2, … behind it."""
    for block in count():
        for byte in hmac.digest(key, f"{said}:{block}".encode(), "sha256"):
            if byte < FAIR_BYTES:
                yield byte % 6 + 1
