"""Celery's door to the games: standings rebuilt from the logs, every night."""

from celery import shared_task

from games import standings
from games.models import Season


@shared_task(name="games.tasks.rebuild_all_standings")
def rebuild_all_standings() -> None:
    """Rebuild the standings of every season, each in its own transaction."""
    for season in Season.objects.order_by("pk"):
        standings.rebuild(season)
