from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class LedgerConfig(AppConfig):
    name = "ledger"
    verbose_name = _("Books")

    def ready(self) -> None:
        """Protect what is never changed, and remake the guards after every migrate."""
        from ledger import guards
        from ledger.models import Entry, Period, Transfer

        guards.protect(Entry, redactable=("memo", "memo_salt"))
        guards.protect(Transfer)
        guards.protect(Period)
        post_migrate.connect(guards.after_migrate, dispatch_uid="ledger.guards")
