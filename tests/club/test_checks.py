"""What can be wrong before anybody plays: checks, migrations, tasks that beat calls, consumers that nobody loads."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import call_command

from club import outbox, tasks


@pytest.mark.django_db
def test_djangos_own_checks_find_nothing():
    call_command("check", fail_level="WARNING")


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say():
    call_command("makemigrations", "club", check=True, dry_run=True, verbosity=0)


AS_A_WORKER = """
import django; django.setup()
from club.celery import app
app.loader.import_default_modules()
print(*app.tasks)
"""


def test_every_task_of_beat_exists_in_a_worker():
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "club.settings"}
    worker = [sys.executable, "-c", AS_A_WORKER]
    found = subprocess.run(worker, check=True, capture_output=True, text=True, env=env, cwd=settings.BASE_DIR)
    called = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    ours = {"club.tasks.relay_outbox", "club.tasks.send_pending_mail", "club.tasks.send_mail"}
    assert called | ours <= set(found.stdout.split())


def test_every_topic_has_its_consumers_as_soon_as_the_apps_are_ready():
    heard = {"member.invited", "books.finding", "game.finished", "game.corrected", "night.closed"}
    assert heard <= set(outbox.topics())


@pytest.mark.parametrize("task", [tasks.relay_outbox, tasks.send_pending_mail, tasks.send_mail])
def test_a_task_whose_worker_crashed_is_run_again(task):
    assert task.acks_late
    assert task.reject_on_worker_lost
