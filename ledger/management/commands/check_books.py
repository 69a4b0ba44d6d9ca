"""Check every book, and exit with status 1 on any finding."""

import json
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from ledger import checks
from ledger.checks import Finding
from ledger.models import Book


class Command(BaseCommand):
    help = "Check that the books still say what was posted: chains, balances, reversals, payments, guards and games."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild-balances", action="store_true", help="first set balances to their transfers' sum"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object a finding")

    def handle(self, *, rebuild_balances: bool, json: bool, **_options: object) -> None:
        if rebuild_balances:
            self._rebuild()
        found = checks.check_up()
        for finding in found:
            self.stdout.write(_as_json(finding) if json else str(finding))
        if found:
            raise CommandError(f"{len(found)} findings.", returncode=1)
        if not json:
            self.stdout.write(f"{Book.objects.count()} books checked, nothing found.")

    def _rebuild(self) -> None:
        for book in Book.objects.select_related("club"):
            self.stderr.write(f"{book}: {checks.rebuild_balances(book)} balances rebuilt")


def _as_json(finding: Finding) -> str:
    book = str(finding.book.pk) if finding.book else None
    return json.dumps({"code": finding.code, "book": book, "detail": finding.detail})
