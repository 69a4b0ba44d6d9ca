"""What an act passed over: the custom that would have refused it, had nobody said why it happened anyway."""

from dataclasses import replace

from games.rules.actions import Act, Action
from games.rules.errors import SoftViolation
from games.rules.history import History
from games.rules.wording import Message


def passed_over(history: History, line: int, action: Action) -> Message | None:
    """Return the soft rule that the act of a line passed over, the first of several; None where it passed none."""
    if not isinstance(action, Act) or not action.may_pass_soft_rules:
        return None
    try:
        history.at(line - 1).extended(replace(action, override=False), stands=True)
    except SoftViolation as refusal:
        return refusal.message
    return None
