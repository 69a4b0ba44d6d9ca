"""How the rules' errors are told: a refusal is 409 with its code, a document that cannot be read is 400."""

from collections.abc import Mapping
from typing import Any

from club.api.problems import Fault, Problem, told
from club.errors import Stale
from games.rules.errors import Malformed, RuleViolation
from games.rules.points import format_points
from games.telling import seat_name, sentence_of


def sentence(error: RuleViolation | Malformed, context: Mapping[str, Any]) -> str:
    """Return the refusal as a sentence in the reader's language, with the names of the view's table."""
    names = getattr(context.get("view"), "names", {})
    return sentence_of(error, lambda seat: names.get(seat) or seat_name(seat), format_points)


@told.register
def tell_refusal(error: RuleViolation, context: Mapping[str, Any]) -> Problem:
    """A refusal by the rules; a soft one is accepted when the act carries `override` and a reason."""
    return Problem(409, error.code, sentence(error, context), more={"soft": error.soft})


@told.register
def tell_malformed(error: Malformed, context: Mapping[str, Any]) -> Problem:
    """A document of the scoresheet's vocabulary that cannot be read."""
    pointer = error.pointer.removeprefix(getattr(context.get("view"), "cut", ""))
    detail = sentence(error, context)
    return Problem(400, "malformed", detail, [Fault(pointer, error.code, detail)])


@told.register
def tell_stale(error: Stale, context: Mapping[str, Any]) -> Problem:
    """Somebody was first: the present state comes with the refusal, so that the app can draw it and ask again."""
    present = getattr(context.get("view"), "present", None)
    return Problem(412, error.code, error.detail, more={"current": present() if present else None})
