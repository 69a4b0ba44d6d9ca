"""`manage.py replay_check`: every log folded afresh against its projections and the books."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import checks


class Command(BaseCommand):
    help = (
        "Fold every table's log afresh by the rules of this version and tell what differs from the games, scores and "
        "books: what stands, and what the log comes to now. Changes nothing; exits with 1 when anything differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one finding a line, as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        found = 0
        for difference in checks.differences():
            found += 1
            self.stdout.write(_as_json(difference) if options["json"] else str(difference))
        if found:
            raise SystemExit(1)
        if not options["json"]:
            self.stdout.write("replay_check: every log agrees with its games, scores and books.")


def _as_json(difference: checks.Difference) -> str:
    told = {
        difference.about._meta.model_name: str(difference.about.pk),
        "code": difference.code,
        "what": difference.what,
        "stands": difference.stands,
        "comes_to": difference.comes_to,
    }
    return json.dumps(told, ensure_ascii=False)
