"""What could be done now: asked of the rules themselves, so that a button and a refusal never disagree."""

import json
from dataclasses import dataclass

from games.rules import table
from games.rules.actions import Action, to_document
from games.rules.allowed import ended
from games.rules.errors import RuleViolation
from games.rules.state import TableState
from games.rules.wording import Message
from games.table_page.behind import why_not
from games.table_page.controls import Why
from games.table_page.words import NameOf


@dataclass(frozen=True, slots=True)
class Judge:
    """The rules at one state of the table."""

    state: TableState
    name_of: NameOf

    def refusal(self, action: Action) -> Message | None:
        """Return why the rules refuse the act; None when they take it, or a house rule only asks."""
        try:
            table.apply(self.state, action)
        except RuleViolation as refusal:
            return None if refusal.soft else refusal.message
        return None

    def why_not(self, action: Action) -> Why | None:
        """Return the same as the reason that a button shows."""
        refusal = self.refusal(action)
        return None if refusal is None else why_not(self.state, refusal, self.name_of)

    def allows(self, action: Action) -> bool:
        """Whether the act can be done now."""
        return self.refusal(action) is None

    def ended(self, action: Action) -> TableState | None:
        """Return the table after the end of a game; a last roll that is due then bears off nothing more."""
        try:
            return ended(self.state, action)
        except RuleViolation:
            return None

    def document(self, action: Action) -> str:
        """Return the act as the JSON that its button carries."""
        return json.dumps(to_document(action, self.name_of), ensure_ascii=False)
