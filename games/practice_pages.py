"""What the page of the practice opponent shows, and what its forms do to the game that the session keeps."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games import practice
from games.board.outcome import Result
from games.board.position import Game, Side
from games.board.practice import DOUBLES_AT_PERCENT, TAKES_TO_PERCENT
from games.board.turns import HeadException
from games.practice import OPPONENT, YOU, Done, NotNow, Practice
from games.table_page.board_drawing import BoardView, drawn, pips_told, ways_of
from games.table_page.board_model import StepButton
from games.table_page.making import Asked, Making, asked, making
from games.table_page.making_told import making_drawn, says, steps
from games.table_page.words import RESULTS, dice_told

KEPT: Final = "practice"
VIEW: Final = BoardView(YOU)
NO_MOVE: Final = "-"


@dataclass(frozen=True, slots=True)
class PlayForm:
    """The reader's play in the making; nothing of it counts before it is whole and played."""

    made: str
    says: str
    steps: tuple[StepButton, ...]
    may_go_back: bool
    moves: str
    """The whole play; empty while more must be played."""
    confirm: str


@dataclass(frozen=True, slots=True)
class PracticePage:
    """The game as it is shown: the board drawn and said, and what may be done."""

    game: Practice
    title: str
    drawing: SafeString
    said: str
    pips: str
    cube: str
    form: PlayForm | None
    done: tuple[str, ...]
    double_to: int
    is_offered: bool


# ---- what a form does -------------------------------------------------------------------------------
def kept(request: HttpRequest) -> Practice | None:
    """Return the game that this browser plays, None where it plays none."""
    document = request.session.get(KEPT)
    return None if document is None else practice.from_document(document)


def act(request: HttpRequest) -> None:
    """Do what a form asks for and keep the game; a form of an earlier moment does nothing.

    Raises NotNow for what cannot be done, and the board's errors for a play that cannot be made.
    """
    game, sent = kept(request), request.POST
    if sent.get("do") == "begin":
        after = practice.begun(_game(sent.get("game", "")), die)
    elif game is None or sent.get("at") != str(game.at):
        return
    else:
        after = _after(game, sent)
    request.session[KEPT] = practice.to_document(after)


def die() -> int:
    """Return one fair die."""
    return secrets.randbelow(6) + 1


def _after(game: Practice, sent: Mapping[str, str]) -> Practice:
    match sent.get("do"):
        case "roll":
            return game.rolled(die)
        case "double":
            return game.doubled()
        case "take" | "drop" as answer:
            return game.answered(answer == "take", die)
        case "play":
            return game.played(sent.get("moves", ""), die)
        case _:
            raise NotNow


def _game(name: str) -> Game:
    try:
        return Game(name)
    except ValueError as error:
        raise NotNow from error


# ---- what is shown ----------------------------------------------------------------------------------
def practice_page(request: HttpRequest) -> dict[str, Any]:
    """Return the page: the game and what may be done, or only the question which game to play."""
    game = kept(request)
    return {
        "shown": None if game is None else _shown(game, asked(request.GET)),
        "doubles_at": DOUBLES_AT_PERCENT,
        "takes_to": TAKES_TO_PERCENT,
    }


def _shown(game: Practice, wanted: Asked) -> PracticePage:
    made = _made(game, wanted)
    names = _colour(game.position.turn), _colour(game.position.turn.other)
    if made is not None:
        drawing, said = making_drawn(made, wanted.chosen, names, VIEW, lambda **query: _address(game, query))
    else:
        drawing, said = drawn(game.position, names, VIEW, ways=_ways(game))
    return PracticePage(
        game,
        _title(game),
        drawing,
        said,
        pips_told(made.position if made else game.position, names),
        _cube(game),
        None if made is None else _form(made),
        tuple(_told(one) for one in reversed(game.done)),
        2 * game.cube,
        game.offered is OPPONENT,
    )


def _made(game: Practice, wanted: Asked) -> Making | None:
    if game.dice is None or game.over is not None:
        return None
    so_far = wanted.steps if wanted.turn == str(game.at) else ()
    return making(game.position, game.dice, so_far, HeadException.WHITE)


def _address(game: Practice, query: Mapping[str, object]) -> str:
    return f"?{urlencode({'turn': game.at, **query})}#board"


def _form(made: Making) -> PlayForm:
    moves = made.moves if made.is_whole else ""
    confirm = gettext("No move") if moves == NO_MOVE else gettext("Play {moves}").format(moves=moves)
    return PlayForm(made.text, says(made), steps(made), bool(made.made) and not made.forced, moves, confirm)


def _ways(game: Practice) -> tuple[tuple[int, int], ...]:
    """Return the opponent's last play, drawn as arrows while it is the reader's turn."""
    last = game.done[-1] if game.done else None
    return ways_of(last.what) if last is not None and last.by is OPPONENT and last.dice and last.what != NO_MOVE else ()


def _name(side: Side) -> str:
    return gettext("You") if side is YOU else gettext("The opponent")


def _colour(side: Side) -> str:
    """Name a side as the board does: by its checkers."""
    return gettext("White (you)") if side is YOU else gettext("Black (the opponent)")


def _title(game: Practice) -> str:
    over = game.over
    if over is not None:
        return _ended(over.winner, over.result, game.points)
    if game.offered is OPPONENT:
        return gettext("The opponent doubles to {value}: do you take?").format(value=2 * game.cube)
    if game.dice is not None:
        return gettext("You play {dice}").format(dice=dice_told(game.dice))
    return gettext("You are to roll")


def _ended(winner: Side | None, result: Result, points: int) -> str:
    mine, theirs = gettext("You have won: {result}, {points}."), gettext("The opponent has won: {result}, {points}.")
    counted = ngettext("{count} point", "{count} points", points).format(count=points)
    return (mine if winner is YOU else theirs).format(result=gettext(RESULTS[result]), points=counted)


def _cube(game: Practice) -> str:
    """Say where the cube is; nothing in long nard, which is played without one."""
    if game.position.game is Game.LONG_NARD:
        return ""
    where = {None: gettext("in the middle"), YOU: gettext("yours"), OPPONENT: gettext("the opponent’s")}[game.owner]
    return gettext("Cube: {value}, {where}").format(value=game.cube, where=where)


def _told(done: Done) -> str:
    """Say what was done, as one line."""
    if done.dice is not None:
        return f"{_name(done.by)} {dice_told(done.dice)}: {done.what}"
    mine = {"double": gettext("You double."), "take": gettext("You take."), "drop": gettext("You drop.")}
    theirs = {
        "double": gettext("The opponent doubles."),
        "take": gettext("The opponent takes."),
        "drop": gettext("The opponent drops."),
    }
    return (mine if done.by is YOU else theirs)[done.what]
