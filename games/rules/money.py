"""Points into money: whole minor units, rounded half to even for each pair of a game. Rule: §6."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.cubes import Seat
from games.rules.points import QUARTERS
from games.rules.state import Adjustment, Game, Pair


@dataclass(frozen=True, slots=True)
class Transfer:
    """Money from the loser (`source`) to the winner (`target`), more than nothing."""

    source: Seat
    target: Seat
    amount_minor: int


def transfers_of(result: Game | Adjustment, unit_minor: int) -> tuple[Transfer, ...]:
    """Return what a game or an adjustment moves, netted for each pair of players.

    `unit_minor` is the money of one point in minor units. Each pair is rounded for itself, the
    partner's share as one of them, so that the box carries every difference.
    """
    pairs = _partner_first(result) if isinstance(result, Game) else _paired(result.points_q)
    moved: dict[tuple[Seat, Seat], int] = {}
    for pair in pairs:
        _move(moved, pair, to_minor(pair.points_q, unit_minor))
    return tuple(_transfer(low, high, amount) for (low, high), amount in moved.items() if amount)


def money_of(transfers: Iterable[Transfer]) -> dict[Seat, int]:
    """Return what each player won or lost over transfers, in minor units; it sums to zero."""
    balance: dict[Seat, int] = {}
    for one in transfers:
        balance[one.source] = balance.get(one.source, 0) - one.amount_minor
        balance[one.target] = balance.get(one.target, 0) + one.amount_minor
    return balance


def to_minor(points_q: int, unit_minor: int) -> int:
    """Return quarter points as whole minor units, a half rounded to the even one."""
    whole, rest = divmod(points_q * unit_minor, QUARTERS)
    if 2 * rest == QUARTERS:
        return whole + whole % 2
    return whole + (2 * rest > QUARTERS)


def _partner_first(game: Game) -> tuple[Pair, ...]:
    if game.share is None:
        return game.pairs
    return (game.share, *game.pairs[:-1])


def _paired(points_q: Mapping[Seat, int]) -> tuple[Pair, ...]:
    """Pairs that bring these points about: losers pay winners in seat order."""
    owed = {seat: -points for seat, points in sorted(points_q.items()) if points < 0}
    pairs: list[Pair] = []
    for winner, due in sorted(points_q.items()):
        for loser in [seat for seat, left in owed.items() if left]:
            part = min(owed[loser], due)
            if part > 0:
                pairs.append(Pair(loser, winner, part))
                owed[loser], due = owed[loser] - part, due - part
    return tuple(pairs)


def _move(moved: dict[tuple[Seat, Seat], int], pair: Pair, amount: int) -> None:
    low, high = sorted((pair.loser, pair.winner))
    signed = amount if pair.loser == low else -amount
    moved[low, high] = moved.get((low, high), 0) + signed


def _transfer(low: Seat, high: Seat, amount: int) -> Transfer:
    return Transfer(low, high, amount) if amount > 0 else Transfer(high, low, -amount)
