"""How the board lies on somebody's phone: the session keeps it."""

from typing import Final

from django.http import HttpRequest

from games.board.position import Side as Colour
from games.table_page import BoardView

BOARD_VIEW: Final = "board_view"
TURN: Final = "turn"
LEFT: Final = "left"


def board_view(request: HttpRequest) -> BoardView | None:
    """Return how the board lies on this phone; None where nobody has chosen it."""
    kept = request.session.get(BOARD_VIEW)
    if kept is None:
        return None
    below, home = kept
    return BoardView(None if below == TURN else Colour(below), home_left=home == LEFT)


def keep_board_view(request: HttpRequest, below: str, home: str) -> None:
    """Remember how the board shall lie on this phone."""
    if below in (TURN, *Colour):
        request.session[BOARD_VIEW] = [below, LEFT if home == LEFT else "right"]
