"""Random positions of both games, of the kinds that games come to and of kinds they hardly do."""

from games.board.plays import legal_plays
from games.board.position import Game, Position, opening


def roll(random):
    return random.randint(1, 6), random.randint(1, 6)


def any_position(random, game):
    """Return a position: half of them from a game played at random, half strewn over the board."""
    return _played(random, game) if random.random() < 0.5 else _strewn(random, game)


def _played(random, game):
    position = opening(game)
    for _turn in range(random.randint(0, 90)):
        position = random.choice(legal_plays(position, roll(random))).position
        if 15 in position.off:
            return opening(game)
    return position


def _strewn(random, game):
    points, bar, off = [0] * 24, [0, 0], [0, 0]
    for side, sign in ((0, 1), (1, -1)):
        reach = random.choice((6, 8, 24))
        for _checker in range(15):
            point = random.randint(1, reach) - 1
            at = point if sign > 0 else ((point + 12) % 24 if game is Game.LONG_NARD else 23 - point)
            if random.random() < 0.08 and off[side] < 14:
                off[side] += 1
            elif game is Game.BACKGAMMON and random.random() < 0.05:
                bar[side] += 1
            elif points[at] * sign >= 0:
                points[at] += sign
            else:
                off[side] += 1
    if 15 in off:
        return opening(game)
    return Position.of(game, points, tuple(bar), tuple(off))
