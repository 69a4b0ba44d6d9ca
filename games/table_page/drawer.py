"""What the sheets behind "More" are drawn from."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import actions as a
from games.rules.cubes import Seat
from games.rules.settings import Kind
from games.rules.state import TableState
from games.table_page.controls import Choice
from games.table_page.judge import Judge
from games.table_page.viewer import TableViewer


@dataclass(frozen=True, slots=True)
class Drawer:
    """What the sheets are drawn from."""

    state: TableState
    judge: Judge
    viewer: TableViewer
    newcomers: Sequence[Choice]
    """Who may sit down: the member's id, the name, and what tells two of one name apart."""
    version: int
    rules_url: str
    sheet_url: str
    night_url: str
    rules_name: str

    @property
    def of_two(self) -> bool:
        return self.state.opening.kind.is_for_two

    @property
    def is_full(self) -> bool:
        """Whether both seats of a table for two are taken."""
        return self.of_two and len(self.state.seating.present) >= 2

    @property
    def is_match(self) -> bool:
        return self.state.opening.kind is Kind.MATCH

    @property
    def between(self) -> bool:
        return self.state.current is None

    def choices(
        self, seats: Sequence[Seat], make: type[a.SitOut] | type[a.Return] | type[a.Leave]
    ) -> tuple[Choice, ...]:
        """Return those of `seats` for whom the rules take the act, by name."""
        allowed = (seat for seat in seats if self.judge.allows(make(player=seat)))
        return tuple(Choice(name, name) for name in map(self.judge.name_of, allowed))


def do(word: str, **keys: object) -> str:
    """Return the beginning of an act as JSON; the sheet fills in the rest."""
    return json.dumps({"do": word, **keys}, ensure_ascii=False)
