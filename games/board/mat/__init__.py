"""`.mat` files: sessions and matches, move by move, as Jellyfish and GNU Backgammon write them."""

from games.board.mat.reading import parse_mat
from games.board.mat.record import (
    Beavered,
    Doubled,
    Dropped,
    Ending,
    Entry,
    Record,
    RecordedGame,
    Rolled,
    Taken,
    lost_in_mat,
)
from games.board.mat.replaying import Replay, replay
from games.board.mat.writing import format_mat, moves_in_mat

__all__ = [
    "Beavered",
    "Doubled",
    "Dropped",
    "Ending",
    "Entry",
    "Record",
    "RecordedGame",
    "Replay",
    "Rolled",
    "Taken",
    "format_mat",
    "lost_in_mat",
    "moves_in_mat",
    "parse_mat",
    "replay",
]
