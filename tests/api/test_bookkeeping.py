"""What a treasurer does by hand through the API: balances adjusted and brought along, months closed, all of it once."""

import pytest

from club.models import ApiRequest, Member
from ledger.models import Account, Entry
from tests.api.conftest import caller
from tests.api.test_acts import refused
from tests.faults import every_row


def adjustment(cast, **more):
    sides = {"source": str(cast.members["Dóra"].id), "target": "house"}
    return sides | {"amount": "2.50", "reason": "a drink"} | more


def test_a_balance_is_adjusted_once_however_often_it_is_sent(cast, anna, played):
    sent = [anna.post(f"/books/{played}/adjustments", adjustment(cast), Idempotency_Key="a") for _twice in range(2)]
    assert [answer.status_code for answer in sent] == [201, 201]
    assert sent[0].json() == sent[1].json()
    [made] = Entry.objects.filter(kind="adjustment")
    assert (made.memo, made.transfers.get().amount_minor) == ("a drink", 250)


@pytest.mark.parametrize("lost", [{"status": None, "answer": None, "created_at": "2026-01-01T00:00Z"}, None])
def test_an_adjustment_whose_answer_was_lost_is_not_made_again(cast, anna, played, lost):
    path = f"/books/{played}/adjustments"
    first = anna.post(path, adjustment(cast), Idempotency_Key="a").json()
    kept = ApiRequest.objects.all()
    kept.update(**lost) if lost else kept.delete()
    assert anna.post(path, adjustment(cast), Idempotency_Key="a").json() == first
    assert anna.post(path, adjustment(cast), Idempotency_Key="b").json() != first
    assert Entry.objects.filter(kind="adjustment").count() == 2


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"amount": "0"}, "nothing_moved"),
        ({"amount": "-2.50"}, "nothing_moved"),
        ({"amount": "2.505"}, "amount_invalid"),
        ({"target": "adjustments", "source": "adjustments"}, "same_account"),
        ({"date": "0026-11-01"}, "date_out_of_range"),
        ({"date": "9999-12-31"}, "date_out_of_range"),
    ],
)
def test_an_adjustment_that_is_none_posts_nothing(cast, anna, played, wrong, code):
    accounts = list(Account.objects.values())
    answer = anna.post(f"/books/{played}/adjustments", adjustment(cast, **wrong), Idempotency_Key="a")
    refused(answer, 422, code)
    assert list(Account.objects.values()) == accounts
    assert not Entry.objects.filter(kind="adjustment").exists()


def test_a_key_that_nothing_reads_is_not_passed_over(cast, anna, played, plan):
    """Misspelt, each of these would move other money than was meant."""
    dora, before = str(cast.members["Dóra"].id), every_row()
    night = {"book": str(played), "Night": str(cast.night.id)}
    first = f"/settlement-plans/{plan['id']}/payments/1"
    balances = [{"member": dora, "amount": "1.00"}, {"member": dora, "amount": "1.00", "currency": "HUF"}]
    for path, body, pointer in (
        ("/settlement-plans", night, "/Night"),
        (f"/books/{played}/adjustments", adjustment(cast, effective_date="2026-01-01"), "/effective_date"),
        (f"{first}/claim", {"whole_amount": "1.00"}, "/whole_amount"),
        (f"{first}/parts", {"amount": "0.10", "of/all": "1.00"}, "/of~1all"),
        (f"/books/{played}/openings", {"balances": balances}, "/balances/1/currency"),
    ):
        answer = refused(anna.post(path, body, Idempotency_Key="k"), 400, "malformed")
        assert [one["pointer"] for one in answer["errors"]] == [pointer]
        ApiRequest.objects.all().delete()
        assert every_row() == before


def test_only_who_keeps_the_books_adjusts_them(cast, olga, played):
    dora, accounts = caller(cast.members["Dóra"]), list(Account.objects.values())
    refused(dora.post(f"/books/{played}/adjustments", adjustment(cast), Idempotency_Key="a"), 403, "forbidden")
    refused(olga.post(f"/books/{played}/adjustments", adjustment(cast), Idempotency_Key="a"), 404, "not_found")
    assert list(Account.objects.values()) == accounts


