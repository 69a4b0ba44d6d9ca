"""Sign-in end to end, by code and by password, with the mail that really goes out."""

import re

import pytest
from django.core import mail as outgoing
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from club import services
from club.models import User
from club.services.people import AddressTaken
from tests.club import cast

pytestmark = pytest.mark.django_db


def ask_for_code(client, email):
    return client.post(reverse("account_request_login_code"), {"email": email})


def code_in(message):
    return re.search(r"^ {4}(\S+)$", message.body, re.MULTILINE)[1]


def is_signed_in(client):
    return "_auth_user_id" in client.session


def test_a_member_signs_in_with_the_code_from_his_mail(client):
    cast.user("bela@budai.example")
    ask_for_code(client, "bela@budai.example")
    [message] = outgoing.outbox
    assert message.to == ["bela@budai.example"]
    answer = client.post(reverse("account_confirm_login_code"), {"code": code_in(message)})
    assert answer.status_code == 302
    assert is_signed_in(client)


def test_a_code_is_good_whatever_the_case_of_the_address(client):
    cast.user("bela@budai.example")
    ask_for_code(client, "Bela@Budai.example")
    client.post(reverse("account_confirm_login_code"), {"code": code_in(outgoing.outbox[0])})
    assert is_signed_in(client)


def test_a_wrong_code_signs_nobody_in(client):
    cast.user("bela@budai.example")
    ask_for_code(client, "bela@budai.example")
    client.post(reverse("account_confirm_login_code"), {"code": "WRONG-CODE"})
    assert not is_signed_in(client)


def test_the_code_of_one_browser_is_of_no_use_in_another(client):
    cast.user("bela@budai.example")
    ask_for_code(client, "bela@budai.example")
    other = Client()
    other.post(reverse("account_confirm_login_code"), {"code": code_in(outgoing.outbox[0])})
    assert not is_signed_in(other)


def test_a_stranger_gets_no_mail_and_learns_nothing(client):
    cast.user("bela@budai.example")
    stranger = ask_for_code(client, "stranger@elsewhere.example")
    assert outgoing.outbox == []
    known = ask_for_code(client, "bela@budai.example")
    assert (stranger.status_code, stranger.url) == (known.status_code, known.url)


def test_somebody_who_may_not_sign_in_any_more_gets_no_code(client):
    cast.user("bela@budai.example", is_active=False)
    ask_for_code(client, "bela@budai.example")
    for message in outgoing.outbox:
        client.post(reverse("account_confirm_login_code"), {"code": code_in(message)})
    assert not is_signed_in(client)


def test_a_member_signs_in_with_his_password(client):
    cast.user("bela@budai.example", password="five in a row")
    client.post(reverse("account_login"), {"login": "bela@budai.example", "password": "five in a row"})
    assert is_signed_in(client)


def test_an_invited_user_without_a_password_cannot_sign_in_with_an_empty_one(client):
    cast.user("bela@budai.example")
    client.post(reverse("account_login"), {"login": "bela@budai.example", "password": ""})
    assert not is_signed_in(client)


def test_nobody_signs_up_by_himself(client):
    address = {"email": "me@me.example", "password1": "five in a row"}
    client.post(reverse("account_signup"), address)
    assert not User.objects.exists()


@pytest.mark.parametrize(("language", "says"), [("en", "is your code to sign in"), ("hu", ""), ("hr", "")])
def test_the_code_comes_in_the_language_of_whoever_asked(client, language, says):
    cast.user("bela@budai.example", language=language)
    ask_for_code(client, "bela@budai.example")
    [message] = outgoing.outbox
    [(page, _kind)] = message.alternatives
    assert f'<html lang="{language}">' in page
    with translation.override(language):
        assert gettext("Your code to sign in:") in message.body
    assert says in message.subject


def test_a_member_without_a_language_is_written_in_his_clubs(client):
    club = cast.club(language="hr")
    cast.member(club, "Bela")
    ask_for_code(client, "bela@budai.example")
    [(page, _kind)] = outgoing.outbox[0].alternatives
    assert '<html lang="hr">' in page


def test_after_many_wrong_passwords_the_right_one_is_not_even_tried(client):
    cast.user("bela@budai.example", password="five in a row")
    for _try in range(10):
        client.post(reverse("account_login"), {"login": "bela@budai.example", "password": "a guess"})
    client.post(reverse("account_login"), {"login": "bela@budai.example", "password": "five in a row"})
    assert not is_signed_in(client)


def test_nobody_gives_himself_an_address_that_he_has_not_proven(client):
    bela = cast.user("bela@budai.example")
    client.force_login(bela)
    client.post(reverse("account_email"), {"action_add": "", "email": "future@budai.example"})
    assert not bela.emailaddress_set.filter(email="future@budai.example").exists()
    assert outgoing.outbox == []


def test_after_a_change_of_address_only_the_new_one_opens(client):
    bela = cast.member(cast.club(), "Bela").user
    ask_for_code(client, bela.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(outgoing.outbox.pop())})
    services.change_address(user=bela, email="New@Budai.example")
    ask_for_code(Client(), "bela@budai.example")
    assert outgoing.outbox == []
    ask_for_code(Client(), "new@budai.example")
    assert outgoing.outbox[0].to == ["new@budai.example"]
    assert bela.memberships.get().email == "new@budai.example"


def test_an_address_of_somebody_else_is_not_taken():
    bela, csaba = cast.user("bela@budai.example"), cast.user("csaba@budai.example")
    with pytest.raises(AddressTaken):
        services.change_address(user=bela, email="CSABA@budai.example")
    bela.refresh_from_db()
    csaba.refresh_from_db()
    assert (bela.email, csaba.email) == ("bela@budai.example", "csaba@budai.example")


def test_sign_in_works_while_the_cache_is_away(client, settings):
    settings.CACHES = {"default": {"BACKEND": "club.cache.ForgivingRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    caches["default"].set("anything", 1)
    assert caches["default"].get("anything") is None
    cast.user("bela@budai.example", password="five in a row")
    client.post(reverse("account_login"), {"login": "bela@budai.example", "password": "five in a row"})
    assert is_signed_in(client)


def test_a_mail_server_that_is_away_is_told_and_is_no_error_page(client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    cast.user("bela@budai.example")
    answer = client.post(reverse("account_request_login_code"), {"email": "bela@budai.example"})
    assert answer.status_code == 302
    assert answer.url == reverse("account_login")
    assert not is_signed_in(client)


@pytest.mark.parametrize("way", ["/accounts/password/reset/", "/accounts/login/code/"])
def test_a_mail_leads_to_our_own_address_whatever_host_was_asked_for(mailoutbox, settings, way):
    cast.club("felt")
    Client(headers={"host": "evil.example"}).post(way, {"email": "anna@felt.example"})
    (message,) = mailoutbox
    told = message.subject + message.body + "".join(html for html, _type in message.alternatives)
    assert "evil.example" not in told
    assert ("/reset/" in told) == (f"{settings.SITE_URL}/accounts/password/reset/key/" in told)
