"""Each page answers to each role as the matrix says; what is another club's is not there."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from club.models import Attendance
from tests.cast import Cast

Who = Callable[[str], Client]

READING = ("club", "night", "member", "standings", "settle", "night_settle", "table", "sheet", "table_rules")


@pytest.fixture
def addresses(cast: Cast) -> dict[str, str]:
    table = cast.table().table
    slug, night = cast.club.slug, cast.night.id
    return {
        "club": reverse("club", args=[slug]),
        "tonight": reverse("tonight", args=[slug]),
        "night": reverse("night", args=[slug, night]),
        "member": reverse("member", args=[slug, cast.members["Dóra"].id]),
        "standings": reverse("standings", args=[slug]),
        "settle": reverse("settle", args=[slug]),
        "night_settle": reverse("night_settle", args=[slug, night]),
        "new_table": reverse("new_table", args=[slug, night]),
        "table": reverse("table", args=[slug, table.id]),
        "table_fragment": reverse("table_fragment", args=[slug, table.id]),
        "table_stream": reverse("table_stream", args=[slug, table.id]),
        "sheet": reverse("sheet", args=[slug, table.id]),
        "table_rules": reverse("table_rules", args=[slug, table.id]),
    }


OF_THE_CLUB = (*READING, "tonight", "new_table", "table_fragment", "table_stream")


@pytest.mark.parametrize("name", ["Anna", "Béla", "Csaba", "Dóra"])
def test_every_member_reads_every_page_of_his_club(name: str, addresses: dict[str, str], sign_in: Who) -> None:
    client = sign_in(name)
    pages = (*READING, "new_table", "table_fragment")
    assert {page: client.get(addresses[page]).status_code for page in pages} == dict.fromkeys(pages, 200)


def test_another_clubs_pages_do_not_exist(addresses: dict[str, str], sign_in: Who) -> None:
    client = sign_in("Olga")
    answers = {page: client.get(addresses[page]).status_code for page in OF_THE_CLUB}
    assert answers == dict.fromkeys(OF_THE_CLUB, 404)


def test_who_is_not_signed_in_is_sent_to_sign_in(addresses: dict[str, str], sign_in: Who) -> None:
    client = sign_in("")
    answers = {page: client.get(addresses[page]).get("Location", "")[:22] for page in OF_THE_CLUB}
    assert answers == dict.fromkeys(OF_THE_CLUB, "/accounts/login/?next=")


def test_an_htmx_request_without_a_session_leaves_the_page_for_the_sign_in(
    addresses: dict[str, str], sign_in: Who
) -> None:
    response = sign_in("").get(addresses["table_fragment"], headers={"HX-Request": "true"})
    assert response["HX-Redirect"].startswith("/accounts/login/")


def test_a_guest_sees_the_table_where_he_sits_and_nothing_else(
    cast: Cast, guest: tuple[Client, Attendance], addresses: dict[str, str]
) -> None:
    client, let_in = guest
    assert client.get(addresses["table"]).status_code == 404
    for page in ("club", "night", "member", "standings", "settle"):
        assert client.get(addresses[page]).status_code == 403
    now = cast.table("Anna", "Béla", "Csaba", "Dóra")
    cast.act(now, {"do": "join", "player": let_in.member.name})
    assert client.get(reverse("table", args=[cast.club.slug, now.table.id])).status_code == 200


def test_an_address_that_leads_nowhere_is_404_in_the_clubs_style(sign_in: Who, cast: Cast) -> None:
    response = sign_in("Anna").get(reverse("night", args=[cast.club.slug, uuid4()]))
    assert response.status_code == 404
    assert "another club" in response.content.decode()


@pytest.mark.parametrize(
    ("page", "data"),
    [("open_night", {}), ("invite", {"name": "Z", "email": "z@felt.example", "role": "member"})],
)
def test_what_only_organisers_do_is_refused_to_a_member(
    page: str, data: dict[str, str], cast: Cast, sign_in: Who
) -> None:
    before = (cast.club.nights.count(), cast.club.members.count())
    assert sign_in("Dóra").post(reverse(page, args=[cast.club.slug]), data).status_code == 403
    assert (cast.club.nights.count(), cast.club.members.count()) == before
