"""What a finding of the check means, in one sentence for whoever keeps the books; mails translate it."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_noop as _

_NOT_AS_POSTED = _("An entry is missing, or is not as it was posted.")
_BALANCES = _("A balance is not what its transfers come to.")
_PAYMENTS = _("A payment and its entry do not belong together.")
_MONTHS = _("A closed month is not what its entries say.")

FINDING_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "guard_missing": _("The database no longer protects what must not be changed."),
        "registered": _("A table’s games and the books do not agree."),
        **dict.fromkeys(("seq", "chain", "head", "payload", "hash", "memo"), _NOT_AS_POSTED),
        "foreign": _("An entry moves an account of another book."),
        **dict.fromkeys(("balance", "sum"), _BALANCES),
        "reversal": _("An entry was not taken back whole."),
        **dict.fromkeys(("payment", "settlement"), _PAYMENTS),
        **dict.fromkeys(("period", "closed_through"), _MONTHS),
    }
)
