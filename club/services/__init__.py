"""What may be done to people and nights. Every door calls these; each says who may and refuses by cause."""

from club.services.anonymising import mark_anonymised
from club.services.attendance import ask_to_join, attend, left, let_in, refuse_guest
from club.services.claims import (
    answer_claim,
    ask_for_guest,
    close_claims,
    guest_link,
    guest_of_link,
    refuse_claim,
)
from club.services.clubs import change_club, create_club
from club.services.merging import mark_merged, mark_unmerged
from club.services.nights import evening_of, mark_closed, mark_reopened, open_night
from club.services.people import (
    add_guest,
    attach,
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
    "answer_claim",
    "ask_for_guest",
    "ask_to_join",
    "attach",
    "attend",
    "change_address",
    "change_club",
    "close_claims",
    "create_club",
    "evening_of",
    "give_account",
    "guest_link",
    "guest_of_link",
    "invite",
    "left",
    "let_in",
    "mark_anonymised",
    "mark_closed",
    "mark_merged",
    "mark_reopened",
    "mark_unmerged",
    "open_night",
    "refuse_claim",
    "refuse_guest",
    "rename",
    "restore",
    "retire",
    "set_preferences",
    "set_role",
]
