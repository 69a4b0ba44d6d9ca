from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        """Say what the log asks of the database, and who is told what."""
        import_module("games.consumers")
        import_module("games.guarding")
