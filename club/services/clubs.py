"""A club comes into being with its first organiser."""

import re
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, Invalid
from club.models import Club, Member, Role, User
from club.services.checks import check_language, clean_name
from club.services.people import set_staff


class SlugTaken(Conflict):
    """Raised when another club already has that address."""

    code = "slug_taken"
    sentence = _("Another club already has the address “{slug}”.")


@transaction.atomic
def create_club(
    *,
    name: str,
    organiser: User,
    organiser_name: str,
    slug: str = "",
    time_zone: str = "Europe/Budapest",
    language: str = settings.LANGUAGE_CODE,
    currency: str = "EUR",
) -> Club:
    """Create a club with `organiser` as its first organiser. Raises Invalid with a pointer, SlugTaken.

    Nobody's role is asked: only commands and superusers make clubs.
    """
    club = Club(
        name=clean_name(name),
        slug=slug or slugify(name),
        time_zone=_known_zone(time_zone),
        language=check_language(language),
        currency=_currency(currency),
    )
    if not re.fullmatch(r"[-a-z0-9]{1,50}", club.slug):
        raise Invalid(pointer="/slug")
    if Club.objects.filter(slug=club.slug).exists():
        raise SlugTaken(slug=club.slug)
    club.save(force_insert=True)
    Member.objects.create(
        club=club, user=organiser, name=clean_name(organiser_name), email=organiser.email, role=Role.ORGANISER
    )
    set_staff(organiser)
    return club


def _known_zone(time_zone: str) -> str:
    if time_zone not in available_timezones():
        raise Invalid(pointer="/time_zone")
    return time_zone


def _currency(currency: str) -> str:
    if not re.fullmatch(r"[A-Z]{3}", currency):
        raise Invalid(pointer="/currency")
    return currency
