"""Sign-in by e-mail code or password. Nobody signs up by himself: an organiser invites."""

import logging
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext

from club.models import User

log = logging.getLogger(__name__)


class ClubAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Our answers to allauth: closed sign-up, and mail in the language of who gets it."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a sign-in mail at once; when the mail server is away, say so instead of failing."""
        language = language_of_address(email)
        known = {"language": language, "site_url": settings.SITE_URL}
        try:
            with translation.override(language):
                super().send_mail(template_prefix, email, known | at_home(context))
        except OSError as away:  # SMTPException is one
            log.exception("sign-in mail could not be sent")
            messages.error(
                self.request, gettext("No mail can be sent just now. Try again later, or use your password.")
            )
            raise ImmediateHttpResponse(redirect("account_login")) from away


def at_home(context: dict[str, Any]) -> dict[str, Any]:
    """Return the context with every address of ours under SITE_URL: who asks could send another host's name."""
    return {name: _at_home(value) if name.endswith("_url") else value for name, value in context.items()}


def _at_home(address: str) -> str:
    parts = urlsplit(address)
    return settings.SITE_URL + parts.path + (f"?{parts.query}" if parts.query else "")


def language_of_address(email: str) -> str:
    """Return the language of the user of an address: his own, else his club's, else the page's."""
    user = User.objects.filter(email__iexact=email).first()
    if user is None:
        return translation.get_language() or settings.LANGUAGE_CODE
    if user.language:
        return user.language
    member = user.memberships.filter(retired_at=None).select_related("club").order_by("joined_at").first()
    if member is None:
        return translation.get_language() or settings.LANGUAGE_CODE
    return member.language or member.club.language
