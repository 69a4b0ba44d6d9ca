"""The evidence: one canonical text of each entry, hashed together with the hash of the entry before it.

The text is the same on every database. `docs/ledger.md` shows it line by line, so that anyone can check a book.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final
from uuid import UUID

from ledger.rules.transfers import Transfer, lines

FORMAT: Final = "ledger-entry 1"
_WORD: Final = re.compile(r"[\x21-\x7e]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """What an entry says was moved and why. Two entries under one key are the same when their payloads are.

    `date` is the date that was meant. The memo is a remark and no part of it. Raises ValueError when a code could
    not stand in the text: it must be printable ASCII without a space.
    """

    key: str
    kind: str
    source_kind: str
    source_id: str
    night: UUID | None
    date: date
    reverses: UUID | None
    transfers: Sequence[Transfer]

    def __post_init__(self) -> None:
        for word in (self.key, self.kind, self.source_kind or "-", self.source_id or "-"):
            if not _WORD.fullmatch(word):
                raise ValueError(f"{word!r} is not printable ASCII without a space")

    @property
    def text(self) -> str:
        """The payload's canonical text."""
        return "\n".join(
            (
                f"key {self.key}",
                f"kind {self.kind}",
                f"source {self.source_kind or '-'} {self.source_id or '-'}",
                f"night {self.night or '-'}",
                f"date {self.date.isoformat()}",
                f"reverses {self.reverses or '-'}",
                *lines(self.transfers),
            )
        )

    @property
    def hash(self) -> str:
        """The sha256 of the payload's text."""
        return sha256(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """An entry's place in the chain of its book: everything that the database chose, beside its payload."""

    book: UUID
    seq: int
    entry: UUID
    effective: date
    created: datetime
    by: UUID | None
    memo_hash: str
    payload: Payload
    previous: str

    @property
    def created_text(self) -> str:
        """The moment as the chain writes it: UTC, microseconds."""
        return self.created.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    @property
    def text(self) -> str:
        """The canonical text whose sha256 is the entry's hash."""
        before, between = self.around_the_head
        return f"{before}{self.seq}{between}{self.previous or '-'}"

    @property
    def around_the_head(self) -> tuple[str, str]:
        """The text before the number, and from there to the hash before: what is known before the book is locked."""
        between = (
            "",
            f"entry {self.entry}",
            f"effective {self.effective.isoformat()}",
            f"created {self.created_text}",
            f"by {self.by or '-'}",
            f"memo {self.memo_hash or '-'}",
            self.payload.text,
            "previous ",
        )
        return f"{FORMAT}\nbook {self.book}\nseq ", "\n".join(between)

    @property
    def hash(self) -> str:
        """The entry's hash, and the next one's `previous`."""
        return sha256(self.text)


def sha256(text: str) -> str:
    """Return the sha256 of `text` in UTF-8, as 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def memo_hash(salt: str, memo: str) -> str:
    """Return what the chain keeps of a memo, so that the memo can be taken out later; nothing for no memo."""
    return sha256(f"{salt} {memo}") if memo else ""
