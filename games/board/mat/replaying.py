"""Playing a recorded game again: every play by the rules, every turn of the cube in its turn, and what it ends with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.board.errors import BoardError, IllegalPlay, InvalidRecord
from games.board.mat.record import Beavered, Doubled, Dropped, Ending, Entry, RecordedGame, Rolled, Taken
from games.board.outcome import outcome
from games.board.plays import as_played
from games.board.position import Game, Position, Side, opening
from games.board.wording import say


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded game played again. `positions` has one for each entry, as it stood after it.

    `ending` is None while the game is open. `illegal` holds each play that the rules refuse and nobody challenged, with
    its line. `offered` is a cube that waits for an answer, `asks` the side that turned it last, `animals` how often it
    was turned instead of an answer.
    """

    positions: tuple[Position, ...] = ()
    cube: int = 1
    owner: Side | None = None
    offered: int | None = None
    asks: Side | None = None
    animals: int = 0
    doubler: Side | None = None
    ending: Ending | None = None
    winner: Side | None = None
    points: int = 0
    illegal: tuple[tuple[int, IllegalPlay], ...] = ()

    @property
    def position(self) -> Position | None:
        """Where the checkers stand now; None before the first roll."""
        return self.positions[-1] if self.positions else None


def replay(game: RecordedGame) -> Replay:
    """Return the game played again; a win on a board that is not finished is a resignation and keeps its points.

    A cube that begins above 2 tells of automatic doubles, which the file does not hold. Raises `InvalidRecord` naming
    the line for what cannot be: somebody out of turn, a cube of another value, a play that no board can show, a wrong
    winner, or points that the board and the cube cannot give.
    """
    now = Replay()
    for entry in game.entries:
        now = _after(now, entry)
    if game.winner is None:
        return now
    return _ended(now, game)


def _after(now: Replay, entry: Entry) -> Replay:
    if now.ending is Ending.DROPPED:
        raise _refused("mat_after_the_end", entry)
    match entry:
        case Rolled():
            return _rolled(_accepted(now, entry), entry)
        case Doubled(side=side, value=value):
            may_be = _is_power(value) if now.owner is None else now.owner is side and value == 2 * now.cube
            if now.offered or value < 2 or not may_be:
                raise _refused("mat_cube", entry)
            offer = replace(now, offered=value, cube=value // 2, asks=side, animals=0, doubler=side)
            return _stays(offer, entry)
        case Beavered(side=side, value=value):
            if now.offered is None or now.asks is side or value != 2 * now.offered:
                raise _refused("mat_cube", entry)
            animal = replace(now, offered=value, cube=now.offered, asks=side, animals=now.animals + 1)
            return _stays(animal, entry)
        case Taken():
            return _stays(_taken(now, entry), entry)
        case Dropped(side=side):
            if now.offered is None or now.asks is side:
                raise _refused("mat_cube", entry)
            return _stays(replace(now, offered=None, ending=Ending.DROPPED, winner=side.other), entry)


def _rolled(now: Replay, entry: Rolled) -> Replay:
    position = now.position or opening(Game.BACKGAMMON, entry.side)
    if position.turn is not entry.side:
        raise _refused("mat_not_on_turn", entry)
    try:
        played = as_played(position, entry.dice, entry.moves)
    except BoardError as error:
        raise InvalidRecord("mat_moves", entry.moves, position, line=entry.line, why=error.message) from None
    illegal = ((entry.line, played.refusal),) if played.refusal else ()
    return replace(now, positions=(*now.positions, played.position), illegal=now.illegal + illegal)


def _accepted(now: Replay, entry: Rolled) -> Replay:
    """Return the game with an animal accepted by playing on, a raccoon like a beaver; a double has to be taken."""
    if now.offered is None:
        return now
    if not now.animals:
        raise _refused("mat_cube", entry)
    return _taken(now, Taken(_answerer(now), entry.line))


def _taken(now: Replay, entry: Taken) -> Replay:
    if now.offered is None or now.asks is entry.side or now.doubler is None:
        raise _refused("mat_cube", entry)
    return replace(now, cube=now.offered, owner=now.doubler.other, offered=None, asks=None)


def _answerer(now: Replay) -> Side:
    assert now.asks is not None
    return now.asks.other


def _stays(now: Replay, entry: Entry) -> Replay:
    position = now.position or opening(Game.BACKGAMMON, entry.side)
    return replace(now, positions=(*now.positions, position))


def _ended(now: Replay, game: RecordedGame) -> Replay:
    """Return the game with its end, if the winner and the points can be right."""
    over = outcome(now.position) if now.position else None
    if now.ending is Ending.DROPPED:
        fits = game.winner is now.winner and game.points == now.cube
        ending = Ending.DROPPED
    elif over is not None:
        fits = game.winner is over.winner and _may_count(game.points, over.multiplier(), now)
        ending = Ending.PLAYED
    else:
        fits = any(_may_count(game.points, multiplier, now) for multiplier in (1, 2, 3))
        ending = Ending.RESIGNED
    if not fits:
        raise InvalidRecord("mat_points", f"Game {game.number}: {game.points}", now.position, line=game.line)
    return replace(now, ending=ending, winner=game.winner, points=game.points)


def _may_count(points: int, multiplier: int, now: Replay) -> bool:
    """Whether a game may count so much. A cube that nobody turned may have gone up by automatic doubles, and Jacoby may
    then make any game single."""
    if now.owner is not None:
        return points == multiplier * now.cube
    return _is_power(points) or (points % multiplier == 0 and _is_power(points // multiplier))


def _is_power(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


def _refused(code: str, entry: Entry) -> InvalidRecord:
    return InvalidRecord("mat_act", type(entry).__name__, line=entry.line, why=say(code))
