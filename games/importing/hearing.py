"""What a text of scoresheets says, sheet by sheet, or what is wrong with it. Asks no database."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.errors import ClubError, Invalid
from games.importing.limits import Allowance
from games.rules import scoresheet
from games.rules.actions import Action, Join, Undo
from games.rules.errors import Malformed, RuleViolation, below
from games.rules.scoresheet import Stopped
from games.rules.sheet_reader import Entry
from games.rules.sheet_reader import Sheet as Read
from games.sheets import Plain, Sheet, Unreadable
from games.telling import sentence_of

LONGEST_ID: Final = 80
MOST_CORRECTIONS: Final = 300


class SheetMalformed(ClubError):
    """A scoresheet that cannot be read; it says where, with the line when it came as text."""

    code = "malformed"
    status = 400
    sentence = _("Line {line}: {why}")


class ActRefused(ClubError):
    """A sheet one of whose acts the rules refuse: the whole sheet is refused, with the act's number and code."""

    status = 409
    sentence = _("Action {number}: {why}")
    with_line = _("Line {line}, action {number}: {why}")

    def __init__(self, code: str, number: int, why: str, line: int | None) -> None:
        pointer = f"/actions/{number - 1}"
        super().__init__(self.with_line if line else None, pointer=pointer, number=number, why=why, line=line)
        self.code = code  # type: ignore[misc]


class IdTooLong(Invalid):
    code = "id_too_long"
    sentence = _("The id of a scoresheet has at most {most} characters.")


class TooManyCorrections(Invalid):
    """A sheet that takes back or corrects more than any evening does; each makes what follows be played again."""

    code = "too_many_corrections"
    sentence = _("A sheet may take back or correct at most {most} times.")


@dataclass(frozen=True, slots=True)
class Heard:
    """A sheet as the rules read and play it, and the acts of it that stand."""

    sheet: Sheet
    read: Read
    acts: tuple[Action, ...]

    @property
    def id(self) -> str:
        """The sheet's id; empty when it has none."""
        return self.read.id or ""

    @property
    def content(self) -> dict[str, Plain]:
        """The document itself."""
        assert isinstance(self.sheet.content, dict)
        return self.sheet.content

    def place_of(self, name: str) -> str:
        """Return the JSON pointer to where the sheet first says the name: in its head, or where he joins."""
        read, seat = self.read, self.read.names.index(name) + 1
        if seat == read.opening.partner:
            return "/partner"
        if seat in read.opening.players:
            return below("/rolls", name) if "rolls" in self.content else f"/players/{seat - 1}"
        acts = [entry.action for entry in read.entries]
        joins = (at for at, act in enumerate(acts) if isinstance(act, Join) and act.player == seat)
        return f"/actions/{next(joins)}/player"


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a sheet cannot be imported, and the line of the text that is wrong, where one is."""

    error: ClubError
    line: int | None = None


def wrong_in(sheet: Sheet, error: ClubError) -> Wrong:
    """Return an error with its line in the sheet."""
    return Wrong(error, sheet.line_of(error.pointer) if error.pointer else None)


def heard(sheets: Iterable[Sheet | Unreadable]) -> list[Heard | Wrong]:
    """Return each sheet as the rules read and play it, or what is wrong with it."""
    allowance = Allowance()
    return [_heard(sheet, allowance) for sheet in sheets]


def _heard(sheet: Sheet | Unreadable, allowance: Allowance) -> Heard | Wrong:
    if isinstance(sheet, Unreadable):
        return Wrong(sheet, sheet.line)
    try:
        return _played(sheet, allowance)
    except ClubError as error:
        return wrong_in(sheet, error)


def _played(sheet: Sheet, allowance: Allowance) -> Heard:
    _require_few_corrections(sheet)
    try:
        read = scoresheet.read_sheet(sheet.content)
        _play(read, allowance)
    except Malformed as error:
        raise _malformed(sheet, error) from error
    except Stopped as stopped:
        raise _refused(sheet, read, stopped) from stopped
    if len(read.id or "") > LONGEST_ID:
        raise IdTooLong(pointer="/id", most=LONGEST_ID)
    return Heard(sheet, read, tuple(_standing(read.entries)))


def _play(read: Read, allowance: Allowance) -> None:
    states = scoresheet.played(read)
    before = next(states)
    for line, (entry, after) in enumerate(zip(read.entries, states, strict=True), start=1):
        allowance.spend(line, entry.action, before, after)
        before = after


def _require_few_corrections(sheet: Sheet) -> None:
    content = sheet.content if isinstance(sheet.content, dict) else {}
    acts = content.get("actions")
    words = [act.get("do") for act in acts if isinstance(act, dict)] if isinstance(acts, list) else []
    if sum(word in ("undo", "amend") for word in words) > MOST_CORRECTIONS:
        raise TooManyCorrections(pointer="/actions", most=MOST_CORRECTIONS)


def _malformed(sheet: Sheet, error: Malformed) -> SheetMalformed:
    why, line = sentence_of(error), sheet.line_of(error.pointer)
    return SheetMalformed(None if line else "{why}", pointer=error.pointer, line=line, why=why)


def _refused(sheet: Sheet, read: Read, stopped: Stopped) -> ActRefused:
    why = sentence_of(stopped.refusal, read.name_of)
    return ActRefused(stopped.refusal.code, stopped.row, why, sheet.line_of(f"/actions/{stopped.row - 1}"))


def _standing(entries: Sequence[Entry]) -> Iterator[Action]:
    """Yield the acts without those rightly refused; undo then counts the lines that are left."""
    kept_up_to = [0]
    for entry in entries:
        action = None if entry.refused else _renumbered(entry.action, kept_up_to)
        if action is not None:
            yield action
        kept_up_to.append(kept_up_to[-1] + (action is not None))


def _renumbered(action: Action | RuleViolation, kept_up_to: Sequence[int]) -> Action | None:
    """Return the act with its `to` counted in kept lines; None for an undo of refused lines only."""
    if isinstance(action, RuleViolation):
        return None
    if not isinstance(action, Undo) or action.to is None:
        return action
    to = kept_up_to[action.to - 1] + 1
    return replace(action, to=to) if to <= kept_up_to[-1] else None
