"""What is documented is there, and what is there is documented."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy import compose
from tests.servers.product import ROOT

OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
READ_BY_SETTINGS = re.compile(r'(?:environ\.get|environ\[|choice|required)\(?"?\(?"(\w+)"')


def test_every_setting_is_documented():
    read = set(READ_BY_SETTINGS.findall((ROOT / "club" / "settings.py").read_text()))

    assert {"SECRET_KEY", "CLUB_DATA", "LOG_LEVEL"} <= read
    assert sorted(name for name in read if f"| `{name}` |" not in OPERATIONS) == []


def test_every_make_target_is_told_by_make_help():
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1].split()

    told = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    assert sorted(name for name in targets if name not in {"help", "demo-check"} and f"make {name} " not in told) == []


@pytest.mark.parametrize("document", ["README.md", "docs/operations.md", "docs/architecture.md"])
def test_links_between_documents_lead_somewhere(document: str):
    path = ROOT / document
    links = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text())

    assert [link for link in links if not (path.parent / link).exists()] == []


def test_variables_of_the_compose_file_are_explained():
    used = {found["name"] for found in compose.VARIABLE.finditer(compose.FILE.read_text())}
    explained = Path(ROOT / ".env.example").read_text()

    assert sorted(name for name in used if name not in explained) == []
