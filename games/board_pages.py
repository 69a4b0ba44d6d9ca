"""The board of a table drawn alone, as a tap on it asks for it."""

from dataclasses import dataclass

from django.http import HttpRequest

from club.doors import Viewer
from games import table_desk
from games.board_lying import board_view
from games.store import TableNow
from games.table_page import Desk, Stake, board_of
from games.table_page.board_model import BoardPanel
from games.table_page.making import asked
from games.table_page.model import Urls
from ledger.rules.currency import exponent_of


@dataclass(frozen=True, slots=True)
class BoardPage:
    """The board alone, as a tap on it brings it anew: what its part of the page is drawn from."""

    version: int
    urls: Urls
    board: BoardPanel | None


def board_page(request: HttpRequest, viewer: Viewer, now: TableNow) -> BoardPage:
    """Return the board with the steps that the address holds; nothing of them is recorded."""
    stake = Stake(now.table.unit_minor, now.table.currency, exponent_of(now.table.currency))
    desk = Desk(
        viewer=table_desk.table_viewer(request, viewer, now),
        urls=table_desk.urls_of(viewer, now),
        lines=(),
        stake=stake,
        back_word="",
        night_url="",
        asked=asked(request.GET),
        board_view=board_view(request),
    )
    return BoardPage(now.version, desk.urls, board_of(now, desk))
