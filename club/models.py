"""People and nights: who belongs to a club, and the evenings it plays. Columns and constraints; no decisions."""

import secrets
import uuid

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.formats import night_name

JOIN_CODE_LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"  # no I, O, Q: they are misread across a table


def new_join_code() -> str:
    return "".join(secrets.choice(JOIN_CODE_LETTERS) for _position in range(6))


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


class AccessToken(models.Model):
    """A personal access token `chc_pat_…`: shown once, stored as its sha256, scoped and revocable."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="access_tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)
    expires_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    def __str__(self) -> str:
        return self.name


class ApiRequest(models.Model):
    """A POST under an `Idempotency-Key`: its answer is kept, and given again to the same request of the same caller."""

    credential = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["credential", "key"], name="api_request_once")]

    def __str__(self) -> str:
        return f"{self.credential} {self.key}"


class OutboxMessage(models.Model):
    """Something one consumer is to be told after the commit that wrote it; key and consumer once, for ever."""

    key = models.CharField(_("key"), max_length=160)
    consumer = models.CharField(_("consumer"), max_length=80)
    topic = models.CharField(_("topic"), max_length=40)
    payload = models.JSONField()
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    available_at = models.DateTimeField(_("next try"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    last_error = models.TextField(blank=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("outbox")
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["key", "consumer"], name="outbox_told_once")]
        indexes = [
            models.Index(fields=["available_at", "id"], condition=Q(delivered_at__isnull=True), name="outbox_pending")
        ]

    def __str__(self) -> str:
        return f"{self.topic} {self.key} → {self.consumer}"


class Mail(models.Model):
    """One mail to one member, written once under its key, tried until the mail server takes it.

    `available_at` is when it may be tried (again): whoever sends moves it first, so that two never send at once.
    """

    key = models.CharField(max_length=200, unique=True)
    member = models.ForeignKey(Member, models.PROTECT, related_name="mails", verbose_name=_("member"))
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    html = models.TextField()
    message_id = models.CharField(_("message id"), max_length=200, unique=True)
    file_name = models.CharField(_("attached file"), max_length=80, blank=True)
    file_text = models.TextField(blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    available_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("tries"), default=0)
    last_error = models.TextField(_("last error"), blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True)
    given_up_at = models.DateTimeField(_("given up"), null=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(given_up_at__isnull=True), name="mail_sent_or_given_up"
            )
        ]
        indexes = [
            models.Index(
                fields=["available_at", "id"],
                condition=Q(sent_at__isnull=True, given_up_at__isnull=True),
                name="mail_pending",
            )
        ]

    def __str__(self) -> str:
        return self.subject
