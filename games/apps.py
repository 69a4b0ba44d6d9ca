from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Say what the log asks of the database, and who is told what."""
        import_module("games.consumers")
        import_module("games.guarding")
