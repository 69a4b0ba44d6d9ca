"""A stored log read by this version of the program: each line by its format, then all of them by the rules.

What was played stands, whatever a later version thinks of it. Where one can no longer read or accept a stored table it
says which line and why, and changes nothing.
"""

import logging
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.errors import Conflict
from games import redaction
from games.models import Action as Row
from games.models import Seat, Table
from games.rules.actions import Action, parse_log
from games.rules.errors import Malformed, RuleViolation
from games.rules.history import History, begin
from games.rules.settings_reader import read_kind, read_rules
from games.rules.state import Opening
from games.telling import seat_name, sentence_of

log = logging.getLogger(__name__)

FORMAT: Final = 1
"""The format of the lines that are written now; those of every earlier one are read for ever."""
DEFAULT_STAKE_Q: Final = 4


class TableUnreadable(Conflict):
    """Raised when this version of the program cannot read a table that stands. Only its subclasses are raised."""


class LogTooNew(TableUnreadable):
    """Raised for a line in a format that only a later version of the program knows."""

    code = "log_too_new"
    sentence = _(
        "Line {line} of table {no} was written by a newer version of this program (format {v}; "
        "this one knows up to {known}). The table is shown once the program is updated."
    )


class LogMalformed(TableUnreadable):
    """Raised for a line that is no action in the words this version knows."""

    code = "log_malformed"
    sentence = _("Line {line} of table {no} cannot be read by this version of the program: {why}")


class LogRefused(TableUnreadable):
    """Raised for a line that was accepted when it was played and that this version's rules refuse."""

    code = "log_refused"
    sentence = _(
        "Line {line} of table {no} was played, but this version of the program refuses it: {why} "
        "The books stand as they were; whoever runs the program must look into it."
    )


class RulesUnreadable(TableUnreadable):
    """Raised for a table whose kind or frozen house rules this version does not know."""

    code = "rules_unreadable"
    sentence = _("The house rules of table {no} cannot be read by this version of the program: {why}")


def opening_of(table: Table, seats: Sequence[Seat]) -> Opening:
    """Return who sat down under which frozen rules, as the engine wants it; raise RulesUnreadable."""
    try:
        kind = read_kind(table.kind)
        rules = read_rules(table.rules, kind)
    except Malformed as unknown:
        raise _told(RulesUnreadable(no=table.no, why=sentence_of(unknown)), table) from unknown
    return Opening(
        kind=kind,
        rules=rules,
        players=tuple(seat.no for seat in seats[: table.opening_seats]),
        partner=table.partner_seat,
        stakes={seat.no: seat.stake_q for seat in seats if seat.stake_q != DEFAULT_STAKE_Q},
    )


def action_of(row: Row, table: Table) -> Action:
    """Return the act of one line; raise LogTooNew or LogMalformed."""
    if row.v > FORMAT:
        raise _told(LogTooNew(no=table.no, line=row.seq, v=row.v, known=FORMAT), table)
    try:
        return parse_log(document_of(row))
    except Malformed as unknown:
        raise _told(LogMalformed(no=table.no, line=row.seq, why=sentence_of(unknown)), table) from unknown


def document_of(row: Row) -> dict[str, object]:
    """Return the row's act with its free text put back in."""
    return redaction.restored(row.document, row.text)


def history_of(table: Table, seats: Sequence[Seat], actions: Sequence[Action]) -> History:
    """Return the history that the lines make under the table's frozen rules; raise LogRefused, RulesUnreadable."""
    history = begin(opening_of(table, seats))
    for action in actions:
        try:
            history = history.extended(action, stands=True)
        except RuleViolation as refused:
            why = _why(refused, seats)
            raise _told(LogRefused(no=table.no, line=history.line + 1, why=why), table) from refused
    return history


def _why(refused: RuleViolation, seats: Sequence[Seat]) -> str:
    names = {seat.no: seat.label for seat in seats}
    return sentence_of(refused, lambda no: names.get(no) or seat_name(no))


def _told(unreadable: TableUnreadable, table: Table) -> TableUnreadable:
    """Leave word to whoever runs the program: what stands and cannot be read is a fault of it, not of who looks."""
    log.error("Table %s: %s: %s", table.pk, unreadable.code, unreadable.detail)
    return unreadable
