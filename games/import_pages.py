"""What the page that imports scoresheets shows: who is who, what was won, or what is wrong and where."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID, uuid4

from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from club.doors import Viewer, status_of
from club.errors import ClubError, Invalid
from club.models import Member, Night
from games import rule_words
from games.importing import Plan, PreviewOutdated, Wrong, fingerprint, preview
from games.importing.plans import tables_of_sheet
from games.mat_files import played_for, read_any, sentences
from games.models import Table
from games.opening_pages import currencies_of
from games.paper import stake_told
from games.sheets import Sheet, Unreadable
from ledger.money_fields import read_amount
from ledger.rules.currency import POINTS, NoCurrency, format_amount

Context = dict[str, Any]
MOST_BYTES: Final = 900_000
"""What a form can carry back, with room for its line ends."""
LONGEST_EXCERPT: Final = 160


class NothingSent(Unreadable):
    sentence = _("Choose a file or paste a scoresheet.")

    def __init__(self) -> None:
        super().__init__(line=1)


class TooLargeForPage(Unreadable):
    sentence = _("This is larger than {limit} bytes. Import the tables one by one, or from the command line.")

    def __init__(self) -> None:
        super().__init__(line=1, limit=MOST_BYTES)


class StakeUnreadable(Unreadable):
    """What a `.mat` file is to be played for was typed as no amount, or as one that can be read in two ways."""

    status = 422

    def __init__(self, error: Invalid) -> None:
        super().__init__(line=1, pointer="/unit")
        self.code = error.code  # type: ignore[misc]
        self.why = error

    @property
    def detail(self) -> str:
        return self.why.detail


# ---- what was sent ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Sent:
    """A text of scoresheets as it came, and the key that makes sending it twice harmless.

    `unit` and `currency` are what a `.mat` file is played for, as they were typed.
    """

    text: str
    sheets: tuple[Sheet | Unreadable, ...]
    key: UUID
    looked_at: str = ""
    unit: str = ""
    currency: str = ""


def read_sent(fields: QueryDict, files: MultiValueDict[str, Any], club_currency: str) -> Sent:
    """Return the text of the file, else the one that was pasted; line ends are made alike, as YAML has them.

    A stake without a currency is in the club's.
    """
    file = files.get("file")
    key, looked_at = _key(fields.get("key", "")), fields.get("looked_at", "")
    if (file.size if file else len(fields.get("text", "").encode())) > MOST_BYTES:
        return Sent("", (TooLargeForPage(),), key)
    sent = file.read() if file else fields.get("text", "").encode()
    raw = sent.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    text = raw.decode("utf-8-sig", "replace")
    unit, currency = fields.get("unit", "").strip(), fields.get("currency", "") or club_currency
    sheets = _for_stake(read_any(raw) if text.strip() else (NothingSent(),), unit, currency)
    with_ids = tuple(_with_id(sheet, key, at) for at, sheet in enumerate(sheets))
    return Sent(text, with_ids, key, looked_at, unit, currency)


def _for_stake(sheets: Iterable[Sheet | Unreadable], unit: str, currency: str) -> Iterable[Sheet | Unreadable]:
    """Return the sheets with a stake typed as the active language writes amounts; or why that is none.

    A currency that is none the sheets refuse.
    """
    if not unit:
        return sheets
    try:
        return played_for(sheets, format_amount(read_amount(unit, currency), currency), currency)
    except NoCurrency:
        return played_for(sheets, unit, currency)
    except Invalid as error:
        return (StakeUnreadable(error),)


def _key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        return uuid4()


def _with_id(sheet: Sheet | Unreadable, key: UUID, at: int) -> Sheet | Unreadable:
    """Give a sheet without an id one of this page: sent twice, it is one table."""
    if (
        isinstance(sheet, Unreadable)
        or not isinstance(sheet.content, dict)
        or sheet.content.get("id") not in (None, "")
    ):
        return sheet
    return replace(sheet, content={**sheet.content, "id": f"{key}-{at + 1}"})


# ---- what is shown ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of a sheet: who he is in the club, and what he won or lost."""

    name: str
    member: Member | None
    points_q: int
    money_minor: int


@dataclass(frozen=True, slots=True)
class Look:
    """One sheet of the text before it is imported."""

    no: int
    plan: Plan
    people: tuple[Person, ...]
    rules_name: str
    stake: str
    elsewhere: tuple[Table, ...]
    """Tables of other nights that the same sheet made already."""

    @property
    def table(self) -> Table:
        return self.plan.table.table

    @property
    def games(self) -> int:
        return len(self.plan.table.state.games)

    @property
    def said(self) -> list[str]:
        """What was concluded where the text does not say it."""
        return sentences(self.plan.heard.sheet.said)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a sheet, and the line that is."""

    no: int
    said: str
    code: str
    line: int | None
    excerpt: str


def empty_page(night: Night) -> Context:
    """Return the page that asks for a file or a text."""
    return {
        "tab": "night",
        "night": night,
        "text": "",
        "key": uuid4(),
        "status": 200,
        "looks": [],
        "faults": [],
        "unit": "",
        "currency": night.club.currency,
        "currencies": [one for one in currencies_of(night.club) if one != POINTS],
    }


def preview_page(viewer: Viewer, night: Night, sent: Sent, error: ClubError | None = None) -> Context:
    """Return the page that shows what importing would do, or all that is wrong; `error` is why it was not done."""
    plans = preview(night=night, actor=viewer.actor, sheets=sent.sheets)
    faults = [_fault(no, sent, one) for no, one in enumerate(plans, start=1) if isinstance(one, Wrong)]
    looks = [_look(no, night, one) for no, one in enumerate(plans, start=1) if isinstance(one, Plan)]
    wrong = next((one.error for one in plans if isinstance(one, Wrong)), error)
    return {
        **empty_page(night),
        "text": sent.text,
        "key": sent.key,
        "unit": sent.unit,
        "currency": sent.currency,
        "count": len(plans),
        "faults": faults,
        "looks": looks,
        "looked_at": "" if faults else fingerprint(look.plan for look in looks),
        "outdated": error if isinstance(error, PreviewOutdated) and not faults else None,
        "status": status_of(wrong) if wrong else 200,
    }


def _fault(no: int, sent: Sent, wrong: Wrong) -> Fault:
    lines: Iterable[str] = sent.text.split("\n")
    excerpt = list(lines)[wrong.line - 1 : wrong.line] if wrong.line else []
    return Fault(no, wrong.error.detail, wrong.error.code, wrong.line, "".join(excerpt)[:LONGEST_EXCERPT])


def _look(no: int, night: Night, plan: Plan) -> Look:
    now = plan.table
    people = tuple(
        Person(name, member, now.state.totals_q.get(seat, 0), now.won_minor.get(seat, 0))
        for seat, (name, member) in enumerate(zip(plan.heard.read.names, plan.members, strict=True), start=1)
    )
    others = Table.objects.filter(night__club=night.club).exclude(night=night)
    elsewhere = tuple(tables_of_sheet(others, plan.heard.id)) if plan.heard.id else ()
    return Look(no, plan, people, rule_words.rules_told(now.table.rules_name), stake_told(now.table), elsewhere)
