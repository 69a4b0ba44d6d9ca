"""/healthz tells database, broker and worker apart."""

import time

import pytest
from django.core.cache import cache
from django.test import Client

from club import health
from tests.servers.product import Product
from tests.servers.valkey import Valkey

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_is_well_when_database_broker_and_worker_are_there(client: Client, broker: Valkey):
    health.heartbeat()

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()) == (200, {"database": "ok", "broker": "ok", "worker": "ok"})


def test_without_a_broker_the_probe_fails_quickly_and_says_so(client: Client, broker: Valkey):
    broker.stop()
    started = time.monotonic()

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()) == (503, {"database": "ok", "broker": "away", "worker": "unknown"})
    assert time.monotonic() - started < 5


@pytest.mark.postgres
def test_without_a_database_the_probe_fails_and_says_so(client: Client, broker: Valkey, monkeypatch):
    from django.db import connections

    monkeypatch.setitem(connections.settings["default"], "NAME", "a_database_that_is_not_there")

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["database"], answer.json()["broker"]) == (503, "away", "ok")


@pytest.mark.parametrize(("age_s", "told"), [(0, "ok"), (health.AWAY_AFTER_S + 1, "away")])
def test_a_silent_worker_is_told_and_fails_nothing(client: Client, broker: Valkey, age_s: float, told: str):
    cache.set(health.HEARTBEAT, time.time() - age_s, timeout=None)

    answer = client.get("/healthz")

    assert (answer.status_code, answer.json()["worker"]) == (200, told)


def test_a_worker_that_was_never_heard_is_unknown(client: Client, broker: Valkey):
    assert client.get("/healthz").json()["worker"] == "unknown"


def test_the_probe_cannot_be_posted_to(client: Client):
    assert client.post("/healthz").status_code == 405


def test_a_real_worker_is_heard_as_soon_as_it_is_ready(client: Client, celery_worker_process: Product, eventually):
    eventually(lambda: client.get("/healthz").json()["worker"] == "ok")


def test_a_task_published_here_is_run_by_the_worker(celery_worker_process: Product, eventually):
    cache.delete(health.HEARTBEAT)

    health.heartbeat.delay()

    eventually(lambda: cache.get(health.HEARTBEAT))
