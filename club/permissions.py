"""Who may do what: the one matrix of roles and permissions, and the actor that every service is told.

Organiser: everything in the club. Treasurer: the books. Scorekeeper: any table of the club. Member: reads, and acts
at a table where he sits. Guest: the table where he sits. What belongs to another club does not exist (404).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from club.errors import Forbidden
from club.models import Member, Role


class Door(StrEnum):
    """Through which door an act came. The same act does the same by each."""

    PAGE = "page"
    API = "api"
    ADMIN = "admin"
    IMPORT = "import"
    TASK = "task"


class May(StrEnum):
    READ_CLUB = "read_club"
    READ_BOOKS = "read_books"
    SCORE_OWN_TABLE = "score_own_table"
    SCORE_ANY_TABLE = "score_any_table"
    OPEN_TABLE = "open_table"
    RUN_NIGHT = "run_night"
    CORRECT_GAMES = "correct_games"
    MANAGE_MEMBERS = "manage_members"
    MANAGE_RULES = "manage_rules"
    KEEP_BOOKS = "keep_books"


_GUEST: Final = frozenset({May.SCORE_OWN_TABLE})
_MEMBER: Final = _GUEST | {May.READ_CLUB, May.READ_BOOKS, May.OPEN_TABLE}
MATRIX: Final[dict[Role, frozenset[May]]] = {
    Role.GUEST: _GUEST,
    Role.MEMBER: _MEMBER,
    Role.SCOREKEEPER: _MEMBER | {May.SCORE_ANY_TABLE},
    Role.TREASURER: _MEMBER | {May.KEEP_BOOKS},
    Role.ORGANISER: frozenset(May),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody acting in one club through one door. Made once at the edge; services only read it."""

    club_id: UUID
    member_id: UUID | None
    user_id: UUID | None
    role: Role
    door: Door

    def may(self, permission: May) -> bool:
        return permission in MATRIX[self.role]

    def require(self, permission: May) -> None:
        """Raise Forbidden unless the actor's role carries `permission`."""
        if not self.may(permission):
            raise Forbidden


def actor_of(member: Member, door: Door) -> Actor:
    """Return the actor that an active member is in his club."""
    return Actor(member.club_id, member.id, member.user_id, Role(member.role), door)


def system(club_id: UUID, door: Door = Door.TASK) -> Actor:
    """Return the club itself, for what no person does: tasks, seeding, commands."""
    return Actor(club_id, None, None, Role.ORGANISER, door)
