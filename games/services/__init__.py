"""Everything that writes tables, their logs and their nights; pages, API, admin, import and tasks are doors to it."""

from games.services.acting import act, correct_game, seat_member, void_game
from games.services.house_rules import save_house_rules
from games.services.nights import close_night, reopen_night
from games.services.opening import Ring, open_table
from games.services.seasons import save_season

__all__ = [
    "Ring",
    "act",
    "close_night",
    "correct_game",
    "open_table",
    "reopen_night",
    "save_house_rules",
    "save_season",
    "seat_member",
    "void_game",
]
