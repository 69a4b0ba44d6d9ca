"""Accounts for guests, claims, merging, anonymising by the API: organisers only, and only their own club."""

import pytest

from club.models import Claim, Member
from games import services as games
from tests.api.conftest import caller
from tests.api.test_acts import refused
from tests.people import evening, guest, merge


@pytest.fixture
def gizi(cast):
    one = guest(cast, "Gizi")
    evening(cast, one, "Anna")
    return one


def balance_of(anna, cast, member):
    (book,) = anna.get(f"/books?club={cast.club.id}").json()["results"]
    balances = anna.get(f"/books/{book['id']}").json()["balances"]
    found = [one["balance"]["amount"] for one in balances if one["member"] == str(member.id)]
    statement = anna.get(f"/members/{member.id}/statement?book={book['id']}").json()
    return found, statement["closing"]["amount"]


def test_merged_members_have_one_balance_one_statement_and_one_standing(cast, anna, gizi):
    dora = cast.members["Dóra"]
    evening(cast, dora, "Béla")
    games.save_season(club=cast.club, actor=cast.actor(), name="All", starts=cast.night.date, ends=cast.night.date)
    answer = anna.post(f"/members/{gizi.id}/merge", {"into": str(dora.id), "reason": "She said so"})
    assert (answer.status_code, answer.json()["id"]) == (200, str(dora.id))
    assert balance_of(anna, cast, dora) == (["1.00"], "1.00")
    assert balance_of(anna, cast, gizi) == ([], "1.00")
    assert anna.get(f"/members/{gizi.id}").json()["merged_into"] == str(dora.id)
    names = [one["name"] for one in anna.get(f"/standings?club={cast.club.id}").json()["results"]]
    assert "Gizi" not in names
    anna.post(f"/members/{gizi.id}/unmerge", {"reason": "She was not"})
    assert balance_of(anna, cast, gizi) == (["0.50"], "0.50")


def test_entries_name_who_it_is_now_and_keep_the_account_it_was(cast, anna, gizi):
    merge(cast, gizi, "Dóra")
    (book,) = anna.get(f"/books?club={cast.club.id}").json()["results"]
    (entry,) = anna.get(f"/entries?book={book['id']}").json()["results"]
    target = entry["transfers"][0]["target"]
    assert (target["name"], target["member"]) == ("Dóra", str(cast.members["Dóra"].id))
    assert target["account"] == str(gizi.accounts.get().id)


def test_a_member_reads_the_statement_of_what_he_played_as_a_guest(cast, gizi):
    merge(cast, gizi, "Dóra")
    dora = caller(cast.members["Dóra"])
    (book,) = dora.get(f"/books?club={cast.club.id}").json()["results"]
    written = b"".join(dora.get(f"/members/{gizi.id}/statement/export?book={book['id']}").streaming_content).decode()
    assert "0.50" in written


def test_a_claim_is_made_by_a_member_and_answered_by_an_organiser(cast, anna, gizi):
    dora = caller(cast.members["Dóra"])
    claim = dora.post(f"/members/{gizi.id}/claims").json()
    assert dora.post(f"/members/{gizi.id}/claims").json()["id"] == claim["id"]
    assert [one["id"] for one in anna.get(f"/claims?club={cast.club.id}").json()["results"]] == [claim["id"]]
    refused(dora.get(f"/claims?club={cast.club.id}"), 403, "forbidden")
    assert anna.post(f"/claims/{claim['id']}/grant").json()["name"] == "Dóra"
    assert anna.get(f"/claims?club={cast.club.id}").json()["results"] == []
    refused(anna.post(f"/claims/{claim['id']}/refusal"), 409, "claim_answered")


def test_a_link_is_made_for_a_guest_only(cast, anna, gizi):
    assert "/claim/" in anna.post(f"/members/{gizi.id}/link").json()["url"]
    refused(anna.post(f"/members/{cast.members['Feri'].id}/link"), 409, "has_account")


def test_who_is_anonymised_is_nobody_in_every_answer(cast, anna):
    now = evening(cast, "Anna", "Béla", "Feri")
    plan = games.nights.ledger.plan_night(night=now.table.night, book=book_of(cast), actor=cast.actor())
    feri = cast.members["Feri"]
    refused(anna.post(f"/members/{feri.id}/anonymise"), 409, "not_even")
    games.nights.ledger.confirm_all(plan=plan, actor=cast.actor())
    answer = anna.post(f"/members/{feri.id}/anonymise", {"redact": []}).json()
    assert answer["name"] == "Former member 1"
    assert answer["anonymised_at"] is not None
    for path in (f"/tables/{now.table.id}", f"/tables/{now.table.id}/scoresheet", f"/books/{book_of(cast).id}"):
        assert "Feri" not in anna.get(path).content.decode()


def book_of(cast):
    return games.nights.ledger.book_for(club=cast.club, currency="EUR")


def test_mentions_are_listed_and_what_is_none_cannot_be_taken_out(cast, anna):
    evening(cast, "Anna", "Béla")
    games.reopen_night(
        night_id=cast.club.nights.filter(state="closed").get().id, reason="Ferinek kávét", actor=cast.actor()
    )
    feri = cast.members["Feri"]
    (mention,) = anna.get(f"/members/{feri.id}/mentions").json()["results"]
    assert (mention["kind"], mention["text"]) == ("night", "Ferinek kávét")
    refused(anna.post(f"/members/{feri.id}/anonymise", {"redact": ["night:0"]}), 404, "not_found")


def test_a_member_is_retired_and_brought_back(cast, anna):
    feri = cast.members["Feri"]
    for _time in range(2):
        assert anna.post(f"/members/{feri.id}/retirement").json()["retired_at"] is not None
    for _time in range(2):
        assert anna.delete(f"/members/{feri.id}/retirement").json()["retired_at"] is None
    events = anna.get(f"/members/{feri.id}/events").json()["results"]
    assert [one["kind"] for one in events] == ["restored", "retired"]


WRITES = {
    "account": {"email": "x@felt.example"},
    "link": None,
    "retirement": None,
    "merge": {"into": "0192f0c0-5a1e-7b31-8c55-6f0e2d9a7c10", "reason": "x"},
    "unmerge": {"reason": "x"},
    "anonymise": None,
}


@pytest.mark.parametrize(("name", "status", "code"), [("Dóra", 403, "forbidden"), ("Béla", 403, "forbidden")])
def test_no_other_member_may(cast, gizi, name, status, code):
    one = caller(cast.members[name])
    for path, body in WRITES.items():
        refused(one.post(f"/members/{gizi.id}/{path}", body), status, code)
    for path in ("mentions", "events"):
        refused(one.get(f"/members/{gizi.id}/{path}"), status, code)
    assert Member.objects.get(pk=gizi.pk).is_active


def test_to_another_club_nobody_of_it_exists(cast, olga, gizi):
    claim = Claim.objects.create(guest=gizi, user=cast.members["Dóra"].user)
    for path, body in WRITES.items():
        refused(olga.post(f"/members/{gizi.id}/{path}", body), 404, "not_found")
    for path in ("mentions", "events"):
        refused(olga.get(f"/members/{gizi.id}/{path}"), 404, "not_found")
    for path in (f"/members/{gizi.id}/claims", f"/claims/{claim.id}/grant", f"/claims/{claim.id}/refusal"):
        refused(olga.post(path), 404, "not_found")


def test_a_token_for_scoring_changes_nobody(cast, gizi):
    scorer = caller(cast.members["Anna"], "read", "score")
    refused(scorer.post(f"/members/{gizi.id}/merge", WRITES["merge"]), 403, "token_scope")
