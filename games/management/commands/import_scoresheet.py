"""`manage.py import_scoresheet`: scoresheets played at tables of a night, all of them or none."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.models import Night
from club.permissions import Door, system
from games.importing import import_sheet
from games.sheets import Sheet, Unreadable, read


class Command(BaseCommand):
    help = "Import scoresheets (YAML or JSON; - reads standard input) into an open night: all of them or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a scoresheet, or several divided by ---")
        parser.add_argument("--night", required=True, type=UUID, metavar="ID", help="the night's id")

    @transaction.atomic
    def handle(self, *args: Any, files: list[str], night: UUID, **options: Any) -> None:
        evening = Night.objects.filter(pk=night).first()
        if evening is None:
            raise CommandError(_("There is no night with the id {night}.").format(night=night))
        for file, sheet in _sheets(files):
            self._import(evening, file, sheet)

    def _import(self, night: Night, file: str, sheet: Sheet | Unreadable) -> None:
        try:
            if isinstance(sheet, Unreadable):
                raise sheet
            actor = system(night.club_id, Door.IMPORT)
            now = import_sheet(night_id=night.id, actor=actor, sheet=sheet)
        except ClubError as error:
            malformed = 400 <= error.status < 409 or error.status == 422
            raise CommandError(f"{file}: {error.detail}", returncode=2 if malformed else 1) from error
        self.stdout.write(f"{file}: {now.table} {now.table.id}")


def _sheets(files: list[str]) -> Iterator[tuple[str, Sheet | Unreadable]]:
    for file in files:
        try:
            text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
        for sheet in read(text):
            yield file, sheet
