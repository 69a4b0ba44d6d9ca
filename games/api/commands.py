"""One POST of acts, read: an envelope with several, or one bare act with its command id beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from club.api.reading import Malformed, expected_version, uuid_of

MOST_ACTS: Final = 200
ENVELOPE: Final = frozenset({"command_id", "expected_version", "actions"})


class CommandIdMissing(Malformed):
    """Raised when acts come without the id that makes repeating them harmless."""

    code = "command_id_missing"
    sentence = _("Send a command_id: a UUID made when the button was drawn, the same when the request is repeated.")


@dataclass(frozen=True, slots=True)
class Command:
    """Acts to be recorded together, under one id, from one version on."""

    id: UUID
    expected_version: int | None
    actions: Sequence[Mapping[str, object]]
    is_bare: bool


def read_command(request: Request) -> Command:
    """Return what a POST asks for; raise Malformed, naming the place, when it cannot be read."""
    body: Mapping[str, Any] = dict(request.data)
    if body.get("command_id") is None:
        raise CommandIdMissing(pointer="/command_id")
    is_bare = "do" in body
    return Command(
        id=uuid_of(body["command_id"], "/command_id"),
        expected_version=version_expected(body, request),
        actions=[_without_envelope(body)] if is_bare else _actions(body),
        is_bare=is_bare,
    )


def _without_envelope(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the bare act; `actions` belongs to it, since an amendment has such a key of its own."""
    return {key: value for key, value in body.items() if key not in {"command_id", "expected_version"}}


def _actions(body: Mapping[str, Any]) -> Sequence[Mapping[str, object]]:
    for key in body.keys() - ENVELOPE:
        raise Malformed(_("“{key}” is not known here."), pointer=f"/{key}", key=key)
    actions = body.get("actions")
    if not isinstance(actions, list) or not 1 <= len(actions) <= MOST_ACTS:
        raise Malformed(_("A list of 1 to {most} actions is needed here."), pointer="/actions", most=MOST_ACTS)
    for at, action in enumerate(actions):
        if not isinstance(action, dict):
            raise Malformed(_("An action is an object with “do”."), pointer=f"/actions/{at}")
    return actions


def version_expected(body: Mapping[str, Any], request: Request) -> int | None:
    """Return the version that the body or `If-Match` expects; both may say it, when they agree."""
    written, tag = body.get("expected_version"), expected_version(request)
    if written is not None and (type(written) is not int or written < 0):
        raise Malformed(_("A whole number is needed here."), pointer="/expected_version")
    if None not in (written, tag) and written != tag:
        raise Malformed(_("If-Match and expected_version differ."), pointer="/expected_version")
    return tag if written is None else written
