"""Writing a `.mat` file as GNU Backgammon does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.board.mat.names import format_header, in_line, with_names
from games.board.mat.record import Beavered, Doubled, Dropped, Entry, Record, RecordedGame, Rolled, Taken
from games.board.plays import Play
from games.board.position import Side

LEFT_WIDTH = 28


def format_mat(record: Record) -> str:
    """Return the text of the file; what it does not hold is told by `lost_in_mat`."""
    lines = [format_header(name, value) for name, value in with_names(record.headers, record.players)]
    lines += ["", f" {record.target} point match", ""] if lines else [f" {record.target} point match", ""]
    for game in record.games:
        lines += [*_game(record, game), ""]
    return "\n".join(lines) + "\n"


def moves_in_mat(play: Play) -> str:
    """Return a play as these files have it: the bar 25, off 0, every step by itself."""
    return " ".join(f"{step.source}/{step.target}{'*' * step.hits}" for step in play.ways[0])


def _game(record: Record, game: RecordedGame) -> Iterator[str]:
    white, black = in_line(record.players)
    yield f" Game {game.number}"
    yield f" {f'{white} : {game.score[0]}':<29}  {black} : {game.score[1]}"
    rows = list(_rows([(entry.side, _cell(entry)) for entry in game.entries]))
    win = _win(record, game)
    last_is_left = bool(rows) and not rows[-1][1]
    if win and game.winner is Side.BLACK and last_is_left and isinstance(game.entries[-1], Dropped):
        rows[-1] = (rows[-1][0], f" {win}")
        win = ""
    for number, (left, right) in enumerate(rows, start=1):
        yield f"{number:3}) {left:<{LEFT_WIDTH}}{'' if len(left) < LEFT_WIDTH else ' '}{right}".rstrip()
    if win:
        yield (" " * 6 if game.winner is Side.WHITE else " " * 34) + win


def _rows(cells: Iterable[tuple[Side, str]]) -> Iterator[tuple[str, str]]:
    """Yield the cells two by two, White's to the left; a place is left empty where one side acts twice."""
    left: str | None = None
    for side, cell in cells:
        if side is Side.WHITE:
            if left is not None:
                yield left, ""
            left = cell
        else:
            yield left or "", cell
            left = None
    if left is not None:
        yield left, ""


def _cell(entry: Entry) -> str:
    match entry:
        case Rolled(dice=(one, two), moves=moves):
            return f"{one}{two}: {moves}"
        case Doubled(value=value):
            return f" Doubles => {value}"
        case Beavered(value=value):
            return f" Beavers => {value}"
        case Taken():
            return " Takes"
        case Dropped():
            return " Drops"


def _win(record: Record, game: RecordedGame) -> str:
    if game.winner is None:
        return ""
    before = game.score[0] if game.winner is Side.WHITE else game.score[1]
    match_is_won = 0 < record.target <= before + game.points
    return f"Wins {game.points} point{'s' * (game.points != 1)}{' and the match' * match_is_won}"
