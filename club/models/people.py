"""Who belongs to a club. Columns and constraints; no decisions."""

import uuid

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: object) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email__iexact=username)


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in with an e-mail address. What he may do in a club, his memberships say."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("e-mail"), unique=True)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)
    is_staff = models.BooleanField(_("may use the admin"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects = UserManager()
    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [models.UniqueConstraint(Lower("email"), name="user_email_any_case")]

    def __str__(self) -> str:
        return self.email


class Club(models.Model):
    """A club: its language, clock and currency, and the customs that are not house rules of play."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), unique=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="Europe/Budapest")
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    currency = models.CharField(
        _("currency"), max_length=3, default="EUR", help_text=_("ISO 4217 code, or PTS for points only")
    )
    own_answers_only = models.BooleanField(
        _("a player records only his own answers"),
        default=False,
        help_text=_("Otherwise anyone seated may record any act at his table."),
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    ORGANISER = "organiser", _("organiser")
    TREASURER = "treasurer", _("treasurer")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")
    MEMBER = "member", _("member")
    GUEST = "guest", _("guest")


class Member(models.Model):
    """A person in a club, with or without a user. Never deleted: retired, anonymised or merged."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, models.PROTECT, related_name="members", verbose_name=_("club"))
    user = models.ForeignKey(
        User, models.PROTECT, null=True, blank=True, related_name="memberships", verbose_name=_("user")
    )
    name = models.CharField(_("name"), max_length=60)
    email = models.EmailField(_("e-mail"), blank=True)
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.MEMBER)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, blank=True)
    mail_each_game = models.BooleanField(_("mail me each game's result"), default=False)
    mail_night = models.BooleanField(_("mail me the night's summary"), default=True)
    mail_month = models.BooleanField(_("mail me each month's statement"), default=True)
    joined_at = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True, editable=False)
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="merged",
        verbose_name=_("merged into"),
    )

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="member_once_a_club"
            ),
            models.CheckConstraint(condition=~Q(merged_into=models.F("id")), name="member_not_merged_into_self"),
            models.CheckConstraint(condition=~Q(name=""), name="member_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_active(self) -> bool:
        return self.retired_at is None and self.merged_into_id is None

    @property
    def person(self) -> "Member":
        """Who he is now: the member he was merged into, else himself."""
        return self.merged_into or self

    @property
    def person_id(self) -> uuid.UUID:
        return self.merged_into_id or self.id


class MemberEvent(models.Model):
    """The trace of what was done to a member: claimed, merged, taken apart, anonymised; by whom, and why."""

    class Kind(models.TextChoices):
        RETIRED = "retired", _("retired")
        RESTORED = "restored", _("brought back")
        CLAIMED = "claimed", _("claimed")
        MERGED = "merged", _("merged")
        UNMERGED = "unmerged", _("taken apart")
        ANONYMISED = "anonymised", _("anonymised")

    member = models.ForeignKey(Member, models.PROTECT, related_name="events", verbose_name=_("member"))
    kind = models.CharField(_("what"), max_length=10, choices=Kind.choices)
    other = models.ForeignKey(Member, models.PROTECT, null=True, related_name="+", verbose_name=_("with"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.member} {self.kind}"


class Claim(models.Model):
    """Somebody who signs in says that a guest's games are his own; an organiser answers."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        GRANTED = "granted", _("granted")
        REFUSED = "refused", _("refused")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    guest = models.ForeignKey(Member, models.PROTECT, related_name="claims", verbose_name=_("guest"))
    user = models.ForeignKey(User, models.PROTECT, related_name="claims", verbose_name=_("user"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    asked_at = models.DateTimeField(_("asked"), default=timezone.now)
    answered_at = models.DateTimeField(_("answered"), null=True)
    answered_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+", verbose_name=_("answered by"))

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["asked_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["guest", "user"], condition=Q(state="waiting"), name="claim_waits_once"),
            models.CheckConstraint(
                condition=Q(state="waiting", answered_at__isnull=True)
                | (~Q(state="waiting") & Q(answered_at__isnull=False)),
                name="claim_answered_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest} · {self.user}"
