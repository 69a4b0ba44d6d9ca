import ast
import re
from pathlib import Path
from string import Formatter

import pytest

from games.board.sentences import SENTENCES as BOARD_SENTENCES
from games.rules.act_words import ACT_WORDS
from games.rules.actions import FORMS
from games.rules.errors import Malformed, RuleViolation, SoftViolation
from games.rules.rule_book import BOOK
from games.rules.wording import SENTENCES, ActWord, Message, Points, Seats, render, say

ROOT = Path(__file__).parents[3]
SOURCES = [path for path in (ROOT / "games" / "rules").rglob("*.py") if path.name != "sentences.py"]
NODES = [node for path in SOURCES for node in ast.walk(ast.parse(path.read_text()))]
CALLS = [node for node in NODES if isinstance(node, ast.Call)]
DOCS = (ROOT / "docs" / "rules.md").read_text()


def literals():
    return {node.value for node in NODES if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def called_with_codes():
    for call in CALLS:
        said = isinstance(call.func, ast.Name) and call.func.id in ("say", "Malformed")
        if said and isinstance(call.args[0], ast.Constant):
            yield call.args[0].value


def refusals(kind=RuleViolation):
    for child in kind.__subclasses__():
        yield from refusals(child)
        if child is not SoftViolation:
            yield child


def test_every_code_has_its_sentence():
    codes = {refusal.code for refusal in refusals()} | set(called_with_codes())
    assert codes <= set(SENTENCES) | set(BOARD_SENTENCES)  # records of the board are told in the board's words


def test_every_sentence_is_said_somewhere():
    impossible = {f"impossible_{key}" for key in BOOK}
    assert set(SENTENCES) - literals() - impossible == set()


def test_no_two_refusals_share_a_code():
    codes = [refusal.code for refusal in refusals()]
    assert len(codes) == len(set(codes))


def test_soft_refusals_are_those_whose_code_says_so():
    assert all(refusal.soft == refusal.code.startswith("soft_") for refusal in refusals())


@pytest.mark.parametrize("refusal", list(refusals()), ids=lambda one: one.code)
def test_a_refusal_is_raised_with_the_values_its_sentence_needs(refusal):
    name = refusal.__name__
    wanted = {field for _, field, _, _ in Formatter().parse(SENTENCES[refusal.code]) if field}
    calls = [call for call in CALLS if ast.unparse(call.func).split(".")[-1] == name]
    assert calls or name in ("AnswerTheDouble", "AnswerTheAnimal", "UnknownPlayer")
    assert all({key.arg for key in call.keywords} == wanted for call in calls)


def test_sentences_end_like_sentences():
    assert [code for code, text in SENTENCES.items() if not re.search(r"([.!?]|\{why\}|\{rule\})$", text)] == []


def test_a_message_is_translated_as_a_whole_and_filled_with_names():
    message = say("follows_captain", member=Seats((4,)))
    hungarian = {SENTENCES["follows_captain"]: "{member} hazament."}
    assert render(message, {4: "Dóra"}.__getitem__, hungarian.__getitem__) == "Dóra hazament."
    assert render(message, {4: "Dóra"}.__getitem__).startswith("Dóra has gone home")


def test_a_message_may_hold_another():
    inner = Message("rule_majority", {})
    assert render(Message("soft_box_answer", {"rule": inner}), str).endswith("drops them all.")


def test_points_are_written_as_the_reader_does_and_by_default_as_on_a_scoresheet():
    message = say("sum_not_zero", sum=Points(-6))
    assert "these come to -1.5." in render(message, str)
    assert "these come to 1½ down." in render(message, str, points=lambda points_q: "1½ down")


def test_an_act_within_a_sentence_is_translated_too():
    message = say("amendment_refused", game=1, act=2, word=ActWord("join"), why=Message("no_game", {}))
    assert "its act 2 (new player) is refused." in render(message, str)
    assert "(NEW PLAYER)" in render(message, str, lambda text: text.upper() if text == "new player" else text)


def test_every_act_has_a_word_for_sentences():
    assert set(ACT_WORDS) == set(FORMS)


def test_a_malformed_document_shows_its_pointer():
    assert str(Malformed("not_a_flag", "/actions/3/override")).startswith("/actions/3/override: Only true")


@pytest.mark.parametrize("setting", BOOK)
def test_every_setting_is_documented(setting):
    assert f"`{setting}`" in DOCS


@pytest.mark.parametrize("code", SENTENCES)
def test_every_code_is_documented_with_its_sentence(code):
    assert f"| `{code}` | {SENTENCES[code]} |" in DOCS
