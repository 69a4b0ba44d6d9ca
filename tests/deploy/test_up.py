"""`make run`, really: it starts, answers, stops clean, and however it is killed it leaves nothing running."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import children
from tests.servers.product import ROOT, eventually

pytestmark = pytest.mark.long

LONG = "a-checkout-whose-path-is-far-too-long-for-the-name-of-a-unix-socket-which-may-have-a-hundred-and-seven-bytes"


class MakeRun:
    """One `make run` in a place of its own."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.port = children.free_port()
        self.log = place.parent / "make-run.log"
        self.make: subprocess.Popen[bytes] | None = None
        self.members: dict[int, str] = {}

    def start(self) -> "MakeRun":
        command = ["make", "-o", ".venv/.installed-runtime", "run", f"PY={sys.executable}", f"PORT={self.port}"]
        env = {"PATH": os.environ["PATH"], "HOME": str(self.place), "CLUB_DATA": str(self.place)}
        with self.log.open("wb") as log:
            self.make = subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True)
        return self

    def wait_until_up(self) -> "MakeRun":
        children.wait_until(lambda: "Stop with" in self.said(), self.make, log=self.log, timeout_s=90)
        self.members = self.family()
        return self

    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def family(self) -> dict[int, str]:
        """Return pid → command line of make and all that it started, as they run now."""
        living = dict(filter(None, map(_parent_and_command, Path("/proc").glob("[0-9]*"))))
        found = {self.make.pid}
        while more := {pid for pid, (parent, _command) in living.items() if parent in found} - found:
            found |= more
        return {pid: living[pid][1] for pid in found if pid in living}

    def pid_of(self, part: str) -> int:
        [pid] = [pid for pid, command in self.members.items() if part in command and not command.startswith("make")]
        return pid

    def leave_nothing(self) -> None:
        self.make.wait(20)
        eventually(lambda: not any(_parent_and_command(Path(f"/proc/{pid}")) for pid in self.members), timeout_s=20)


def _parent_and_command(proc: Path) -> tuple[int, tuple[int, str]] | None:
    """Return (pid, (parent's pid, command line)), or nothing when it has ended."""
    try:
        state, parent = (proc / "stat").read_text().rpartition(")")[2].split()[:2]
        command = (proc / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return None
    return None if state == "Z" else (int(proc.name), (int(parent), command))


@pytest.fixture
def run(tmp_path: Path) -> Iterator[MakeRun]:
    club = MakeRun(tmp_path / "var")
    yield club
    for pid in club.family() if club.make else ():
        os.kill(pid, signal.SIGKILL)


def test_it_starts_says_how_to_sign_in_answers_and_stops_clean(run: MakeRun):
    run.start().wait_until_up()

    with urllib.request.urlopen(f"http://127.0.0.1:{run.port}/healthz", timeout=5) as answer:
        told = json.load(answer)
    assert (told["database"], told["broker"]) == ("ok", "ok")
    demo = json.loads((run.place / "demo.json").read_text())
    assert demo["email"] in run.said()
    assert demo["password"] in run.said()
    assert len(run.members) == 6  # make, up, Valkey, worker, beat, web

    run.make.terminate()
    run.make.wait(20)
    run.leave_nothing()


def test_a_second_start_keeps_what_was_there_and_is_quick(run: MakeRun):
    run.start().wait_until_up().make.terminate()
    run.leave_nothing()
    before = (run.place / "demo.json").read_text()

    run.start()
    eventually(lambda: "Stop with" in run.said(), timeout_s=40)

    assert (run.place / "demo.json").read_text() == before


@pytest.mark.parametrize("victim", ["make", "manage.py up"])
def test_killing_it_outright_leaves_nothing_running(run: MakeRun, victim: str):
    run.start().wait_until_up()

    os.kill(run.make.pid if victim == "make" else run.pid_of(victim), signal.SIGKILL)

    run.leave_nothing()


@pytest.mark.parametrize(
    ("name", "part"), [("valkey", "valkey-server"), ("worker", " worker "), ("beat", " beat "), ("web", "uvicorn")]
)
def test_when_a_part_dies_all_is_stopped_and_the_part_is_named(run: MakeRun, name: str, part: str):
    run.start().wait_until_up()

    os.kill(run.pid_of(part), signal.SIGKILL)

    assert run.make.wait(20) != 0
    assert f"{name} ended with status -9" in run.said()
    run.leave_nothing()


def test_a_used_port_is_said_with_the_way_to_another(run: MakeRun):
    import socket

    with socket.socket() as other:
        other.bind(("127.0.0.1", run.port))
        other.listen()
        run.start()
        assert run.make.wait(30) != 0

    assert f"make run PORT={run.port + 1}" in run.said()
    assert not (run.place / "club.sqlite3").exists()


def test_a_second_club_in_the_same_place_is_refused(run: MakeRun):
    run.start().wait_until_up()
    second = MakeRun(run.place)
    second.log = run.place.parent / "second.log"

    second.start()

    assert second.make.wait(30) != 0
    assert "already runs" in second.said()
    assert run.family() == run.members


@pytest.mark.parametrize("name", [LONG, "place with spaces #1 100%"])
def test_any_directory_will_do(tmp_path: Path, name: str):
    club = MakeRun(tmp_path / name / "var")
    club.log = tmp_path / "log"

    club.start().wait_until_up().make.terminate()

    club.leave_nothing()
