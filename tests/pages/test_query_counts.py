"""What a page asks of the database does not grow with how long a night was."""

from collections.abc import Mapping

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from club import services
from games import services as games
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}


def play_on(cast: Cast, table: object, times: int) -> None:
    """More guests, tables, games, nights and rules; the club's people stay."""
    for number in range(times):
        guest = services.add_guest(club=cast.club, name=f"G{number}", actor=cast.actor())
        services.attend(night=cast.night, member=guest, actor=cast.actor())
        players = games.Ring(players=[cast.members["Anna"].id, guest.id])
        games.open_table(
            night_id=cast.night.id, actor=cast.actor(), kind="money", ring=players, unit_minor=50, currency="EUR"
        )
        cast.act(table, END, {"do": "note", "text": "one more"})
        games.close_night(night_id=cast.night.id, actor=cast.actor())
        games.reopen_night(night_id=cast.night.id, reason="one more", actor=cast.actor())


def asked(browser: Client, addresses: list[str]) -> Mapping[str, int]:
    counts = {}
    for address in addresses:
        assert browser.get(address).status_code == 200, address
        with CaptureQueriesContext(connection) as queries:
            browser.get(address)
        counts[address] = len(queries)
    return counts


@pytest.fixture
def table(cast: Cast):
    return cast.act(cast.table("Anna", "Béla", "Csaba"), END)


def test_no_page_asks_more_for_a_longer_night(cast, sign_in, table) -> None:
    addresses = [
        "/c/felt/",
        f"/c/felt/nights/{cast.night.id}/",
        f"/c/felt/tables/{table.table.id}/",
        f"/c/felt/tables/{table.table.id}/sheet/",
        f"/c/felt/members/{cast.members['Anna'].id}/",
        f"/admin/club/night/{cast.night.id}/change/",
        f"/admin/games/table/{table.table.id}/change/",
        "/admin/games/game/",
        "/admin/ledger/entry/",
        "/admin/ledger/payment/",
        "/api/v1/tables",
        f"/api/v1/tables/{table.table.id}/actions",
        f"/api/v1/tables/{table.table.id}/games",
        f"/api/v1/nights/{cast.night.id}/attendances",
    ]
    play_on(cast, table, 2)
    short = asked(sign_in("Anna"), addresses)
    play_on(cast, table, 8)
    assert asked(sign_in("Anna"), addresses) == short
