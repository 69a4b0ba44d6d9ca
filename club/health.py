"""What a load balancer and a worried host ask: are database, broker and worker there?

Without the database nothing works; without the broker, mail, standings and live tables wait: either answers 503. A
worker that is away is told and fails nothing. Its heartbeat is sent by beat, so it speaks for both.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from typing import Final

import redis
from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

TIMEOUT_S: Final = 2.0
HEARTBEAT: Final = "club:heartbeat"
HEARTBEAT_EVERY_S: Final = 20
AWAY_AFTER_S: Final = 3 * HEARTBEAT_EVERY_S

# A check that hangs keeps its thread; when all hang, the next ones wait here until they count as away.
_checks: Final = ThreadPoolExecutor(max_workers=6, thread_name_prefix="health")


@shared_task(name="club.heartbeat", ignore_result=True, expires=HEARTBEAT_EVERY_S)
def heartbeat() -> None:
    """Leave a sign of life in the cache: beat sent this, the broker carried it and a worker ran it."""
    cache.set(HEARTBEAT, time.time(), timeout=None)


@worker_ready.connect
def _first_heartbeat(**_signal: object) -> None:
    heartbeat()


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer what is there, each within two seconds; 503 when database or broker is away."""
    found = {"database": _told(_database), "broker": _told(_broker), "worker": _told(_worker)}
    is_well = found["database"] == found["broker"] == "ok"
    return JsonResponse(found, status=200 if is_well else 503)


def _told(check: Callable[[], str]) -> str:
    try:
        return _checks.submit(check).result(TIMEOUT_S)
    except (TooSlow, DatabaseError, redis.RedisError):
        return "unknown" if check is _worker else "away"


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()  # this thread's own
    return "ok"


def _broker() -> str:
    with redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=TIMEOUT_S, socket_timeout=TIMEOUT_S) as client:
        client.ping()
    return "ok"


def _worker() -> str:
    last = cache.get(HEARTBEAT)
    if last is None:
        return "unknown"
    return "ok" if time.time() - last < AWAY_AFTER_S else "away"
