"""Coming in: sign-in by password and by code, guests by the code on the wall, languages, errors, the demo's mail."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from club.models import Attendance, Member
from club.tries import JOIN_TRIES
from tests.cast import Cast
from tests.pages.reading import visit

Who = Callable[[str], Client]


def test_a_member_signs_in_with_his_password(cast: Cast) -> None:
    page = visit(Client(), "/accounts/login/").press("Sign in", login="anna@felt.example", password="a-long-password")
    assert page.response.redirect_chain[-1][0] == reverse("club", args=["felt"])


def test_a_wrong_password_is_refused_with_a_sentence(cast: Cast) -> None:
    page = visit(Client(), "/accounts/login/").press("Sign in", login="anna@felt.example", password="wrong-password")
    assert 'role="alert"' in page.html
    assert "_auth_user_id" not in page.client.session


def test_a_member_signs_in_with_a_code_from_his_mail(cast: Cast) -> None:
    page = visit(Client(), "/accounts/login/code/").press("Send me the code", email="anna@felt.example")
    code = re.search(r"^\s*([A-Z0-9]{4}-[A-Z0-9]{4})\s*$", mail.outbox[-1].body, re.MULTILINE)
    assert code, mail.outbox[-1].body
    page = page.press("Sign in", code=code[1])
    assert page.response.redirect_chain[-1][0] == reverse("club", args=["felt"])


def test_nobody_signs_up_by_himself(cast: Cast) -> None:
    page = visit(Client(), "/accounts/signup/")
    assert "password1" not in page.html


def test_signing_out_takes_one_press(cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Anna"), "/").press("Sign out")
    assert "_auth_user_id" not in page.client.session


def test_a_guest_asks_is_let_in_and_finds_his_table(cast: Cast, sign_in: Who) -> None:
    guest = Client()
    page = visit(guest, f"/join/{cast.night.join_code}/")
    page = page.press("Ask to join", name="Gábor", code=cast.night.join_code.lower())
    assert "The organiser lets you in" in page.text
    night = visit(sign_in("Anna"), reverse("night", args=["felt", cast.night.id]))
    assert "Gábor asks to join as a guest." in night.text
    night.press("Let in")
    assert "You are in." in visit(guest, "/join/").text
    now = cast.table("Anna", "Béla", "Csaba")
    page = visit(sign_in("Anna"), reverse("table", args=["felt", now.table.id]))
    page.press("Seat from the next game", player="Gábor")
    assert f"/c/felt/tables/{now.table.id}/" in visit(guest, "/join/").html


def test_a_refused_guest_stays_outside(cast: Cast, sign_in: Who) -> None:
    guest = Client()
    visit(guest, "/join/").press("Ask to join", name="Gábor", code=cast.night.join_code)
    visit(sign_in("Anna"), reverse("night", args=["felt", cast.night.id])).press("Not tonight")
    assert "Not tonight, says the organiser." in visit(guest, "/join/").text
    assert guest.get(reverse("club", args=["felt"])).status_code == 404 or guest.get("/c/felt/").status_code in (
        302,
        404,
    )


def test_a_member_may_not_let_guests_in(cast: Cast, sign_in: Who) -> None:
    visit(Client(), "/join/").press("Ask to join", name="Gábor", code=cast.night.join_code)
    asked = Attendance.objects.get(member__name="Gábor")
    url = reverse("attendance", args=["felt", cast.night.id, asked.id])
    assert sign_in("Dóra").post(url, {"answer": "in"}).status_code == 403
    asked.refresh_from_db()
    assert asked.state == Attendance.State.WAITING


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [("Anna", "right", "Add a letter"), ("Gábor", "ZZZZZZ", "No night has this code."), ("", "right", "required")],
)
def test_what_keeps_a_guest_out_is_said_at_the_field(name: str, code: str, says: str, cast: Cast) -> None:
    people = Member.objects.count()
    code = cast.night.join_code if code == "right" else code
    page = visit(Client(), "/join/").press("Ask to join", name=name, code=code)
    assert page.status == 422
    assert says in page.text
    assert Member.objects.count() == people


def test_guessing_codes_is_stopped_after_some_tries(cast: Cast) -> None:
    client = Client()
    for _try in range(JOIN_TRIES):
        client.post("/join/", {"name": "G", "code": "ZZZZZZ"})
    page = visit(client, "/join/").press("Ask to join", name="Gábor", code=cast.night.join_code)
    assert "Too many tries" in page.text
    assert (page.status, int(page.response["Retry-After"]) <= 60) == (429, True)
    assert not Attendance.objects.filter(member__name="Gábor").exists()


def test_the_qr_code_is_a_drawing(cast: Cast) -> None:
    response = Client().get(reverse("join_qr", args=[cast.night.join_code]))
    assert response["Content-Type"] == "image/svg+xml"
    assert b"<svg" in response.content
    assert b'xmlns="http://www.w3.org/2000/svg"' in response.content


def test_amounts_and_dates_are_written_as_the_reader_is_used_to(cast: Cast, sign_in: Who) -> None:
    now = cast.table("Anna", "Béla", "Csaba")
    cast.act(now, {"do": "end", "winner": "box", "result": "single"})
    client = sign_in("Anna")
    url = reverse("member", args=["felt", cast.members["Anna"].id])
    assert "+1.00\u00a0EUR" in visit(client, url).text.replace(" EUR", "\u00a0EUR")
    client.post("/i18n/setlang/", {"language": "hu", "next": url})
    page = visit(client, url)
    assert '<html lang="hu">' in page.html
    assert "+1,00\u00a0EUR" in page.html


@pytest.mark.parametrize("address", ["/", "/accounts/login/", "/join/", "/c/felt/", "/nowhere/"])
def test_no_page_has_inline_styles_scripts_or_handlers(address: str, cast: Cast, sign_in: Who) -> None:
    response = sign_in("Anna").get(address, follow=True)
    html = response.content.decode()
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=\"|javascript:", html)
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert "unsafe" not in response["Content-Security-Policy"]


@pytest.mark.django_db
def test_the_demo_shows_its_mails_newest_first(settings: object, tmp_path: Path) -> None:
    settings.MAIL_DIR = tmp_path
    (tmp_path / "1.log").write_text(
        "Subject: First\nTo: a@x\nDate: Mon, 30 Nov 2026 10:00:00 -0000\n\nABC-123\n" + "-" * 79 + "\n"
    )
    (tmp_path / "2.log").write_text(
        "Subject: =?utf-8?q?M=C3=A1sodik?=\nTo: b@x\nDate: Mon, 30 Nov 2026 11:00:00 -0000\n\nhello\n" + "-" * 79 + "\n"
    )
    text = visit(Client(), "/demo/mail/").text
    assert text.index("Második") < text.index("First")
    assert "ABC-123" in text


@pytest.mark.django_db
def test_outside_the_demo_there_are_no_mails_to_read(settings: object) -> None:
    settings.DEMO = False
    assert Client().get("/demo/mail/").status_code == 404


def test_a_member_who_scans_the_code_goes_to_the_night_and_says_he_is_here(cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in("Dóra"), f"/join/{cast.night.join_code}/")
    assert page.address == reverse("night", args=["felt", cast.night.id])
    page = page.press("I am here")
    assert "I am here" not in page.labels
    assert Attendance.objects.get(member=cast.members["Dóra"]).state == Attendance.State.PRESENT


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("", "/accounts/login/"),
        ("", "/accounts/login/code/"),
        ("", "/accounts/password/reset/"),
        ("", "/accounts/password/reset/done/"),
        ("", "/accounts/signup/"),
        ("Anna", "/accounts/logout/"),
        ("Anna", "/accounts/password/change/"),
    ],
)
def test_each_page_of_the_account_is_in_the_clubs_style(name: str, address: str, cast: Cast, sign_in: Who) -> None:
    page = visit(sign_in(name), address)
    assert page.status == 200
    assert "club/css/tokens.css" in page.html
    assert '<main id="main"' in page.html


def test_a_page_that_was_too_old_to_send_says_so(cast: Cast) -> None:
    page = Client(enforce_csrf_checks=True).post("/join/", {"code": "x", "name": "y"})
    assert page.status_code == 403
    assert "too old to send" in page.content.decode()
