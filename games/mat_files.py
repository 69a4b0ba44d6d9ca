"""`.mat` files at the doors: read as scoresheets, and written from tables recorded roll by roll."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict
from games.board.errors import InvalidRecord
from games.board.mat import format_mat, parse_mat
from games.board.wording import Message, render
from games.rules.acts import Play
from games.rules.mat_records import record_of
from games.rules.mat_sheets import sheet_of_record
from games.rules.settings import Kind
from games.sheets import Plain, Sheet, Unreadable, decoded, read
from games.store import TableNow

KINDS: Final = (Kind.MATCH, Kind.MONEY)
"""The tables that a `.mat` file can tell of."""

MAX_BYTES: Final = 300_000
"""Some two hundred games: what a table plays again in seconds."""

_BEGINS: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*(?:;[^\n]*)?\n)*+[ \t]*[0-9]{1,5} points? match[ \t\r]*(?:\n|\Z)", re.IGNORECASE
)
"""Comments, then the length of the match: whatever text a scoresheet holds, it does not begin like that."""


class MatUnreadable(Unreadable):
    """A `.mat` file that cannot be read, or games in it that cannot have been played like that; `why` says which."""

    code = "mat_unreadable"

    def __init__(self, error: InvalidRecord) -> None:
        line = error.message.values.get("line", 1)
        super().__init__(line=line if isinstance(line, int) else 1)
        self.why = error.message

    @property
    def detail(self) -> str:
        return render(self.why, gettext)


class OnlyForMat(Unreadable):
    """A scoresheet beside which a stake is given: it says itself what is played for."""

    code = "only_for_mat"
    status = 422
    sentence = _("A scoresheet says itself what is played for; only a .mat file is given a stake.")


class NotForMat(Conflict):
    """A table of a kind that a `.mat` file does not know."""

    code = "mat_other_kind"
    sentence = _("A .mat file holds backgammon for two: a match or a money game.")


class NothingForMat(Conflict):
    """A table at which no game was recorded roll by roll."""

    code = "mat_no_games"
    sentence = _("No game of this table was recorded roll by roll, so there is nothing for a .mat file.")


@dataclass(frozen=True, slots=True)
class MatFile:
    """The text of a `.mat` file, and what of the table it does not hold."""

    text: str
    lost: tuple[Message, ...]


# ---- in ---------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class OfMat(Sheet):
    """The scoresheet that a `.mat` file makes."""


def played_for(sheets: Iterable[Sheet | Unreadable], unit: str, currency: str = "") -> list[Sheet | Unreadable]:
    """Return the sheets of `.mat` files with a stake, which such a file does not hold; without a unit as they are.

    `unit` is decimal text and judged as if it stood in the sheet; without a currency it is in the club's. In the place
    of any other sheet stands OnlyForMat.
    """
    return [_with_stake(sheet, unit, currency) if unit else sheet for sheet in sheets]


def _with_stake(sheet: Sheet | Unreadable, unit: str, currency: str) -> Sheet | Unreadable:
    if isinstance(sheet, Unreadable):
        return sheet
    if not isinstance(sheet, OfMat) or not isinstance(sheet.content, dict):
        return OnlyForMat(line=1, pointer="/unit")
    stake: dict[str, Plain] = {"unit": unit, **({"currency": currency} if currency else {})}
    return replace(sheet, content={**sheet.content, "stake": stake})


def read_any(raw: bytes) -> Iterator[Sheet | Unreadable]:
    """Yield each scoresheet of a text, be it YAML, JSON or a `.mat` file, or why it cannot be read."""
    if _BEGINS.match(raw) is None:
        yield from read(raw)
        return
    try:
        yield read_mat(raw)
    except Unreadable as refusal:
        yield refusal


def read_mat(raw: bytes) -> Sheet:
    """Return a `.mat` file as a scoresheet, whose id comes from the text; raise Unreadable with the line."""
    text = decoded(raw)
    if len(raw) > MAX_BYTES:
        raise Unreadable(_("It is larger than {limit} bytes."), line=1, limit=MAX_BYTES)
    try:
        made = sheet_of_record(parse_mat(text), _id(text))
    except InvalidRecord as error:
        raise MatUnreadable(error) from error
    return OfMat(made.document, made.lines, made.said)  # type: ignore[arg-type]


def _id(text: str) -> str:
    """Return the same id for the same lines, however they end."""
    lines = "\n".join(line.rstrip() for line in text.strip().splitlines())
    return f"mat-{hashlib.sha256(lines.encode()).hexdigest()[:40]}"


def sentences(said: Iterable[Message]) -> list[str]:
    """Return what the board has to say in the language that is active now."""
    return [render(message, gettext) for message in said]


# ---- out --------------------------------------------------------------------------------------------
def has_mat(now: TableNow) -> bool:
    """Whether anything of a table may be in a `.mat` file."""
    return now.state.opening.kind in KINDS and any(isinstance(act, Play) for act in now.actions)


def mat_of(now: TableNow) -> MatFile:
    """Return a table as a `.mat` file, above its games in the reader's language what it does not hold.

    Raises NotForMat, or NothingForMat where no game was recorded roll by roll.
    """
    if now.state.opening.kind not in KINDS:
        raise NotForMat
    made = record_of(now.history, [seat.label for seat in now.seats])
    if not made.record.games:
        raise NothingForMat
    record = replace(made.record, headers=(("EventDate", f"{now.table.night.date:%Y.%m.%d}"),))
    remarks = "".join(f"; {sentence}\n" for sentence in sentences(made.lost))
    return MatFile(remarks + format_mat(record), made.lost)
