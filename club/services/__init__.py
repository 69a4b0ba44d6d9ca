"""What may be done to people and nights. Every door calls these; each says who may and refuses by cause."""

from club.services.attendance import ask_to_join, attend, left, let_in, refuse_guest
from club.services.clubs import change_club, create_club
from club.services.nights import evening_of, mark_closed, mark_reopened, open_night
from club.services.people import (
    add_guest,
    change_address,
    give_account,
    invite,
    rename,
    restore,
    retire,
    set_preferences,
    set_role,
)

__all__ = [
    "add_guest",
    "ask_to_join",
    "attend",
    "change_address",
    "change_club",
    "create_club",
    "evening_of",
    "give_account",
    "invite",
    "left",
    "let_in",
    "mark_closed",
    "mark_reopened",
    "open_night",
    "refuse_guest",
    "rename",
    "restore",
    "retire",
    "set_preferences",
    "set_role",
]
