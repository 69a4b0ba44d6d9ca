"""A book as JSON, one entry a line, with all that its chain is made of: docs/ledger.md says how to check it."""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, Final
from uuid import UUID

from ledger.rules.currency import exponent_of, format_amount
from ledger.rules.export.book import SIGNS, Account, Book, Entry
from ledger.rules.transfers import Transfer

FORMAT: Final = "chouette-book 1"


def write(book: Book, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield one JSON object: about the book, its accounts with their balances, its entries from the first."""
    yield f'{{"format": "{FORMAT}",\n"book": {_json(_about(book))},\n"accounts": [\n'
    yield ",\n".join(_json(_account(book, account)) for account in book.accounts.values())
    yield '\n],\n"entries": [\n'
    divider = ""
    for entry in entries:
        yield divider + _json(_entry(book, entry))
        divider = ",\n"
    yield "\n]}\n"


def _about(book: Book) -> dict[str, Any]:
    return {
        "id": str(book.id),
        "club": book.club,
        "currency": book.currency,
        "exponent": exponent_of(book.currency),
        "head_seq": book.head_seq,
        "head_hash": book.head_hash,
        "from": _day(book.start),
        "to": _day(book.end),
        "signs": " ".join(SIGNS),
    }


def _account(book: Book, account: Account) -> dict[str, Any]:
    return {
        "id": str(account.id),
        "kind": account.kind,
        "name": account.name,
        "member": _id(account.member),
        "opening": format_amount(account.opening_minor, book.currency),
        "closing": format_amount(account.closing_minor, book.currency),
    }


def _entry(book: Book, entry: Entry) -> dict[str, Any]:
    link, payload = entry.link, entry.link.payload
    return {
        "seq": link.seq,
        "id": str(link.entry),
        "effective_date": _day(link.effective),
        "created_at": link.created_text,
        "posted_by": _id(link.by),
        "memo": entry.memo,
        "memo_salt": entry.memo_salt,
        "memo_hash": link.memo_hash,
        "key": payload.key,
        "kind": payload.kind,
        "source_kind": payload.source_kind,
        "source_id": payload.source_id,
        "night": _id(payload.night),
        "date": _day(payload.date),
        "reverses": _id(payload.reverses),
        "transfers": [_transfer(book, one) for one in payload.transfers],
        "prev_hash": link.previous,
        "hash": entry.hash,
    }


def _transfer(book: Book, one: Transfer) -> dict[str, Any]:
    return {
        "source": str(one.source),
        "target": str(one.target),
        "amount": format_amount(one.amount_minor, book.currency),
        "amount_minor": one.amount_minor,
    }


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _id(value: UUID | None) -> str | None:
    return str(value) if value else None
