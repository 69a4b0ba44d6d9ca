"""A position with all that is said of it beside the board: cube, roll, score, and what the two agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from games.board.position import Position, Side
from games.board.wording import Message, say


class Pending(StrEnum):
    """A turn of the cube that waits for an answer of the other side."""

    DOUBLE = "double"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class Stage(IntEnum):
    """How far the game is, as GNU Backgammon counts it."""

    NOT_STARTED = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True, slots=True)
class Situation:
    """A position and what is around it. `None` is what nobody has said.

    `score` is (White, Black). `target` 0 is a money game; then `jacoby` and `beavers` count, and in a match `crawford`.
    `pending` is asked by the side whose turn it is in `position`; the other one answers. `resigned` is the level that
    the side on turn offers to lose: 0 none, 1 single, 2 gammon, 3 backgammon.
    """

    position: Position
    cube: int = 1
    owner: Side | None = None
    dice: tuple[int, int] | None = None
    score: tuple[int, int] = (0, 0)
    target: int = 0
    crawford: bool = False
    jacoby: bool | None = None
    beavers: bool | None = None
    cap: int | None = None
    pending: Pending | None = None
    resigned: int = 0
    stage: Stage = Stage.PLAYING

    def of(self, side: Side) -> int:
        """Return that side's score."""
        return self.score[0] if side is Side.WHITE else self.score[1]


def lost_in_xgid(situation: Situation) -> tuple[Message, ...]:
    """Return what an XGID does not hold of this situation."""
    return tuple(
        say(code)
        for code, is_said in (
            ("xgid_no_resignation", situation.resigned > 0),
            ("xgid_no_stage", situation.stage is not Stage.PLAYING),
            ("xgid_no_jacoby_unsaid", situation.target == 0 and situation.jacoby is None),
            ("xgid_no_beavers_unsaid", situation.target == 0 and situation.beavers is None),
            ("xgid_no_cap_unsaid", situation.cap is None),
        )
        if is_said
    )


def lost_in_gnubg_ids(situation: Situation) -> tuple[Message, ...]:
    """Return what a GNU position ID and match ID do not hold of this situation."""
    return tuple(
        say(code)
        for code, is_said in (
            ("gnubg_no_beavers", situation.beavers is not None and situation.target == 0),
            ("gnubg_no_cap", situation.cap is not None),
            ("gnubg_no_sides", situation.position.turn is Side.BLACK),
            ("gnubg_no_jacoby_unsaid", situation.target == 0 and situation.jacoby is None),
        )
        if is_said
    )
