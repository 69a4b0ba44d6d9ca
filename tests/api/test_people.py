"""Me, clubs, members, nights and guests through the API: everyone's own club only, tokens within their scope."""

import base64
import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from club.api.throttles import WriteThrottle
from club.models import Attendance, Member, Night, Role
from club.permissions import Door, actor_of
from club.services import invite, retire
from tests.api.conftest import V1, Caller, caller
from tests.api.test_acts import refused


def test_me_says_who_i_am_and_what_my_token_covers(cast):
    me = caller(cast.members["Béla"], "read", "books").get("/me").json()
    assert me["email"] == "2@felt.example"
    assert me["scopes"] == ["books", "read"]
    assert [(one["club"]["name"], one["role"], one["name"]) for one in me["memberships"]] == [
        ("Felt", "treasurer", "Béla")
    ]


def test_the_sites_own_session_may_use_the_api_with_its_csrf_token(cast):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(cast.members["Anna"].user)
    assert browser.get(f"{V1}/me").json()["scopes"] is None
    how = {"data": "{}", "content_type": "application/json"}
    assert browser.post(f"{V1}/nights", **how).status_code == 403
    assert Night.objects.count() == 1
    browser.cookies["csrftoken"] = token = "a" * 32
    assert browser.post(f"{V1}/nights", headers={"X-CSRFToken": token}, **how).status_code == 201


def test_who_is_not_signed_in_sees_nothing(client):
    for path in ("/me", "/clubs", "/tables", "/books", "/standings", "/house-rules/presets"):
        refused(client.get(V1 + path), 401, "not_authenticated")


def test_everyone_sees_his_own_clubs_only(cast, anna, olga):
    assert [club["name"] for club in anna.get("/clubs").json()["results"]] == ["Felt"]
    assert anna.get(f"/clubs/{cast.club.id}").json()["currency"] == "EUR"
    refused(olga.get(f"/clubs/{cast.club.id}"), 404, "not_found")


@pytest.mark.parametrize(
    "path",
    ["/members?club={club}", "/nights?club={club}", "/tables?club={club}", "/tables?night={night}",
     "/house-rules?club={club}", "/standings?club={club}", "/books?club={club}", "/nights/{night}",
     "/nights/{night}/attendances", "/members/{member}"],
)  # fmt: skip
def test_another_clubs_things_do_not_exist(cast, anna, olga, path):
    """T14, for every list and thing of a club."""
    asked = path.format(club=cast.club.id, night=cast.night.id, member=cast.members["Anna"].id)
    assert anna.get(asked).status_code == 200
    refused(olga.get(asked), 404, "not_found")


def test_who_has_several_clubs_says_which(cast, anna):
    other = cast.outsider.club
    organiser = cast.outsider

    invite(club=other, name="Anna", email="anna@felt.example", role=Role.MEMBER, actor=actor_of(organiser, Door.PAGE))
    problem = refused(anna.get("/members"), 400, "malformed")
    assert problem["errors"][0]["pointer"] == "/club"
    assert {one["name"] for one in anna.get(f"/members?club={other.id}").json()["results"]} == {"Anna", "Olga"}


def test_members_are_listed_in_pages_by_name(anna):
    names, path = [], "/members?limit=4"
    while path:
        page = anna.get(path).json()
        names += [member["name"] for member in page["results"]]
        path = (page["next"] or "").partition(V1)[2]
    assert names == ["Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri"]


@pytest.mark.parametrize("query", ["limit=0", "limit=201", "limit=x", "limit=-1", "cursor=x", "limit="])
def test_a_page_that_cannot_be_is_told(anna, query):
    refused(anna.get(f"/members?{query}"), 400, "malformed")


@pytest.mark.parametrize("list_of", ["/nights", "/tables", "/tables/{table}/actions", "/tables/{table}/games"])
def test_a_cursor_that_was_never_given_out_is_told(cast, anna, list_of):
    made_up = base64.b64encode(b"p=x").decode()
    path = list_of.format(table=cast.table().table.id)
    refused(anna.get(f"{path}?cursor={made_up}"), 400, "malformed")


@pytest.mark.parametrize("club", ["x", "", "7"])
def test_a_club_that_is_no_id_is_told(anna, club):
    refused(anna.get(f"/members?club={club}"), 400, "malformed")


def test_an_address_is_told_to_nobody(anna):
    assert "felt.example" not in anna.get("/members").content.decode()


