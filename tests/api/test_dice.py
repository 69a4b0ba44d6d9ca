"""The product's dice through the API: promised, thrown, shown, checked."""

from uuid import UUID, uuid4

import pytest

from games import dice
from games.models import Action, DicePromise, DiceThrow
from tests.api.conftest import caller
from tests.api.test_acts import refused


@pytest.fixture
def path(cast):
    return f"/tables/{cast.table('Anna', 'Béla', kind='money').table.id}"


@pytest.fixture
def promised(anna, path):
    return anna.post(f"{path}/dice").json()


def asked(**more):
    return {"command_id": str(uuid4()), "expected_version": 0, "by": ["Anna", "Béla"], **more}


def test_before_a_promise_there_is_nothing_to_see(anna, path):
    assert anna.get(f"{path}/dice").json() == {"no": None, "commitment": None}
    refused(anna.post(f"{path}/throws", asked()), 409, "no_dice_promised")


def test_what_is_promised_is_shown_without_its_secret(anna, path, promised):
    secret = DicePromise.objects.get().secret
    assert anna.get(f"{path}/dice").json() == promised
    assert set(promised) == {"no", "commitment"}
    for where in ("", "/dice", "/throws", "/actions", "/scoresheet"):
        assert secret not in anna.get(f"{path}{where}").content.decode()


def test_a_throw_comes_with_its_secret_the_next_promise_and_the_table(anna, path, promised):
    told = anna.post(f"{path}/throws", asked(word="4711")).json()
    throw, table = told["throw"], UUID(path.removeprefix("/tables/"))
    assert throw["commitment"] == promised["commitment"] == dice.commitment_of(throw["secret"], table, 1)
    assert throw["dice"] == list(dice.dice_of(throw["secret"], table, 1, "4711"))
    assert (told["next"]["no"], told["table"]["version"], throw["line"], throw["stands"]) == (2, 1, 1, True)
    assert anna.get(f"{path}/dice").json() == told["next"]
    assert anna.get(f"{path}/throws").json()["results"] == [throw]


def test_sent_again_it_is_the_same_throw(anna, path, promised):
    body = asked()
    assert anna.post(f"{path}/throws", body).json() == anna.post(f"{path}/throws", body).json()
    assert (DiceThrow.objects.count(), Action.objects.count()) == (1, 1)
    refused(anna.post(f"{path}/throws", {**body, "word": "1"}), 422, "command_reused")


def test_a_first_roll_is_played_before_the_next_throw_or_passed_over_on_purpose(anna, path, promised):
    roll = {"do": "roll", "by": "Anna", "dice": [3, 1], "command_id": str(uuid4())}
    assert anna.post(f"{path}/actions", roll).json()["game"]["board"]
    again = {"by": ["Béla"], "expected_version": 1}
    assert (
        "has not been played yet"
        in refused(anna.post(f"{path}/throws", asked(**again)), 409, "dice_not_played")["detail"]
    )
    assert (DiceThrow.objects.count(), Action.objects.count()) == (0, 1)
    told = anna.post(f"{path}/throws", asked(**again, without_board=True)).json()
    assert (told["table"]["game"]["board"], told["table"]["version"]) == (None, 2)


def test_a_throw_that_was_taken_back_stays_to_be_seen(anna, path, promised):
    anna.post(f"{path}/throws", asked())
    anna.post(f"{path}/actions", {"do": "undo", "command_id": str(uuid4())})
    (thrown,) = anna.get(f"{path}/throws").json()["results"]
    assert (thrown["no"], thrown["stands"]) == (1, False)


def test_a_throw_says_with_which_version_its_promise_was_seen(anna, path, promised):
    body = asked()
    del body["expected_version"]
    answer = anna.post(f"{path}/throws", body)
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/expected_version")
    assert anna.post(f"{path}/throws", body, If_Match='"0"').status_code == 201
    assert refused(anna.post(f"{path}/throws", asked()), 412, "stale_version")["current"]["version"] == 1


def test_a_word_is_a_number(anna, path, promised):
    refused(anna.post(f"{path}/throws", asked(word="Béla")), 422, "wrong_word")
    assert not DiceThrow.objects.exists()


def test_who_may_not_score_there_neither_promises_nor_throws(cast, olga, path, promised):
    dora = caller(cast.members["Dóra"])
    refused(dora.post(f"{path}/dice"), 403, "not_seated")
    refused(dora.post(f"{path}/throws", asked()), 403, "not_seated")
    assert dora.get(f"{path}/throws").status_code == 200
    for where in ("dice", "throws"):
        assert olga.get(f"{path}/{where}").status_code == 404
        assert olga.post(f"{path}/{where}", asked()).status_code == 404
    assert not DiceThrow.objects.exists()
