"""House rules by the API: versions, presets with sources, the schema with its sentences, two side by side."""

import pytest

from games import services
from games.models import HouseRules
from games.rules.rule_book import BOOK
from games.rules.settings import PRESETS, Kind, presets_of
from games.rules.settings_reader import read_rules


def test_a_version_carries_its_kind_its_settings_what_differs_and_its_sentences(cast, anna):
    saved = anna.post("/house-rules", {"name": "Felt", "settings": {"preset": "rotterdam", "cap": 64}}).json()
    assert (saved["kind"], saved["version"], saved["preset"], saved["differs"]) == (
        "chouette",
        1,
        "rotterdam",
        {"cap": 64},
    )
    assert saved["settings"] == read_rules({"preset": "rotterdam", "cap": 64}, Kind.CHOUETTE).to_document(Kind.CHOUETTE)
    said = {one["key"]: one for one in saved["sentences"]}
    assert said["cap"]["sentence"] == "No cube goes higher than 64."
    assert said["box_answer"]["soft"]
    assert anna.get(f"/house-rules/{saved['id']}").json() == saved


def test_sentences_come_in_the_language_asked_for(cast, anna):
    saved = anna.post("/house-rules", {"name": "Felt", "settings": {}}).json()
    said = anna.get(f"/house-rules/{saved['id']}", Accept_Language="hu").json()["sentences"]
    assert said[0]["sentence"] != saved["sentences"][0]["sentence"]


def test_rules_are_kept_for_every_kind_and_a_name_keeps_its_kind(cast, anna):
    saved = anna.post("/house-rules", {"name": "Five", "kind": "match", "settings": {"target": 5}})
    assert saved.status_code == 201
    assert saved.json()["settings"]["target"] == 5
    refused = anna.post("/house-rules", {"name": "Five", "settings": {}})
    assert (refused.status_code, refused.json()["code"]) == (409, "rules_of_another_kind")
    assert HouseRules.objects.count() == 1


@pytest.mark.parametrize(
    ("settings", "pointer", "code"),
    [
        ({"colour": "red"}, "/settings/colour", "unknown_setting"),
        ({"animals": "many"}, "/settings/animals", "bad_setting"),
        ({"preset": "vienna"}, "/settings/preset", "unknown_preset"),
        ({"target": 5}, "/settings/target", "setting_of_another_kind"),
        ({"gammon": 4}, "/settings/backgammon", "impossible_backgammon"),
    ],
)
def test_rules_that_cannot_be_are_told_by_their_key_and_nothing_is_kept(anna, settings, pointer, code):
    problem = anna.post("/house-rules", {"name": "Felt", "settings": settings}).json()
    assert [(one["pointer"], one["code"]) for one in problem["errors"]] == [(pointer, code)]
    assert not HouseRules.objects.exists()


def test_the_latest_of_each_is_listed_and_every_version_by_name(cast, anna):
    for animals in (1, 2):
        services.save_house_rules(club=cast.club, name="Felt", settings={"animals": animals}, actor=cast.actor())
    assert [one["version"] for one in anna.get("/house-rules").json()["results"]] == [2]
    assert [one["version"] for one in anna.get("/house-rules?name=Felt").json()["results"]] == [2, 1]
    assert anna.get("/house-rules?name=Cork").json()["results"] == []


def test_every_preset_is_data_with_its_source_for_each_kind_that_may_name_it(anna):
    known = anna.get("/house-rules/presets").json()["results"]
    assert {(one["kind"], one["key"]) for one in known} == {(kind, name) for kind in Kind for name in presets_of(kind)}
    assert all(one["source"] for one in known)
    assert all(one["changes"] == PRESETS[one["key"]] for one in known)


def test_one_preset_is_read_in_sentences(anna):
    read = anna.get("/house-rules/presets/chouette/clinton_hill").json()
    assert "The box takes at least half of the cubes offered, or drops them all." in [
        one["sentence"] for one in read["sentences"]
    ]
    assert anna.get("/house-rules/presets/match/clinton_hill").status_code == 404
    assert anna.get("/house-rules/presets/poker/money").status_code == 404


def test_the_schema_says_of_every_setting_what_it_can_be_and_what_that_means(anna):
    settings = {one["key"]: one for one in anna.get("/house-rules/schema").json()["settings"]}
    assert set(settings) == set(BOOK)
    assert all(one["values"] or one["numbers"] for one in settings.values())
    assert all(value["sentence"] for one in settings.values() for value in one["values"])
    assert settings["cap"]["numbers"]["least"] == 1
    assert settings["cap"]["values"][0]["value"] is None
    assert settings["jacoby"]["defaults"] == {
        "chouette": "per_cube", "money": "per_cube", "match": "none", "long_nard": "none", "single": "global",
    }  # fmt: skip
    assert settings["animals"]["fixed"] == {"match": 0, "long_nard": 0}
    assert settings["table_fee"]["type"] == "amount"
    assert (settings["box_answer"]["soft"], settings["retention"]["soft"]) == (True, False)


def test_two_sets_of_rules_are_compared(cast, anna):
    rules = services.save_house_rules(club=cast.club, name="Felt", settings={"animals": 3}, actor=cast.actor())
    compared = anna.get(f"/house-rules/comparison?one=chouette-individual&other={rules.id}").json()
    assert [pair["key"] for pair in compared["different"]] == ["animals"]
    assert (compared["different"][0]["one"]["value"], compared["different"][0]["other"]["value"]) == (1, 3)
    assert compared["other"]["title"] == "Felt, version 1"
    alone = anna.get(f"/house-rules/comparison?one={rules.id}").json()
    assert alone["different"][0]["key"] == "animals"


def test_what_a_table_plays_by_is_compared_with_a_preset(cast, anna):
    now = cast.table(rules={"preset": "cambridge"})
    compared = anna.get(f"/house-rules/comparison?one=table-{now.table.id}&other=chouette-cambridge").json()
    assert compared["different"] == []


@pytest.mark.parametrize("asked", ["", "?one=nothing", "?one=chouette-individual&other=match-amsterdam"])
def test_what_is_no_set_of_rules_cannot_be_compared(cast, anna, asked):
    assert anna.get(f"/house-rules/comparison{asked}").status_code == 404


def test_another_clubs_rules_are_not_there(cast, anna):
    theirs = services.save_house_rules(club=cast.outsider.club, name="Cork", settings={}, actor=cast.olga)
    assert anna.get(f"/house-rules/{theirs.id}").status_code == 404
    assert anna.get(f"/house-rules/comparison?one={theirs.id}").status_code == 404
