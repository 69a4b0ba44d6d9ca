"""How much one text of scoresheets may ask for: a night's tables, so that nobody is kept waiting for long."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext_lazy as _

from club.errors import Invalid
from games.rules.actions import Action, Amend
from games.rules.errors import RuleViolation
from games.rules.state import TableState

MOST_RESULTS: Final = 500
MOST_REPLAYED: Final = 30_000
"""Lines that stand before corrections, counted for each: as many may have to be played once more."""


class TooManyResults(Invalid):
    """A text with more games than any night has."""

    code = "too_many_results"
    sentence = _("At most {most} games and adjustments are imported at once.")


class TooMuchReplayed(Invalid):
    """A text that corrects too often and too late; each correction makes what follows its game be played again."""

    code = "too_many_corrections"
    sentence = _("Too much is corrected in it. Write the games as they should be instead.")


@dataclass(slots=True)
class Allowance:
    """What is left for the sheets of one text."""

    results: int = MOST_RESULTS
    replayed: int = MOST_REPLAYED

    def spend(self, line: int, action: Action | RuleViolation, before: TableState, after: TableState) -> None:
        """Count one line of a sheet that was played; raise TooManyResults or TooMuchReplayed when it was too much."""
        self.results -= max(0, _results(after) - _results(before))
        if isinstance(action, Amend):
            self.replayed -= line
        if self.results < 0:
            raise TooManyResults(pointer=f"/actions/{line - 1}", most=MOST_RESULTS)
        if self.replayed < 0:
            raise TooMuchReplayed(pointer=f"/actions/{line - 1}")


def _results(state: TableState) -> int:
    return len(state.games) + len(state.adjustments)
