"""Boards as the API writes them: as numbers, in the texts of other programs, in words, and with what may be played."""

from collections.abc import Callable, Iterable
from typing import Any

from django.utils.translation import gettext

from club.errors import Invalid
from games.board.describing import described
from games.board.diagram import diagram
from games.board.errors import BoardError, InvalidId
from games.board.gnubg_ids import format_gnubg_id, format_position_id
from games.board.plays import Plays
from games.board.position import Game
from games.board.rows import numbers_of
from games.board.situation import Situation, lost_in_gnubg_ids, lost_in_xgid
from games.board.wording import Message, Value, render, say
from games.board.xgid import format_xgid
from games.rules.board_play import SIDES
from games.rules.board_situation import mover_of, situation_of
from games.rules.board_state import Board, LastPlay
from games.rules.live_game import LiveGame
from games.rules.state import TableState
from games.store import TableNow

Document = dict[str, Any]


class PositionRefused(Invalid):
    """A position, ID or roll that cannot be read, or cannot be."""

    code = "position_refused"

    def __init__(self, why: BoardError, pointer: str) -> None:
        super().__init__(pointer=pointer)
        self.why = why

    @property
    def detail(self) -> str:
        return render(self.why.message, gettext)


# ---- what the board says ----------------------------------------------------------------------------
def told(message: Message) -> Document:
    """Return a message of the board: its code, which begins with `board_` here, its sentence and its values."""
    values = {key: _value(value) for key, value in message.values.items()}
    return {"code": f"board_{message.code}", "detail": render(message, gettext), "values": values}


def told_all(messages: Iterable[Message]) -> list[Document]:
    return [told(message) for message in messages]


def _value(value: Value) -> object:
    match value:
        case Message():
            return told(value)
        case tuple():
            return told_all(value)
        case _:
            return value


# ---- at a table -------------------------------------------------------------------------------------
def board_document(now: TableNow, state: TableState, game: LiveGame, board: Board) -> Document:
    """Return the board of a game that is recorded roll by roll; `state` is the table while it is played."""
    position, situation = board.position, situation_of(state, game, board)
    mover, other = (now.name_of(mover_of(game, seen)) for seen in (position, position.passed()))
    is_nard = position.game is Game.LONG_NARD
    return {
        "turn": mover,
        "side": str(SIDES[position.turn]),
        "board": numbers_of(position),
        "off": list(position.off),
        "pips": dict(zip((mover, other), position.pips, strict=True)),
        "dice": None if board.dice is None else list(board.dice),
        "xgid": None if is_nard else format_xgid(situation),
        "gnubg_position_id": None if is_nard else format_position_id(situation.position),
        "gnubg_id": None if is_nard else _or_none(format_gnubg_id, situation),
        "last_play": None if board.last is None else _last_play(now, game, board.last),
    }


def _last_play(now: TableNow, game: LiveGame, last: LastPlay) -> Document:
    return {
        "by": now.name_of(mover_of(game, last.before)),
        "dice": list(last.dice),
        "moves": last.moves,
        "illegal": None if last.illegal is None else told(say(last.illegal)),
        "may_be_challenged": last.may_be_challenged,
    }


def plays_document(plays: Plays) -> list[Document]:
    """Return legal plays, each with the board it leaves, by the numbers of whoever makes it."""
    return [{"moves": play.notation, "board": numbers_of(play.left)} for play in plays]


# ---- anywhere ---------------------------------------------------------------------------------------
def position_document(situation: Situation) -> Document:
    """Return a position in every way it can be written, and what is lost in each."""
    position = situation.position
    return {
        "game": str(position.game),
        "turn": str(position.turn),
        "board": numbers_of(position),
        "off": list(position.off),
        "pips": list(position.pips),
        "dice": None if situation.dice is None else list(situation.dice),
        **_around(situation),
        "xgid": _or_none(format_xgid, situation),
        "gnubg_position_id": _or_none(lambda one: format_position_id(one.position), situation),
        "gnubg_id": _or_none(format_gnubg_id, situation),
        "lost": told_all(_lost(situation)),
        "diagram": diagram(position),
        "described": render(described(position), gettext),
    }


def _around(situation: Situation) -> Document:
    """Return what is said beside the board; null is what nobody has said."""
    return {
        "cube": situation.cube,
        "owner": None if situation.owner is None else str(situation.owner),
        "pending": None if situation.pending is None else str(situation.pending),
        "score": list(situation.score),
        "target": situation.target,
        "crawford": situation.crawford,
        "jacoby": situation.jacoby,
        "beavers": situation.beavers,
        "cap": situation.cap,
    }


def _lost(situation: Situation) -> Iterable[Message]:
    """Return what an XGID and GNU's IDs do not hold, and why there is none where there is none."""
    try:
        format_gnubg_id(situation)
    except InvalidId as error:
        yield error.message
        if situation.position.game is not Game.BACKGAMMON:
            return
    else:
        yield from lost_in_gnubg_ids(situation)
    yield from lost_in_xgid(situation)


def _or_none(write: Callable[[Situation], str], situation: Situation) -> str | None:
    try:
        return write(situation)
    except BoardError:
        return None
