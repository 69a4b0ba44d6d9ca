"""Write a book as CSV, beancount, hledger or JSON, to standard output or to a new file."""

import os
from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import IO

from django.core.management.base import BaseCommand, CommandError

from club.errors import ClubError
from club.permissions import system
from ledger.exporting import Format, export_book
from ledger.models import Book


class Command(BaseCommand):
    help = "Write a club's book for another program; however large it is, little memory is needed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the club as in its address, such as thursday")
        parser.add_argument("currency", help="such as EUR, or PTS")
        parser.add_argument("--format", choices=list(Format), default=Format.CSV, help="csv when left out")
        parser.add_argument("--from", dest="start", type=date.fromisoformat, help="first day, such as 2026-01-01")
        parser.add_argument("--to", dest="end", type=date.fromisoformat, help="last day")
        parser.add_argument("--output", type=Path, help="a file that does not exist yet; only you may read it")

    def handle(
        self,
        *,
        club: str,
        currency: str,
        format: str,
        start: date | None,
        end: date | None,
        output: Path | None,
        **_options: object,
    ) -> None:
        book = Book.objects.filter(club__slug=club, currency=currency).select_related("club").first()
        if book is None:
            raise CommandError(f"There is no {currency} book of a club {club}.")
        try:
            actor = system(book.club_id)
            export = export_book(book=book, format=Format(format), actor=actor, start=start, end=end)
        except ClubError as error:
            raise CommandError(error.detail) from error
        if output is None:
            for piece in export.pieces:
                self.stdout.write(piece, ending="")
        else:
            with _new(output) as file:
                file.writelines(export.pieces)


def _new(path: Path) -> IO[str]:
    """Create a file that nobody else may read; line ends stay as they are made."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    return os.fdopen(handle, "w", encoding="utf-8", newline="")
