"""The one form of allauth that we answer otherwise."""

from allauth.account.forms import AddEmailForm
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


class NoOtherAddress(AddEmailForm):  # type: ignore[misc]
    """Nobody adds an address by himself: unproven, it could be one that an organiser is about to invite."""

    def clean_email(self) -> str:
        raise ValidationError(_("Ask whoever runs this site to change your address."), code="address_fixed")
