"""Everything that writes to the books. Doors (pages, API, admin, tasks) and other apps call these and nothing else."""

from ledger.services.accounts import (
    accounts_for,
    adjustments_account,
    book_for,
    close_account,
    house_account,
    open_account,
    open_book,
    require_currency,
)
from ledger.services.drafts import Draft, Leg, Party, Side
from ledger.services.keeping import adjust, close_period, fee, is_by_hand, redact_memo, redact_reason, withdraw
from ledger.services.merging import give_back, require_even, take_over
from ledger.services.openings import open_balances
from ledger.services.paying import claim, confirm, confirm_all, pay_part, split, unclaim, unconfirm, void
from ledger.services.posting import post, post_all, reverse
from ledger.services.settling import plan_club, plan_night

__all__ = [
    "Draft",
    "Leg",
    "Party",
    "Side",
    "accounts_for",
    "adjust",
    "adjustments_account",
    "book_for",
    "claim",
    "close_account",
    "close_period",
    "confirm",
    "confirm_all",
    "fee",
    "give_back",
    "house_account",
    "is_by_hand",
    "open_account",
    "open_balances",
    "open_book",
    "pay_part",
    "plan_club",
    "plan_night",
    "post",
    "post_all",
    "redact_memo",
    "redact_reason",
    "require_currency",
    "require_even",
    "reverse",
    "split",
    "take_over",
    "unclaim",
    "unconfirm",
    "void",
    "withdraw",
]
