from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubConfig(AppConfig):
    name = "club"
    verbose_name = _("Club")

    def ready(self) -> None:
        """Register the club's consumers, in every process that enqueues or relays."""
        import_module("club.consumers")
