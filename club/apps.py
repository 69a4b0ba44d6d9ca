from importlib import import_module

from django.apps import AppConfig


class ClubConfig(AppConfig):
    name = "club"

    def ready(self) -> None:
        """Register the club's consumers, in every process that enqueues or relays."""
        import_module("club.consumers")
