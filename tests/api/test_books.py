"""The books through the API: exact money, everyone's own club, payments done once however often they are sent."""

from datetime import timedelta

import pytest
from django.utils import timezone

from club.models import ApiRequest, Member
from club.tasks import forget_old_answers
from ledger.models import Account, Entry, Payment, SettlementPlan
from tests.api.conftest import V1, caller
from tests.api.test_acts import refused

END = {"do": "end", "winner": "box", "result": "single"}


def line_of(plan, payer):
    return next(payment for payment in plan["payments"] if payment["payer"]["name"] == payer)


def test_a_book_tells_every_balance_and_they_come_to_zero(anna, played):
    book = anna.get(f"/books/{played}").json()
    balances = {one["name"]: one["balance"]["amount"] for one in book["balances"]}
    assert balances == {"Anna": "1.50", "Béla": "-0.50", "Csaba": "-0.50", "Dóra": "-0.50"}
    assert (book["currency"], book["head_seq"]) == ("EUR", 1)
    assert book["head_hash"]


def test_entries_are_listed_the_newest_first_with_their_transfers(cast, anna, played):
    cast.act(cast.table(), END)
    page = anna.get(f"/entries?book={played}&limit=1").json()
    assert [entry["seq"] for entry in page["results"]] == [2]
    older = anna.get(page["next"].partition(V1)[2]).json()["results"]
    assert [entry["seq"] for entry in older] == [1]
    assert {
        (one["source"]["name"], one["target"]["name"], one["amount"]["amount"]) for one in older[0]["transfers"]
    } == {
        ("Béla", "Anna", "0.50"),
        ("Csaba", "Anna", "0.50"),
        ("Dóra", "Anna", "0.50"),
    }
    assert len(anna.get(f"/entries?book={played}&night={cast.night.id}").json()["results"]) == 2


def test_a_statement_opens_moves_and_closes(cast, anna, played):
    bela = cast.members["Béla"].id
    statement = anna.get(f"/members/{bela}/statement?book={played}").json()
    assert [line["amount"] for line in statement["lines"]] == [{"amount": "-0.50", "currency": "EUR"}]
    assert (statement["opening"]["amount"], statement["closing"]["amount"]) == ("0.00", "-0.50")
    later = anna.get(f"/members/{bela}/statement?book={played}&from=9998-01-01").json()
    assert (later["opening"]["amount"], later["lines"]) == ("-0.50", [])


def test_who_never_played_has_an_empty_statement(cast, anna, played):
    statement = anna.get(f"/members/{cast.members['Feri'].id}/statement?book={played}").json()
    assert (statement["lines"], statement["closing"]["amount"]) == ([], "0.00")


@pytest.mark.parametrize("query", ["", "?book=x", "?book={book}&from=yesterday", "?book={book}&to=2026-02-31"])
def test_a_statement_that_cannot_be_is_told(cast, anna, played, query):
    path = f"/members/{cast.members['Anna'].id}/statement{query.format(book=played)}"
    refused(anna.get(path), 400, "malformed")


def test_another_clubs_books_do_not_exist(cast, olga, played, plan):
    member = cast.members["Anna"].id
    for path in (
        f"/books/{played}", f"/entries?book={played}", f"/members/{member}/statement?book={played}",
        f"/settlement-plans?book={played}", f"/settlement-plans/{plan['id']}",
    ):  # fmt: skip
        refused(olga.get(path), 404, "not_found")
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    for act in ("claim", "confirmation", "void", "reversal"):
        refused(olga.post(f"{pay}/{act}", {"reason": "x"}, Idempotency_Key=act), 404, "not_found")
    refused(olga.post("/settlement-plans", {"book": played}), 404, "not_found")
    assert set(Payment.objects.values_list("state", flat=True)) == {"proposed"}


def test_a_plan_is_made_and_read(cast, anna, played, plan):
    assert {(one["payer"]["name"], one["payee"]["name"], one["amount"]["amount"]) for one in plan["payments"]} == {
        ("Béla", "Anna", "0.50"),
        ("Csaba", "Anna", "0.50"),
        ("Dóra", "Anna", "0.50"),
    }
    assert (plan["stale"], plan["superseded"]) == (False, False)
    assert anna.get(f"/settlement-plans/{plan['id']}").json() == plan
    assert [one["id"] for one in anna.get(f"/settlement-plans?book={played}").json()["results"]] == [plan["id"]]
    cast.act(cast.table(), END)
    assert anna.get(f"/settlement-plans/{plan['id']}").json()["stale"] is True


def test_a_payment_is_claimed_by_the_payer_and_confirmed_by_the_payee(cast, anna, played, plan):
    dora = caller(cast.members["Dóra"])
    no = line_of(plan, "Dóra")["no"]
    pay = f"/settlement-plans/{plan['id']}/payments/{no}"
    assert dora.post(f"{pay}/claim", Idempotency_Key="c").json()["state"] == "claimed"
    refused(dora.post(f"{pay}/confirmation", Idempotency_Key="d"), 403, "forbidden")
    confirmed = anna.post(f"{pay}/confirmation", Idempotency_Key="e").json()
    assert (confirmed["state"], confirmed["amount"]["amount"]) == ("confirmed", "0.50")
    balances = {one["name"]: one["balance"]["amount"] for one in anna.get(f"/books/{played}").json()["balances"]}
    assert balances == {"Anna": "1.00", "Béla": "-0.50", "Csaba": "-0.50", "Dóra": "0.00"}


