"""docker-compose.yml as this machine can run it: variables filled in, commands and environments as lists and dicts."""

import re
import sys
from pathlib import Path
from typing import Any

import yaml

from tests.servers.product import ROOT

FILE = ROOT / "docker-compose.yml"
VARIABLE = re.compile(r"(?<!\$)\$\{(?P<name>\w+)(?:(?P<kind>:\?|:-)(?P<rest>[^}]*))?\}")


class NotSet(Exception):
    """What `docker compose` says when `${NAME:?message}` has no value."""


def load(values: dict[str, str]) -> dict[str, Any]:
    """Return the file with every `${…}` replaced from `values`, as `docker compose` does; environments are text."""
    file: dict[str, Any] = yaml.safe_load(VARIABLE.sub(lambda found: _value(found, values), FILE.read_text()))
    for service in file["services"].values():
        if "environment" in service:
            service["environment"] = {name: str(value) for name, value in service["environment"].items()}
    return file


def _value(found: re.Match[str], values: dict[str, str]) -> str:
    given = values.get(found["name"], "")
    if found["kind"] == ":?" and not given:
        raise NotSet(found["rest"])
    return given or (found["rest"] if found["kind"] == ":-" else "")


def here(command: list[str]) -> list[str]:
    """Return a container's command as this Python runs it; the image has the same programs on its PATH."""
    program, *arguments = command
    return [sys.executable, *arguments] if program == "python" else [sys.executable, "-m", program, *arguments]


def instructions(dockerfile: Path) -> list[tuple[str, str]]:
    """Return (instruction, arguments) of a Dockerfile, continued lines joined."""
    text = dockerfile.read_text().replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(line.split(None, 1)[0], line.split(None, 1)[1]) for line in lines]
