import pytest
from django.test import RequestFactory

from club.tries import JOIN_TRIES, TooManyTries, count_join_try


def asked_from(address):
    return RequestFactory().post("/join/", REMOTE_ADDR=address)


def test_the_eleventh_try_of_a_code_in_a_minute_is_refused(monkeypatch):
    monkeypatch.setattr("time.time", lambda: 1000 * 60 + 15)
    for _try in range(JOIN_TRIES):
        count_join_try(asked_from("192.0.2.1"))
    with pytest.raises(TooManyTries) as refusal:
        count_join_try(asked_from("192.0.2.1"))
    assert refusal.value.status == 429
    assert refusal.value.values["retry_after"] == 45
    count_join_try(asked_from("192.0.2.2"))
    monkeypatch.setattr("time.time", lambda: 1001 * 60)
    count_join_try(asked_from("192.0.2.1"))


def test_tries_are_counted_in_a_real_cache(broker):
    for _try in range(JOIN_TRIES):
        count_join_try(asked_from("192.0.2.3"))
    with pytest.raises(TooManyTries):
        count_join_try(asked_from("192.0.2.3"))


def test_without_a_cache_nobody_is_kept_out(settings):
    settings.CACHES = {"default": {"BACKEND": "club.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    for _try in range(2 * JOIN_TRIES):
        count_join_try(asked_from("192.0.2.1"))
