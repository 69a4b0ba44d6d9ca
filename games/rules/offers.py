"""Turning cubes: doubles by the box or the team, and automatic doubles. Rule: §2, §4."""

from collections.abc import Mapping
from dataclasses import replace

from games.rules import cap, rounds, soft_rules, who
from games.rules.actions import AutomaticDouble, Double
from games.rules.cubes import Cube, Offer, Seat, Side
from games.rules.errors import RuleViolation
from games.rules.live_game import LiveGame
from games.rules.refusals import cubes as refused
from games.rules.settings import AutoConsent, HouseRules, TeamDouble
from games.rules.wording import Seats


def double(game: LiveGame, rules: HouseRules, action: Double) -> LiveGame:
    """Return the game with the offers made; hard refusals first, then soft ones.

    Rule: §4, Cube actions: the centre or the cube's owner, within the cap, once a round.
    """
    side = who.acting_side(game, action.by)
    seats = _cubes_offered(game, rules, side, action)
    for seat in seats:
        if refusal := why_not_turn(game, rules, seat, side):
            raise refusal
    if not action.may_pass_soft_rules:
        soft_rules.judge_offer(game, rules, side, seats)
    return _offered(game, side, seats)


def why_not_turn(game: LiveGame, rules: HouseRules, seat: Seat, side: Side) -> RuleViolation | None:
    """Return why that side may not offer a member's cube now, or None when it may."""
    cube, box, member = game.cubes[seat], Seats((game.box,)), Seats((seat,))
    if not cube.is_live:
        return refused.CubeClosed(member=member)
    if cube.offer is not None:
        return refused.AlreadyOffered(box=box, member=member)
    if not cube.may_be_turned_by(side):
        return refused.NotYourCube(box=box, member=member)
    if game.round is not None and seat in game.round.offered:
        return refused.OncePerRound(box=box, member=member)
    return cap.why_not(rules, game.box, seat, 2 * cube.value)


def may_turn(game: LiveGame, rules: HouseRules, side: Side) -> tuple[Seat, ...]:
    """Return the members whose cubes that side may offer now, in line."""
    return tuple(seat for seat in game.live if why_not_turn(game, rules, seat, side) is None)


def agreed(game: LiveGame, rules: HouseRules, by: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return who is missing before the team's one cube may be turned. Rule: §4, single."""
    voters = game.deciding
    absent = tuple(seat for seat in voters if seat not in by)
    match rules.team_double:
        case TeamDouble.UNANIMOUS:
            return absent
        case TeamDouble.CAPTAIN:
            captain = game.acting_captain
            return () if captain is None or captain in by else (captain,)
        case TeamDouble.MAJORITY:
            return absent if 2 * len(absent) >= len(voters) else ()


def automatic_double(game: LiveGame, rules: HouseRules, action: AutomaticDouble) -> LiveGame:
    """Return the game with its centred cubes doubled, still in the middle. Rule: §2."""
    who.check_members(game, action.only)
    seats = _automatic_cubes(game, rules, action)
    if refusal := why_not_automatic(game, rules, seats):
        raise refusal
    return doubled_in_place(game, rules, seats)


def doubled_in_place(game: LiveGame, rules: HouseRules, seats: tuple[Seat, ...]) -> LiveGame:
    """Return the game with these cubes doubled by equal opening dice, whoever owns them."""
    turned = {seat: _doubled_in_place(game.cubes[seat], rules) for seat in seats}
    return replace(game, cubes={**game.cubes, **turned}, automatics=game.automatics + 1)


def why_not_automatic(game: LiveGame, rules: HouseRules, seats: tuple[Seat, ...]) -> RuleViolation | None:
    """Return why these cubes may not be doubled by equal opening dice, or None."""
    if rules.auto_max == 0:
        return refused.AutomaticOff()
    if game.any_offered or (game.board is not None and not game.board.is_unplayed):
        return refused.AutomaticTooLate()
    if rules.auto_max is not None and game.automatics >= rules.auto_max:
        return refused.AutomaticTooMany(most=rules.auto_max)
    refusals = (_why_not_automatic_cube(game, rules, seat) for seat in seats)
    return next(filter(None, refusals), None)


def _why_not_automatic_cube(game: LiveGame, rules: HouseRules, seat: Seat) -> RuleViolation | None:
    if not game.cubes[seat].is_live:
        return refused.CubeClosed(member=Seats((seat,)))
    return cap.why_not(rules, game.box, seat, 2 * game.cubes[seat].value)


def _automatic_cubes(game: LiveGame, rules: HouseRules, action: AutomaticDouble) -> tuple[Seat, ...]:
    if not action.only:
        return game.live
    if rules.auto_consent is not AutoConsent.INDIVIDUAL and set(action.only) != set(game.live):
        raise refused.AutomaticForAll()
    follow = game.followers if game.acting_captain in action.only else ()
    return tuple(dict.fromkeys((*action.only, *follow)))


def _doubled_in_place(cube: Cube, rules: HouseRules) -> Cube:
    return replace(
        cube,
        value=2 * cube.value,
        turned=rules.jacoby_auto_counts,
        automatics=cube.automatics + 1,
    )


def _cubes_offered(game: LiveGame, rules: HouseRules, side: Side, action: Double) -> tuple[Seat, ...]:
    if side is Side.BOX:
        return _offered_by_box(game, rules, action)
    who.check_against_box(game, action.to)
    if rules.single:
        return _offered_by_whole_team(game, rules, action.by)
    return _with_followers(game, rules, action.by)


def _offered_by_box(game: LiveGame, rules: HouseRules, action: Double) -> tuple[Seat, ...]:
    who.check_members(game, action.to)
    if rules.single and action.to and set(action.to) != set(game.live):
        raise refused.WholeTeam(members=Seats(game.live))
    one_cube = rules.single or len(game.live) == 1
    seats = action.to or (game.live if one_cube else may_turn(game, rules, Side.BOX))
    if not seats:
        raise refused.NothingToDouble(box=Seats((game.box,)))
    return seats


def _offered_by_whole_team(game: LiveGame, rules: HouseRules, by: tuple[Seat, ...]) -> tuple[Seat, ...]:
    if missing := agreed(game, rules, by):
        raise refused.TeamNotAgreed(members=Seats(missing))
    return game.live


def _with_followers(game: LiveGame, rules: HouseRules, by: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Add the cubes of those who went home when the captain doubles. Rule: §5, follow_captain."""
    if game.acting_captain in by:
        may = may_turn(game, rules, Side.TEAM)
        return (*by, *(seat for seat in game.followers if seat in may and seat not in by))
    for seat in by:
        if seat in game.followers:
            raise refused.FollowsCaptain(member=Seats((seat,)))
    return by


def _offered(game: LiveGame, side: Side, seats: tuple[Seat, ...]) -> LiveGame:
    asked: Mapping[Seat, Cube] = {seat: _asked(game.cubes[seat], side) for seat in seats}
    return replace(
        game,
        cubes={**game.cubes, **asked},
        round=rounds.joined(game, side, seats),
        any_offered=True,
    )


def _asked(cube: Cube, side: Side) -> Cube:
    offer = Offer(price=cube.value, proposed=2 * cube.value, level=0, doubler=side)
    return replace(cube, offer=offer)
