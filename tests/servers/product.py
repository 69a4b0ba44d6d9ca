"""The product's own processes, started for a test exactly as `manage.py up` and the containers start them."""

import contextlib
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import quote

import dj_database_url
import kombu.pools
from django.core.management import call_command
from django.db import connection

from club.celery import app
from tests.servers import children

ROOT = Path(__file__).resolve().parents[2]


def url_of_the_test_database() -> str:
    """Return the DATABASE_URL under which another process reaches this test's database."""
    settings = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{settings['NAME']}"
    secret = f":{quote(settings['PASSWORD'], safe='')}" if settings["PASSWORD"] else ""
    place = quote(settings["HOST"], safe="") + (f":{settings['PORT']}" if settings["PORT"] else "")
    return f"postgresql://{settings['USER']}{secret}@{place}/{settings['NAME']}"


@contextlib.contextmanager
def connected_to(url: str, *, migrated: bool = False) -> Iterator[None]:
    """Have this process use the database of `url` instead of the test's; it is migrated first, if it was not."""
    connection.close()
    before = dict(connection.settings_dict)
    connection.settings_dict.update(dj_database_url.parse(url))
    try:
        if not migrated:
            call_command("migrate", verbosity=0)
        yield
    finally:
        connection.close()
        connection.settings_dict.update(before)


@contextlib.contextmanager
def publishing_to(broker_url: str) -> Iterator[None]:
    """Have this process's Celery app publish to `broker_url` for a while."""
    before = app.conf.broker_url
    _point_at(broker_url)
    try:
        yield
    finally:
        _point_at(before)


def _point_at(broker_url: str) -> None:
    app.conf.update(broker_url=broker_url)
    app.close()  # forget the connections to the other one
    app.amqp._producer_pool = None
    kombu.pools.reset()


def eventually(condition: Callable[[], object], timeout_s: float = 10) -> None:
    """Return when `condition()` is true; fail with its last value when the time is over."""
    deadline = time.monotonic() + timeout_s
    while not (last := condition()):
        assert time.monotonic() < deadline, f"still {last!r} after {timeout_s} s"
        time.sleep(0.05)


class Product:
    """Web, worker and beat as processes; what they say is in `directory`."""

    def __init__(self, directory: Path, redis_url: str, **env: str) -> None:
        self.directory = directory
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self.env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "DJANGO_SETTINGS_MODULE": "club.settings",
            "CLUB_DATA": str(directory),
            "DATABASE_URL": url_of_the_test_database(),
            "REDIS_URL": redis_url,
            **env,
        }

    def start(self, name: str, *command: str) -> subprocess.Popen[bytes]:
        child = children.start([sys.executable, "-m", *command], log=self.directory / f"{name}.log", env=self.env)
        self._children[name] = child
        return child

    def start_worker(self) -> subprocess.Popen[bytes]:
        """Start a real worker and wait until it takes tasks."""
        child = self.start("worker", "celery", "-A", "club", "worker", "--pool", "threads", "-c", "2", "-l", "INFO")
        log = self.directory / "worker.log"
        children.wait_until(lambda: b" ready." in log.read_bytes(), child, log=log)
        return child

    def start_web(self) -> str:
        """Start the web server on a free port, wait until it answers, and return its address."""
        port = children.free_port()
        address = f"http://127.0.0.1:{port}"
        self.env.setdefault("SITE_URL", address)
        child = self.start(
            "web",
            "uvicorn",
            "club.asgi:application",
            "--port",
            str(port),
            "--timeout-graceful-shutdown",
            "2",
            "--lifespan",
            "off",
        )
        children.wait_until(lambda: answers(f"{address}/healthz"), child, log=self.directory / "web.log")
        return address

    def mails(self) -> list[EmailMessage]:
        """Return the mail that the worker sent, in the order in which it was written."""
        files = sorted((self.directory / "mail").glob("*.log"), key=lambda path: path.stat().st_mtime_ns)
        messages = []
        for file in files:
            for part in file.read_bytes().split(b"-" * 79 + b"\n"):
                if part.strip():
                    messages.append(message_from_bytes(part, policy=policy.default))
        return messages

    def log(self, name: str) -> str:
        return (self.directory / f"{name}.log").read_text(errors="replace")

    def kill(self, name: str) -> None:
        """As a crash: kill -9."""
        self._children[name].kill()
        self._children.pop(name).wait()

    def stop(self) -> None:
        for child in reversed(list(self._children.values())):
            children.stop(child)
        self._children.clear()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2):
            return True
    except OSError:
        return False
