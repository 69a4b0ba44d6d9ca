"""`manage.py backup`: everything in one file, while the club plays on."""

import sqlite3
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone

from club import backups
from club.backups import NotABackup


class Command(BaseCommand):
    help = "Write the whole SQLite database into a new file, while people write; say its size and the books' heads."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, help="a new file, or a directory (CLUB_DATA/backups when left out)")

    def handle(self, *, to: Path | None, **_options: Any) -> None:
        source, target = there(database_file()), new_file(to)
        try:
            backups.copy(source, target)
        except (OSError, sqlite3.Error) as error:
            raise CommandError(f"No backup was made. {error}") from error
        try:
            found = backups.contents(target)
        except NotABackup as error:
            target.unlink()
            raise CommandError(f"No backup was made. {error}") from error
        self.stdout.write(f"{target}: {found.size:,} bytes")
        for head in found.heads:
            self.stdout.write(f"  {head}")


def new_file(asked: Path | None) -> Path:
    """Return where the backup goes: the file that was asked for, or one named by the time in a directory."""
    if asked is not None and not asked.is_dir():
        return asked
    directory = asked or settings.DATA_DIR / "backups"
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / f"club-{stamp()}.sqlite3"


def stamp() -> str:
    """Return this moment for a file's name, in UTC."""
    return timezone.now().strftime("%Y-%m-%d-%H%M%SZ")


def database_file() -> Path:
    """Return the file that the club's database is in; raise CommandError on another database."""
    if connection.vendor != "sqlite":
        raise CommandError("This club is on PostgreSQL: pg_dump and pg_restore, as in docs/operations.md.")
    return Path(connection.settings_dict["NAME"])


def there(file: Path) -> Path:
    """Return the file; raise CommandError when there is none."""
    if not file.is_file():
        raise CommandError(f"There is no file {file}.")
    return file