def test_an_organiser_invites_and_adds_guests(cast, anna):
    invited = anna.post("/members", {"name": "Gyula", "email": "gyula@felt.example"}).json()
    assert (invited["role"], invited["can_sign_in"]) == ("member", True)
    guest = anna.post("/members", {"name": "Zoltán"}).json()
    assert (guest["role"], guest["can_sign_in"]) == ("guest", False)
    refused(anna.post("/members", {"name": "Gyula", "email": "gyula@felt.example"}), 409, "already_member")
    assert Member.objects.filter(club=cast.club).count() == 8


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({}, "/name"), ({"name": ""}, "/name"), ({"name": "x" * 61}, "/name"), ({"name": "G", "email": "x"}, "/email"),
     ({"name": "G", "role": "king"}, "/role"), ({"name": ["G"]}, "/name")],
)  # fmt: skip
def test_a_member_who_cannot_be_is_told_where(cast, anna, body, pointer):
    problem = refused(anna.post("/members", body), 400, "malformed")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert Member.objects.filter(club=cast.club).count() == 6


def test_only_who_runs_nights_opens_one(cast, anna):
    opened = anna.post("/nights", {"date": "2026-12-04", "title": "Friday"}).json()
    assert (opened["date"], opened["title"], opened["state"]) == ("2026-12-04", "Friday", "open")
    assert len(opened["join_code"]) == 6
    refused(caller(cast.members["Dóra"]).post("/nights", {}), 403, "forbidden")
    assert Night.objects.filter(club=cast.club).count() == 2


def test_a_night_is_opened_once_under_one_key_and_by_its_own_caller(cast, anna):
    first, again = (anna.post("/nights", {}, Idempotency_Key="friday").json() for _tap in range(2))
    assert first == again
    another = caller(cast.members["Anna"]).post("/nights", {}, Idempotency_Key="friday").json()
    assert another["id"] != first["id"]


def test_a_night_is_closed_once_and_reopened_with_a_reason(cast, anna):
    closing = f"/nights/{cast.night.id}/closing"
    refused(anna.post(closing), 400, "idempotency_key_missing")
    assert anna.post(closing, Idempotency_Key="1").json()["state"] == "closed"
    assert anna.post(closing, Idempotency_Key="1").status_code == 201
    refused(anna.post(closing, Idempotency_Key="2"), 409, "night_closed")
    reopening = f"/nights/{cast.night.id}/reopening"
    refused(anna.post(reopening, {"reason": ""}, Idempotency_Key="3"), 400, "malformed")
    assert anna.post(reopening, {"reason": "one more game"}, Idempotency_Key="4").json()["state"] == "open"


def test_a_night_in_the_middle_of_a_game_is_not_closed(cast, anna):
    now = cast.table()
    cast.act(now, {"do": "start"})
    refused(anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key="1"), 409, "game_unfinished")
    cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    assert anna.post(f"/nights/{cast.night.id}/closing", Idempotency_Key="1").status_code == 201, "409 is not kept"


def test_who_is_there_is_noted_once(cast, anna):
    path, body = f"/nights/{cast.night.id}/attendances", {"member": str(cast.members["Dóra"].id)}
    assert [anna.post(path, body).status_code for _tap in range(2)] == [201, 201]
    assert [one["member"]["name"] for one in anna.get(path).json()["results"]] == ["Dóra"]
    refused(anna.post(path, {"member": str(cast.outsider.id)}), 404, "not_found")


def test_a_guest_asks_in_by_the_code_and_waits(cast, client):
    body = {"join_code": cast.night.join_code.lower(), "name": "Gyula"}
    response = client.post(f"{V1}/join-requests", body, content_type="application/json")
    assert (response.status_code, response.json()["state"]) == (201, "waiting")
    assert Attendance.objects.get().member.role == Role.GUEST
    wrong = client.post(f"{V1}/join-requests", {**body, "join_code": "ZZZZZZ"}, content_type="application/json")
    refused(wrong, 404, "not_found")


def test_join_codes_cannot_be_guessed_at_leisure(cast, client):
    body = {"join_code": "ZZZZZZ", "name": "Guess"}
    answers = [client.post(f"{V1}/join-requests", body, content_type="application/json") for _try in range(25)]
    refused(answers[0], 404, "not_found")
    refused(answers[-1], 429, "too_many_tries")
    assert int(answers[-1]["Retry-After"]) >= 1


