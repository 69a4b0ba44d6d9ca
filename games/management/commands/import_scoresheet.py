"""`manage.py import_scoresheet`: scoresheets played at tables of a night, all of them or none."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from club.errors import ClubError
from club.models import Night
from club.permissions import Door, system
from games.importing import import_sheets
from games.mat_files import played_for, read_any, sentences
from games.sheets import Sheet, Unreadable
from games.store import TableNow


class Command(BaseCommand):
    help = "Import scoresheets (YAML, JSON or .mat; - reads standard input) into an open night: all of them or none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE", help="a scoresheet, several divided by ---, or a .mat file"
        )
        parser.add_argument("--night", required=True, type=UUID, metavar="ID", help="the night's id")
        parser.add_argument(
            "--unit", default="", metavar="AMOUNT", help="of a .mat file: the money for a point, or for the whole match"
        )
        parser.add_argument("--currency", default="", metavar="CODE", help="the unit's currency (the club's)")

    @transaction.atomic
    def handle(
        self, *args: Any, files: list[str], night: UUID, unit: str = "", currency: str = "", **options: Any
    ) -> None:
        if currency and not unit:
            raise CommandError(_("Say with --unit how much of it one point is worth."), returncode=2)
        evening = Night.objects.filter(pk=night).first()
        if evening is None:
            raise CommandError(_("There is no night with the id {night}.").format(night=night))
        for file in files:
            sheets = played_for(read_any(_text_of(file)), unit, currency)
            for now in _imported(evening, file, sheets):
                self.stdout.write(f"{file}: {now.table} {now.table.id}")
            for sheet in sheets:
                self.stdout.writelines(f"  {said}\n" for said in sentences(getattr(sheet, "said", ())))


def _imported(night: Night, file: str, sheets: list[Sheet | Unreadable]) -> list[TableNow]:
    actor = system(night.club_id, Door.IMPORT)
    try:
        return import_sheets(night_id=night.id, actor=actor, sheets=sheets)
    except ClubError as error:
        malformed = 400 <= error.status < 409 or error.status == 422
        raise CommandError(f"{file}: {error.detail}", returncode=2 if malformed else 1) from error


def _text_of(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=2) from error
