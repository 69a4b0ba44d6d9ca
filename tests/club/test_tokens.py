from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.test import APIRequestFactory

from club.api_auth import TokenAuthentication, digest_of, issue_token, revoke_token
from club.errors import Invalid, NotFound
from club.models import AccessToken
from tests.club import cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def bela():
    return cast.user("bela@budai.example")


def ask(secret):
    return TokenAuthentication().authenticate(APIRequestFactory().get("/", HTTP_AUTHORIZATION=f"Bearer {secret}"))


def test_a_token_signs_its_user_in_with_its_scopes(bela):
    _token, secret = issue_token(user=bela, name="My phone", scopes=["score", "read"])
    user, token = ask(secret)
    assert user == bela
    assert token.scopes == ["read", "score"]


def test_only_the_digest_of_a_token_is_stored(bela):
    token, secret = issue_token(user=bela, name="My phone", scopes=["read"])
    assert secret.startswith("chc_pat_")
    row = AccessToken.objects.values().get(pk=token.pk)
    assert secret not in map(str, row.values())
    assert row["digest"] == digest_of(secret)


def test_a_revoked_token_is_refused(bela):
    token, secret = issue_token(user=bela, name="My phone", scopes=["read"])
    revoke_token(token=token, user=bela)
    with pytest.raises(AuthenticationFailed):
        ask(secret)


def test_revoking_twice_keeps_the_first_time(bela):
    token, _secret = issue_token(user=bela, name="My phone", scopes=["read"])
    first = revoke_token(token=token, user=bela).revoked_at
    assert revoke_token(token=token, user=bela).revoked_at == first


def test_somebody_elses_token_cannot_be_revoked(bela):
    token, secret = issue_token(user=bela, name="My phone", scopes=["read"])
    with pytest.raises(NotFound):
        revoke_token(token=token, user=cast.user("csaba@budai.example"))
    assert ask(secret)


def test_an_expired_token_is_refused(bela):
    a_second_ago = timezone.now() - timedelta(seconds=1)
    _token, secret = issue_token(user=bela, name="Old", scopes=["read"], expires_at=a_second_ago)
    with pytest.raises(AuthenticationFailed):
        ask(secret)


def test_the_token_of_a_user_who_may_not_sign_in_is_refused(bela):
    _token, secret = issue_token(user=bela, name="My phone", scopes=["read"])
    bela.is_active = False
    bela.save()
    with pytest.raises(AuthenticationFailed):
        ask(secret)


@pytest.mark.parametrize("secret", ["", "chc_pat_", "chc_pat_guess", "guess", "chc_dev_guess"])
def test_a_guess_is_refused(bela, secret):
    with pytest.raises(AuthenticationFailed):
        ask(secret)


def test_a_request_without_a_token_is_left_to_the_session():
    assert TokenAuthentication().authenticate(APIRequestFactory().get("/")) is None


def test_a_refusal_is_a_401_with_its_challenge():
    assert TokenAuthentication().authenticate_header(APIRequestFactory().get("/")) == "Bearer"


@pytest.mark.parametrize("scopes", [[], ["write"], ["read", "everything"]])
def test_a_token_with_unknown_scopes_is_not_made(bela, scopes):
    with pytest.raises(Invalid):
        issue_token(user=bela, name="My phone", scopes=scopes)
    assert not AccessToken.objects.exists()


def test_a_use_is_noted_once_a_minute(bela, django_assert_num_queries):
    token, secret = issue_token(user=bela, name="My phone", scopes=["read"])
    ask(secret)
    token.refresh_from_db()
    noted = token.last_used_at
    assert noted is not None
    with django_assert_num_queries(1):
        ask(secret)
    token.refresh_from_db()
    assert token.last_used_at == noted
    AccessToken.objects.update(last_used_at=noted - timedelta(minutes=1))
    ask(secret)
    token.refresh_from_db()
    assert token.last_used_at > noted - timedelta(seconds=1)
