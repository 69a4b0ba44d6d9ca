"""What a finished game pays, pair by pair, in quarter points. Rule: §2, §4, §6."""

from collections.abc import Iterable, Mapping

from games.board.outcome import Result
from games.rules.cubes import Cube, ExtraCube, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.settings import HouseRules, Jacoby, PartnerOddTo
from games.rules.state import Pair


def own_results_q(game: LiveGame, rules: HouseRules, winner: Side | None, result: Result | None) -> dict[Seat, int]:
    """Return each member's own result against the box, extras left out.

    Live cubes pay stake x value x multiplier to the winner; closed ones paid when they closed.
    """
    any_turned = any(cube.turned for cube in game.cubes.values())
    return {seat: _own_result_q(game, rules, seat, any_turned, winner, result) for seat in game.members}


def _own_result_q(
    game: LiveGame,
    rules: HouseRules,
    seat: Seat,
    any_turned: bool,
    winner: Side | None,
    result: Result | None,
) -> int:
    cube = game.cubes[seat]
    if cube.closed is not None:
        return cube.closed.points_q
    multiplier = multiplier_of(rules, result, counts=_counts(rules, cube, any_turned))
    points_q = cube.value * multiplier * game.stake_q(seat, game.box)
    return points_q if winner is Side.TEAM else -points_q


def _counts(rules: HouseRules, cube: Cube, any_turned: bool) -> bool:
    """Whether a gammon counts on this cube. Rule: §2, Jacoby."""
    match rules.jacoby:
        case Jacoby.NONE:
            return True
        case Jacoby.PER_CUBE:
            return cube.turned
        case Jacoby.GLOBAL:
            return any_turned


def multiplier_of(rules: HouseRules, result: Result | None, *, counts: bool = True) -> int:
    """Return 1, or what a gammon or backgammon counts where it does. Rule: §1, §2, §8."""
    match result:
        case Result.GAMMON if counts:
            return rules.gammon
        case Result.BACKGAMMON if counts:
            return rules.backgammon
        case Result.MARS:
            return 2
        case Result.DRAW:
            return 0
        case _:
            return 1


def member_pairs(game: LiveGame, own_q: Mapping[Seat, int]) -> tuple[Pair, ...]:
    """Return what each member and the box settle; who comes out at zero is left out."""
    return tuple(_pair(seat, game.box, points_q) for seat, points_q in own_q.items() if points_q)


def extra_pairs(game: LiveGame, rules: HouseRules, winner: Side | None, result: Result | None) -> tuple[Pair, ...]:
    """Return what droppers and the sole taker settle over extra cubes. Rule: §4, Extra."""
    nets = ((one, _extra_q(game, rules, one, winner, result)) for one in game.extras)
    return tuple(_pair(one.dropper, one.taker, points_q) for one, points_q in nets if points_q)


def _extra_q(
    game: LiveGame,
    rules: HouseRules,
    extra: ExtraCube,
    winner: Side | None,
    result: Result | None,
) -> int:
    stake_q = game.stake_q(extra.dropper, extra.taker)
    price_q = extra.value * stake_q // 2
    if winner is None:
        return -price_q
    played_q = extra.value * multiplier_of(rules, result) * stake_q
    return (played_q if winner is Side.BOX else -played_q) - price_q


def partner_share(game: LiveGame, rules: HouseRules, net_q: int) -> Pair | None:
    """Return the partner's part of the box's net, or None at zero or without a partner.

    Half of the net rounded toward zero to a whole point step; the box has the rest, or the
    other way round where the house rules say so. Rule: §4, Partner; §6.
    """
    if game.partner is None:
        return None
    half_q = abs(net_q) // (2 * rules.point_step) * rules.point_step
    part_q = half_q if rules.partner_odd_to is PartnerOddTo.BOX else abs(net_q) - half_q
    if part_q == 0:
        return None
    return _pair(game.partner, game.box, part_q if net_q > 0 else -part_q)


def points_of(seats: Iterable[Seat], pairs: Iterable[Pair]) -> dict[Seat, int]:
    """Return what each seat won or lost over these pairs; it sums to zero."""
    points_q = dict.fromkeys(seats, 0)
    for pair in pairs:
        points_q[pair.loser] -= pair.points_q
        points_q[pair.winner] += pair.points_q
    return points_q


def _pair(one: Seat, other: Seat, one_receives_q: int) -> Pair:
    if one_receives_q > 0:
        return Pair(loser=other, winner=one, points_q=one_receives_q)
    return Pair(loser=one, winner=other, points_q=-one_receives_q)
