"""How often one caller may write, and how often he may try a join code."""

import logging
from typing import Any

import redis
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

log = logging.getLogger(__name__)


class WriteThrottle(UserRateThrottle):
    """Limits writes by one user; reading is free. Without the cache it counts nobody: the evening goes on."""

    scope = "writes"
    rate = "600/min"

    def allow_request(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or self._counted(request, view)

    def _counted(self, request: Request, view: Any) -> bool:
        try:
            return bool(super().allow_request(request, view))
        except redis.RedisError as error:
            log.warning("Requests are not counted, the cache is away: %s", error)
            return True


class JoinCodeThrottle(WriteThrottle):
    """Limits guesses of join codes, reading included."""

    scope = "join-codes"
    rate = "20/min"

    def allow_request(self, request: Request, view: Any) -> bool:
        return self._counted(request, view)
