"""The evenings a club plays, and who came."""

import secrets
import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.formats import night_name
from club.models.people import Club, Member, User

JOIN_CODE_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # no I, O, Q: they are misread across a table


def new_join_code() -> str:
    return "".join(secrets.choice(JOIN_CODE_LETTERS) for _position in range(6))


class Night(models.Model):
    """An evening of play. `date` is the evening's, also past midnight, and dates what it posts to the books."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="nights", verbose_name=_("club"))
    title = models.CharField(_("title"), max_length=80, blank=True)
    date = models.DateField(_("date"))
    state = models.CharField(_("state"), max_length=6, choices=State.choices, default=State.OPEN, editable=False)
    join_code = models.CharField(_("join code"), max_length=8, unique=True, default=new_join_code, editable=False)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now, editable=False)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("night")
        verbose_name_plural = _("nights")
        ordering = ["-date", "-opened_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True) | Q(state="closed", closed_at__isnull=False),
                name="night_closed_has_its_time",
            )
        ]

    def __str__(self) -> str:
        return night_name(self.title, self.date)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class NightEvent(models.Model):
    """The trace of a night: opened, closed, reopened (with its reason), and by whom."""

    class Kind(models.TextChoices):
        OPENED = "opened", _("opened")
        CLOSED = "closed", _("closed")
        REOPENED = "reopened", _("reopened")

    night = models.ForeignKey(Night, models.PROTECT, related_name="events")
    kind = models.CharField(_("what"), max_length=8, choices=Kind.choices)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["at", "id"]
        constraints = [
            models.CheckConstraint(condition=~Q(kind="reopened") | ~Q(reason=""), name="reopening_needs_a_reason")
        ]

    def __str__(self) -> str:
        return f"{self.night} {self.kind}"


class Attendance(models.Model):
    """Who came to a night. A guest asks by the join code (`waiting`) and the organiser lets him in."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PRESENT = "present", _("present")
        LEFT = "left", _("left")
        REFUSED = "refused", _("refused")

    night = models.ForeignKey(Night, models.PROTECT, related_name="attendances")
    member = models.ForeignKey(Member, models.PROTECT, related_name="attendances", verbose_name=_("member"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.PRESENT)
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("who came")
        ordering = ["since", "id"]
        constraints = [models.UniqueConstraint(fields=["night", "member"], name="attends_a_night_once")]

    def __str__(self) -> str:
        return f"{self.member} · {self.night}"

    @property
    def person(self) -> Member:
        """Who came, as the person he is now."""
        return self.member.person
