"""Scoresheets that ask for more than any night: refused before they keep the club waiting."""

from games.models import Table
from tests.api.test_acts import refused

YAML = "application/yaml"
END = "{do: end, winner: Anna, result: single}"


def sheet(*acts):
    lines = "".join(f"- {act}\n" for act in acts)
    return f"scoresheet: 1\nkind: money\nplayers: [Anna, Béla]\nactions:\n{lines}"


def test_more_games_than_a_night_has_are_not_imported_at_once(cast, anna):
    half = sheet(*[END] * 251)
    answer = anna.post(f"/nights/{cast.night.id}/scoresheets", f"{half}---\n{half}", content_type=YAML)
    assert refused(answer, 422, "too_many_results")["errors"][0]["pointer"] == "/1/actions/249"
    assert Table.objects.count() == 0


def test_adjustments_count_as_games_do(cast, anna):
    adjust = "{do: adjust, points: {Anna: 1, Béla: -1}, reason: x}"
    answer = anna.post(f"/tables?night={cast.night.id}", sheet(*[adjust] * 501), content_type=YAML)
    refused(answer, 422, "too_many_results")


def test_corrections_that_make_too_much_be_played_again_are_not_imported(cast, anna):
    again = f"{{do: amend, game: 1, reason: x, actions: [{END}]}}"
    answer = anna.post(f"/tables?night={cast.night.id}", sheet(*[END] * 400, *[again] * 80), content_type=YAML)
    refused(answer, 422, "too_many_corrections")
    assert Table.objects.count() == 0


def test_as_many_corrections_of_a_shorter_night_are_imported(cast, anna):
    again = f"{{do: amend, game: 99, reason: x, actions: [{END}]}}"
    answer = anna.post(f"/tables?night={cast.night.id}", sheet(*[END] * 100, *[again] * 60), content_type=YAML)
    assert (answer.status_code, answer.json()["version"]) == (201, 160)


def test_a_scoresheet_that_is_too_large_is_refused_as_such(cast, anna):
    refused(anna.post(f"/tables?night={cast.night.id}", "x" * 1_000_001, content_type=YAML), 413, "body_too_large")
