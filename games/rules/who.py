"""Which side acts, on whose cubes. Rule: §4; scoresheet, Actions."""

from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.refusals import players as refused
from games.rules.refusals.cubes import CubeClosed
from games.rules.refusals.seats import HasLeft
from games.rules.wording import Seats


def side_of(game: LiveGame, seat: Seat) -> Side:
    """Return the side a player is on; raise NotInGame for everybody else."""
    if seat in (game.box, game.partner):
        return Side.BOX
    check_member(game, seat)
    return Side.TEAM


def whole_side_of(game: LiveGame, seats: tuple[Seat, ...]) -> Side:
    """Return the side that all these players are on; raise BothSides where they are on both."""
    check_named_once(seats)
    sides = {side_of(game, seat) for seat in seats}
    if len(sides) > 1:
        raise refused.BothSides()
    return sides.pop()


def acting_side(game: LiveGame, by: tuple[Seat, ...]) -> Side:
    """Return the side that acts with cubes: the box alone, or members of the team."""
    check_named_once(by)
    if by == (game.box,):
        return Side.BOX
    for seat in by:
        _check_acts_for_team(game, seat)
    return Side.TEAM


def check_member(game: LiveGame, seat: Seat) -> None:
    """Raise NotInGame for a player who has no cube in this game."""
    if seat not in game.cubes:
        raise refused.NotInGame(player=Seats((seat,)))


def check_play_on(game: LiveGame, seats: tuple[Seat, ...]) -> None:
    """Refuse a list that names members who are out of the game or gone home: they move nothing any more. Rule: §4."""
    for seat in seats:
        if seat in game.members and not game.plays_on(seat):
            raise HasLeft(player=Seats((seat,))) if seat in game.left else CubeClosed(member=Seats((seat,)))


def check_members(game: LiveGame, seats: tuple[Seat, ...]) -> None:
    """Refuse a list that names anybody but members, or one of them twice."""
    check_named_once(seats)
    for seat in seats:
        if seat == game.box:
            raise refused.BoxNotAllowed(player=Seats((seat,)))
        check_member(game, seat)


def check_named_once(seats: tuple[Seat, ...]) -> None:
    """Raise NamedTwice for a list with one player twice."""
    if len(set(seats)) < len(seats):
        twice = next(seat for seat in seats if seats.count(seat) > 1)
        raise refused.NamedTwice(player=Seats((twice,)))


def check_against_box(game: LiveGame, to: tuple[Seat, ...]) -> None:
    """Raise WrongOpponent when a member's act is aimed at anybody but the box."""
    if to not in ((), (game.box,)):
        raise refused.WrongOpponent(box=Seats((game.box,)))


def _check_acts_for_team(game: LiveGame, seat: Seat) -> None:
    if seat == game.box:
        raise refused.BothSides()
    if seat == game.partner:
        raise refused.PartnerDoesNotAct(player=Seats((seat,)))
    check_member(game, seat)
