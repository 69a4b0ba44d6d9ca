"""`manage.py rule_book`: what docs/rules.md says of settings, presets and codes, written from the book itself."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.rule_document import renewed

DOCUMENT = "docs/rules.md"


class Command(BaseCommand):
    help = f"Say whether {DOCUMENT} is what the book of the house rules says; with --write, make it so."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--write", action="store_true", help=f"write {DOCUMENT}")

    def handle(self, *args: Any, write: bool, **options: Any) -> None:
        path = settings.BASE_DIR / DOCUMENT
        document = path.read_text()
        if write:
            path.write_text(renewed(document))
        elif renewed(document) != document:
            self.stderr.write(f"{DOCUMENT} is not what the book of the house rules says: make rules")
            sys.exit(1)
