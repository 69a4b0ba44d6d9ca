"""A club's house rules as versions: what changes, changes for tables opened from then on."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Max

from club.models import Club
from club.permissions import Actor, May
from club.services.checks import own_club
from games.models import HouseRules
from games.rules.settings import Kind
from games.rules.settings_reader import read_rules


@transaction.atomic
def save_house_rules(
    *, club: Club, name: str, settings: Mapping[str, object], actor: Actor, kind: Kind = Kind.CHOUETTE
) -> HouseRules:
    """Keep `settings` (a preset and what differs from it) as the next version of the club's rules called `name`.

    Raises Malformed, naming the key, for an unknown setting, a wrong value or an impossible combination; Forbidden,
    NotFound.
    """
    actor.require(May.MANAGE_RULES)
    own_club(club, actor)
    rules = read_rules(settings, kind)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # of two at once, the second is the version after
    last = HouseRules.objects.filter(club=club, name=name).aggregate(last=Max("version"))["last"] or 0
    return HouseRules.objects.create(
        club=club,
        name=name,
        version=last + 1,
        preset=str(settings.get("preset", "")),
        settings=rules.to_document(kind),
        created_by_id=actor.user_id,
    )
