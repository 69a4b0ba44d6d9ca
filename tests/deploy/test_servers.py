"""The servers that the tests themselves stand on."""

import pytest
from django.db import connection

from club.models import Club
from tests.servers.valkey import Valkey


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_test_marked_postgres_runs_on_postgresql():
    assert connection.vendor == "postgresql"


@pytest.mark.django_db(transaction=True)
def test_another_thread_sees_what_a_transactional_test_wrote(run_in_thread):
    Club.objects.create(name="Thursday", slug="thursday")

    assert run_in_thread(Club.objects.count) == 1


def test_a_broker_can_be_taken_away_and_brought_back(valkey: Valkey):
    valkey.stop()
    gone = valkey.answers()
    valkey.start()

    assert (gone, valkey.answers()) == (False, True)
