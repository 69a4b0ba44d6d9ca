"""Everything that writes tables, their logs and their nights; pages, API, admin, import and tasks are doors to it."""

from games.services.acting import act, correct_game, seat_member, void_game
from games.services.house_rules import save_house_rules
from games.services.nights import close_night, reopen_night
from games.services.opening import Ring, open_table
from games.services.seasons import save_season
from games.services.splitting import Crossed, join_tables, split_table
from games.services.throwing import ring_by, ring_thrown

__all__ = [
    "Crossed",
    "Ring",
    "act",
    "close_night",
    "correct_game",
    "join_tables",
    "open_table",
    "reopen_night",
    "ring_by",
    "ring_thrown",
    "save_house_rules",
    "save_season",
    "seat_member",
    "split_table",
    "void_game",
]
