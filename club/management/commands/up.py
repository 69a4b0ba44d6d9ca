"""`manage.py up`: the whole club on one machine, from nothing to an address to open, in one terminal."""

import contextlib
import fcntl
import json
import os
import signal
import socket
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NoReturn

import redis
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.probe import is_well
from club.supervise import Ended, Household, end_with_make, valkey_command

CELERY: Final = [sys.executable, "-m", "celery", "-A", "club"]
WELL_WITHIN_S: Final = 60


class Command(BaseCommand):
    help = "Run the club on this machine: database, broker, worker, beat and web server, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones on the same network in")

    def handle(self, *, port: int, host: str, **options: Any) -> None:
        end_with_make()
        refuse_a_used_port(host, port)
        address = f"http://{address_of(host)}:{port}"
        os.environ.setdefault("SITE_URL", address)
        with alone_in(settings.DATA_DIR), stopped_by_signals():
            household = Household(settings.DATA_DIR / "log", os.environ)
            try:
                self.bring_up(household, host, port, address)
                watch(household)
            except KeyboardInterrupt:
                self.stdout.write("Stopping ...")
            except Ended as ended:
                raise CommandError(obituary(household, ended)) from ended
            finally:
                ignore_signals()
                household.stop()

    def bring_up(self, household: Household, host: str, port: int, address: str) -> None:
        """Start everything in the order in which it is needed, and say where it is once it answers."""
        if "REDIS_URL" not in os.environ:
            start_valkey(household)
        self.prepare()
        start_celery(household)
        start_web(household, host, port)
        if not household.wait_until(lambda: is_well(f"http://{local(host)}:{port}/healthz"), WELL_WITHIN_S):
            raise CommandError(f"/healthz does not answer. The logs are in {shown(settings.DATA_DIR)}/log/.")
        self.stdout.write(welcome(address))
        self.stdout.flush()

    def prepare(self) -> None:
        """Bring the database up to date; give the demo its people and a production site its static files."""
        call_command("migrate", verbosity=0)
        if settings.DEMO:
            call_command("seed_demo")
        else:
            call_command("collectstatic", interactive=False, verbosity=0)


def start_valkey(household: Household) -> None:
    """Start the embedded Valkey on its socket and wait until it answers."""
    path = Path(settings.REDIS_URL.removeprefix("unix://"))
    own_directory(path.parent)
    try:
        command = valkey_command(path)
    except LookupError as absence:
        raise CommandError(f"There is no embedded Valkey for this machine ({absence}). Set REDIS_URL.") from absence
    household.start("valkey", command)
    if not household.wait_until(lambda: pings(settings.REDIS_URL), timeout_s=10):
        raise CommandError("Valkey does not answer.")


def start_celery(household: Household) -> None:
    """Start a worker and, as a process of its own, beat."""
    household.start("worker", [*CELERY, "worker", "--pool", "threads", "--concurrency", "4", "--loglevel", "WARNING"])
    schedule = settings.DATA_DIR / "beat-schedule"
    household.start("beat", [*CELERY, "beat", "--schedule", str(schedule), "--pidfile", "", "--loglevel", "WARNING"])


def start_web(household: Household, host: str, port: int) -> None:
    where = ["--host", host, "--port", str(port)]
    server = [sys.executable, "-m", "uvicorn", "club.asgi:application", "--timeout-graceful-shutdown", "2"]
    household.start("web", [*server, *where, "--log-level", "info", "--no-access-log", "--lifespan", "off"])


def watch(household: Household) -> NoReturn:
    """Look after the children until a signal ends this, or one of them does."""
    while True:
        household.check()
        time.sleep(0.3)


def pings(url: str) -> bool:
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


def refuse_a_used_port(host: str, port: int) -> None:
    """Raise CommandError, saying how to choose another, when nothing can listen there."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            other = f"make run PORT={port + 1}"
            raise CommandError(f"Cannot listen on {host}:{port} ({error.strerror}). Another port: {other}") from error


@contextlib.contextmanager
def alone_in(directory: Path) -> Iterator[None]:
    """Create the directory and hold it: two clubs in one place would share a broker and a database."""
    for needed in (directory / "log", settings.MAIL_DIR, settings.STATIC_ROOT):
        needed.mkdir(parents=True, exist_ok=True)
    with (directory / "up.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as taken:
            raise CommandError(
                f"A club already runs from {shown(directory)}. CLUB_DATA picks another place."
            ) from taken
        yield


def own_directory(directory: Path) -> None:
    """Create a directory for the socket that nobody else may use; one of somebody else's is refused."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    about = directory.stat()
    if about.st_uid != os.getuid() or (
        directory != settings.DATA_DIR and about.st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ):
        raise CommandError(f"{directory} is open to others; remove it or set CLUB_DATA to a shorter path.")


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Turn the signals that end a program into KeyboardInterrupt, wherever the work is."""

    def interrupt(_signal: int, _frame: object) -> NoReturn:
        raise KeyboardInterrupt

    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, interrupt)
    yield


def ignore_signals() -> None:
    """We are stopping already; a second Ctrl-C must not leave children behind."""
    for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)


def obituary(household: Household, ended: Ended) -> str:
    """Return who ended, how, and the end of what it said."""
    log = household.log_of(ended.name)
    tail = "\n".join(f"    {line}" for line in log.read_text(errors="replace").splitlines()[-15:])
    return f"{ended.name} ended with status {ended.status}; everything is stopped. {shown(log)} ends with\n{tail}"


def welcome(address: str) -> str:
    """Return what somebody needs who has just started the club."""
    lines = [("The club is at", f"{address}/"), *demo_lines(address), ("Logs", f"{shown(settings.DATA_DIR)}/log/")]
    return "\n" + "\n".join(f"  {name:<16} {value}" for name, value in [*lines, ("Stop with", "Ctrl-C")]) + "\n"


def demo_lines(address: str) -> list[tuple[str, str]]:
    """Return how to sign in to the demo and where its mail is, as `seed_demo` wrote it down."""
    path = settings.DATA_DIR / "demo.json"
    if not settings.DEMO or not path.exists():
        return []
    demo = json.loads(path.read_text())
    page = f" ({address}{demo['mail_page']})" if demo.get("mail_page") else ""
    return [
        ("Sign in as", f"{demo['email']}   password: {demo['password']}"),
        ("Mail lands in", f"{shown(settings.MAIL_DIR)}/{page}"),
    ]


def shown(path: Path) -> str:
    """Return a path as somebody in this directory would type it."""
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)


def local(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104


def address_of(host: str) -> str:
    """Return the address that a phone on the same network types; no packet is sent to find it."""
    if host != "0.0.0.0":  # noqa: S104
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(way_out.getsockname()[0])
