"""Personal access tokens: `Authorization: Bearer chc_pat_…`, shown once, stored as their sha256."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from club.errors import Invalid, NotFound
from club.models import AccessToken, User

PREFIX: Final = "chc_pat_"
USE_IS_NOTED_EVERY: Final = timedelta(minutes=1)


class Scope(StrEnum):
    """What a token may be used for. `admin` covers all; `score` and `books` cover reading what they write."""

    READ = "read"
    SCORE = "score"
    BOOKS = "books"
    ADMIN = "admin"


SCOPES: Final = tuple(scope.value for scope in Scope)


class TokenAuthentication(BaseAuthentication):
    """Signs in the user of a bearer token; `request.auth` is the AccessToken with its scopes."""

    keyword = "Bearer"

    def authenticate(self, request: Request) -> tuple[User, AccessToken] | None:
        keyword, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if keyword.lower() != self.keyword.lower():
            return None
        token = _valid_token(secret.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, revoked or expired."), code="token_invalid")
        _note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request | HttpRequest) -> str:
        return self.keyword


def issue_token(
    *, user: User, name: str, scopes: Iterable[str], expires_at: datetime | None = None
) -> tuple[AccessToken, str]:
    """Make a token and return it with its secret, which is shown this once. Raises Invalid (name, scopes)."""
    name = " ".join(name.split())
    if not 1 <= len(name) <= 60:
        raise Invalid(pointer="/name")
    wanted = sorted(set(scopes), key=str)
    if not wanted or not set(wanted) <= set(SCOPES):
        raise Invalid(pointer="/scopes")
    secret = PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        user=user, name=name, digest=digest_of(secret), scopes=wanted, expires_at=expires_at
    )
    return token, secret


def revoke_token(*, token: AccessToken, user: User) -> AccessToken:
    """Make one's own token useless from now on; twice is harmless. Raises NotFound for somebody else's."""
    if token.user_id != user.pk:
        raise NotFound
    AccessToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now())
    token.refresh_from_db()
    return token


def digest_of(secret: str) -> str:
    """Return what of a secret is stored; the secret has 256 random bits, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _valid_token(secret: str) -> AccessToken | None:
    if not secret.startswith(PREFIX):
        return None
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    tokens = AccessToken.objects.filter(unexpired, digest=digest_of(secret), revoked_at=None, user__is_active=True)
    return tokens.select_related("user").first()


def _note_use(token: AccessToken) -> None:
    """Note the use, at most once a minute, so that reading does not write each time."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= USE_IS_NOTED_EVERY:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now