def test_an_adjustment_is_taken_back_and_a_game_is_not(cast, anna, played):
    made = anna.post(f"/books/{played}/adjustments", adjustment(cast), Idempotency_Key="a").json()
    back = anna.post(f"/entries/{made['id']}/reversal", {"reason": "it was water"}, Idempotency_Key="b").json()
    assert (back["kind"], back["reverses"], back["memo"]) == ("reversal", made["id"], "it was water")
    game = Entry.objects.get(kind="game")
    refused(anna.post(f"/entries/{game.id}/reversal", {"reason": "x"}, Idempotency_Key="c"), 409, "not_reversible")


def test_a_period_is_closed_once(cast, anna, played):
    sent = [anna.post(f"/books/{played}/periods", {"end_date": "2026-01-31"}) for _twice in range(2)]
    assert [answer.status_code for answer in sent] == [201, 201]
    assert [one["end_date"] for one in anna.get(f"/books/{played}/periods").json()["results"]] == ["2026-01-31"]
    refused(anna.post(f"/books/{played}/periods", {"end_date": "2025-12-31"}), 409, "already_closed")
    refused(anna.post(f"/books/{played}/periods", {"end_date": "2100-01-01"}), 422, "date_not_past")


def test_what_is_about_a_closed_month_says_so_in_the_statement_and_in_the_entries(cast, anna, played):
    anna.post(f"/books/{played}/periods", {"end_date": "2026-01-31"})
    meant = adjustment(cast, date="2026-01-15")
    assert anna.post(f"/books/{played}/adjustments", meant, Idempotency_Key="a").json()["about_date"] == "2026-01-15"
    lines = anna.get(f"/members/{cast.members['Dóra'].id}/statement?book={played}").json()["lines"]
    assert [line["about_date"] for line in lines] == [None, "2026-01-15"]
    entries = anna.get(f"/entries?book={played}").json()["results"]
    assert [entry["about_date"] for entry in entries] == ["2026-01-15", None]
    assert entries[0]["effective_date"] > "2026-01-31"


def test_balances_are_brought_along_all_or_none_and_once(cast, anna, played):
    def bring(key, *amounts, **more):
        people = [str(cast.members[name].id) for name in ("Eszter", "Feri")]
        balances = [{"member": who, "amount": amount} for who, amount in zip(people, amounts, strict=True)]
        return anna.post(f"/books/{played}/openings", {"balances": balances, **more}, Idempotency_Key=key)

    refused(bring("a", "24.70", "-24.00"), 422, "openings_uneven")
    assert not Entry.objects.filter(kind="opening").exists()
    assert len(bring("b", "24.70", "-24.70").json()["entries"]) == 2
    assert bring("c", "24.70", "-24.70").json() == {"entries": []}
    refused(bring("d", "24.70", "-24.00", rest_to="house"), 409, "opening_stands")


def test_a_person_brings_a_balance_along_once_under_whatever_id(cast, anna, played):
    def bring(key, *people, **more):
        amounts = ["24.70", *["-24.70"] * (len(people) - 1)]
        balances = [{"member": str(who.id), "amount": amount} for who, amount in zip(people, amounts, strict=True)]
        asked = {"balances": balances, "rest_to": "house", **more}
        return anna.post(f"/books/{played}/openings", asked, Idempotency_Key=key)

    eszter, feri = cast.members["Eszter"], cast.members["Feri"]
    Member.objects.filter(pk=eszter.pk).update(merged_into=feri)
    refused(bring("a", eszter, feri), 422, "person_twice")
    refused(bring("b", feri, feri), 422, "person_twice")
    refused(bring("c", feri, date="2099-01-01"), 422, "date_out_of_range")
    assert not Entry.objects.filter(kind="opening").exists()
    bring("d", eszter)
    brought = Entry.objects.get(kind="opening", source_kind="member")
    assert brought.transfers.get().target.member == feri
    refused(bring("e", cast.outsider), 404, "not_found")
