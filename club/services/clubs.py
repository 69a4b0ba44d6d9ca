"""A club comes into being with its first organiser, who may change its customs."""

import re
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from club.currencies import check_currency
from club.errors import Conflict, Invalid
from club.models import Club, Member, Role, User
from club.permissions import Actor, May
from club.services.checks import check_language, clean_name, own_club
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
    """Create a club with `organiser` as its first organiser. Raises Invalid with a pointer, WrongCurrency, SlugTaken.

    Nobody's role is asked: only commands and superusers make clubs.
    """
    club = Club(
        name=clean_name(name),
        slug=slug or slugify(name),
        time_zone=_known_zone(time_zone),
        language=check_language(language),
        currency=check_currency(currency),
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


@transaction.atomic
def change_club(
    *,
    club: Club,
    actor: Actor,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
    currency: str | None = None,
    own_answers_only: bool | None = None,
) -> Club:
    """Change a club's name and customs from now on; None leaves one as it is.

    Raises Forbidden, NotFound, Invalid, WrongCurrency.
    """
    actor.require(May.MANAGE_RULES)
    own_club(club, actor)
    club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    club.name = club.name if name is None else clean_name(name)
    club.time_zone = club.time_zone if time_zone is None else _known_zone(time_zone)
    club.language = club.language if language is None else check_language(language)
    club.currency = club.currency if currency in (None, club.currency) else check_currency(currency)
    club.own_answers_only = club.own_answers_only if own_answers_only is None else own_answers_only
    club.save()
    return club


def _known_zone(time_zone: str) -> str:
    if time_zone not in available_timezones():
        raise Invalid(pointer="/time_zone")
    return time_zone
