"""What things of the books are called in a sentence."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from ledger.models import Account, Entry


def name_of(account: Account) -> str:
    """Return who an account belongs to, for a sentence."""
    if account.person is not None:
        return account.person.name
    return _("the house") if account.kind == Account.Kind.HOUSE else _("adjustments")


def told(kind: str) -> str:
    """Return what a kind of entry is called, as the beginning of a line."""
    return capfirst(str(Entry.Kind(kind).label))
