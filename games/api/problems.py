"""How the rules' errors are told: a refusal is 409 with its code, a document that cannot be read is 400."""

from collections.abc import Callable, Mapping
from typing import Any

from club.api.problems import Fault, Problem, told
from club.errors import Stale
from games.api import boards, reasons
from games.api.boards import PositionRefused
from games.mat_files import MatUnreadable
from games.rules.errors import Malformed, RuleViolation
from games.services.opening import RingRefused
from games.telling import seat_name


def names_in(context: Mapping[str, Any]) -> Callable[[int], str]:
    """Return what the seats of the view's table are called; their numbers where there is no table."""
    names = getattr(context.get("view"), "names", {})
    return lambda seat: names.get(seat) or seat_name(seat)


def said(error: RuleViolation | Malformed, context: Mapping[str, Any]) -> reasons.Document:
    """Return what the rules say as data: the sentence in the reader's language, and the house rule behind it."""
    return reasons.told(error.message, names_in(context), getattr(context.get("view"), "rules", None))


@told.register
def tell_refusal(error: RuleViolation, context: Mapping[str, Any]) -> Problem:
    """A refusal by the rules; a soft one is accepted when the act carries `override` and a reason."""
    why = said(error, context)
    more = {"soft": error.soft, "setting": why["setting"], "rule": why["rule"]}
    return Problem(409, error.code, why["detail"], values=why["values"], more=more)


@told.register
def tell_malformed(error: Malformed, context: Mapping[str, Any]) -> Problem:
    """A document of the scoresheet's vocabulary that cannot be read."""
    pointer = error.pointer.removeprefix(getattr(context.get("view"), "cut", ""))
    why = said(error, context)
    faults = [Fault(pointer, error.code, why["detail"])]
    more = {"setting": why["setting"], "rule": why["rule"]}
    return Problem(400, "malformed", why["detail"], faults, why["values"], more)


@told.register
def tell_ring(error: RingRefused, context: Mapping[str, Any]) -> Problem:
    """A ring that no such table has; the rules' own code is that of the fault."""
    why = reasons.told(error.why.message, names_in(context), None)
    more = {"setting": why["setting"], "rule": why["rule"]}
    return Problem(error.status, error.code, error.detail, [Fault(error.pointer, why["code"], error.detail)], more=more)


@told.register
def tell_position(error: PositionRefused, context: Mapping[str, Any]) -> Problem:
    """A position, ID or roll that cannot be; the board's own code and values are in `why`."""
    values = {"given": error.why.given, "why": boards.told(error.why.message)}
    return Problem(error.status, error.code, error.detail, [Fault(error.pointer, error.code, error.detail)], values)


@told.register
def tell_mat(error: MatUnreadable, context: Mapping[str, Any]) -> Problem:
    """A `.mat` file that cannot be read; the board's own code and values are in `why`."""
    values = {"line": error.line, "why": boards.told(error.why)}
    return Problem(error.status, error.code, error.detail, values=values)


@told.register
def tell_stale(error: Stale, context: Mapping[str, Any]) -> Problem:
    """Somebody was first: the present state comes with the refusal, so that the app can draw it and ask again."""
    present = getattr(context.get("view"), "present", None)
    return Problem(412, error.code, error.detail, more={"current": present() if present else None})
