"""What the page of a table's dice shows: what is promised, who may throw it, and all that was thrown."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from club.doors import Viewer
from games import rights, selectors, services
from games.forms import BadAct, command_of, version_of
from games.models import DiceThrow, Table
from games.rules.actions import Start
from games.rules.board_play import SIDES
from games.rules.cubes import Seat, Side
from games.rules.errors import RuleViolation
from games.rules.live_game import LiveGame
from games.rules.settings import Kind
from games.store import TableNow
from games.table_page.words import told

Context = dict[str, Any]
BOTH = ","
"""What stands between the seats of two who throw together."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One throw as the page tells it, with everything that checking it needs."""

    no: int
    first: int
    second: int
    told: str
    word: str
    commitment: str
    secret: str
    line: int
    stands: bool
    at: datetime


def dice_page(viewer: Viewer, now: TableNow, error: str = "") -> Context:
    """Return the page of a table's dice; `error` says why the last throw was not made."""
    at = [viewer.club.slug, now.table.id]
    standing = selectors.standing_lines(now)
    return {
        "tab": "night",
        "now": now,
        "error": error,
        "back": reverse("table", args=at),
        "promise": selectors.dice_promised(now.table),
        "throwers": _choices(now) if may_throw(viewer, now) else (),
        "is_unplayed": is_unplayed(now),
        "may_promise": may_throw(viewer, now),
        "thrown": [_thrown(now, one, standing) for one in reversed(selectors.dice_thrown(now.table))],
    }


def may_throw(viewer: Viewer, now: TableNow) -> bool:
    """Whether the viewer may record rolls at this table."""
    return now.table.state == Table.State.OPEN and rights.may_score(now, viewer.actor)


def throw(viewer: Viewer, now: TableNow, sent: QueryDict) -> DiceThrow:
    """Throw what was promised, for whoever was chosen."""
    by, command, version = _by(now, sent), command_of(sent), version_of(sent)
    if version is None:
        raise BadAct
    return services.throw_dice(
        table_id=now.table.id,
        actor=viewer.actor,
        by=by,
        word=sent.get("word", "").strip(),
        without_board=sent.get("without_board") == "true",
        command_id=command,
        expected_version=version,
    )


def _by(now: TableNow, sent: QueryDict) -> list[str]:
    try:
        return [now.names[int(seat)] for seat in sent.get("by", "").split(BOTH)]
    except (ValueError, KeyError) as wrong:
        raise BadAct from wrong


def is_unplayed(now: TableNow) -> bool:
    """Whether the first roll of a board lies there: the next throw comes after its play, or without the board."""
    board = now.state.current.board if now.state.current else None
    return board is not None and board.is_unplayed


def throwers(now: TableNow, *, without_board: bool = False) -> Sequence[tuple[Seat, ...]]:
    """Return who may throw next, the likeliest first; nobody while a cube waits or dice are still to be played.

    `without_board` is what a first roll that lies there is passed over by.
    """
    game = now.state.current or _next_game(now)
    if game is None or game.is_waiting:
        return ()
    box, other = (game.player_of(side) for side in Side)
    if game.board is not None and not (without_board and game.board.is_unplayed):
        on_turn = game.player_of(SIDES[game.board.position.turn])
        return ((on_turn,),) if game.board.dice is None else ()
    if now.state.opening.kind is Kind.LONG_NARD:
        return ((box,), (other,)) if game.rolls else ((box,),)
    return ((box,), (other,)) if game.rolls else ((box, other), (box,), (other,))


def _next_game(now: TableNow) -> LiveGame | None:
    """Return the game that a roll would start, where one can be started."""
    try:
        return now.with_([Start()]).state.current
    except RuleViolation:
        return None


def _choices(now: TableNow) -> list[tuple[str, str]]:
    return [(BOTH.join(map(str, seats)), _who(now, seats)) for seats in throwers(now, without_board=is_unplayed(now))]


def _who(now: TableNow, seats: tuple[Seat, ...]) -> str:
    if len(seats) == 1:
        return now.name_of(seats[0])
    one, other = map(now.name_of, seats)
    return gettext("{one} and {other}, a die each: the opening").format(one=one, other=other)


def _thrown(now: TableNow, throw: DiceThrow, standing: frozenset[int]) -> Thrown:
    promise = throw.promise
    return Thrown(
        promise.no,
        throw.first,
        throw.second,
        told(now.actions[throw.line - 1], now.name_of),
        throw.word,
        promise.commitment,
        promise.secret,
        throw.line,
        throw.line in standing,
        throw.at,
    )
