"""One's own personal access tokens: made in the site's session, listed, revoked."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.api import schema
from club.api.access import Scope, found, scopes_of, user_of
from club.api.base import ApiView
from club.api.views import PAGE, body_of
from club.api_auth import SCOPES, issue_token, revoke_token
from club.errors import Forbidden
from club.models import AccessToken


class SessionOnly(Forbidden):
    """Raised when a token is used to make a token."""

    code = "session_only"
    sentence = _("A token is made by somebody who is signed in on the site, not with another token.")


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), read_only=True)

    class Meta:
        model = AccessToken
        fields = ("id", "name", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
        read_only_fields = fields


class NewTokenSerializer(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=60)
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), min_length=1)
    expires_at = serializers.DateTimeField(required=False)


class MadeTokenSerializer(TokenSerializer):
    """A new token with its secret, which is shown this once."""

    secret = serializers.CharField(read_only=True)

    class Meta(TokenSerializer.Meta):
        fields = (*TokenSerializer.Meta.fields, "secret")  # type: ignore[assignment]
        read_only_fields = fields  # type: ignore[assignment]


class Tokens(ApiView):
    scope = Scope.ADMIN
    ordering = ("-created_at", "id")

    @extend_schema(operation_id="tokens", parameters=PAGE, responses=schema.paged("Token", TokenSerializer))
    def get(self, request: Request) -> Response:
        """Your tokens, the newest first; never their secrets."""
        mine = AccessToken.objects.filter(user=user_of(request))
        return self.page_of(request, mine, lambda token: TokenSerializer(token).data)

    @extend_schema(operation_id="make_token", request=NewTokenSerializer, responses={201: MadeTokenSerializer})
    def post(self, request: Request) -> Response:
        """Make a token; its secret is in this answer and nowhere else. Only from the site's own session."""
        if scopes_of(request) is not None:
            raise SessionOnly
        token, secret = issue_token(user=user_of(request), **body_of(NewTokenSerializer, request))
        return Response({**TokenSerializer(token).data, "secret": secret}, 201)


class OneToken(ApiView):
    scope = Scope.ADMIN

    @extend_schema(operation_id="revoke_token", responses={200: TokenSerializer})
    def delete(self, request: Request, token_id: UUID) -> Response:
        """Make a token useless from now on; twice is harmless."""
        user = user_of(request)
        token = revoke_token(token=found(AccessToken.objects.filter(user=user), token_id), user=user)
        return Response(TokenSerializer(token).data)
