"""docs/rules.md says of settings, presets and codes what the book of the house rules says."""

import pytest
from django.core.management import call_command

from games.rule_document import PARTS, renewed
from games.rules.rule_book import BOOK
from tests.servers.product import ROOT

DOCUMENT = (ROOT / "docs" / "rules.md").read_text()


def test_the_document_is_what_the_book_says():
    assert renewed(DOCUMENT) == DOCUMENT, "run: make rules"


def test_every_part_is_in_the_document():
    assert [part for part in PARTS if f"<!-- rule_book: {part} -->" not in DOCUMENT] == []


@pytest.mark.parametrize("setting", BOOK.values(), ids=lambda one: one.key)
def test_every_value_is_documented_with_its_sentence(setting):
    row = next(line for line in DOCUMENT.splitlines() if line.startswith(f"| `{setting.key}` |"))
    assert all(one.sentence in row for one in setting.choices)


def test_a_part_that_was_changed_by_hand_is_written_anew():
    assert renewed(DOCUMENT.replace(BOOK["deals"].choices[0].sentence, "Whatever.")) == DOCUMENT


def test_a_document_that_is_stale_fails_the_command(settings, tmp_path, capsys):
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "rules.md").write_text("<!-- rule_book: presets -->\n<!-- /rule_book -->\n")
    with pytest.raises(SystemExit):
        call_command("rule_book")
    call_command("rule_book", "--write")
    assert "`amsterdam`" in (tmp_path / "docs" / "rules.md").read_text()
    call_command("rule_book")
