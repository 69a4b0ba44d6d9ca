"""What the image and docker-compose.yml say is true: each command starts here, in the same environment, and answers."""

import json
import os
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club.probe import is_well
from tests.deploy import compose
from tests.servers import children, postgres
from tests.servers.product import ROOT, eventually
from tests.servers.valkey import Valkey

VALUES = {
    "SECRET_KEY": "a-key-of-a-test-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJ",
    "POSTGRES_PASSWORD": "apassword",
    "ALLOWED_HOSTS": "club.example",
    "SITE_URL": "https://club.example",
    "EMAIL_URL": "smtp://localhost:25",
    "DEFAULT_FROM_EMAIL": "Club <club@club.example>",
}
OURS = ["web", "worker", "beat", "migrate"]


def test_every_service_is_there_and_waits_only_for_services_that_are():
    services = compose.load(VALUES)["services"]

    assert set(services) == {*OURS, "postgres", "redis"}
    assert {name for service in services.values() for name in service.get("depends_on", {})} <= set(services)


@pytest.mark.parametrize("name", sorted(VALUES))
def test_without_a_value_of_ones_own_compose_starts_nothing(name: str):
    with pytest.raises(compose.NotSet, match=name):
        compose.load({**VALUES, name: ""})


@pytest.mark.parametrize("name", sorted(VALUES))
def test_the_example_names_what_must_be_set_and_gives_no_secret(name: str):
    lines = dict(
        line.split("=", 1) for line in (ROOT / ".env.example").read_text().splitlines() if line and line[0] != "#"
    )

    assert name in lines
    assert name not in {"SECRET_KEY", "POSTGRES_PASSWORD", "EMAIL_URL"} or lines[name] == ""


@pytest.mark.parametrize("name", ["SECRET_KEY", "ALLOWED_HOSTS", "SITE_URL", "DATABASE_URL", "REDIS_URL", "EMAIL_URL"])
def test_production_settings_refuse_to_start_without(name: str, tmp_path: Path):
    env = {**compose.load(VALUES)["services"]["web"]["environment"], **_around(tmp_path)}
    del env[name]

    done = subprocess.run(
        compose.here(["python", "manage.py", "check"]), cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )

    assert done.returncode != 0
    assert f"{name} is not set" in done.stderr


def test_the_image_runs_as_nobody_special_from_hashes_and_copies_what_there_is():
    steps = compose.instructions(ROOT / "Dockerfile")
    users = [arguments for instruction, arguments in steps if instruction == "USER"]
    sources = [source for instruction, arguments in steps if instruction == "COPY" for source in arguments.split()[:-1]]

    assert users == ["club"]
    assert any("--require-hashes" in arguments for instruction, arguments in steps if instruction == "RUN")
    assert all((ROOT / source).exists() for source in sources)
    assert all(ignored_not(source) for source in sources)


def test_what_is_copied_into_the_image_is_enough_to_collect_its_static_files(tmp_path: Path):
    steps = compose.instructions(ROOT / "Dockerfile")
    for instruction, arguments in steps:
        if instruction == "COPY":
            source, target = arguments.split()
            _copy(ROOT / source, tmp_path / target)
    [build] = [
        arguments.split() for instruction, arguments in steps if instruction == "RUN" and "collectstatic" in arguments
    ]
    given = dict(part.split("=", 1) for part in build if "=" in part)
    env = {"PATH": os.environ["PATH"], "CLUB_MODE": "production", **given, "STATIC_ROOT": str(tmp_path / "static")}

    subprocess.run(compose.here(build[len(given) :]), cwd=tmp_path, env=env, check=True, capture_output=True)

    assert (tmp_path / "static" / "staticfiles.json").exists()


def _copy(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        target = target / source.name if target.is_dir() else target
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)


def test_the_image_and_compose_start_the_web_server_the_same_way():
    [command] = [
        json.loads(arguments) for name, arguments in compose.instructions(ROOT / "Dockerfile") if name == "CMD"
    ]

    assert command == compose.load(VALUES)["services"]["web"]["command"]


def ignored_not(source: str) -> bool:
    return f"!{source.split('/')[0]}" in (ROOT / ".dockerignore").read_text().splitlines()


def _around(place: Path) -> dict[str, str]:
    """What the image sets, and what a process needs to be found at all."""
    return {"PATH": os.environ["PATH"], "CLUB_DATA": str(place), "STATIC_ROOT": str(place / "static")}


class Composed:
    """The services' commands with their environments, but for where PostgreSQL and Redis are."""

    def __init__(self, place: Path, database_url: str, redis_url: str) -> None:
        self.place = place
        self.services: dict[str, Any] = compose.load(VALUES)["services"]
        self.elsewhere = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, **_around(place)}
        self.children: list[subprocess.Popen[bytes]] = []

    def env(self, name: str) -> dict[str, str]:
        return {**self.services[name]["environment"], **self.elsewhere, "PWD": str(ROOT), "PYTHONPATH": str(ROOT)}

    def run(self, name: str, *command: str) -> None:
        subprocess.run(compose.here([*command]), cwd=ROOT, env=self.env(name), check=True, capture_output=True)

    def start(self, name: str, **replaced: str) -> subprocess.Popen[bytes]:
        command = [replaced.get(part, part) for part in self.services[name]["command"]]
        command = [part.replace("/tmp/", f"{self.place}/") for part in command]
        child = children.start(compose.here(command), log=self.place / f"{name}.log", env=self.env(name))
        self.children.append(child)
        return child

    def log(self, name: str) -> str:
        return (self.place / f"{name}.log").read_text(errors="replace")


@pytest.fixture
def composed(tmp_path: Path, postgres_url: str, valkey: Valkey) -> Iterator[Composed]:
    stack = Composed(tmp_path, postgres.create_database(postgres_url, f"composed_{os.getpid()}"), valkey.url)
    yield stack
    for child in stack.children:
        child.send_signal(signal.SIGTERM)
    for child in stack.children:
        children.stop(child)


@pytest.mark.postgres
@pytest.mark.long
def test_every_command_of_the_compose_file_starts_and_does_its_part(
    composed: Composed, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ALLOWED_HOSTS", VALUES["ALLOWED_HOSTS"])
    composed.run("migrate", *composed.services["migrate"]["command"])
    composed.run("web", "python", "manage.py", "collectstatic", "--noinput")
    port = str(children.free_port())
    health = f"http://127.0.0.1:{port}/healthz"

    composed.start("worker")
    composed.start("beat", WARNING="INFO")
    web = composed.start("web", **{"8000": port})
    children.wait_until(lambda: is_well(health), web, log=composed.place / "web.log")

    assert _told(health) == {"database": "ok", "broker": "ok", "worker": "ok"}
    eventually(lambda: "Sending due task" in composed.log("beat"), timeout_s=15)
    assert _status(f"http://127.0.0.1:{port}/accounts/login/", **{"X-Forwarded-Proto": "https"}) == 200
    assert _status(f"http://127.0.0.1:{port}/accounts/login/") == 301  # to https
    assert all(child.poll() is None for child in composed.children)


def _told(url: str) -> dict[str, str]:
    eventually(lambda: b'"worker": "ok"' in _get(url).read())
    return json.load(_get(url))


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_arguments: object) -> None:
        return None


def _get(url: str, **headers: str) -> Any:
    request = urllib.request.Request(url, headers={"Host": VALUES["ALLOWED_HOSTS"], **headers})
    return urllib.request.build_opener(_Stay).open(request, timeout=5)


def _status(url: str, **headers: str) -> int:
    try:
        return _get(url, **headers).status
    except urllib.error.HTTPError as answer:
        return answer.code
