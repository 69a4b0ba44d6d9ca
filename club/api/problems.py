"""Every error of the API as `application/problem+json` (RFC 9457), through one door.

An app that has errors of its own says how they are told: `@told.register(ItsError)`. What nobody tells is a bug.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from http import HTTPStatus
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions as drf
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from club.errors import ClubError

MEDIA_TYPE: Final = "application/problem+json"
CODE_OF: Final[Mapping[type[drf.APIException], str]] = {
    drf.ValidationError: "malformed",
    drf.ParseError: "malformed",
    drf.NotAuthenticated: "not_authenticated",
    drf.AuthenticationFailed: "not_authenticated",
    drf.PermissionDenied: "forbidden",
    drf.NotFound: "not_found",
    drf.MethodNotAllowed: "method_not_allowed",
    drf.NotAcceptable: "not_acceptable",
    drf.UnsupportedMediaType: "unsupported_media_type",
    drf.Throttled: "throttled",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a request: a JSON pointer to it, a code and a sentence."""

    pointer: str
    code: str
    detail: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What the client is told: status, stable code, one sentence with its values, and what is wrong where."""

    status: int
    code: str
    detail: str
    faults: Sequence[Fault] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    more: Mapping[str, object] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def document(self) -> dict[str, object]:
        """Return the body, in the members of RFC 9457 and our own."""
        faults = [{"pointer": one.pointer, "code": one.code, "detail": one.detail} for one in self.faults]
        return {
            "type": f"urn:chouette-club:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "values": dict(self.values),
            "errors": faults,
            **self.more,
        }


def problem(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer that tells an error to the client, or None for a bug: that is logged and answered 500."""
    found = told(error, context)
    if found is None:
        return None
    if context.get("request") is not None:
        context["request"].accepted_renderer = JSONRenderer()
        context["request"].accepted_media_type = JSONRenderer.media_type
    return Response(found.document(), found.status, headers=found.headers, content_type=MEDIA_TYPE)


@singledispatch
def told(error: Exception, context: Mapping[str, Any]) -> Problem | None:
    """Return how an error is told; None where nobody registered it."""
    return None


@told.register
def _tell_club_error(error: ClubError, context: Mapping[str, Any]) -> Problem:
    faults = [Fault(error.pointer, error.code, error.detail)] if error.pointer else []
    headers = _retry(error.values.get("retry_after"))
    return Problem(error.status, error.code, error.detail, faults, _plain(error.values), headers=headers)


def _plain(values: Mapping[str, object]) -> dict[str, object]:
    """Return values as JSON has them: whole numbers and flags as they are, everything else as text."""
    return {key: value if value is None or isinstance(value, int) else str(value) for key, value in values.items()}


def _retry(wait_s: Any) -> dict[str, str]:
    return {} if wait_s is None else {"Retry-After": str(max(1, int(wait_s)))}


@told.register
def _tell_404(error: Http404, context: Mapping[str, Any]) -> Problem | None:
    return told(drf.NotFound(), context)


@told.register
def _tell_denied(error: PermissionDenied, context: Mapping[str, Any]) -> Problem | None:
    return told(drf.PermissionDenied(), context)


@told.register
def _tell_too_big(error: RequestDataTooBig, context: Mapping[str, Any]) -> Problem:
    return Problem(413, "body_too_large", str(_("The body is too large.")))


@told.register
def _tell_drf(error: drf.APIException, context: Mapping[str, Any]) -> Problem:
    code = next((CODE_OF[kind] for kind in type(error).__mro__ if kind in CODE_OF), "malformed")
    faults = list(_faults(error.detail, "")) if isinstance(error, drf.ValidationError) else []
    detail = faults[0].detail if faults else str(error.detail)
    return Problem(error.status_code, code, detail, faults, headers=_headers(error))


def _faults(detail: Any, pointer: str) -> Iterator[Fault]:
    """Walk what DRF found wrong, field by field, and point to each place in the body."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            yield from _faults(inner, pointer if key == "non_field_errors" else f"{pointer}/{key}")
    elif isinstance(detail, list):
        for at, inner in enumerate(detail):
            yield from _faults(inner, pointer if isinstance(inner, str) else f"{pointer}/{at}")
    else:
        yield Fault(pointer, getattr(detail, "code", "invalid"), str(detail))


def _headers(error: drf.APIException) -> dict[str, str]:
    challenge = getattr(error, "auth_header", None)
    challenged = {"WWW-Authenticate": str(challenge)} if challenge else {}
    return {**challenged, **_retry(getattr(error, "wait", None))}
