"""The cache counts tries and carries signs of life; when it is away the club goes on without it.

Nothing is kept only here. While it is away reads find nothing, what is written is lost and tries are not counted;
each time the log says so.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import ConnectionError as NoConnection
from redis.exceptions import TimeoutError as NoAnswer

log = logging.getLogger(__name__)
T = TypeVar("T")


class ForgivingRedisCache(RedisCache):
    """Redis or Valkey; sign-in and pages do not fall when it does."""

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return _or(True, super().add, *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return _or(default, super().get, key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> None:
        return _or(None, super().set, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> bool:
        return _or(False, super().touch, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return _or(False, super().delete, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return _or({}, super().get_many, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> bool:
        return _or(False, super().has_key, *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return _or(delta, super().incr, key, delta, version)


def _or(otherwise: T, call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
    """Return what the cache says, or `otherwise` when it cannot be asked."""
    try:
        return call(*args, **kwargs)
    except (NoConnection, NoAnswer) as away:
        log.warning("The cache is away: %s", away)
        return otherwise
