"""Callers of the API: the club's people with their tokens, and an outsider."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.test import Client

from club.api_auth import issue_token
from club.models import Member
from ledger.models import Account
from tests.cast import Cast, assemble

V1 = "/api/v1"


@cache
def client() -> Client:
    """One client for all callers: they send tokens and keep no cookies, and loading the middleware takes time."""
    return Client()


@dataclass
class Caller:
    """Somebody with a token; each call returns Django's response, whose body is in `.json()`."""

    secret: str

    def get(self, path: str, **headers: str) -> Any:
        return client().get(V1 + path, headers=self._headers(headers))

    def post(self, path: str, body: Any = None, content_type: str = "application/json", **headers: str) -> Any:
        raw = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
        return client().post(V1 + path, raw, content_type=content_type, headers=self._headers(headers))

    def delete(self, path: str, **headers: str) -> Any:
        return client().delete(V1 + path, headers=self._headers(headers))

    def _headers(self, headers: dict[str, str]) -> dict[str, str]:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        return {"Authorization": f"Bearer {self.secret}", **given}


def caller(member: Member, *scopes: str) -> Caller:
    return Caller(issue_token(user=member.user, name="app", scopes=scopes or ["read", "score", "books", "admin"])[1])


@pytest.fixture
def cast(db: None) -> Cast:
    return assemble()


@pytest.fixture
def anna(cast: Cast) -> Caller:
    """The organiser."""
    return caller(cast.members["Anna"])


@pytest.fixture
def olga(cast: Cast) -> Caller:
    """Organises another club."""
    return caller(cast.outsider)


@pytest.fixture
def played(cast: Cast) -> str:
    """Anna won 0.50 from each of Béla, Csaba and Dóra."""
    cast.act(cast.table(), {"do": "end", "winner": "box", "result": "single"})
    return str(Account.objects.first().book_id)


@pytest.fixture
def plan(cast: Cast, anna: Caller, played: str) -> Any:
    return anna.post("/settlement-plans", {"book": played, "night": str(cast.night.id)}).json()
