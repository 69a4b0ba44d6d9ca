"""The outbox: with the commit or not at all, each consumer once, and one that fails alone."""

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.transaction import TransactionManagementError
from django.utils import timezone

from club import outbox
from club.models import Club, OutboxMessage


@pytest.fixture
def heard():
    """What two consumers of the topic `test.said` have heard."""
    heard = {"ear": [], "other": []}
    with (
        outbox.listening("test.said", lambda payload, key: heard["ear"].append((key, payload)), name="ear"),
        outbox.listening("test.said", lambda payload, key: heard["other"].append((key, payload)), name="other"),
    ):
        yield heard


def say(key="k1", **payload):
    with transaction.atomic():
        outbox.enqueue(key=key, topic="test.said", payload=payload)


class RollBack(Exception):
    pass


@transaction.atomic
def say_and_roll_back():
    outbox.enqueue(key="k", topic="test.said", payload={})
    raise RollBack


@pytest.mark.django_db
def test_every_consumer_hears_once_what_was_enqueued(heard):
    say(n=1)
    assert outbox.relay() == 2
    assert heard == {"ear": [("k1", {"n": 1})], "other": [("k1", {"n": 1})]}


@pytest.mark.django_db
def test_relaying_again_tells_nothing_again(heard):
    say()
    outbox.relay()
    assert outbox.relay() == 0
    assert len(heard["ear"]) == 1


@pytest.mark.django_db
def test_the_same_key_enqueued_twice_is_told_once_also_after_delivery(heard):
    say()
    say()
    outbox.relay()
    say()
    assert outbox.relay() == 0
    assert len(heard["ear"]) == 1


@pytest.mark.django_db
def test_enqueueing_costs_one_query(heard, django_assert_num_queries):
    with transaction.atomic(), django_assert_num_queries(1):
        outbox.enqueue(key="k", topic="test.said", payload={})


@pytest.mark.django_db
def test_a_transaction_that_is_rolled_back_leaves_nothing_to_tell(heard):
    with pytest.raises(RollBack):
        say_and_roll_back()
    assert not OutboxMessage.objects.exists()
    assert outbox.relay() == 0


@pytest.mark.django_db
def test_a_topic_that_nobody_hears_is_a_bug():
    with pytest.raises(outbox.UnknownTopic), transaction.atomic():
        outbox.enqueue(key="k", topic="test.misspelt", payload={})
    assert not OutboxMessage.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_enqueueing_outside_a_transaction_is_a_bug(heard):
    with pytest.raises(TransactionManagementError):
        outbox.enqueue(key="k", topic="test.said", payload={})
    assert not OutboxMessage.objects.exists()


@pytest.mark.django_db
def test_a_poisoned_row_is_put_off_and_the_others_are_told(heard):
    def refuse(payload, key):
        raise ValueError("poison")

    with outbox.listening("test.said", refuse, name="a-poisoned"):
        say("k1")
        say("k2")
        assert outbox.relay() == 4
        assert [key for key, _payload in heard["ear"]] == ["k1", "k2"]
        poisoned = OutboxMessage.objects.filter(consumer="a-poisoned")
        assert [(row.attempts, row.last_error, row.delivered_at) for row in poisoned] == [
            (1, "ValueError: poison", None)
        ] * 2
        assert all(row.available_at > timezone.now() for row in poisoned)


@pytest.mark.django_db
def test_a_consumer_that_failed_is_told_again_alone_and_what_it_half_wrote_is_gone(heard):
    tries = []

    def writes_then_fails_once(payload, key):
        tries.append(key)
        Club.objects.create(name="half", slug=f"half-{len(tries)}")
        if len(tries) == 1:
            raise ValueError("not yet")

    with outbox.listening("test.said", writes_then_fails_once, name="slow"):
        say()
        outbox.relay()
        assert not Club.objects.exists()
        OutboxMessage.objects.filter(delivered_at=None).update(available_at=timezone.now())
        assert outbox.relay() == 1
    assert [club.slug for club in Club.objects.all()] == ["half-2"]
    assert len(heard["ear"]) == len(heard["other"]) == 1


@pytest.mark.django_db
def test_a_row_whose_consumer_is_gone_waits_with_its_error(heard):
    with outbox.listening("test.said", lambda payload, key: None, name="gone-tomorrow"):
        say()
    outbox.relay()
    row = OutboxMessage.objects.get(delivered_at=None)
    assert row.consumer == "gone-tomorrow"
    assert "gone-tomorrow" in row.last_error


def test_the_pause_doubles_up_to_an_hour():
    waits = [outbox.wait_before_try(attempts) for attempts in (1, 2, 3, 11, 12, 500)]
    seconds = [wait / timedelta(seconds=1) for wait in waits]
    assert seconds == [2, 4, 8, 2048, 3600, 3600]


@pytest.mark.django_db
def test_a_transaction_wakes_the_relay_once(heard, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as callbacks:
        say("k1")
        say("k2")
    assert len(callbacks) == 1


@pytest.mark.django_db
def test_a_savepoint_that_is_rolled_back_takes_its_wake_along_but_not_a_later_one(
    heard, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks() as callbacks:
        with pytest.raises(RollBack):
            say_and_roll_back()
        assert connection.run_on_commit == []
        say("k2")
    assert len(callbacks) == 1
