"""What is asked of an act that is entered now and not of a line that stands: refusals that came later than such lines.

A stored log means for ever what it meant when it was played, so it is read without them.
"""

from games.rules import who
from games.rules.actions import Action, Play, Roll
from games.rules.state import TableState


def check(state: TableState, action: Action) -> None:
    """Raise a refusal of the act at this table, where one came later than lines that stand."""
    if isinstance(action, Roll | Play) and state.current is not None:
        who.check_play_on(state.current, action.by)
