"""What gives programs access: tokens, and requests that are answered once."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.models.people import User


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
