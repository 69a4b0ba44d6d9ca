"""Who looks at a table, and what he may touch there."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules.cubes import Seat


class PhoneRole(StrEnum):
    """What this phone is for: it keeps the score for the table, or it gives its owner's answers only."""

    SCORER = "scorer"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class TableViewer:
    """One reader of a table: his seat, this phone's role, and what his role in the club carries."""

    seat: Seat | None = None
    phone: PhoneRole = PhoneRole.SCORER
    may_act: bool = False
    may_correct: bool = False
    own_answers_only: bool = False
    acts_for: frozenset[Seat] = frozenset()
    """Whose cubes he decides about: his own, and those he plays on for somebody who went home."""

    def touches(self, seat: Seat) -> bool:
        """Whether this phone acts for that seat."""
        if not self.may_act:
            return False
        return self.phone is PhoneRole.SCORER or self._is_own(seat)

    def answers_for(self, seat: Seat) -> bool:
        """Whether this phone answers for that seat; some clubs let everybody answer for himself only."""
        return self.touches(seat) and (not self.own_answers_only or self._is_own(seat))

    def _is_own(self, seat: Seat) -> bool:
        return seat == self.seat or seat in self.acts_for

    @property
    def scores(self) -> bool:
        """Whether this phone may do what the whole table does."""
        return self.may_act and self.phone is PhoneRole.SCORER