def test_writes_are_counted_and_reads_are_not(cast, anna, monkeypatch):
    monkeypatch.setattr(WriteThrottle, "rate", "2/min")
    answers = [anna.post("/nights", {}) for _tap in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    refused(answers[-1], 429, "throttled")
    assert int(answers[-1]["Retry-After"]) >= 1
    assert anna.get("/nights").status_code == 200
    assert Night.objects.filter(club=cast.club).count() == 3


READS = {"read": {"/tables", "/books", "/members", "/me"}, "score": {"/tables"}, "books": {"/books"}}


@pytest.mark.parametrize("scope", READS)
@pytest.mark.parametrize("path", ["/tables", "/books", "/members"])
def test_a_token_reads_what_its_scope_covers(cast, scope, path):
    response = caller(cast.members["Anna"], scope).get(path)
    if path in READS[scope]:
        assert response.status_code == 200
    else:
        refused(response, 403, "token_scope")


@pytest.mark.parametrize("scope", ["read", "score", "books"])
def test_a_token_writes_only_within_its_scope(cast, scope):
    narrow = caller(cast.members["Anna"], scope)
    needs = {
        "admin": [("/nights", {}), ("/members", {"name": "G"}), (f"/nights/{cast.night.id}/closing", {})],
        "score": [("/tables", {})],
        "books": [("/settlement-plans", {})],
    }
    for needed, writes in needs.items():
        for path, body in writes:
            response = narrow.post(path, body, Idempotency_Key=f"{scope}{path}")
            if scope == needed:
                assert response.json()["code"] == "malformed"
            else:
                refused(response, 403, "token_scope")
    assert Night.objects.filter(club=cast.club).count() == 1


def test_a_token_gives_no_more_than_its_user_may(cast):
    refused(caller(cast.members["Dóra"], "admin").post("/nights", {}), 403, "forbidden")


def test_a_retired_member_is_out_at_once(cast, anna):

    dora = caller(cast.members["Dóra"])
    assert dora.get("/tables").status_code == 200
    retire(member=cast.members["Dóra"], actor=actor_of(cast.members["Anna"], Door.PAGE))
    assert dora.get("/clubs").json()["results"] == []
    refused(dora.get(f"/tables?club={cast.club.id}"), 404, "not_found")


def test_a_token_is_made_in_the_sites_session_and_its_secret_shown_once(cast, anna):
    browser = Client()
    browser.force_login(cast.members["Anna"].user)
    body = {"name": "Score app", "scopes": ["read", "score"]}
    made = browser.post(f"{V1}/tokens", body, content_type="application/json").json()
    assert Caller(made["secret"]).get("/me").json()["scopes"] == ["read", "score"]
    listed = browser.get(f"{V1}/tokens").json()["results"]
    assert listed[0]["name"] == "Score app"
    assert "secret" not in listed[0]
    refused(anna.post("/tokens", body), 403, "session_only")


def test_a_revoked_token_opens_nothing_and_only_its_owner_revokes_it(cast, anna, olga):
    (token,) = anna.get("/tokens").json()["results"]
    refused(olga.delete(f"/tokens/{token['id']}"), 404, "not_found")
    assert anna.delete(f"/tokens/{token['id']}").json()["revoked_at"]
    refused(anna.get("/me"), 401, "not_authenticated")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"name": "x"}, "/scopes"), ({"name": "x", "scopes": []}, "/scopes"), ({"scopes": ["read"]}, "/name"),
     ({"name": "x", "scopes": ["root"]}, "/scopes/0"), ({"name": "x", "scopes": "read"}, "/scopes")],
)  # fmt: skip
def test_a_token_that_cannot_be_is_told_where(cast, body, pointer):
    browser = Client()
    browser.force_login(cast.members["Anna"].user)
    problem = refused(browser.post(f"{V1}/tokens", body, content_type="application/json"), 400, "malformed")
    assert problem["errors"][0]["pointer"] == pointer


def test_a_token_is_made_on_the_command_line(cast):
    printed = io.StringIO()
    call_command("issue_token", "anna@felt.example", "--scope", "read", stdout=printed)
    assert Caller(printed.getvalue().strip()).get("/me").json()["scopes"] == ["read"]
    with pytest.raises(CommandError, match="Nobody signs in"):
        call_command("issue_token", "nobody@felt.example")
