"""Whole plays: all legal ones for a roll, one that was said, and the next steps of one that is being made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from games.board import packed
from games.board.errors import AmbiguousPlay, IllegalPlay, InvalidText
from games.board.notation import Moves, format_steps, hits_said, is_written_as, parse_moves
from games.board.position import OFF, Game, Position
from games.board.refusing import why_illegal
from games.board.single_steps import Step
from games.board.turns import Dice, HeadException, Turn, Way, without


@dataclass(frozen=True, slots=True)
class Play:
    """A legal play of a whole turn. `packed` is the board it leads to, as the mover sees it (`games.board.packed`)."""

    turn: Turn
    packed: int

    @property
    def left(self) -> Position:
        """The position it leads to as the mover sees it, before the turn passes."""
        before = self.turn.position
        return Position(before.game, before.turn, packed.unpack(self.packed))

    @property
    def position(self) -> Position:
        """The position it leads to: the other side's turn."""
        before = self.turn.position
        men = packed.passed(packed.unpack(self.packed), before.game is Game.LONG_NARD)
        return Position(before.game, before.turn.other, men)

    @property
    def ways(self) -> tuple[Way, ...]:
        """The sets of steps that lead there, each from the highest place down."""
        return self.turn.ways_to(packed.unpack(self.packed))

    @property
    def notations(self) -> tuple[str, ...]:
        """Every canonical text of this play, the shortest first."""
        return tuple(
            sorted({format_steps(way) for way in self.ways}, key=lambda text: (text.count(" "), len(text), text))
        )

    @property
    def notation(self) -> str:
        """The canonical text of this play."""
        return self.notations[0]


@dataclass(frozen=True, slots=True)
class Plays:
    """All distinct legal plays of a turn, a sequence. `boards` are where they lead, packed as the mover sees them.

    Each play is made when it is looked at: often only their number, or one of them, is wanted.
    """

    turn: Turn
    boards: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.boards)

    def __getitem__(self, at: int) -> Play:
        return Play(self.turn, self.boards[at])

    def __iter__(self) -> Iterator[Play]:
        return (Play(self.turn, board) for board in self.boards)

    def __contains__(self, play: object) -> bool:
        return isinstance(play, Play) and play.turn == self.turn and play.packed in self.boards


@dataclass(frozen=True, slots=True)
class Played:
    """What stands on the board after a play that nobody challenged, and the refusal it would have met."""

    position: Position
    play: Play | None
    refusal: IllegalPlay | None


def legal_plays(position: Position, dice: Dice, *, head_exception: HeadException = HeadException.WHITE) -> Plays:
    """Return all distinct legal plays, by where they lead; where no die can be played, the one that moves nothing.

    Raises `InvalidDice`.
    """
    return plays_of(Turn.of(position, dice, head_exception))


def plays_of(turn: Turn) -> Plays:
    """Return all distinct legal plays of a turn."""
    return Plays(turn, tuple(turn.results()))


def play(position: Position, dice: Dice, moves: str, *, head_exception: HeadException = HeadException.WHITE) -> Play:
    """Return the legal play that these moves mean.

    Raises `InvalidText` where they cannot be read, `IllegalPlay` with the code of the rule that forbids them, and
    `AmbiguousPlay` where they may be more than one play.
    """
    turn, said = Turn.of(position, dice, head_exception), _read(position, dice, moves)
    meant = _meant(turn, said)
    if len(meant) > 1:
        ways = " · ".join(play.notation for play in meant)
        raise AmbiguousPlay("ambiguous", moves, position, plays=ways)
    if not meant:
        code = why_illegal(turn, said.moves)
        raise IllegalPlay(code, moves, position)
    return meant[0]


def as_played(
    position: Position, dice: Dice, moves: str, *, head_exception: HeadException = HeadException.WHITE
) -> Played:
    """Return what stands on the board when nobody challenges these moves, legal or not. Rule: §9.

    Raises `InvalidText` where they cannot be read, `AmbiguousPlay`, and `IllegalPlay` where no board can show them: a
    checker that is not there, or two enemies where it would land.
    """
    try:
        made = play(position, dice, moves, head_exception=head_exception)
    except IllegalPlay as refusal:
        return Played(_moved_anyway(position, _read(position, dice, moves)).passed(), None, refusal)
    return Played(made.position, made, None)


def next_steps(
    position: Position,
    dice: Dice,
    made: Sequence[tuple[int, int]] = (),
    *,
    head_exception: HeadException = HeadException.WHITE,
) -> tuple[Step, ...]:
    """Return the steps that may follow those made, as (from, to) pairs; nothing when the turn is played to its end.

    Raises `IllegalPlay` if one of those made could not be.
    """
    turn = Turn.of(position, dice, head_exception)
    now, left = position, turn.all_dice
    for source, target in made:
        step = _step_made(turn, now, left, (source, target))
        now, left = now.moved(source, target), without(left, step.die)
    return tuple(turn.next_steps(now, left))


def _read(position: Position, dice: Dice, moves: str) -> Moves:
    said = parse_moves(moves)
    if said.dice is not None and sorted(said.dice) != sorted(dice):
        raise InvalidText("other_dice", moves, position)
    return said


def _meant(turn: Turn, said: Moves) -> list[Play]:
    """Return the legal plays that may be meant; of several, those whose hits are exactly the ones said."""
    there = _stands_then(turn.position, said)
    boards = [men for men in turn.results() if packed.unpack(men).translate(packed.NO_ENEMIES)[2:27] == there]
    plays = [Play(turn, board) for board in boards]
    meant = [play for play in plays if any(is_written_as(said.moves, way) for way in play.ways)]
    exact = [play for play in meant if _hits_as_said(play, said)]
    return exact if len(exact) == 1 else meant


def _hits_as_said(play: Play, said: Moves) -> bool:
    hits = hits_said(said.moves)
    return any(
        {step.target for step in way if step.hits} == hits for way in play.ways if is_written_as(said.moves, way)
    )


def _stands_then(position: Position, said: Moves) -> bytes | None:
    """Return how many checkers of the mover's then stand on points 1 to 24 and the bar, if they can."""
    counts = list(position.men.translate(packed.NO_ENEMIES)[1:27])
    for move in said.moves:
        counts[move.places[0]] -= 1
        counts[move.places[-1]] += move.places[-1] != OFF
    return bytes(counts[1:]) if min(counts) >= 0 else None


def _moved_anyway(position: Position, said: Moves) -> Position:
    shut = 1 if position.game is Game.LONG_NARD else 2
    for move in sorted(said.moves, key=lambda move: -move.places[0]):
        for source, target in pairwise(move.places):
            if position.count(source) <= 0:
                raise IllegalPlay("no_checker", said.text, position)
            if target != OFF and position.count(target) <= -shut:
                raise IllegalPlay("blocked", said.text, position)
            position = position.moved(source, target)
    return position


def _step_made(turn: Turn, now: Position, left: tuple[int, ...], ends: tuple[int, int]) -> Step:
    """Return the step between these places; where either die would do, it takes the lower one."""
    found = [step for step in turn.next_steps(now, left) if (step.source, step.target) == ends]
    if not found:
        raise IllegalPlay("not_a_step", f"{ends[0]}/{ends[1]}", now)
    return min(found, key=lambda step: step.die)
