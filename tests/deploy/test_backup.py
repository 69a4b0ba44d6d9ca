"""`manage.py backup` and `restore`: what was recorded comes back, and nothing is lost on the way."""

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError

from club import backups
from club.management.commands.backup import new_file
from club.management.commands.restore import put_in_place, readable, refuse_what_is_needed
from tests.deploy.playing import manage, playing


def place(directory: Path) -> dict[str, str]:
    """The environment of a club whose files are in `directory`, and nothing else."""
    return {
        "PATH": os.environ["PATH"],
        "CLUB_MODE": "demo",
        "CLUB_DATA": str(directory),
        "DJANGO_SETTINGS_MODULE": "club.settings",
    }


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@pytest.fixture(scope="module")
def old_backup(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int, str]:
    """A backup that was made while people played, how many games they had before, and what was said of it."""
    home = tmp_path_factory.mktemp("played")
    env, backup = place(home), home / "out" / "club.sqlite3"
    backup.parent.mkdir()
    assert manage(env, "migrate").returncode == 0
    with playing(env) as play:
        before = [play.recorded() for _game in range(5)][-1]
        made = manage(env, "backup", "--to", backup)
        assert made.returncode == 0, made.stderr
        while play.recorded() < before + 5:
            pass
    return backup, before, made.stdout


@pytest.fixture
def backup(old_backup: tuple[Path, int, str], tmp_path: Path) -> Path:
    """A copy of the backup that a test may spoil."""
    return Path(shutil.copy(old_backup[0], tmp_path / "backup.sqlite3"))


@pytest.fixture
def club(backup: Path, tmp_path: Path) -> Path:
    """The database of a club with people in it, which is not running."""
    home = tmp_path / "club"
    home.mkdir()
    return Path(shutil.copy(backup, home / "club.sqlite3"))


def restored(directory: Path, backup: Path, *more: str) -> tuple[int, str]:
    done = manage(place(directory), "restore", backup, *more)
    return done.returncode, done.stdout + done.stderr


@contextmanager
def refused(said: str) -> Iterator[None]:
    """A restore that must say this, and that nothing was restored."""
    with pytest.raises(CommandError, match=f"Nothing was restored.*{said}"):
        yield


def test_a_backup_made_while_people_play_has_every_game_recorded_before(old_backup: tuple[Path, int, str]) -> None:
    path, before, said = old_backup
    [(games,)] = rows(path, "SELECT count(*) FROM games_game WHERE state = 'finished'")
    [(entries, head)] = rows(path, "SELECT head_seq, head_hash FROM ledger_book")
    assert games == entries >= before
    assert f"felt EUR: entry {entries}, head {head}" in said
    assert f"{path.stat().st_size:,} bytes" in said


def test_a_backup_is_one_file_for_its_owner_only(old_backup: tuple[Path, int, str]) -> None:
    path, _before, _said = old_backup
    assert path.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_a_backup_is_never_written_over(club: Path, backup: Path) -> None:
    before = backup.read_bytes()
    with pytest.raises(FileExistsError):
        backups.copy(club, backup)
    assert backup.read_bytes() == before


