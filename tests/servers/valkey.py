"""A Valkey on a unix socket that a test can take away and bring back."""

import os
import shutil
import tempfile
from pathlib import Path

import redis

from club.supervise import valkey_command
from tests.servers import children


class Valkey:
    """`start()`, `stop()`, and the `url` that REDIS_URL would hold."""

    def __init__(self) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="club-vk-"))
        self.socket = self.directory / "valkey.sock"
        self.url = f"unix://{self.socket}"
        self.broker_url = f"redis+socket://{self.socket}"
        self._child = None

    @property
    def client(self) -> redis.Redis:
        return redis.Redis.from_url(self.url, socket_timeout=2)

    def start(self) -> None:
        """Start it unless it runs; return when it answers."""
        if self._child is not None and self._child.poll() is None:
            return
        log = self.directory / "log"
        self._child = children.start(valkey_command(self.socket), log=log, env=dict(os.environ))
        children.wait_until(self.answers, self._child, log=log, timeout_s=10)

    def stop(self) -> None:
        """Take it away, as a broker that has crashed."""
        if self._child is not None:
            self._child.kill()
            self._child.wait()

    def answers(self) -> bool:
        try:
            return bool(self.client.ping())
        except redis.ConnectionError:
            return False

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)
