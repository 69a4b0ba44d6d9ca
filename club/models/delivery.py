"""What is to be told after a commit: rows of the outbox, and mails."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models.people import Member


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
