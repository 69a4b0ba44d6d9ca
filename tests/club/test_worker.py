"""The outbox with real parts: a Valkey, a Celery worker and beat as processes, and each of them away for a while."""

import logging
import time

import pytest
from django.db import transaction

from club import outbox, services
from club.models import Mail, OutboxMessage, Role
from tests.club import cast

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club(transactional_db):
    return cast.club()


def invite(club, name):
    return services.invite(
        club=club, name=name, email=f"{name.lower()}@budai.example", role=Role.MEMBER, actor=cast.organiser_of(club)
    )


def all_sent(count):
    return Mail.objects.filter(sent_at__isnull=False).count() == count


def addressees(product):
    return [message["To"] for message in product.mails()]


def test_a_commit_wakes_the_worker_which_tells_and_sends(celery_worker_process, club, eventually):
    invite(club, "Bela")
    eventually(lambda: all_sent(1))
    [message] = celery_worker_process.mails()
    assert message["To"] == "bela@budai.example"
    assert message["Message-ID"] == Mail.objects.get().message_id
    assert not OutboxMessage.objects.filter(delivered_at=None).exists()


def test_a_rolled_back_invitation_is_never_told(celery_worker_process, club, eventually):
    with pytest.raises(RollBack), transaction.atomic():
        invite_and_roll_back(club)
    invite(club, "Csaba")
    eventually(lambda: all_sent(1))
    assert addressees(celery_worker_process) == ["csaba@budai.example"]


class RollBack(Exception):
    pass


def invite_and_roll_back(club):
    invite(club, "Bela")
    raise RollBack


def test_what_is_done_while_the_broker_is_away_is_told_when_it_is_back(
    celery_worker_process, broker, club, eventually, caplog
):
    broker.stop()
    started = time.monotonic()
    with caplog.at_level(logging.WARNING, logger="club.outbox"):
        invite(club, "Bela")
    assert time.monotonic() - started < 1.5
    assert "the broker is away" in caplog.text
    assert not Mail.objects.exists()
    broker.start()
    start_beat(celery_worker_process)
    eventually(lambda: all_sent(1), timeout_s=40)
    assert addressees(celery_worker_process) == ["bela@budai.example"]


def start_beat(product):
    product.start("beat", "celery", "-A", "club", "beat", "-l", "INFO", "--schedule", str(product.directory / "beat"))


def test_what_is_done_while_no_worker_runs_is_told_when_one_comes(product, club, eventually):
    for name in ("Bela", "Csaba"):
        invite(club, name)
    assert not Mail.objects.exists()
    product.start_worker()
    eventually(lambda: all_sent(2))
    assert sorted(addressees(product)) == ["bela@budai.example", "csaba@budai.example"]


def test_threads_that_relay_and_send_at_once_send_each_mail_once(product, club, eventually):
    for name in ("Bela", "Csaba", "Dora", "Ede", "Feri", "Geza"):
        invite(club, name)
    product.start_worker()
    for _wake in range(8):
        outbox.wake_on_commit(outbox.RELAY_TASK)
        outbox.wake_on_commit("club.tasks.send_pending_mail")
    eventually(lambda: all_sent(6))
    time.sleep(1)
    assert len(addressees(product)) == len(set(addressees(product))) == 6
