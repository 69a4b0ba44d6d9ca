"""How often one caller may write: a limit against floods, counted by each process for itself."""

from typing import Any, cast

from django.core.cache import BaseCache, caches
from django.utils.connection import ConnectionProxy
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle


class WriteThrottle(UserRateThrottle):
    """Limits writes by one user (or one address); reading is free."""

    cache = cast(BaseCache, ConnectionProxy(caches, "process"))
    scope = "writes"
    rate = "600/min"

    def allow_request(self, request: Request, view: Any) -> bool:
        return request.method in SAFE_METHODS or bool(super().allow_request(request, view))
