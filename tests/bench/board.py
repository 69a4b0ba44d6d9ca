"""The board's generator against three others, over the same positions: `make bench-board`.

It runs in an environment of its own, where those others are installed; one that is missing is named and left out.
Processor time is measured, on one core, and nothing that is found is kept.
"""

import importlib.util
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from games.board.plays import legal_plays
from games.board.position import Game, Position
from tests.bench.measuring import in_turns

ORACLE = Path(__file__).parents[3] / "shared" / "oracle"
ROUNDS = 9
Calls = list[Callable[[], object]]


def main() -> None:
    """Print how many times as fast the board is as each of the others."""
    if not ORACLE.is_dir():
        print("The positions to measure with (../shared/oracle) are not beside the project.")
        return
    rows = _rows("backgammon")
    ours = _ours(Game.BACKGAMMON, rows)
    print(f"all distinct legal plays of {len(rows):,} positions, {ROUNDS} rounds in turns")
    for name, least, prepare in (("gvformat", 12, _gvformat), ("gym_backgammon", 2, _gym), ("bgsage", 0.7, _bgsage)):
        if (calls := _prepared(name, prepare, rows)) is not None:
            _compare(name, least, ours, calls)
            if name == "gvformat":
                _compare_slowest(name, ours, calls)
    _compare_when_looked_at("each play", ours, lambda plays: list(plays()))
    _compare_when_looked_at("each position", ours, lambda plays: [play.position for play in plays()])
    _compare_long_nard(ours)


def _rows(name: str) -> list[dict]:
    return [json.loads(line) for line in (ORACLE / f"{name}.jsonl").read_text().splitlines()]


def _ours(game: Game, rows: list[dict]) -> Calls:
    return [_call(legal_plays, _position(game, row), tuple(row["dice"])) for row in rows]


def _position(game: Game, row: dict) -> Position:
    board, off = row["board"], tuple(row["off"])
    return Position.of(game, board[:24], tuple(board[24:]) or (0, 0), off)


def _call(function: Callable, *arguments: object) -> Callable[[], object]:
    return lambda: function(*arguments)


def _prepared(name: str, prepare: Callable[[list[dict]], Calls], rows: list[dict]) -> Calls | None:
    try:
        return prepare(rows)
    except ImportError as error:
        print(f"{name:<16} left out: {error}")
        return None


def _gvformat(rows: list[dict]) -> Calls:
    others = importlib.import_module("gvformat.legality").legal_plays

    def sides(board: list[int]) -> tuple[list[int], list[int]]:
        mine, theirs = ([max(sign * count, 0) for count in board[:24]] for sign in (1, -1))
        return [0, *mine, board[24]], [0, *theirs, board[25]]

    return [_call(others, *sides(row["board"]), *row["dice"]) for row in rows]


def _bgsage(rows: list[dict]) -> Calls:
    others = importlib.import_module("bgsage.board").possible_moves
    calls = [_call(others, [row["board"][25], *row["board"][:25]], *row["dice"]) for row in rows]
    found = sum(len(call()) == row["n"] for call, row in zip(calls, rows, strict=True))
    assert found >= len(rows) - 1, "bgsage was asked something else"
    return calls


def _gym(rows: list[dict]) -> Calls:
    module = _game_of_gym_backgammon()

    def game_of(row: dict) -> object:
        game, board = module.Backgammon(), row["board"]
        game.board = [(abs(count), None if not count else int(count < 0)) for count in board[:24]]
        game.bar, game.off = list(board[24:]), list(row["off"])
        game.players_positions = game.get_players_positions()
        return game

    return [_call(game_of(row).get_valid_plays, module.WHITE, tuple(-die for die in row["dice"])) for row in rows]


def _game_of_gym_backgammon() -> ModuleType:
    """Return its rules without the package around them, which would draw on a screen."""
    package = importlib.util.find_spec("gym_backgammon")
    if package is None:
        raise ImportError("No module named 'gym_backgammon'")
    file = Path(package.submodule_search_locations[0]) / "envs" / "backgammon.py"
    spec = importlib.util.spec_from_file_location("gym_backgammon_rules", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _all(calls: Calls) -> Callable[[], None]:
    def one_after_the_other() -> None:
        for call in calls:
            call()

    return one_after_the_other


def _compare(name: str, least: float, ours: Calls, theirs: Calls) -> None:
    pairs = in_turns(_all(ours), _all(theirs), rounds=ROUNDS, warm_up=1, clock=time.process_time)
    low, middle, high = statistics.quantiles([other / mine for mine, other in pairs], n=4)
    mine, other = (statistics.median(seconds) * 1e6 / len(ours) for seconds in zip(*pairs, strict=True))
    print(
        f"{name:<16} {middle:6.2f} x as fast ({low:.2f}-{high:.2f}); at least {least}; "
        f"{mine:.1f} : {other:.1f} µs a position"
    )


def _compare_slowest(name: str, ours: Calls, theirs: Calls) -> None:
    mine, other = (max(_fastest_of_five(call) for call in calls) for calls in (ours, theirs))
    print(f"{name:<16} {mine / other:6.3f} of its slowest position takes our slowest; at most 0.1")


def _fastest_of_five(call: Callable[[], object]) -> float:
    times = []
    for _time in range(5):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return min(times)


def _compare_when_looked_at(name: str, calls: Calls, look: Callable[[Callable], object]) -> None:
    """Print what it takes to make the value behind every play, which is only made when it is looked at."""
    looking = [_call(look, call) for call in calls]
    pairs = in_turns(_all(looking), _all(calls), rounds=ROUNDS, warm_up=1, clock=time.process_time)
    middle = statistics.median(mine / other for mine, other in pairs)
    print(f"{name:<16} {middle:6.2f} x the time when it is looked at")


def _compare_long_nard(backgammon: Calls) -> None:
    nard = _ours(Game.LONG_NARD, _rows("long_nard"))
    pairs = in_turns(_all(nard), _all(backgammon), rounds=ROUNDS, warm_up=1, clock=time.process_time)
    middle = statistics.median((other / len(backgammon)) / (mine / len(nard)) for mine, other in pairs)
    print(f"{'long nard':<16} {middle:6.2f} x as many positions a second as backgammon; at least 0.3")


if __name__ == "__main__":
    main()
