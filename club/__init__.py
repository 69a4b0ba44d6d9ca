"""The club: people, nights and the ground the games and the ledger stand on."""

from club.celery import app as celery_app

__all__ = ["celery_app"]
