"""What the books refuse, find and are made of is documented."""

import re
from pathlib import Path

from club.errors import ClubError
from ledger import checks, errors
from ledger.models import Entry
from ledger.services import drafts

DOCS = (Path(__file__).parents[2] / "docs" / "ledger.md").read_text()


def test_every_refusal_is_documented():
    of_the_books = [*vars(errors).values(), *vars(drafts).values()]
    codes = {
        error.code
        for error in of_the_books
        if isinstance(error, type) and issubclass(error, ClubError) and error.__module__.startswith("ledger.")
    }
    assert len(codes) > 10
    assert {code for code in codes if f"`{code}`" not in DOCS} == set()


def test_every_finding_is_documented():
    codes = set(re.findall(r'(?:yield|Finding\()\s*"(\w+)"', Path(checks.__file__).read_text()))
    assert len(codes) > 12
    assert {code for code in codes if f"`{code}`" not in DOCS} == set()


def test_every_kind_of_entry_is_documented():
    assert {kind.value for kind in Entry.Kind if f"| {kind.value} |" not in DOCS} == set()
