"""Old nights are read and scored for ever as they were played. Their files are never changed: golden/README.md."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from games.rules import money, scoring, seating
from games.rules.actions import FORMS
from games.rules.rule_book import BOOK, Amounts, Numbers
from games.rules.settings import SETTINGS_OF, Kind
from games.stored_log import TableUnreadable
from tests.games import goldens
from tests.games.rules.nights import random_night

NAMES = goldens.names()
ADD = "play a night with it and freeze it: tests/games/golden/README.md"


def came_out(golden: goldens.Golden) -> Any:
    """Return what comes out now, as a file would hold it."""
    return json.loads(json.dumps(list(goldens.outcome(goldens.replayed(golden)))))


def acts(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield document
    if document["do"] == "amend":
        yield from document["actions"]


@pytest.mark.parametrize("name", NAMES)
def test_a_night_comes_out_as_it_was_played(name: str) -> None:
    golden = goldens.read(name)
    assert came_out(golden) == golden.outcome


@pytest.mark.parametrize(
    ("where", "rule", "other"),
    [
        (scoring, "multiplier_of", lambda *_rules, **_counts: 1),
        (scoring, "partner_share", lambda *_game: None),
        (money, "to_minor", lambda points_q, unit_minor: points_q * unit_minor // 4),
        (seating, "_turned", lambda seating, game, **_how: seating),
    ],
)
def test_another_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, where: Any, rule: str, other: Any) -> None:
    monkeypatch.setattr(where, rule, other)
    assert any(is_different(name) for name in NAMES)


def is_different(name: str) -> bool:
    """Return whether a night comes out differently; one that is refused does."""
    golden = goldens.read(name)
    try:
        return came_out(golden) != golden.outcome
    except TableUnreadable:
        return True


# ---- nothing is left out ----------------------------------------------------------------------------
def test_every_action_with_every_key_of_it_is_in_some_log() -> None:
    said = {
        (act["do"], key)
        for name in NAMES
        for row in goldens.read(name).log
        for act in acts(row["document"])
        for key in act
    }
    every = {(word, key) for word, form in FORMS.items() for key in ("do", *(key.name for key in form.keys))}
    assert sorted(every - said) == [], ADD


def test_every_kind_of_table_is_there_with_every_setting_and_every_value_of_it() -> None:
    tables = [goldens.read(name).table for name in NAMES]
    kept = {(table["kind"], key, json.dumps(value)) for table in tables for key, value in table["rules"].items()}
    of_kind = {(kind, key) for kind, key, _value in kept}
    assert sorted({(str(kind), key) for kind in Kind for key in SETTINGS_OF[kind]} - of_kind) == [], ADD
    values = {(key, value) for _kind, key, value in kept}
    assert sorted(set(every_value()) - values) == [], ADD


def every_value() -> Iterator[tuple[str, str]]:
    """Yield each setting with each value it can have; of numbers the least and the most, of amounts a broken one."""
    for key, setting in BOOK.items():
        yield from ((key, json.dumps(one.value)) for one in setting.choices)
        match setting.others:
            case Numbers(least, most):
                yield from ((key, json.dumps(number)) for number in (least, most))
            case Amounts():
                yield key, '"2.50"'


def test_texts_that_were_taken_out_of_a_log_are_in_some_of_them() -> None:
    redacted = {
        row["document"]["do"]
        for name in NAMES
        for row in goldens.read(name).log
        if "text" not in row and None in row["document"].values()
    }
    assert redacted >= {"note", "adjust", "amend", "reorder"}


# ---- a file is written once -------------------------------------------------------------------------
def test_a_new_file_holds_what_was_played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    written = goldens.frozen("new", *random_night(3, games=2))
    goldens.add(written)
    assert goldens.read("new") == written
    assert came_out(written) == written.outcome


def test_a_file_that_is_there_is_not_written_again() -> None:
    before = (goldens.FOLDER / "edge-least.jsonl").read_bytes()
    command = [sys.executable, "-m", "tests.games.golden.add", "edge-least", "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, "is there already" in done.stderr) == (1, True)
    assert (goldens.FOLDER / "edge-least.jsonl").read_bytes() == before
