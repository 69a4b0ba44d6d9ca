"""Everything that writes tables, their logs and their nights; pages, API, admin, import and tasks are doors to it."""

from games.services.acting import act, correct_game, seat_member, void_game
from games.services.anonymising import anonymise_member, mentions
from games.services.claiming import claim_by_link, claim_by_mail, grant_claim
from games.services.dice import promise_dice, throw_dice
from games.services.house_rules import save_house_rules
from games.services.merging import merge_members, unmerge_member
from games.services.nights import close_night, reopen_night
from games.services.opening import Ring, open_table
from games.services.seasons import save_season
from games.services.splitting import Crossed, join_tables, split_table
from games.services.throwing import ring_by, ring_thrown

__all__ = [
    "Crossed",
    "Ring",
    "act",
    "anonymise_member",
    "claim_by_link",
    "claim_by_mail",
    "close_night",
    "correct_game",
    "grant_claim",
    "join_tables",
    "mentions",
    "merge_members",
    "open_table",
    "promise_dice",
    "reopen_night",
    "ring_by",
    "ring_thrown",
    "save_house_rules",
    "save_season",
    "seat_member",
    "split_table",
    "throw_dice",
    "unmerge_member",
    "void_game",
]
