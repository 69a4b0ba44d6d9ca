"""Scoresheets through the API: YAML in and out, JSON with the same words."""

from collections.abc import Mapping, Sequence
from typing import IO, Any, cast

from drf_spectacular.utils import OpenApiParameter
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from club.api.reading import MAX_BYTES, BodyTooLarge, uuid_of
from club.api.views import night_of
from club.permissions import Actor
from games import importing
from games.mat_files import played_for, read_mat
from games.rules.errors import Malformed
from games.sheet_writing import write, write_all, write_all_json, write_json
from games.sheets import Sheet, Unreadable, read, read_one
from games.store import TableNow


class SheetParser(BaseParser):
    """A scoresheet as YAML; it is read with the line of everything in it."""

    media_type = "application/yaml"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_one(_raw(stream))


class OldSheetParser(SheetParser):
    """The same under the name that YAML had before RFC 9512."""

    media_type = "application/x-yaml"


class SheetsParser(BaseParser):
    """Scoresheets as YAML, divided by `---`: read one by one, each with its lines or with what is wrong."""

    media_type = "application/yaml"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        return list(read(_raw(stream)))


class OldSheetsParser(SheetsParser):
    media_type = "application/x-yaml"


class JSONSheetsParser(SheetsParser):
    """Scoresheets as a JSON list, or one alone."""

    media_type = "application/json"


class MatParser(BaseParser):
    """A `.mat` file as a scoresheet."""

    media_type = "text/plain"

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        return read_mat(_raw(stream))


class MatsParser(MatParser):
    """The same where several scoresheets may come."""

    def parse(self, stream: IO[Any], media_type: str | None = None, parser_context: Any = None) -> Any:
        return [read_mat(_raw(stream))]


def _raw(stream: IO[Any]) -> bytes:
    raw: bytes = stream.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise BodyTooLarge(limit=MAX_BYTES)
    return raw


class SheetRenderer(BaseRenderer):
    """A scoresheet as YAML, one act a line; several are divided by `---`."""

    media_type = "application/yaml"
    format = "yaml"
    charset = "utf-8"

    def render(self, sheets: Any, media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return (write_all(sheets) if isinstance(sheets, list) else write(sheets)).encode()


class JSONSheetRenderer(BaseRenderer):
    """The same as JSON; several are a list."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, sheets: Any, media_type: str | None = None, renderer_context: Any = None) -> bytes:
        return (write_all_json(sheets) if isinstance(sheets, list) else write_json(sheets)).encode()


SHEET_PARSERS = [SheetParser, OldSheetParser, MatParser]
SHEETS_PARSERS: list[type[BaseParser]] = [JSONSheetsParser, SheetsParser, OldSheetsParser, MatsParser]
SHEET_RENDERERS = [SheetRenderer, JSONSheetRenderer]


STAKE = [
    OpenApiParameter("unit", str, description="For a `.mat` file: the money for one point, or for the whole match."),
    OpenApiParameter("currency", str, description="The unit's currency; left out, the club's."),
]


def sheets_sent(request: Request) -> list[Sheet | Unreadable]:
    """Return the scoresheets of a body that one of SHEETS_PARSERS read, those of `.mat` files with `?unit=`."""
    return _played_for(request, cast(list[Sheet | Unreadable], request.data))


def _played_for(request: Request, sheets: Sequence[Sheet | Unreadable]) -> list[Sheet | Unreadable]:
    unit, currency = (request.query_params.get(key, "") for key in ("unit", "currency"))
    if currency and not unit:
        raise Malformed("missing_key", "", key="unit")
    return played_for(sheets, unit, currency)


def is_sheet(body: object) -> bool:
    """Tell whether a body is a scoresheet: read from YAML, or JSON that says so."""
    return isinstance(body, Sheet) or (isinstance(body, Mapping) and "scoresheet" in body)


def import_asked(request: Request) -> tuple[TableNow, Actor]:
    """Import the scoresheet that was posted into the night of `?night=`; return its table and who asked."""
    sheet = request.data if isinstance(request.data, Sheet) else Sheet(request.data, {})
    night, actor = night_of(request, uuid_of(request.query_params.get("night"), "/night"))
    (now,) = importing.import_sheets(night_id=night.id, actor=actor, sheets=_played_for(request, [sheet]))
    return now, actor
