from pathlib import Path

import pytest
import yaml

from games.rules.scoresheet import check, read_sheet

CASES = Path(__file__).parents[2] / "cases"
SHARED = Path(__file__).parents[4] / "shared" / "cases"
PUBLISHED = ("chouette.yaml", "two_players.yaml")
DERIVED = ("more", "soft_rules", "presets", "seats_and_leavers", "matches", "long_nard", "disputed", "combinations")
FILES = (*PUBLISHED, *(f"{name}.yaml" for name in DERIVED))


def documents(name):
    return list(yaml.safe_load_all((CASES / name).read_text()))


ALL = [one for name in FILES for one in documents(name)]


@pytest.mark.parametrize("case", ALL, ids=lambda one: one["id"])
def test_a_case_comes_out_as_expected(case):
    assert check(read_sheet(case)) == []


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_copies_are_the_published_cases(name):
    if not SHARED.exists():
        pytest.skip("the shared cases do not lie beside the project")
    assert documents(name) == list(yaml.safe_load_all((SHARED / name).read_text()))


def test_every_case_has_a_title_and_its_own_id():
    assert all(one["title"] for one in ALL)
    assert len({one["id"] for one in ALL}) == len(ALL)


def test_a_case_that_expects_something_else_says_what_differs():
    case = {**ALL[0], "expect": {"points": {"Anna": "4"}, "next": {"box": "Anna"}}}
    assert check(read_sheet(case)) == ["/points/Anna: expected '4', came out '3'"]


def test_a_list_of_games_is_compared_game_by_game_by_the_keys_that_are_named():
    case = {**ALL[0], "expect": {"games": [{"no": 1, "winner": "team"}]}}
    assert check(read_sheet(case)) == ["/games/0/winner: expected 'team', came out 'box'"]
    assert check(read_sheet({**case, "expect": {"games": []}})) != []
