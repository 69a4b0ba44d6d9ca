"""`manage.py restore`: a backup becomes the club's database, and what was there is kept beside it."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from club import backups
from club.backups import Contents, InUse, NotABackup
from club.management.commands.backup import database_file, stamp, there
from club.management.commands.up import alone_in


class Command(BaseCommand):
    help = (
        "Put an SQLite backup in the place of the database, bring it up to date and check the books and the tables. "
        "Stop the club first. Exits with 1 when a check finds something, and when nothing was restored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="what `backup` made")
        parser.add_argument("--force", action="store_true", help="also where people are; the old file is kept beside")

    def handle(self, *, file: Path, force: bool, **_options: Any) -> None:
        target = database_file()
        found = readable(file)
        with alone_in(settings.DATA_DIR):
            connections.close_all()
            refuse_what_is_needed(target, force=force)
            kept = put_in_place(file, target)
            self.tell(file, found, kept)
            call_command("migrate", verbosity=0)
            self.check_all()

    def tell(self, file: Path, found: Contents, kept: Path | None) -> None:
        self.stdout.write(f"Restored {file}: {found.size:,} bytes")
        for head in found.heads:
            self.stdout.write(f"  {head}")
        if kept is not None:
            self.stdout.write(f"What was there before is {kept}.")

    def check_all(self) -> None:
        """Check the books and the tables, both even if the first finds something; raise CommandError if either did."""
        failed = [name for name in ("check_books", "replay_check") if not self.passes(name)]
        if failed:
            raise CommandError(f"Restored as it was backed up, but look at what {' and '.join(failed)} found.")

    def passes(self, name: str) -> bool:
        try:
            call_command(name, stdout=self.stdout, stderr=self.stderr)
        except (CommandError, SystemExit) as found:  # the two ways in which a command says that it failed
            self.stderr.write(f"{name}: {found}")
            return False
        return True


def readable(file: Path) -> Contents:
    """Return what is in a backup that this version can take; raise CommandError."""
    try:
        found = backups.contents(there(file))
    except NotABackup as error:
        raise CommandError(f"Nothing was restored. {error}") from error
    newer = found.migrations - MigrationLoader(None).disk_migrations.keys()
    if newer:
        named = ", ".join(sorted(f"{app} {name}" for app, name in newer))
        raise CommandError(f"Nothing was restored. {file} was made by a newer version, which has {named}.")
    return found


def refuse_what_is_needed(target: Path, *, force: bool) -> None:
    """Raise CommandError when the database in the way is in use, or has people in it and nobody said `--force`."""
    if not target.exists():
        return
    try:
        backups.make_whole(target)
    except InUse as error:
        raise CommandError(f"Nothing was restored. {error}. Stop the club first.") from error
    if not force and not backups.is_empty(target):
        raise CommandError(f"Nothing was restored. There are people in {target}: --force keeps that file beside.")


def put_in_place(file: Path, target: Path) -> Path | None:
    """Make a copy of the backup the database, and return where the old one is kept, if there was one."""
    fresh = target.with_name(f"{target.name}.restoring")
    fresh.unlink(missing_ok=True)  # of a restore that was killed; nobody else is here
    backups.copy(file, fresh)
    kept = backups.set_aside(target, f"{target.name}.before-{stamp()}")
    fresh.rename(target)
    return kept
