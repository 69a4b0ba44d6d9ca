from collections.abc import Callable

import pytest
from django.test import Client

from club import services
from club.models import Attendance
from tests.cast import Cast, assemble


@pytest.fixture
def cast(db: None) -> Cast:
    return assemble()


@pytest.fixture
def sign_in(cast: Cast) -> Callable[[str], Client]:
    """`sign_in("Dóra")`: that member's browser; "Olga" belongs to another club, "" is nobody."""

    def signed(name: str) -> Client:
        client = Client()
        if name:
            member = cast.outsider if name == "Olga" else cast.members[name]
            client.force_login(member.user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return signed


@pytest.fixture
def guest(cast: Cast) -> tuple[Client, Attendance]:
    """A guest's browser, let in to tonight."""
    client = Client()
    client.post("/join/", {"code": cast.night.join_code, "name": "Gábor"})
    asked = Attendance.objects.get(member__name="Gábor")
    return client, services.let_in(attendance=asked, actor=cast.actor())
