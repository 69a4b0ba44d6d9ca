"""XGID, the position text of eXtreme Gammon: `XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10`."""

from __future__ import annotations

import re
from typing import Final

from games.board.errors import InvalidId, InvalidPosition
from games.board.position import Game, Position, Side
from games.board.situation import Pending, Situation

LONGEST: Final = 120
MOST_IN_A_MATCH: Final = 32767
_BOARD = re.compile(r"[-a-oA-O]{26}")
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_FIELDS = ("cube", "owner", "turn", "dice", "score_white", "score_black", "rules", "target", "cap")
_PENDING = {"D": Pending.DOUBLE, "B": Pending.BEAVER, "R": Pending.RACCOON}
_SIDES = {"1": Side.WHITE, "-1": Side.BLACK}
_LETTERS = {side: number for number, side in _SIDES.items()}


def parse_xgid(text: str) -> Situation:
    """Return the situation of an XGID, with or without `XGID=` before it; White is the player at the bottom.

    Raises `InvalidId`, or `InvalidPosition` where the board cannot be.
    """
    board, fields = _split(text)
    turn = _side(text, fields["turn"])
    target = _number(text, fields["target"], "target", MOST_IN_A_MATCH)
    rules = _number(text, fields["rules"], "rules", 1 if target else 3)
    return Situation(
        position=_position(text, board, turn),
        cube=_power(text, fields["cube"], "cube"),
        owner=None if fields["owner"] == "0" else _side(text, fields["owner"]),
        dice=_dice(text, fields["dice"]),
        score=(
            _number(text, fields["score_white"], "score_white", MOST_IN_A_MATCH),
            _number(text, fields["score_black"], "score_black", MOST_IN_A_MATCH),
        ),
        target=target,
        crawford=bool(target and rules),
        jacoby=None if target else bool(rules & 1),
        beavers=None if target else bool(rules & 2),
        cap=_power(text, fields["cap"], "cap"),
        pending=_PENDING.get(fields["dice"]),
    )


def format_xgid(situation: Situation) -> str:
    """Return the XGID; what it does not hold is told by `lost_in_xgid`. Raises `InvalidId` for long nard."""
    position, target = situation.position, situation.target
    if position.game is not Game.BACKGAMMON:
        raise InvalidId("only_backgammon", position)
    rules = int(situation.crawford) if target else bool(situation.jacoby) + 2 * bool(situation.beavers)
    pending = {waiting: letter for letter, waiting in _PENDING.items()}
    dice = pending[situation.pending] if situation.pending else "{}{}".format(*situation.dice or (0, 0))
    owner = _LETTERS[situation.owner] if situation.owner else "0"
    cap = (situation.cap or 1 << 10).bit_length() - 1
    cube = situation.cube.bit_length() - 1
    score = "{}:{}".format(*situation.score)
    return f"XGID={_board_of(position)}:{cube}:{owner}:{_LETTERS[position.turn]}:{dice}:{score}:{rules}:{target}:{cap}"


def _split(text: str) -> tuple[str, dict[str, str]]:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InvalidId("not_an_xgid", text)
    board, *fields = text.strip().removeprefix("XGID=").split(":")
    if len(fields) != len(_FIELDS) or not _BOARD.fullmatch(board):
        raise InvalidId("not_an_xgid", text)
    return board, dict(zip(_FIELDS, fields, strict=True))


def _number(text: str, field: str, name: str, most: int) -> int:
    if not _NUMBER.fullmatch(field) or not 0 <= int(field) <= most:
        raise InvalidId("xgid_field", text, field=name, value=field[:20])
    return int(field)


def _power(text: str, field: str, name: str) -> int:
    return 1 << _number(text, field, name, 30)


def _side(text: str, field: str) -> Side:
    if field not in _SIDES:
        raise InvalidId("xgid_field", text, field="turn", value=field[:20])
    return _SIDES[field]


def _dice(text: str, field: str) -> tuple[int, int] | None:
    if field in _PENDING or field == "00":
        return None
    if not re.fullmatch("[1-6]{2}", field):
        raise InvalidId("xgid_field", text, field="dice", value=field[:20])
    return int(field[0]), int(field[1])


def _position(text: str, board: str, turn: Side) -> Position:
    """Return the position; the letters are as White numbers the board, his in capitals."""
    counts = [_count(letter) for letter in board]
    if counts[0] > 0 or counts[25] < 0:
        raise InvalidId("not_an_xgid", text)
    white = (counts[1:25], (counts[25], -counts[0]))
    if turn is Side.WHITE:
        return _checked(text, *white, turn)
    points = [-count for count in reversed(counts[1:25])]
    return _checked(text, points, (-counts[0], counts[25]), turn)


def _checked(text: str, points: list[int], bar: tuple[int, int], turn: Side) -> Position:
    try:
        return Position.of(Game.BACKGAMMON, points, bar, turn=turn)
    except InvalidPosition as error:
        raise InvalidPosition("invalid_position", text, **error.message.values) from None


def _count(letter: str) -> int:
    if letter == "-":
        return 0
    return ord(letter) - ord("A") + 1 if letter.isupper() else ord("a") - ord(letter) - 1


def _board_of(position: Position) -> str:
    white = position if position.turn is Side.WHITE else position.passed()
    mine, theirs = white.bar
    return "".join(_letter(count) for count in (-theirs, *white.points, mine))


def _letter(count: int) -> str:
    if count == 0:
        return "-"
    return chr(ord("A") + count - 1) if count > 0 else chr(ord("a") - count - 1)
