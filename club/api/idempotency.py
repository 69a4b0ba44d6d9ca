"""The same POST twice is one POST: answers kept by `Idempotency-Key`, for one caller, for a day at least.

Acts at a table need none of this, their `command_id` is in the log. 409, 429 and 5xx are not kept.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from club.api.base import ApiView
from club.api.problems import MEDIA_TYPE
from club.api.reading import Malformed
from club.errors import CommandReused, Conflict
from club.models import ApiRequest

LONGEST_KEY: Final = 255
ABANDONED_AFTER: Final = timedelta(minutes=1)
KEPT_FOR: Final = timedelta(days=2)
RETRY_AFTER_S: Final = 2
REPLAYED: Final[Mapping[str, str]] = {"Idempotent-Replayed": "true"}
PASSING: Final = frozenset({409, 429})


class KeyMissing(Malformed):
    code = "idempotency_key_missing"
    sentence = _("This moves money: send an Idempotency-Key, so that repeating it does nothing twice.")


class KeyTooLong(Malformed):
    code = "idempotency_key_malformed"
    sentence = _("An Idempotency-Key has from 1 to 255 printable characters.")


class StillRunning(Conflict):
    code = "still_running"
    sentence = _("The first request with this Idempotency-Key is still running.")


def once(view: ApiView, request: Request, make: Callable[[], Response], *, required: bool) -> Response:
    """Return what `make` answers; the second time under the same key, return the answer that was kept.

    Raises KeyMissing when a key is `required`, CommandReused for another body, StillRunning.
    """
    key = _key_of(request, required)
    if key is None:
        return make()
    kept = _claimed(request, key)
    if kept.status is not None:
        media_type = MEDIA_TYPE if kept.status >= 400 else None
        return Response(kept.answer, kept.status, headers=REPLAYED, content_type=media_type)
    return _made(view, kept, make)


def command_of(request: Request) -> UUID:
    """Return the id of what a request under a key asks for: the same for the same request again.

    What nothing else keeps from being done twice stands under it, also where the answer was lost before it was kept.
    """
    return uuid5(NAMESPACE_URL, f"{_credential(request)} {_key_of(request, True)} {_digest(request)}")


def forget_old_answers() -> int:
    """Remove answers older than two days; return how many there were."""
    return ApiRequest.objects.filter(created_at__lt=timezone.now() - KEPT_FOR).delete()[0]


def _key_of(request: Request, required: bool) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is None and required:
        raise KeyMissing
    if key is not None and not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise KeyTooLong
    return key


def _claimed(request: Request, key: str) -> ApiRequest:
    """Return the request kept under the key, new or answered; it belongs to this caller until it is answered."""
    credential, digest = _credential(request), _digest(request)
    try:
        with transaction.atomic():
            return ApiRequest.objects.create(credential=credential, key=key, digest=digest)
    except IntegrityError:
        return _earlier(credential, key, digest)


def _earlier(credential: str, key: str, digest: str) -> ApiRequest:
    with transaction.atomic():
        kept = ApiRequest.objects.select_for_update().filter(credential=credential, key=key).first()
        if kept is None:  # answered in between, with something that is not kept
            raise StillRunning(retry_after=RETRY_AFTER_S)
        if kept.digest != digest:
            raise CommandReused
        if kept.status is None:
            _take_over(kept)
        return kept


def _take_over(kept: ApiRequest) -> None:
    """Go on in the place of a request that was cut off; what it did stands under its own domain key."""
    now = timezone.now()
    if kept.created_at > now - ABANDONED_AFTER:
        raise StillRunning(retry_after=RETRY_AFTER_S)
    kept.created_at = now
    kept.save(update_fields=["created_at"])


def _made(view: ApiView, kept: ApiRequest, make: Callable[[], Response]) -> Response:
    try:
        response = _answered(view, make)
    except BaseException:
        kept.delete()
        raise
    _keep(kept, response)
    return response


def _answered(view: ApiView, make: Callable[[], Response]) -> Response:
    """Return the answer or the problem; a bug is raised on."""
    try:
        return make()
    except Exception as error:
        return view.handle_exception(error)


def _keep(kept: ApiRequest, response: Response) -> None:
    if response.status_code in PASSING or response.status_code >= 500:
        kept.delete()
        return
    answer = json.loads(JSONRenderer().render(response.data))
    ApiRequest.objects.filter(pk=kept.pk).update(status=response.status_code, answer=answer)


def _credential(request: Request) -> str:
    token = getattr(request.auth, "pk", None)
    return f"token:{token}" if token else f"user:{request.user.pk}"


def _digest(request: Request) -> str:
    asked = f"{request.method} {request.get_full_path()}\n".encode() + request.body
    return hashlib.sha256(asked).hexdigest()
