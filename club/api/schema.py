"""What OpenAPI says of every operation: how errors are told, which headers may be sent, how lists are paged."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from club.api.pages import MOST
from club.api.problems import MEDIA_TYPE


class FaultSerializer(serializers.Serializer[Any]):
    """One thing wrong with a request."""

    pointer = serializers.CharField(allow_blank=True, help_text="JSON pointer into the request's body.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """An error, as RFC 9457 has it. `code` comes from a closed list and is never renamed."""

    type = serializers.CharField(help_text="urn:chouette-club:problem: and the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="One sentence in the language asked for.")
    code = serializers.CharField()
    values = serializers.DictField(
        child=serializers.JSONField(), help_text="What fills the sentence: names for seats, points as decimal text."
    )
    setting = serializers.DictField(
        child=serializers.JSONField(),
        required=False,
        allow_null=True,
        help_text="Of a refusal by the rules: the house rule behind it, its `value` and `sentence`; null for none.",
    )
    rule = serializers.DictField(
        child=serializers.CharField(), required=False, help_text="Of a refusal by the rules: its section of the rules."
    )
    errors = FaultSerializer(many=True)  # type: ignore[assignment]


LIMIT: Final = OpenApiParameter("limit", int, description=f"Rows a page, from 1 to {MOST}.")
CURSOR: Final = OpenApiParameter("cursor", str, description="From `next` or `previous` of another page.")
CLUB: Final = OpenApiParameter(
    "club", OpenApiTypes.UUID, description="Which of your clubs; may be left out by who has only one."
)
KEY: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="A key of your own for this request. The same key and body again: the same answer, done once.",
)
OPTIONAL_KEY: Final = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="As for what moves money; may be left out here."
)
IF_MATCH: Final = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag last seen; only its version counts."
)
IF_NONE_MATCH: Final = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The ETag last seen: 304 when nothing changed."
)


def paged(name: str, row: type[serializers.BaseSerializer[Any]]) -> Any:
    """Return the schema of one page of `row`."""
    fields: dict[str, Any] = {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": row(many=True),
    }
    return inline_serializer(f"{name}Page", fields)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a token is sent."""

    target_class = "club.api_auth.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A personal access token, chc_pat_…"}


class ApiSchema(AutoSchema):
    """Adds to every operation that anything not described otherwise is a problem, and its tag."""

    def get_tags(self) -> list[str]:
        """Return the first word of the path after the version."""
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            problem = self.resolve_serializer(ProblemSerializer, "response")
            operation["responses"]["default"] = {
                "description": "A problem: see the codes of `Problem`.",
                "content": {MEDIA_TYPE: {"schema": problem.ref}},
            }
        return operation
