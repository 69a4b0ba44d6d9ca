"""Everything that writes to the books. Doors (pages, API, admin, tasks) and other apps call these and nothing else."""

from ledger.services.accounts import (
    accounts_for,
    adjustments_account,
    book_for,
    close_account,
    house_account,
    open_account,
)
from ledger.services.drafts import Draft, Leg, Party
from ledger.services.posting import post, post_all, reverse

__all__ = [
    "Draft",
    "Leg",
    "Party",
    "accounts_for",
    "adjustments_account",
    "book_for",
    "close_account",
    "house_account",
    "open_account",
    "post",
    "post_all",
    "reverse",
]
