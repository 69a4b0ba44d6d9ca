"""A whole game recorded roll by roll: dice by a seed, and of the legal plays the one that runs home fastest."""

import random
from collections.abc import Iterator

from games.board.outcome import outcome
from games.board.plays import Play, legal_plays
from games.board.position import Game, Position, Side, opening

Turn = tuple[tuple[int, int], Play]


def whole_game(seed: int, game: Game = Game.BACKGAMMON, first: tuple[int, int] = (3, 1)) -> Iterator[Turn]:
    """Yield dice and plays until somebody has borne everything off; White begins."""
    chance, position, dice = random.Random(seed), opening(game, Side.WHITE), first
    while outcome(position) is None:
        chosen = _fastest(position, dice)
        yield dice, chosen
        position, dice = chosen.position, (chance.randint(1, 6), chance.randint(1, 6))


def _fastest(position: Position, dice: tuple[int, int]) -> Play:
    """Return the play that hits nothing if it can, and leaves the fewest checkers alone."""
    return min(legal_plays(position, dice), key=lambda play: (play.position.bar[0], _blots(play), play.notation))


def _blots(play: Play) -> int:
    return sum(count == 1 for count in play.left.points[6:])


def documents(turns: Iterator[Turn], white: str, black: str) -> Iterator[dict[str, object]]:
    """Yield a game as acts of the sheet."""
    for at, (dice, play) in enumerate(turns):
        by = black if at % 2 else white
        yield {"do": "roll", "by": by, "dice": list(dice)}
        yield {"do": "play", "by": by, "moves": play.notation}
