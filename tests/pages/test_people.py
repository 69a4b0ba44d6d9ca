"""Who somebody is, by page and without JavaScript: claims, links, merging, taking apart, anonymising."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from club import services
from club.models import Attendance, Claim, Member, Role, User
from games import services as games
from tests.cast import Cast
from tests.people import evening, guest, merge

Who = Callable[[str], Client]


@pytest.fixture
def gizi(cast: Cast) -> Member:
    one = guest(cast, "Gizi")
    evening(cast, one, "Anna")
    return one


def at(cast: Cast, page: str, *rest: object) -> str:
    return reverse(page, args=[cast.club.slug, *rest])


def page_of(cast: Cast, member: Member) -> str:
    return at(cast, "member", member.id)


# ---- claims -----------------------------------------------------------------------------------------
def test_a_member_claims_a_guest_and_an_organiser_confirms_it(cast: Cast, sign_in: Who, gizi: Member) -> None:
    dora, anna = sign_in("Dóra"), sign_in("Anna")
    answer = dora.post(at(cast, "claim_guest", gizi.id), follow=True)
    assert "You have asked: an organiser confirms that Gizi is you." in answer.content.decode()
    waiting = anna.get(page_of(cast, gizi)).content.decode()
    assert "<b>Dóra</b> (4@felt.example) says that Gizi is he." in waiting
    answer = anna.post(at(cast, "answer_claim", Claim.objects.get().id), {"answer": "yes"}, follow=True)
    assert answer.redirect_chain[-1][0] == page_of(cast, cast.members["Dóra"])
    assert "0.50" in answer.content.decode()


def test_a_claim_is_refused_by_the_other_button(cast: Cast, sign_in: Who, gizi: Member) -> None:
    sign_in("Dóra").post(at(cast, "claim_guest", gizi.id))
    sign_in("Anna").post(at(cast, "answer_claim", Claim.objects.get().id), {"answer": "no"})
    assert Claim.objects.get().state == Claim.State.REFUSED
    gizi.refresh_from_db()
    assert gizi.merged_into is None


def test_a_guest_who_signs_in_later_asks_to_keep_his_games(cast: Cast, guest: tuple[Client, Attendance]) -> None:
    browser, attendance = guest
    assert "Keep these games" not in browser.get("/join/").content.decode()
    user = User.objects.create_user("gabor@cork.example")
    services.invite(club=cast.outsider.club, name="Gábor", email=user.email, role=Role.MEMBER, actor=cast.olga)
    session = dict(browser.session)
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    kept = browser.session
    kept.update(session)
    kept.save()
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    assert "Keep these games" in browser.get("/join/").content.decode()
    browser.post("/join/keep/")
    games.grant_claim(claim_id=Claim.objects.get().id, actor=cast.actor())
    attendance.member.refresh_from_db()
    assert attendance.member.user == user
    assert browser.get(f"/c/{cast.club.slug}/").status_code == 200


# ---- a link -----------------------------------------------------------------------------------------
def link_for(cast: Cast, sign_in: Who, member: Member) -> str:
    page = sign_in("Anna").get(at(cast, "guest_link", member.id)).content.decode()
    address = page.split('id="link" value="')[1].split('"')[0]
    return "/claim/" + address.split("/claim/")[1]


def test_a_link_is_followed_without_an_account(cast: Cast, sign_in: Who, gizi: Member) -> None:
    link, nobody = link_for(cast, sign_in, gizi), sign_in("")
    assert "Are you Gizi?" in nobody.get(link).content.decode()
    wrong = nobody.post(link, {"email": "4@felt.example"})
    assert wrong.status_code == 422
    assert "4@felt.example already belongs to Dóra." in wrong.content.decode()
    answer = nobody.post(link, {"email": "gizi@felt.example"}, follow=True)
    assert "Look into your mail" in answer.content.decode()
    gizi.refresh_from_db()
    assert gizi.user is not None
    assert "belong to somebody already" in nobody.get(link).content.decode()


def test_a_link_is_followed_by_a_member_of_another_club(cast: Cast, sign_in: Who, gizi: Member) -> None:
    olga = sign_in("Olga")
    answer = olga.post(link_for(cast, sign_in, gizi), follow=True)
    assert answer.redirect_chain[-1][0] == page_of(cast, gizi)
    assert answer.status_code == 200


def test_a_link_shows_its_code_and_a_made_up_one_does_not(cast: Cast, sign_in: Who, gizi: Member) -> None:
    link = link_for(cast, sign_in, gizi)
    assert b"<svg" in sign_in("").get(f"{link}qr.svg").content
    for page in ("/claim/nonsense/", "/claim/nonsense/qr.svg"):
        assert sign_in("").get(page).status_code == 410


def test_an_organiser_invites_a_guest_from_his_page(cast: Cast, sign_in: Who, gizi: Member) -> None:
    sign_in("Anna").post(at(cast, "give_account", gizi.id), {"email": "gizi@felt.example"})
    gizi.refresh_from_db()
    assert gizi.email == "gizi@felt.example"


# ---- merging ----------------------------------------------------------------------------------------
def test_an_organiser_merges_and_takes_apart(cast: Cast, sign_in: Who, gizi: Member) -> None:
    anna, dora = sign_in("Anna"), cast.members["Dóra"]
    answer = anna.post(at(cast, "merge", dora.id), {"member": gizi.id, "reason": "She said so"}, follow=True)
    page = answer.content.decode()
    assert "The same person" in page
    assert "She said so" in page
    assert anna.get(page_of(cast, gizi)).headers["Location"] == page_of(cast, dora)
    assert "Gizi" not in anna.get(at(cast, "settle")).content.decode()
    anna.post(at(cast, "unmerge", gizi.id), {"reason": "She was not"})
    assert "Gizi" in anna.get(at(cast, "settle")).content.decode()


def test_the_statement_on_his_page_ends_with_the_balance_of_both(cast: Cast, sign_in: Who, gizi: Member) -> None:
    merge(cast, gizi, "Dóra")
    page = sign_in("Dóra").get(page_of(cast, cast.members["Dóra"])).content.decode()
    assert page.count("+0.50") == 3  # the balance, the line, and the balance after it


@pytest.mark.parametrize("sent", ["{}", "{0.__class__}", "{", "%s"])
def test_what_is_none_of_the_choices_is_told_whatever_letters_it_has(
    cast: Cast, sign_in: Who, gizi: Member, sent: str
) -> None:
    answer = sign_in("Anna").post(at(cast, "merge", gizi.id), {"member": sent, "reason": "She said so"})
    assert answer.status_code == 422
    assert sent in answer.content.decode()


def test_every_page_shows_merged_members_as_one(cast: Cast, sign_in: Who, gizi: Member) -> None:
    services.attend(night=cast.night, member=gizi, actor=cast.actor())
    merge(cast, gizi, "Dóra")
    for page in (at(cast, "club"), at(cast, "settle"), at(cast, "night", cast.night.id), at(cast, "standings")):
        assert "Gizi" not in sign_in("Béla").get(page).content.decode(), page


def test_only_those_are_offered_who_can_be_merged(cast: Cast, sign_in: Who, gizi: Member) -> None:
    hugo = guest(cast, "Hugó")
    merge(cast, hugo, "Feri")
    page = sign_in("Anna").get(page_of(cast, cast.members["Dóra"])).content.decode()
    offered = page.split('name="member"')[1].split("</select>")[0]
    assert "Gizi" in offered
    assert not any(name in offered for name in ("Hugó", "Feri", "Béla", "Dóra"))
    answer = sign_in("Anna").post(
        at(cast, "merge", cast.members["Dóra"].id), {"member": hugo.id, "reason": "She said so"}
    )
    assert answer.status_code == 422


# ---- anonymising ------------------------------------------------------------------------------------
def test_an_organiser_anonymises_after_reading_what_it_takes_out(cast: Cast, sign_in: Who) -> None:
    anna, feri = sign_in("Anna"), cast.members["Feri"]
    now = evening(cast, "Anna", "Béla")
    games.reopen_night(night_id=now.table.night_id, reason="Ferinek kávét", actor=cast.actor())
    games.close_night(night_id=now.table.night_id, actor=cast.actor())
    address = at(cast, "anonymise", feri.id)
    page = anna.get(address).content.decode()
    assert "Ferinek kávét" in page
    assert anna.post(address).status_code == 422
    chosen = page.split('name="redact" value="')[1].split('"')[0]
    answer = anna.post(address, {"sure": "on", "redact": chosen}, follow=True)
    shown = answer.content.decode()
    assert "Former member 1" in shown
    assert "For organisers" not in shown
    assert now.table.night.events.get(kind="reopened").reason == "[redacted]"


def test_why_he_cannot_be_anonymised_is_said(cast: Cast, sign_in: Who, gizi: Member) -> None:
    answer = sign_in("Anna").post(at(cast, "anonymise", gizi.id), {"sure": "on"})
    assert answer.status_code == 409
    assert "Gizi is not even in EUR. Settle up first." in answer.content.decode()


# ---- who may ----------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "status"), [("Béla", 403), ("Csaba", 403), ("Dóra", 403), ("Olga", 404)])
def test_nobody_else_does_any_of_it(cast: Cast, sign_in: Who, gizi: Member, name: str, status: int) -> None:
    claim = services.ask_for_guest(guest_id=gizi.id, user=cast.members["Feri"].user)
    browser = sign_in(name)
    for page in ("merge", "unmerge", "anonymise", "give_account"):
        assert browser.post(at(cast, page, gizi.id)).status_code == status, page
    assert browser.get(at(cast, "anonymise", gizi.id)).status_code == status
    assert browser.get(at(cast, "guest_link", gizi.id)).status_code == status
    assert browser.post(at(cast, "answer_claim", claim.id), {"answer": "yes"}).status_code == status
    claim.refresh_from_db()
    gizi.refresh_from_db()
    assert (claim.state, gizi.merged_into, gizi.anonymised_at) == (Claim.State.WAITING, None, None)


def test_another_clubs_guest_is_not_claimed(cast: Cast, sign_in: Who, gizi: Member) -> None:
    assert sign_in("Olga").post(at(cast, "claim_guest", gizi.id)).status_code == 404
    theirs = services.add_guest(club=cast.outsider.club, name="Zoli", actor=cast.olga)
    assert sign_in("Dóra").post(at(cast, "claim_guest", theirs.id)).status_code == 404
    assert not Claim.objects.exists()
