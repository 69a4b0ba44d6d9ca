"""`allowed`: every button can be posted as it is, and does what it says."""

import random
from uuid import uuid4

import pytest

from tests.api.conftest import caller
from tests.api.test_acts import DOUBLE, END, envelope


def buttons(caller, path):
    return caller.get(path).json()["allowed"]


def post(caller, path, button):
    return caller.post(f"{path}/actions", envelope(button["action"]))


@pytest.mark.parametrize("preset", ["individual", "single", "canberra"])
def test_a_walk_along_the_buttons_is_never_refused(cast, anna, preset):
    """At random, from one state to the next: what is offered is accepted, what is blocked is refused."""
    names = ("Anna", "Béla", "Csaba", "Dóra", "Eszter")
    path = f"/tables/{cast.table(*names, rules={'preset': preset}).table.id}"
    chance = random.Random(preset)
    for _step in range(15):
        offered = buttons(anna, path)
        blocked = [button for button in offered if button["blocked"]]
        if blocked:
            assert post(anna, path, chance.choice(blocked)).status_code == 409
        free = [button for button in offered if not button["blocked"] and button["kind"] not in {"leave", "sit_out"}]
        button = chance.choice([one for one in free if not one["soft"]] or free)
        reason = {"override": True, "reason": "agreed"} if button["soft"] else {}
        answer = anna.post(f"{path}/actions", envelope({**button["action"], **reason}))
        assert answer.status_code == 201, (button, answer.json())


def test_a_button_says_whose_it_is_where_it_stands_and_what_it_costs(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(DOUBLE))
    on_bela = {button["kind"]: button for button in buttons(anna, path) if button["card"] == "Béla"}
    assert on_bela["drop"]["action"] == {"do": "drop", "by": "Béla", "value": 2}
    assert (on_bela["drop"]["actor"], on_bela["drop"]["pays"]) == ("Béla", "1")
    assert on_bela["take"]["plays_for"] == 2
    assert on_bela["beaver"]["asks"] == 4
    blocked = next(button for button in buttons(anna, path) if button["kind"] == "end")["blocked"]
    assert (blocked["code"], "Béla" in blocked["detail"]) == ("offer_open", True)


def test_who_may_not_act_is_offered_nothing(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    assert buttons(anna, path)
    assert buttons(caller(cast.members["Eszter"]), path) == []


def test_where_everybody_answers_for_himself_only_his_own_answers_are_offered(cast, anna):
    cast.club.own_answers_only = True
    cast.club.save()
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(DOUBLE))
    answers = [button for button in buttons(caller(cast.members["Béla"]), path) if button["kind"] in {"take", "drop"}]
    assert {button["actor"] for button in answers} == {"Béla"}


def test_a_closed_table_offers_nothing(cast, anna):
    path = f"/tables/{cast.table().table.id}"
    anna.post(f"{path}/actions", envelope(END))
    anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key=str(uuid4()))
    state = anna.get(path).json()
    assert (state["state"], state["allowed"]) == ("closed", [])
