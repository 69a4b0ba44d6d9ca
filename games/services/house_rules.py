"""A club's house rules as versions: what changes, changes for tables opened from then on."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict
from club.models import Club
from club.permissions import Actor, May
from club.services.checks import clean_name, own_club
from games.models import HouseRules
from games.rules.rule_sets import resolved
from games.rules.settings import Kind
from games.rules.settings_reader import kind_preset


class RulesOfAnotherKind(Conflict):
    """Raised when a new version would be for another kind of table than those before it."""

    code = "rules_of_another_kind"
    sentence = _("“{name}” are house rules for another kind of table; give these another name.")


@transaction.atomic
def save_house_rules(
    *, club: Club, name: str, settings: Mapping[str, object], actor: Actor, kind: Kind = Kind.CHOUETTE
) -> HouseRules:
    """Keep `settings` (a preset and what differs from it) as the next version of the club's rules called `name`.

    Raises Malformed, naming the key, for an unknown setting, a wrong value or an impossible combination;
    RulesOfAnotherKind, Invalid, Forbidden, NotFound.
    """
    actor.require(May.MANAGE_RULES)
    own_club(club, actor)
    name, rules = clean_name(name), resolved(settings, kind, pointer="/settings")
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # of two at once, the second is the version after
    last = HouseRules.objects.filter(club=club, name=name).order_by("version").last()
    if last is not None and last.kind != kind:
        raise RulesOfAnotherKind(pointer="/kind", name=name)
    return HouseRules.objects.create(
        club=club,
        name=name,
        version=last.version + 1 if last else 1,
        kind=kind,
        preset=str(settings.get("preset", kind_preset(kind))),
        settings=dict(rules.values),
        created_by_id=actor.user_id,
    )
