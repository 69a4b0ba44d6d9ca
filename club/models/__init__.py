"""People and nights: who belongs to a club, the evenings it plays, and what is told outside."""

from club.models.access import AccessToken, ApiRequest
from club.models.delivery import Mail, OutboxMessage
from club.models.nights import Attendance, Night, NightEvent, new_join_code
from club.models.people import Claim, Club, Member, MemberEvent, Role, User, UserManager

__all__ = [
    "AccessToken",
    "ApiRequest",
    "Attendance",
    "Claim",
    "Club",
    "Mail",
    "Member",
    "MemberEvent",
    "Night",
    "NightEvent",
    "OutboxMessage",
    "Role",
    "User",
    "UserManager",
    "new_join_code",
]
