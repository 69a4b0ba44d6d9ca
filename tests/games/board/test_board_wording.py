"""Every code has its sentence, every sentence is said, and all are documented."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from games.board.position import Side
from games.board.refusing import STRONGEST_FIRST
from games.board.sentences import SENTENCES
from games.board.wording import render, say

ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs" / "board.md").read_text()
SOURCES = [path for path in (ROOT / "games" / "board").rglob("*.py") if path.name != "sentences.py"]
SOURCES.append(ROOT / "games" / "management" / "commands" / "legal_plays.py")
SOURCES += (ROOT / "games" / "rules").glob("mat_*.py")
NODES = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text()))]
CALLS = [node for node in NODES if isinstance(node, ast.Call)]
SAYING = re.compile(r"say|Invalid\w+|IllegalPlay|AmbiguousPlay")


def literals():
    return {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def said_with_codes():
    for call in CALLS:
        name = ast.unparse(call.func)
        if SAYING.fullmatch(name) and call.args and isinstance(call.args[0], ast.Constant):
            yield call.args[0].value, {key.arg for key in call.keywords}


def test_every_code_has_its_sentence():
    assert {code for code, _values in said_with_codes()} | set(STRONGEST_FIRST) <= set(SENTENCES)


def test_every_sentence_is_said_somewhere():
    composed = {f"checkers_of_{side}" for side in ("mover", "other")} | set(Side)
    assert set(SENTENCES) - literals() - composed == set()


def test_a_sentence_is_said_with_the_values_it_needs():
    for code, given in said_with_codes():
        wanted = {field for _, field, _, _ in Formatter().parse(SENTENCES[code]) if field}
        assert given in (wanted, {None}), code


def test_sentences_end_like_sentences():
    fragments = {"white", "black"}
    ends = re.compile(r"([.!?]|\{why\}|\{faults\})$")
    assert [code for code, text in SENTENCES.items() if not ends.search(text) and code not in fragments] == []


def test_a_message_is_translated_whole_and_filled_afterwards():
    message = say("invalid_position", faults=(say("no_bar"), say("checkers_of_mover", count=16)))
    assert render(message, lambda text: text.replace("long nard", "NARD")) == (
        "This position cannot be. There is no bar in NARD. The side to move has 16 checkers in all; it must be 15."
    )


@pytest.mark.parametrize("code", SENTENCES)
def test_every_code_is_documented_with_its_sentence(code):
    assert f"| `{code}` | {SENTENCES[code]} |" in DOCS
