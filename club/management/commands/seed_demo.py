"""`manage.py seed_demo`: the demo club, once; says how to sign in."""

import json
import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games import demo

SIGN_IN_FILE = "demo.json"


class Command(BaseCommand):
    help = "Make the demo club once, through the services, and keep how to sign in beside its data."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("The demo club is for CLUB_MODE=demo only.")
        sign_in = _sign_in()
        if demo.seed(password=sign_in["password"]) is None:
            self.stdout.write("The demo club is there already; nothing was changed.")
        else:
            self.stdout.write("The demo club is ready. Sign in as {email} with {password}".format(**sign_in))


def _sign_in() -> dict[str, str]:
    """Return how to sign in, written down before the club is made: a crash in between loses no password."""
    kept = settings.DATA_DIR / SIGN_IN_FILE
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        password = secrets.token_urlsafe(9)
        kept.write_text(json.dumps({"email": demo.ORGANISER[1], "password": password, "mail_page": "/demo/mail/"}))
        kept.chmod(0o600)
    sign_in: dict[str, str] = json.loads(kept.read_text())
    return sign_in
