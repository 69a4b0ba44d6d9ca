"""Child processes of a test run: they say why they did not start, and they die with it."""

import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from club.supervise import die_with_parent


class DidNotStart(Exception):
    """Raised with the end of the log of a server that did not come up."""


def start(
    command: Sequence[str], *, log: Path, env: dict[str, str], user: str | None = None
) -> subprocess.Popen[bytes]:
    """Start `command` with its output in `log`; it is killed when the test run ends, however it ends."""
    as_user: dict[str, object] = {} if user is None else {"user": user, "group": group_of(user), "extra_groups": []}
    with log.open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=env,
            preexec_fn=die_with_parent,
            **as_user,
        )


def group_of(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def wait_until(ready: Callable[[], bool], child: subprocess.Popen[bytes], *, log: Path, timeout_s: float = 30) -> None:
    """Return when `ready()` is true; raise DidNotStart when the child ends or the time is over."""
    deadline = time.monotonic() + timeout_s
    while not ready():
        if child.poll() is not None or time.monotonic() > deadline:
            tail = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
            raise DidNotStart(f"{child.args}: exit status {child.poll()}\n{tail}")
        time.sleep(0.05)


def stop(child: subprocess.Popen[bytes], timeout_s: float = 10) -> int:
    """Ask the child to end, insist after `timeout_s`, and return its exit status."""
    if child.poll() is None:
        child.terminate()
    try:
        return child.wait(timeout_s)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
