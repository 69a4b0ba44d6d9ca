"""A night is opened here. Closing spans tables and books, so `games.services` closes and marks it here."""

import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.errors import Conflict, Invalid, NightClosed
from club.models import Club, Night, NightEvent, new_join_code
from club.permissions import Actor, May
from club.selectors import today_in
from club.services.checks import check_day, lock_night, own_club

EVENING_LASTS_UNTIL = datetime.time(6)
A_YEAR = datetime.timedelta(days=366)


class NightOpen(Conflict):
    """Raised when a night that is open is to be reopened."""

    code = "night_open"
    sentence = _("This night is already open.")


@transaction.atomic
def open_night(*, club: Club, actor: Actor, date: datetime.date | None = None, title: str = "") -> Night:
    """Open a night; left out, its date is this evening's in the club's zone. Raises Forbidden, NotFound, Invalid.

    A club may have several open nights: two rooms, or one that nobody closed. One may be opened for a day that is still
    to come, a year ahead at most: its games are dated by it. Raises DateOutOfRange.
    """
    actor.require(May.RUN_NIGHT)
    own_club(club, actor)
    title = " ".join(title.split())
    if len(title) > 80:
        raise Invalid(pointer="/title")
    if date is not None:
        check_day(date, last=today_in(club) + A_YEAR)
    night = Night.objects.create(
        club=club, date=date or evening_of(timezone.now(), club), title=title, join_code=_free_code()
    )
    _trace(night, NightEvent.Kind.OPENED, actor)
    return night


def evening_of(moment: datetime.datetime, club: Club) -> datetime.date:
    """Return the date of the evening a moment belongs to: until six in the morning it is still yesterday's."""
    local = moment.astimezone(ZoneInfo(club.time_zone))
    return local.date() - datetime.timedelta(days=local.time() < EVENING_LASTS_UNTIL)


@transaction.atomic
def mark_closed(*, night: Night, actor: Actor) -> Night:
    """Mark an open night closed, under its lock; of two at once the second gets NightClosed."""
    actor.require(May.RUN_NIGHT)
    night = lock_night(night.id, actor)
    if not night.is_open:
        raise NightClosed
    night.state, night.closed_at = Night.State.CLOSED, timezone.now()
    night.save(update_fields=["state", "closed_at"])
    _trace(night, NightEvent.Kind.CLOSED, actor)
    return night


@transaction.atomic
def mark_reopened(*, night: Night, reason: str, actor: Actor) -> Night:
    """Mark a closed night open again, with a reason. Raises Invalid without one, NightOpen."""
    actor.require(May.RUN_NIGHT)
    reason = " ".join(reason.split())
    if not 1 <= len(reason) <= 200:
        raise Invalid(_("A night is reopened with a reason of at most 200 letters."), pointer="/reason")
    night = lock_night(night.id, actor)
    if night.is_open:
        raise NightOpen
    night.state, night.closed_at = Night.State.OPEN, None
    night.save(update_fields=["state", "closed_at"])
    _trace(night, NightEvent.Kind.REOPENED, actor, reason)
    return night


def _trace(night: Night, kind: NightEvent.Kind, actor: Actor, reason: str = "") -> None:
    NightEvent.objects.create(night=night, kind=kind, reason=reason, by_id=actor.user_id)


def _free_code() -> str:
    """Return a join code that no night has; the unique index has the last word."""
    while Night.objects.filter(join_code=(code := new_join_code())).exists():
        pass
    return code
