"""The same request from two phones at the same moment is done once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from ledger.models import Entry
from tests.api.test_acts import END, envelope

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
PHONES = 4


def at_once(send):
    """Call `send` from every phone at the same moment; return the answers."""
    start = Barrier(PHONES)

    def phone(_number):
        start.wait()
        try:
            return send()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(PHONES) as phones:
        return list(phones.map(phone, range(PHONES)))


def test_one_command_from_several_phones_is_one_act(cast, anna):
    path, body = f"/tables/{cast.table().table.id}/actions", envelope(END)
    answers = at_once(lambda: anna.post(path, body))
    assert {answer.status_code for answer in answers} == {201}
    assert {answer.json()["version"] for answer in answers} == {1}
    assert Entry.objects.count() == 1


def test_one_key_from_several_phones_is_one_payment(cast, anna):
    cast.act(cast.table(), END)
    book = str(Entry.objects.get().book_id)
    plan = anna.post("/settlement-plans", {"book": book, "night": str(cast.night.id)}).json()
    pay = f"/settlement-plans/{plan['id']}/payments/1/confirmation"
    answers = at_once(lambda: anna.post(pay, Idempotency_Key="tap"))
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} <= {"still_running"}
    assert any(answer.status_code == 201 for answer in answers)
    assert Entry.objects.filter(kind="settlement").count() == 1


def test_one_sheet_from_several_phones_is_one_table(cast, anna):
    sheet = {"scoresheet": 1, "id": "f", "kind": "chouette", "players": ["Anna", "Béla"], "actions": [END]}
    answers = at_once(lambda: anna.post(f"/tables?night={cast.night.id}", sheet))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert Entry.objects.count() == 1


def test_one_key_of_a_request_that_is_refused_again_and_again_never_errs(cast, anna):
    """A 409 is not kept: its row is gone by the time that the others look for it."""
    cast.act(cast.table(), {"do": "double", "by": "Anna"})
    for number in range(10):
        answers = at_once(lambda key=str(number): anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key=key))
        assert {answer.status_code for answer in answers} == {409}
        assert {answer.json()["code"] for answer in answers} <= {"game_unfinished", "still_running"}
