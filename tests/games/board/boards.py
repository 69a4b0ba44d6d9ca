"""Positions written by hand: `of("24(2) 13(5)", "...")` puts the mover's and the other's checkers."""

import re

from games.board.position import Game, Position, Side

PLACES = {"bar": 25, "off": 0}
PILE = re.compile(r"(bar|off|\d+)(?:\((\d+)\))?")


def of(mine, theirs, game=Game.BACKGAMMON, turn=Side.WHITE):
    """Return the position; checkers that are not named are borne off."""
    points, (bar, _off) = _piles(mine)
    their_points, (their_bar, _their_off) = _piles(theirs)
    for point, count in their_points.items():
        points[(point + 11) % 24 + 1 if game is Game.LONG_NARD else 25 - point] = -count
    return Position.of(game, [points.get(point, 0) for point in range(1, 25)], (bar, their_bar), turn=turn)


def nard(mine, theirs, turn=Side.WHITE):
    return of(mine, theirs, Game.LONG_NARD, turn)


def _piles(text):
    piles = {_number(place): int(count or 1) for place, count in PILE.findall(text)}
    return {place: count for place, count in piles.items() if 0 < place < 25}, (piles.get(25, 0), piles.get(0, 0))


def _number(place):
    return PLACES[place] if place in PLACES else int(place)