def test_a_payment_sent_twice_is_paid_once(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1/confirmation"
    first, again = (anna.post(pay, Idempotency_Key="tap") for _tap in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotent-Replayed"] == "true"
    assert Entry.objects.filter(kind="settlement").count() == 1


def test_money_moves_only_under_a_key(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    for act in ("claim", "confirmation", "void", "reversal"):
        refused(anna.post(f"{pay}/{act}", {"reason": "x"}), 400, "idempotency_key_missing")
    for key in ("", "x" * 256, "ő"):
        refused(anna.post(f"{pay}/claim", Idempotency_Key=key), 400, "idempotency_key_malformed")
    assert set(Payment.objects.values_list("state", flat=True)) == {"proposed"}


def test_a_key_that_comes_back_with_another_request_is_refused(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments"
    anna.post(f"{pay}/1/claim", Idempotency_Key="k")
    refused(anna.post(f"{pay}/2/claim", Idempotency_Key="k"), 422, "command_reused")
    assert Payment.objects.filter(state="claimed").count() == 1


def test_a_key_belongs_to_whoever_sent_it(cast, anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments"
    anna.post(f"{pay}/1/confirmation", Idempotency_Key="k")
    dora = line_of(plan, "Dóra")["no"]
    assert caller(cast.members["Dóra"]).post(f"{pay}/{dora}/claim", Idempotency_Key="k").status_code == 201


def test_while_the_first_is_running_the_second_is_told_to_wait(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1/claim"
    anna.post(pay, Idempotency_Key="k")
    ApiRequest.objects.update(status=None, answer=None)
    response = anna.post(pay, Idempotency_Key="k")
    refused(response, 409, "still_running")
    assert int(response["Retry-After"]) >= 1
    assert ApiRequest.objects.get().status is None


def test_a_request_that_was_cut_off_can_be_sent_again(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1/confirmation"
    first = anna.post(pay, Idempotency_Key="k").json()
    ApiRequest.objects.update(status=None, answer=None, created_at="2026-01-01T00:00Z")
    assert anna.post(pay, Idempotency_Key="k").json() == first
    assert Entry.objects.filter(kind="settlement").count() == 1


def test_a_refusal_that_may_pass_is_not_kept(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    void = anna.post(f"{pay}/void", {"reason": "paid at the bar"}, Idempotency_Key="v").json()
    assert (void["state"], void["reason"]) == ("void", "paid at the bar")
    refused(anna.post(f"{pay}/claim", Idempotency_Key="c"), 409, "payment_void")
    assert not ApiRequest.objects.filter(key="c").exists()


def test_what_is_wrong_with_a_request_is_kept_with_its_status(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1/void"
    first, again = (anna.post(pay, {}, Idempotency_Key="v") for _tap in range(2))
    refused(first, 400, "malformed")
    assert refused(again, 400, "malformed") == first.json()


def test_a_confirmation_is_taken_back_with_a_reason(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    anna.post(f"{pay}/confirmation", Idempotency_Key="a")
    assert anna.post(f"{pay}/reversal", {"reason": "it bounced"}, Idempotency_Key="b").json()["state"] == "proposed"
    assert [entry.kind for entry in Entry.objects.order_by("seq")] == ["game", "settlement", "reversal"]


def test_a_claim_is_taken_back(cast, anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/{line_of(plan, 'Dóra')['no']}/claim"
    dora = caller(cast.members["Dóra"])
    dora.post(pay, Idempotency_Key="a")
    assert dora.delete(pay).json()["state"] == "proposed"


def test_a_payment_that_is_not_in_the_plan_is_not_found(anna, played, plan):
    refused(anna.post(f"/settlement-plans/{plan['id']}/payments/99/claim", Idempotency_Key="a"), 404, "not_found")


@pytest.mark.parametrize("body", [{}, {"book": "x"}, {"book": None}, {"book": "{book}", "night": "x"}])
def test_a_plan_that_cannot_be_is_told(anna, played, body):
    asked = {key: value.format(book=played) if value else value for key, value in body.items()}
    refused(anna.post("/settlement-plans", asked), 400, "malformed")
    assert SettlementPlan.objects.count() == 0


def test_a_member_cannot_make_a_plan(cast, played):
    refused(caller(cast.members["Dóra"]).post("/settlement-plans", {"book": played}), 403, "forbidden")
    assert SettlementPlan.objects.count() == 0


def test_a_plan_goes_through_a_banker_and_back(cast, anna, played, plan):
    asked = {"book": played, "night": str(cast.night.id)}
    by_banker = anna.post("/settlement-plans", asked | {"banker": str(cast.members["Dóra"].id)}).json()
    parties = [{one["payer"]["name"], one["payee"]["name"]} for one in by_banker["payments"]]
    assert all("Dóra" in pair for pair in parties)
    fewest = anna.post("/settlement-plans", asked | {"afresh": True}).json()
    assert [line["payer"] for line in fewest["payments"]] == [line["payer"] for line in plan["payments"]]
    nobody = str(cast.outsider.id)
    refused(anna.post("/settlement-plans", asked | {"banker": nobody}), 404, "not_found")


def test_amounts_have_the_decimals_of_their_currency(cast, anna):
    cast.act(cast.table(unit_minor=100, currency="JPY"), END)
    (book,) = [one for one in anna.get("/books").json()["results"] if one["currency"] == "JPY"]
    balances = {one["name"]: one["balance"] for one in anna.get(f"/books/{book['id']}").json()["balances"]}
    assert balances["Anna"] == {"amount": "300", "currency": "JPY"}


def test_a_merged_or_anonymised_name_is_told_as_it_stands_now(cast, anna, played):
    Member.objects.filter(pk=cast.members["Dóra"].pk).update(name="Former member")
    names = {one["name"] for one in anna.get(f"/books/{played}").json()["balances"]}
    assert "Former member" in names
    assert "Dóra" not in names


def test_a_part_can_be_paid_now(anna, played, plan):
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    part = anna.post(f"{pay}/parts", {"amount": "0.20"}, Idempotency_Key="p").json()
    assert (part["amount"]["amount"], part["state"]) == ("0.20", "proposed")
    lines = anna.get(f"/settlement-plans/{plan['id']}").json()["payments"]
    assert sorted(line["amount"]["amount"] for line in lines) == ["0.20", "0.30", "0.50", "0.50"]


@pytest.mark.parametrize(
    ("amount", "code"),
    [("0.50", "not_a_part"), ("0", "not_a_part"), ("x", "amount_invalid"), ("0.001", "amount_invalid")],
)
def test_what_is_no_part_is_refused(anna, played, plan, amount, code):
    pay = f"/settlement-plans/{plan['id']}/payments/1/parts"
    refused(anna.post(pay, {"amount": amount}, Idempotency_Key="p"), 422, code)
    assert Payment.objects.count() == 3


@pytest.mark.parametrize(("act", "more"), [("claim", {}), ("confirmation", {}), ("parts", {"amount": "0.10"})])
def test_what_another_has_divided_meanwhile_is_looked_at_again(anna, played, plan, act, more):
    pay = f"/settlement-plans/{plan['id']}/payments/1"
    anna.post(f"{pay}/parts", {"amount": "0.20", "whole": "0.50"}, Idempotency_Key="p")
    refused(anna.post(f"{pay}/{act}", {"whole": "0.50", **more}, Idempotency_Key="a"), 409, "payment_changed")
    assert not Payment.objects.exclude(state="proposed").exists()
    assert anna.post(f"{pay}/{act}", {"whole": "0.30", **more}, Idempotency_Key="b").status_code == 201


def test_points_are_not_paid(cast, anna):
    cast.act(cast.table(unit_minor=100, currency="PTS"), END)
    refused(anna.post("/settlement-plans", {"book": str(Account.objects.first().book_id)}), 409, "points_not_paid")
    assert not SettlementPlan.objects.exists()


def test_everybody_paid_at_the_table(anna, played, plan):
    paid = anna.post(f"/settlement-plans/{plan['id']}/confirmation", Idempotency_Key="all").json()
    assert {one["state"] for one in paid["payments"]} == {"confirmed"}
    balances = anna.get(f"/books/{played}").json()["balances"]
    assert {one["balance"]["amount"] for one in balances} == {"0.00"}


def test_a_plan_that_the_books_left_behind_is_made_again_before_everybody_has_paid(cast, anna, played, plan):
    cast.act(cast.table(), END)
    refused(anna.post(f"/settlement-plans/{plan['id']}/confirmation", Idempotency_Key="all"), 409, "plan_stale")
    assert not Entry.objects.filter(kind="settlement").exists()
    again = anna.post("/settlement-plans", {"book": played, "night": str(cast.night.id)}).json()
    paid = anna.post(f"/settlement-plans/{again['id']}/confirmation", Idempotency_Key="all").json()
    assert {one["state"] for one in paid["payments"]} == {"confirmed"}
    assert {one["balance"]["amount"] for one in anna.get(f"/books/{played}").json()["balances"]} == {"0.00"}


def test_kept_answers_are_forgotten_after_two_days_and_not_before(anna, played, plan):
    anna.post(f"/settlement-plans/{plan['id']}/payments/1/claim", Idempotency_Key="today")
    ApiRequest.objects.create(credential="user:x", key="old", digest="0", status=201, answer={})
    ApiRequest.objects.filter(key="old").update(created_at=timezone.now() - timedelta(days=2, minutes=1))
    forget_old_answers()
    assert [one.key for one in ApiRequest.objects.all()] == ["today"]
