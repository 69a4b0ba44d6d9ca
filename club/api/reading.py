"""Reading a request: strict JSON, and the headers that make writes safe to repeat."""

import json
import re
from collections.abc import Mapping
from typing import IO, Any, Final, NoReturn, cast
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer, ListSerializer, Serializer

from club.errors import ClubError
from club.text import is_text

MAX_BYTES: Final = 1_000_000
MAX_DIGITS: Final = 18
_ETAG: Final = re.compile(r'(?:W/)?"([0-9]{1,9})(?:-[^"]*)?"')


class Malformed(ClubError):
    """Raised for a request that cannot be read; `pointer` names the place in its body."""

    code = "malformed"
    status = 400
    sentence = _("The request cannot be read.")


class BodyTooLarge(Malformed):
    """Raised for a body that is longer than any request of this API."""

    code = "body_too_large"
    status = 413
    sentence = _("The body is larger than {limit} bytes.")


class NoFloats(Malformed):
    sentence = _("Write the number {text} in quotes: fractions are sent as decimal strings.")


class StrictJSONParser(JSONParser):
    """JSON without floats, without a key given twice, without characters that no database keeps."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Any | None = None
    ) -> dict[str, Any]:
        text = _text(stream.read(MAX_BYTES + 1))
        try:
            body = json.loads(
                text,
                object_pairs_hook=_once,
                parse_float=_no_float,
                parse_constant=_no_float,
                parse_int=_whole,
            )
        except (ValueError, RecursionError) as error:
            problem = str(error)[:200]  # the parser's own words, in English
            raise Malformed(_("The body is not JSON. The parser stopped with: {problem}"), problem=problem) from error
        if not isinstance(body, dict):
            raise Malformed(_("The body must be a JSON object."))
        return body


def require_known(known: BaseSerializer[Any], sent: object, pointer: str = "") -> None:
    """Raise Malformed for the first key that no field of the serializer reads, at any depth."""
    if isinstance(known, ListSerializer) and isinstance(sent, list):
        for at, one in enumerate(sent):
            require_known(cast(BaseSerializer[Any], known.child), one, f"{pointer}/{at}")
    elif isinstance(known, Serializer) and isinstance(sent, Mapping):
        for key, value in sent.items():
            field, place = known.fields.get(key), f"{pointer}/{key[:40].replace('~', '~0').replace('/', '~1')}"
            if field is None:
                raise Malformed(_('"{key}" is not known here.'), key=key[:40], pointer=place)
            if isinstance(field, BaseSerializer):
                require_known(field, value, place)


def _text(raw: bytes) -> str:
    if len(raw) > MAX_BYTES:
        raise BodyTooLarge(limit=MAX_BYTES)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed(_("The body is not UTF-8 text.")) from error
    return text


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    body = dict(pairs)
    if len(body) < len(pairs):
        raise Malformed(_("A key is given twice."))
    for key, value in body.items():
        _keepable(key)
        _keepable(value)
    return body


def _keepable(value: Any) -> None:
    """Raise Malformed for text with a zero character or half a character; lists are looked into."""
    if isinstance(value, list):
        for inner in value:
            _keepable(inner)
    elif isinstance(value, str) and not is_text(value):
        raise Malformed(_("There is a character in the body that is no text."))


def _no_float(text: str) -> NoReturn:
    raise NoFloats(text=text[:40])


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise Malformed(_("The number {text} is too large."), text=text[:40])
    return int(text)


def uuid_of(value: object, pointer: str) -> UUID:
    """Return the UUID that `value` writes; raise Malformed, naming the place, for anything else."""
    try:
        return UUID(value) if isinstance(value, str) else _no_uuid(pointer)
    except ValueError:
        return _no_uuid(pointer)


def _no_uuid(pointer: str) -> NoReturn:
    raise Malformed(_("A UUID is needed here."), pointer=pointer)


def expected_version(request: Request) -> int | None:
    """Return the version that `If-Match` names, None without one; only the part before the dash counts."""
    header = request.headers.get("If-Match", "").strip()
    if header in {"", "*"}:
        return None
    found = _ETAG.fullmatch(header)
    if found is None:
        raise Malformed(_("If-Match must be one ETag of this resource."))
    return int(found[1])
