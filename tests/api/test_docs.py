"""docs/api.md: its requests do what it says, and every code is documented there or in docs/rules.md."""

import re
import shlex
from pathlib import Path
from string import Template

import pytest

from club.api_schema import codes
from games.services.nights import ledger
from tests.api.conftest import caller, client

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text()
REQUEST = re.compile(r"^curl .*?# (\d{3})$", re.DOTALL | re.MULTILINE)
BLOCKS = re.findall(r"^```sh\n(.*?)^```", API, re.DOTALL | re.MULTILINE)
REQUESTS = [(found.group(0), int(found.group(1))) for block in BLOCKS for found in REQUEST.finditer(block)]


def sent(command, known, token):
    """Send what a line of curl would send; return the response."""
    words = iter(shlex.split(Template(command.replace("\\\n", " ")).safe_substitute(known), comments=True)[1:])
    method, path, body, headers = "GET", "", "", {}
    for word in words:
        match word:
            case "-X":
                method = next(words)
            case "-H":
                name, _colon, value = next(words).partition(": ")
                headers[name] = value
            case "-d" | "--data-binary":
                body = next(words)
            case _:
                path = word
    content_type = headers.pop("Content-Type", "application/json")
    headers["Authorization"] = f"Bearer {token}"
    return client().generic(method, path, body, content_type=content_type, headers=headers)


def test_every_request_does_what_it_says(cast):
    token = caller(cast.members["Anna"]).secret
    book = ledger.book_for(club=cast.club, currency="EUR")
    known = {"CLUB": "", "NIGHT": str(cast.night.id), "BOOK": str(book.id)}
    known |= {name: str(cast.members[person].id) for name, person in PEOPLE.items()}
    assert len(REQUESTS) >= 15
    for command, status in REQUESTS:
        response = sent(command, known, token)
        assert response.status_code == status, (command, response.content.decode())
        if "/api/v1/tables" in command and "TABLE" not in known:
            known["TABLE"] = response.json()["id"]


PEOPLE = {"ANNA": "Anna", "BELA": "Béla", "CSABA": "Csaba"}


@pytest.mark.parametrize("code", codes())
def test_every_code_is_documented(code):
    assert f"`{code}`" in API + (DOCS / "rules.md").read_text()


def test_no_code_is_documented_that_does_not_exist():
    table = API.partition("The others:")[2].partition("5xx")[0]
    words = set(re.findall(r"`([a-z_]+)`", table)) - {"current"}
    assert words <= set(codes())
