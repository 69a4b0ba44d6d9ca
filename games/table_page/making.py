"""A play that is being made on the page, step by step: nothing of it is recorded before the whole play is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.board.notation import format_steps
from games.board.plays import legal_plays, next_steps
from games.board.position import Position
from games.board.single_steps import Step
from games.board.turns import Dice, HeadException

Ends = tuple[int, int]

MOST_STEPS: Final = 4
STEP: Final = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an address asks the board to show: the steps made so far in a turn, a checker taken up, or a beginning."""

    turn: str = ""
    """Which turn the steps belong to; those of any other are left aside."""
    steps: tuple[Ends, ...] = ()
    chosen: int | None = None
    begins: bool = False


NOTHING_ASKED: Final = Asked()


@dataclass(frozen=True, slots=True)
class Making:
    """A turn in the middle: the steps made, the board after them, and what may follow."""

    made: tuple[Step, ...]
    position: Position
    following: tuple[Step, ...]
    forced: bool
    """Whether there is only one play; it is made already."""

    @property
    def moves(self) -> str:
        """The steps made, as they are written; a dash where none can be."""
        return format_steps(self.made) if self.made else "-"

    @property
    def is_whole(self) -> bool:
        """Whether nothing more can be played."""
        return not self.following

    @property
    def text(self) -> str:
        """The steps made, as an address holds them."""
        return ".".join(f"{step.source}-{step.target}" for step in self.made)


def asked(sent: Mapping[str, str]) -> Asked:
    """Return what an address asks for; what cannot be read is left out."""
    steps = [*_ends(sent.get("steps", "")), *_ends(sent.get("step", ""))][:MOST_STEPS]
    if sent.get("back"):
        steps = steps[:-1]
    chosen = sent.get("from", "")
    return Asked(
        turn=sent.get("turn", ""),
        steps=tuple(steps),
        chosen=int(chosen) if re.fullmatch(r"\d{1,2}", chosen, re.ASCII) else None,
        begins=sent.get("board") == "begin",
    )


def making(position: Position, dice: Dice, steps: tuple[Ends, ...], head_exception: HeadException) -> Making:
    """Return the turn after these steps, as far as they can be made; the only play there is is made at once."""
    plays = legal_plays(position, dice, head_exception=head_exception)
    if len(plays) == 1:
        way = plays[0].ways[0]
        return Making(way, plays[0].left, (), forced=True)
    start, made = position, tuple[Step, ...]()
    following = next_steps(start, dice, head_exception=head_exception)
    for ends in steps:
        fits = [step for step in following if (step.source, step.target) == ends]
        if not fits:
            break
        made = (*made, min(fits, key=lambda step: step.die))
        position = position.moved(*ends)
        done = [(step.source, step.target) for step in made]
        following = next_steps(start, dice, done, head_exception=head_exception)
    return Making(made, position, following, forced=False)


def _ends(text: str) -> list[Ends]:
    return [(int(source), int(target)) for source, target in STEP.findall(text)]
