"""Seasons: from one date to another, and whose nights count together."""

import datetime

from django.db import transaction

from club.errors import Invalid
from club.models import Club
from club.permissions import Actor, May
from club.services.checks import clean_name, own_club
from games import standings
from games.models import Season


@transaction.atomic
def save_season(
    *, club: Club, name: str, starts: datetime.date, ends: datetime.date, actor: Actor, season: Season | None = None
) -> Season:
    """Make or change a season (both dates included) and rebuild its standings. Raises Invalid, Forbidden, NotFound."""
    actor.require(May.MANAGE_RULES)
    own_club(club, actor)
    if ends < starts:
        raise Invalid(pointer="/ends")
    season = season or Season(club=club)
    season.name, season.starts, season.ends = clean_name(name), starts, ends
    season.save()
    standings.rebuild(season)
    return season
