"""The Celery application: tasks are found in each app, beat's schedule is in the settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.settings")

app = Celery("club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()  # without it, retry() in a worker thread goes to AMQP and is rejected
app.autodiscover_tasks()
