"""Copies of an SQLite database: made while people write, looked into, and put back. PostgreSQL has its own tools.

Plain `sqlite3` and no models: a backup may be older than this version of the product.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

OURS: Final = frozenset({("club", "0001_initial"), ("games", "0001_initial"), ("ledger", "0001_initial")})
MAGIC: Final = b"SQLite format 3\0"
BESIDE: Final = ("-wal", "-shm", "-journal")
PATIENCE_S: Final = 20


class NotABackup(Exception):
    """Raised for a file that is no whole database of this product; the message says why."""


class InUse(Exception):
    """Raised when another process has the database open."""


@dataclass(frozen=True, slots=True)
class Head:
    """How far the chain of a book goes."""

    club: str
    currency: str
    seq: int
    hash: str

    def __str__(self) -> str:
        return f"{self.club} {self.currency}: entry {self.seq}, head {self.hash or '-'}"


@dataclass(frozen=True, slots=True)
class Contents:
    """What is in a database: the heads of its books, and the migrations (app, name) that made its tables."""

    size: int
    heads: tuple[Head, ...]
    migrations: frozenset[tuple[str, str]]


def copy(source: Path, target: Path) -> None:
    """Write what is committed in `source` at this moment into a new file, which only its owner may read.

    Whoever writes meanwhile is not held up. Raises FileExistsError; after any error there is no file.
    """
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with _reading(source) as connection:
            connection.execute("VACUUM INTO ?", [str(target)])
        _to_disk(target)
    except BaseException:
        target.unlink()
        raise


def contents(path: Path) -> Contents:
    """Return what is in a database of the product, after a check of every page. Raises NotABackup."""
    try:
        with _reading(path) as connection:
            damage = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if damage != "ok":
                raise NotABackup(f"{path} is damaged: {damage}")
            migrations = frozenset(connection.execute("SELECT app, name FROM django_migrations"))
            if not migrations >= OURS:
                raise NotABackup(f"{path} is a database of something else")
            return Contents(path.stat().st_size, tuple(_heads(connection)), migrations)
    except sqlite3.Error as error:
        raise NotABackup(f"{path} is not a backup of this product: {error}") from error


def is_empty(path: Path) -> bool:
    """Tell whether nothing would be lost with a database: there is none, or nobody is in it. A damaged one is not."""
    if not path.exists() or path.stat().st_size == 0:
        return True
    try:
        with _reading(path) as connection:
            return not any(_has_rows(connection, table) for table in ("club_club", "club_user"))
    except sqlite3.Error:
        return False


def make_whole(path: Path) -> None:
    """Bring what is in the log beside a database into it, so that the file alone is all of it.

    Raises InUse while anybody else has it open, were he only to read. What is no database stays as it is: SQLite
    would delete the log beside it.
    """
    with path.open("rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return
    try:
        with closing(sqlite3.connect(path, timeout=1, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        raise InUse(f"{path} is in use: {error}") from error
    except sqlite3.DatabaseError:  # damaged further in
        return


def set_aside(path: Path, name: str) -> Path | None:
    """Rename a database, and what is beside it, to `name` in the same place; None where there was none."""
    kept = path.with_name(name)
    found = [suffix for suffix in ("", *BESIDE) if Path(f"{path}{suffix}").exists()]
    for suffix in found:
        Path(f"{path}{suffix}").rename(f"{kept}{suffix}")
    return kept if found else None


def _heads(connection: sqlite3.Connection) -> Iterator[Head]:
    heads = "SELECT slug, ledger_book.currency, head_seq, head_hash"
    books = "FROM ledger_book JOIN club_club ON club_club.id = club_id ORDER BY 1, 2"
    return (Head(*row) for row in connection.execute(f"{heads} {books}"))


def _has_rows(connection: sqlite3.Connection, table: str) -> bool:
    there = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone()
    return there is not None and connection.execute(f"SELECT 1 FROM {table} LIMIT 1").fetchone() is not None  # noqa: S608


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database that must be there, without the right to change it."""
    address = f"file:{quote(str(path.resolve()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=PATIENCE_S, isolation_level=None)) as connection:
        yield connection


def _to_disk(path: Path) -> None:
    """Return when a file and its name are on the disk."""
    for one in (path, path.parent):
        handle = os.open(one, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
