"""What an act passed over: the custom that would have refused it, had nobody said why it happened anyway."""

from dataclasses import replace
from typing import TypeGuard

from games.rules.actions import Act, Action
from games.rules.errors import SoftViolation
from games.rules.history import History
from games.rules.state import TableState
from games.rules.table import apply
from games.rules.wording import Message


def passed_over(history: History, line: int, action: Action) -> Message | None:
    """Return the soft rule that the act of a line passed over, the first of several; None where it passed none."""
    return passed_at(history.at(line - 1).state, action) if _may_pass(action) else None


def passed_at(table: TableState, action: Action) -> Message | None:
    """Return the same of an act as it stands; `table` is the one before it. An act of a correction has no own line."""
    if not _may_pass(action):
        return None
    try:
        apply(table, replace(action, override=False))
    except SoftViolation as refusal:
        return refusal.message
    return None


def _may_pass(action: Action) -> TypeGuard[Act]:
    return isinstance(action, Act) and action.may_pass_soft_rules
