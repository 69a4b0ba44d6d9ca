"""The engine against the naive evaluator: on the cases, and on random nights."""

from pathlib import Path

import pytest
import yaml

from games.rules.scoresheet import read_sheet, score, write
from tests.games.rules.naive import evaluate
from tests.games.rules.naive.documents import decimal
from tests.games.rules.nights import random_night

CASES = Path(__file__).parents[2] / "cases"
COMPUTED = ("points", "next", "games", "score", "winner")
NAMES = [f"P{seat}" for seat in range(1, 100)]


def documents(name):
    return list(yaml.safe_load_all((CASES / name).read_text()))


ALL = [one for path in sorted(CASES.glob("*.yaml")) for one in documents(path.name)]


def told(value):
    """Return what was computed as the sheet writes it: names as keys, points as decimals."""
    if isinstance(value, dict):
        return {key: told(one) for key, one in value.items()}
    if isinstance(value, list):
        return [told(one) for one in value]
    return value if value is None or isinstance(value, str | int) else decimal(value)


def differences(expected, found, where=""):
    """Return where `found` is not what is expected; only the keys that are named are compared."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return [line for key, one in expected.items() for line in differences(one, found.get(key), f"{where}/{key}")]
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for at, pair in pairs for line in differences(*pair, f"{where}/{at}")]
    return [] if expected == found else [f"{where}: expected {expected!r}, came out {found!r}"]


@pytest.mark.parametrize("case", ALL, ids=lambda one: one["id"])
def test_the_naive_evaluator_finds_what_a_case_expects(case):
    expected = {key: value for key, value in case["expect"].items() if key in COMPUTED}
    if not expected:
        pytest.skip(f"expects only {', '.join(case['expect'])}")
    assert differences(expected, told(evaluate(case))) == []


def test_a_difference_is_told_with_its_place():
    assert differences({"a": [{"b": "1"}]}, {"a": [{"b": "2", "c": "3"}]}) == ["/a/0/b: expected '1', came out '2'"]
    assert differences({"a": [], "b": None}, {"a": ["1"]}) == ["/a: expected [], came out ['1']"]


def test_an_evaluator_that_forgets_the_cube_is_found_out(monkeypatch):
    monkeypatch.setattr("tests.games.rules.naive.cubes.multiplier", lambda game, name: 1)
    assert any(disagreement(seed) for seed in range(20))


def test_engine_and_naive_evaluator_agree_on_random_nights():
    assert disagreements(range(150)) == {}


@pytest.mark.long
def test_engine_and_naive_evaluator_agree_on_thousands_of_random_nights():
    assert disagreements(range(150, 5150)) == {}


def disagreements(seeds):
    """Return what engine and naive evaluator see differently, by the seed of the night."""
    return {seed: found for seed in seeds if (found := disagreement(seed))}


def disagreement(seed):
    opening, actions = random_night(seed, games=5)
    document = write(opening, NAMES, actions)
    by_engine = score(read_sheet(document))
    if not by_engine["ok"]:
        return [f"the engine refuses its own night: {by_engine['error']}"]
    try:
        naive = told(evaluate(document))
    except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as lost:  # it judges no refusals
        return [f"the naive evaluator sees a night in which this cannot be: {lost!r}"]
    found = differences(naive, {key: by_engine.get(key) for key in naive})
    return found + [f"/points: only the engine knows {name}" for name in by_engine["points"].keys() - naive["points"]]
