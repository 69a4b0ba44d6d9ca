"""`manage.py issue_token EMAIL`: a personal access token for the API, printed this once."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.api_auth import SCOPES, issue_token
from club.errors import ClubError
from club.models import User


class Command(BaseCommand):
    help = "Make a personal access token for somebody who signs in with this e-mail address, and print it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="manage.py", help="what the token is for")
        parser.add_argument("--scope", action="append", choices=SCOPES, help="may be repeated; default: read")

    def handle(self, *args: Any, email: str, name: str, scope: list[str] | None, **options: Any) -> None:
        user = User.objects.filter(email__iexact=email).first()
        if user is None:
            raise CommandError(_("Nobody signs in with {email}.").format(email=email))
        try:
            _token, secret = issue_token(user=user, name=name, scopes=scope or ["read"])
        except ClubError as error:
            raise CommandError(error.detail) from error
        self.stdout.write(secret)
