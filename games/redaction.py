"""Free text of the log (reasons and notes) lives beside its act, so that it can be taken out later.

The act keeps only that there was a text; the text's salted hash stays when the text goes.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping
from typing import Final

FIELDS: Final = frozenset({"reason", "text"})
REDACTED: Final = "[redacted]"


def split(document: Mapping[str, object]) -> tuple[dict[str, object], str]:
    """Return the document without its free texts, and the texts: one as it is, several as a JSON list."""
    texts = list(_texts(document))
    bare = _filled(document, iter([None] * len(texts)))
    assert isinstance(bare, dict)
    return bare, texts[0] if len(texts) == 1 else json.dumps(texts, ensure_ascii=False) if texts else ""


def restored(document: Mapping[str, object], text: str) -> dict[str, object]:
    """Return the document with its free texts put back in; a redacted one says so."""
    whole = _filled(document, iter(texts_of(document, text)))
    assert isinstance(whole, dict)
    return whole


def texts_of(document: Mapping[str, object], text: str) -> list[str]:
    """Return the texts that `split` took out of a document, one by one; a redacted one says so."""
    places = sum(1 for _place in _places(document))
    if places == 1:
        return [text or REDACTED]
    return list(json.loads(text)) if text else [REDACTED] * places


def sealed(text: str) -> tuple[str, str]:
    """Return a salt and the salted sha256 of `text`, or two empty strings for no text."""
    if not text:
        return "", ""
    salt = secrets.token_hex(16)
    return salt, hashlib.sha256((salt + text).encode()).hexdigest()


def _places(node: object) -> Iterator[object]:
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from [value] if key in FIELDS else _places(value)
    elif isinstance(node, list):
        for item in node:
            yield from _places(item)


def _texts(node: object) -> Iterator[str]:
    return (str(value) for value in _places(node))


def _filled(node: object, texts: Iterator[str | None]) -> object:
    if isinstance(node, Mapping):
        return {key: next(texts) if key in FIELDS else _filled(value, texts) for key, value in node.items()}
    if isinstance(node, list):
        return [_filled(item, texts) for item in node]
    return node
