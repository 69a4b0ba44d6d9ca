"""A table for two that was recorded roll by roll, as the record of a `.mat` file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from games.board.errors import InvalidRecord
from games.board.mat import (
    Beavered,
    Doubled,
    Dropped,
    Entry,
    Record,
    RecordedGame,
    Rolled,
    Taken,
    lost_in_mat,
    moves_in_mat,
    replay,
)
from games.board.notation import parse_moves
from games.board.plays import play
from games.board.position import Position, opening
from games.board.position import Side as Column
from games.board.wording import Message, say
from games.rules.acts import (
    Accept,
    Action,
    Beaver,
    Challenge,
    Deal,
    Double,
    Drop,
    Otter,
    Play,
    Raccoon,
    Refuse,
    Roll,
    Take,
)
from games.rules.board_state import LastPlay
from games.rules.cubes import Seat
from games.rules.folding import Standing
from games.rules.history import History
from games.rules.live_game import LiveGame
from games.rules.scoring import own_results_q
from games.rules.settings import Kind
from games.rules.state import Game, TableState

KINDS = (Kind.MATCH, Kind.MONEY)
COLUMNS: Mapping[Seat, Column] = {1: Column.WHITE, 2: Column.BLACK}
"""Who was named first when the table was opened has the left-hand column, whoever is the box."""


@dataclass(frozen=True, slots=True)
class MatRecord:
    """The record of a table, and what of the table it does not hold."""

    record: Record
    lost: tuple[Message, ...]


def record_of(history: History, names: Sequence[str]) -> MatRecord:
    """Return the games of a match or money game as the record of a `.mat` file; `names` are those of its two seats.

    Games that such a file cannot hold are left out, and said to be: those not recorded roll by roll from their first
    roll on, and those that count what a cube and a level cannot make.
    """
    state, is_match = history.state, history.state.opening.kind is Kind.MATCH
    played = {no: _recorded(state, no, steps) for no, steps in _games(history.steps()).items()}
    games = [game for game in played.values() if game is not None]
    scored = _of_match(state, games) if is_match else _of_session(games)
    record = Record((names[0], names[1]), state.rules.target if is_match else 0, tuple(scored))
    return MatRecord(record, tuple(_lost(state, [no for no, game in played.items() if game is None])))


def _lost(state: TableState, left_out: Sequence[int]) -> Iterator[Message]:
    yield from lost_in_mat()
    if state.adjustments:
        yield say("mat_no_adjustments")
    if left_out:
        yield say("mat_left_out", games=", ".join(map(str, left_out)))


def _games(standing: Iterable[Standing]) -> dict[int, list[Standing]]:
    """Return the acts of each game that was begun, by its number."""
    found: dict[int, list[Standing]] = {}
    finished: set[int] = set()
    for step in standing:
        ended = [game.no for game in step.state.games if game.no not in finished]
        numbers = ended or ([step.state.current.no] if step.state.current else [])
        for no in numbers:
            found.setdefault(no, []).append(step)
        finished.update(ended)
    return found


def _of_match(state: TableState, games: Iterable[RecordedGame]) -> Iterator[RecordedGame]:
    """Yield the games with the score of the match before each."""
    score: Mapping[Seat, int] = dict.fromkeys(COLUMNS, 0)
    before: dict[int, Mapping[Seat, int]] = {}
    for game in state.games:
        before[game.no], score = score, game.score
    for one in games:
        stood = before.get(one.number, score)
        yield replace(one, score=(stood[1], stood[2]))


def _of_session(games: Iterable[RecordedGame]) -> Iterator[RecordedGame]:
    """Yield the games with what those before each have come to."""
    won = dict.fromkeys(Column, 0)
    for game in games:
        yield replace(game, score=(won[Column.WHITE], won[Column.BLACK]))
        if game.winner is not None:
            won[game.winner] += game.points


# ---- one game ---------------------------------------------------------------------------------------
def _recorded(state: TableState, no: int, steps: Sequence[Standing]) -> RecordedGame | None:
    """Return a game as it is recorded, its score left open; None where such a record cannot hold it.

    Dice that nobody played are its last roll where somebody resigned on them; while it goes on they are not in it yet.
    """
    finished = state.game(no)
    played = _game_after(steps[-1].state, no)
    if played.board is None or any(isinstance(step.row[1], Deal) for step in steps):
        return None
    winner, points = (None, 0) if finished is None else _won(state, finished)
    game = RecordedGame(no, (0, 0), tuple(_entries(no, steps)), winner, points)
    settled = game if played.board.dice is None else replace(game, entries=game.entries[:-1])
    is_whole = (winner is None) == (finished is None) and _comes_to(settled, played.board.position)
    if not is_whole or not (settled.entries or finished):
        return None
    return settled if finished is None else game


def _comes_to(game: RecordedGame, position: Position) -> bool:
    """Whether the record, played again without a last roll that nobody played, leads to that position and may count."""
    try:
        again = replay(game).position
    except InvalidRecord:
        return False
    return (again or opening(position.game, position.turn)).men == position.men


def _won(state: TableState, game: Game) -> tuple[Column | None, int]:
    """Return who won a game and the points it counts, also those beyond the end of a match."""
    ((member, own_q),) = own_results_q(game.played, state.rules, game.winner, game.result).items()
    if own_q == 0:
        return None, 0
    winner = member if own_q > 0 else game.box
    return COLUMNS[winner], abs(own_q) // game.played.stake_q(member, game.box)


def _entries(no: int, steps: Sequence[Standing]) -> list[Entry]:
    entries: list[Entry] = []
    for step in steps:
        action, game = step.row[1], _game_after(step.state, no)
        match action:
            case Roll() if game.board is not None and game.board.dice is not None:
                entries.append(Rolled(_on_turn(game), game.board.dice, ""))
            case Play() if game.board is not None and game.board.last is not None:
                _with_moves(entries, _moves(game.board.last))
            case Challenge():
                _with_moves(entries, "")
            case Double() | Beaver() | Raccoon() | Otter() | Take() | Accept() | Drop() | Refuse():
                entries.append(_cube_act(action, game))
    return entries


def _game_after(state: TableState, no: int) -> LiveGame:
    """Return the game as an act has left it."""
    if state.current is not None:
        return state.current
    return next(game.played for game in state.games if game.no == no)


def _on_turn(game: LiveGame) -> Column:
    assert game.board is not None
    return COLUMNS[game.box if game.board.position.turn is Column.WHITE else game.opponent]


def _with_moves(entries: list[Entry], moves: str) -> None:
    """Write the moves behind the roll they were made with; none where they were challenged and are made again."""
    rolled = entries[-1]
    assert isinstance(rolled, Rolled)
    entries[-1] = replace(rolled, moves=moves)


def _moves(last: LastPlay) -> str:
    """Return a play as these files have it, step by step; one that breaks a rule goes by the places that were said."""
    if last.illegal is not None:
        return " ".join("/".join(map(str, move.places)) for move in parse_moves(last.moves).moves)
    return moves_in_mat(play(last.before, last.dice, last.moves))


def _cube_act(action: Action, game: LiveGame) -> Entry:
    """Return what was done with the one cube of a table for two."""
    cube = game.cubes[game.opponent]
    match action:
        case Double(by=(seat, *_)) | Beaver(by=(seat, *_)) | Raccoon(by=(seat, *_)) | Otter(by=(seat, *_)):
            assert cube.offer is not None
            turned = Doubled if isinstance(action, Double) else Beavered
            return turned(COLUMNS[seat], cube.offer.proposed)
        case Take(by=(seat, *_)) | Accept(by=(seat, *_)):
            return Taken(COLUMNS[seat])
        case Drop(by=(seat, *_)) | Refuse(by=(seat, *_)):
            return Dropped(COLUMNS[seat])
        case _:
            raise AssertionError(action)
