"""Sign-in: nobody signs up by himself; an organiser invites."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClubAccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False
