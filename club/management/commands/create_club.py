"""`manage.py create_club NAME --organiser-name N --organiser-email E`: a club and its first organiser."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from club import services
from club.errors import ClubError
from club.models import Club, User


class Command(BaseCommand):
    help = "Make a club with its first organiser, who signs in by a code sent to his e-mail address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the club's name")
        parser.add_argument("--organiser-name", required=True, help="the first organiser's name")
        parser.add_argument("--organiser-email", required=True, help="where his code to sign in is sent")
        parser.add_argument("--slug", default="", help="the club's address, made from its name when left out")
        parser.add_argument("--time-zone", default="Europe/Budapest")
        parser.add_argument("--language", default="en", help="en, hu or hr")
        parser.add_argument("--currency", default="EUR", help="ISO 4217 code, or PTS for points only")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            club = _create(**{name: options[name] for name in _ASKED})
        except ClubError as refusal:
            raise CommandError(f"{refusal} {refusal.pointer}".strip()) from refusal
        self.stdout.write(f"{club.name}: /c/{club.slug}/")


_ASKED = ("name", "organiser_name", "organiser_email", "slug", "time_zone", "language", "currency")


@transaction.atomic
def _create(*, organiser_email: str, **asked: str) -> Club:
    organiser = User.objects.filter(email__iexact=organiser_email).first()
    return services.create_club(organiser=organiser or User.objects.create_user(organiser_email), **asked)