def test_a_backup_is_named_by_the_time_where_only_a_directory_is_said(settings: object, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    path = new_file(None)
    assert (path.parent, path.name[:6]) == (tmp_path / "backups", "club-2")
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert new_file(tmp_path).parent == tmp_path
    assert new_file(tmp_path / "named") == tmp_path / "named"


def test_a_backup_is_restored_checked_and_guarded_on_a_new_machine(backup: Path, tmp_path: Path) -> None:
    [guard] = rows(backup, "SELECT name FROM sqlite_master WHERE name LIKE 'guard_ledger_entry_update%'")
    change(backup, f"DROP TRIGGER {guard[0]}")
    home = tmp_path / "new"
    status, said = restored(home, backup)
    assert status == 0, said
    assert "1 books checked, nothing found." in said
    assert "replay_check: every log agrees" in said
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        change(home / "club.sqlite3", "UPDATE ledger_entry SET kind = 'fee'")
    every = "SELECT * FROM ledger_entry ORDER BY seq"
    assert rows(home / "club.sqlite3", every) == rows(backup, every)


def test_people_are_replaced_only_when_forced_and_are_kept_beside(club: Path, backup: Path) -> None:
    with refused("There are people in"):
        refuse_what_is_needed(club, force=False)
    change(club, "PRAGMA journal_mode = WAL", "UPDATE club_club SET name = 'Here before'")
    status, said = restored(club.parent, backup, "--force")
    assert status == 0, said
    [kept] = club.parent.glob("club.sqlite3.before-*Z")
    assert str(kept) in said
    assert rows(kept, "SELECT DISTINCT name FROM club_club") == [("Here before",)]
    assert rows(club, "SELECT name FROM club_club") == rows(backup, "SELECT name FROM club_club")


def test_a_database_without_people_is_in_nobodys_way(club: Path, tmp_path: Path) -> None:
    refuse_what_is_needed(tmp_path / "none", force=False)
    change(club, "PRAGMA foreign_keys = OFF", "DELETE FROM club_club", "DELETE FROM club_user")
    refuse_what_is_needed(club, force=False)


def test_a_damaged_database_is_kept_beside_with_all_its_parts(club: Path, backup: Path) -> None:
    club.write_bytes(b"no database any more" * 1000)
    Path(f"{club}-wal").write_bytes(b"its log")
    with refused("There are people in"):
        refuse_what_is_needed(club, force=False)
    refuse_what_is_needed(club, force=True)
    kept = put_in_place(backup, club)
    assert kept.read_bytes().startswith(b"no database any more")
    assert Path(f"{kept}-wal").read_bytes() == b"its log"
    assert [one.name for one in club.parent.glob("club.sqlite3-*")] == []
    assert rows(club, "SELECT count(*) FROM club_club") == rows(backup, "SELECT count(*) FROM club_club")


def test_nothing_is_restored_while_anybody_has_the_database_open(club: Path) -> None:
    change(club, "PRAGMA journal_mode = WAL")
    with closing(sqlite3.connect(club)) as reader:
        reader.execute("SELECT count(*) FROM club_club").fetchone()
        with refused("is in use.*Stop the club first"):
            refuse_what_is_needed(club, force=True)
    refuse_what_is_needed(club, force=True)


def test_nothing_is_restored_where_a_club_runs(club: Path, backup: Path) -> None:
    with (club.parent / "up.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        status, said = restored(club.parent, backup, "--force")
    assert (status, "already runs" in said) == (1, True)
    assert list(club.parent.glob("*before*")) == []


def test_what_is_no_backup_is_refused(backup: Path, tmp_path: Path) -> None:
    text, other, part = tmp_path / "text", tmp_path / "other.sqlite3", tmp_path / "part.sqlite3"
    text.write_text("hello")
    change(other, "CREATE TABLE django_migrations (app, name)")
    part.write_bytes(backup.read_bytes()[:-40_000])
    for file, why in ((text, "not a database"), (other, "of something else"), (part, part.name)):
        with refused(why):
            readable(file)
    with pytest.raises(CommandError, match="There is no file"):
        readable(tmp_path / "missing")


def test_a_backup_of_a_newer_version_is_refused(backup: Path) -> None:
    assert readable(backup).heads
    change(backup, "INSERT INTO django_migrations (app, name, applied) VALUES ('ledger', '0999_later', '2027-01-01')")
    with refused("newer version, which has ledger 0999_later"):
        readable(backup)


def test_books_that_were_wrong_when_they_were_backed_up_are_told(backup: Path, tmp_path: Path) -> None:
    change(backup, "UPDATE ledger_account SET balance_minor = balance_minor + 1")
    status, said = restored(tmp_path / "new", backup)
    assert status == 1
    assert "balance" in said
    assert "replay_check: every log agrees" in said
    assert "look at what check_books found" in said


def test_a_copy_that_fails_leaves_no_file(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    with pytest.raises(sqlite3.Error):
        backups.copy(broken, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()


@pytest.mark.parametrize("command", [("backup",), ("restore", "a-file")])
def test_a_club_on_postgresql_is_told_where_to_look(command: tuple[str, ...], tmp_path: Path) -> None:
    said = manage({**place(tmp_path), "DATABASE_URL": "postgresql://club@localhost:1/club"}, *command)
    assert (said.returncode, "docs/operations.md" in said.stderr) == (1, True)
