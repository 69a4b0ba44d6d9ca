"""Names of accounts for programs that are particular about them: beancount's rules, which hledger takes as well."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ledger.rules.export.book import Account
from ledger.rules.transfers import AccountId

MEMBERS: Final = "Assets:Members:"
CLUBS_OWN: Final = {"house": "Assets:House", "adjustments": "Assets:Adjustments"}
NAMELESS: Final = "Member"
_ENDS_LIKE_OURS: Final = re.compile(r"-[0-9a-f]{8}$")


def names_of(accounts: Iterable[Account]) -> dict[AccountId, str]:
    """Return a name for each account that no other has: "Assets:Members:Kovács-Béla".

    Who shares a name with somebody gets the end of his account's id behind it.
    """
    listed = list(accounts)
    bearers = Counter(word(account.name).casefold() for account in listed if account.kind not in CLUBS_OWN)
    return {account.id: CLUBS_OWN.get(account.kind) or _member(account, bearers) for account in listed}


def _member(account: Account, bearers: Counter[str]) -> str:
    name = word(account.name)
    is_shared = bearers[name.casefold()] > 1 or _ENDS_LIKE_OURS.search(name)
    return f"{MEMBERS}{name}-{account.id.hex[-8:]}" if is_shared else MEMBERS + name


def word(name: str) -> str:
    """Return a name as one word of letters and digits of any language that begins with a capital or a digit."""
    letters = "".join(_letters(unicodedata.normalize("NFC", name)))
    joined = "-".join(letters.split()) or NAMELESS
    capital = joined[0].upper() + joined[1:]
    return capital if unicodedata.category(capital[0]) in ("Lu", "Nd") else f"{NAMELESS}-{joined}"


def _letters(name: str) -> Iterator[str]:
    for letter in name:
        category = unicodedata.category(letter)
        yield letter if category[0] == "L" or category == "Nd" else " "
