"""A finished game that was recorded roll by roll, shown one act after the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from club.doors import Viewer
from club.errors import NotFound
from games import selectors
from games.board.position import Side as Colour
from games.board.sentences import SENTENCES
from games.rules.board_play import SIDES
from games.rules.board_state import Board
from games.rules.live_game import LiveGame
from games.rules.state import Game, TableState
from games.store import TableNow
from games.table_page import BoardView, words
from games.table_page.board_drawing import drawn, pips_told, ways_of

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Moment:
    """What was done, and the board after it."""

    no: int
    told: str
    game: LiveGame
    board: Board


@dataclass(frozen=True, slots=True)
class Shown:
    """A moment drawn: the board, its words, and the pip counts."""

    drawing: SafeString
    described: str
    pips: str
    dice: tuple[int, ...]
    why: str
    """Which rule the play breaks that leads here, if it does."""


def has_replay(game: Game) -> bool:
    """Whether a finished game was recorded roll by roll to its end."""
    return game.played.board is not None


def page(viewer: Viewer, now: TableNow, no: int, asked: str, view: BoardView | None) -> Context:
    """Return one moment of a game, and the ways to the others; raise NotFound for a game without a board."""
    moments = list(moments_of(now, no))
    if not moments:
        raise NotFound
    at = min(max(int(asked), 1), len(moments)) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    return {
        "tab": "night",
        "title": gettext("Game {no}, step by step").format(no=no),
        "moments": moments,
        "moment": moments[at - 1],
        "shown": _shown(moments[at - 1], now, view or BoardView(Colour.WHITE)),
        "ways": _ways(at, len(moments)),
        "told": words.game_told(selectors.finished_game(now, no), now.name_of),
        "back": reverse("sheet", args=[viewer.club.slug, now.table.id]),
    }


def _ways(at: int, count: int) -> dict[str, int | None]:
    """Return the moments that lead on from this one."""
    return {
        "first": 1 if at > 1 else None,
        "before": at - 1 if at > 1 else None,
        "after": at + 1 if at < count else None,
        "last": count if at < count else None,
    }


def moments_of(now: TableNow, no: int) -> Iterator[Moment]:
    """Yield every act of a finished game from its first roll on, with the board after it; nothing without a board."""
    shown = 0
    for step in selectors.steps_of_game(now, selectors.finished_game(now, no)):
        live = _played(step.state, no)
        if live is not None and live.board is not None:
            shown += 1
            yield Moment(shown, words.told(step.row[1], now.name_of), live, live.board)


def _played(state: TableState, no: int) -> LiveGame | None:
    """Return a game as it was then: still being played, or as it ended."""
    if state.current is not None and state.current.no == no:
        return state.current
    game = state.game(no)
    return None if game is None else game.played


def _shown(moment: Moment, now: TableNow, view: BoardView) -> Shown:
    board = moment.board
    side = SIDES[board.position.turn]
    one, other = (now.name_of(moment.game.player_of(of)) for of in (side, side.other))
    last = board.last if board.dice is None else None
    ways = ways_of(last.moves) if last is not None else ()
    # a play is read in the numbers of whoever made it
    drawing, said = drawn(board.position, (one, other), view, ways=ways, numbered_by_other=last is not None)
    why = "" if last is None or last.illegal is None else gettext(SENTENCES[last.illegal])
    return Shown(drawing, said, pips_told(board.position, (one, other)), board.dice or (), why)
