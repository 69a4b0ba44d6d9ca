"""Matches: the score, the Crawford game, dead cubes. Rule: §3."""

from collections.abc import Mapping

from games.rules.actions import Action, DeclineBox, Join, Leave, Note, Partner, Reorder, Return, SitOut
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.refusals import of_two as refused
from games.rules.settings import Kind
from games.rules.state import TableState
from games.rules.who import acting_side
from games.rules.wording import Seats


def check_goes_on(state: TableState, action: Action) -> None:
    """Refuse everything but a note once the match is over, and whoever would change its two players."""
    if state.opening.kind is not Kind.MATCH or isinstance(action, Note):
        return
    if (winner := state.match_winner) is not None:
        raise refused.MatchOver(player=Seats((winner,)))
    if isinstance(action, Join | Leave | SitOut | Return | Partner | DeclineBox | Reorder):
        raise refused.MatchOfTwo()


def check_not_crawford(state: TableState) -> None:
    """Refuse a double in the one game after a player first stands one point from the match."""
    if is_crawford(state):
        raise refused.Crawford()


def is_crawford(state: TableState) -> bool:
    """Whether the game that is played, or comes next, is the match's Crawford game."""
    stood = [max(game.score.values()) for game in state.games if game.score]
    short = state.rules.target - 1
    return bool(stood) and stood[-1] == short and all(best < short for best in stood[:-1])


def has_dead_cube(state: TableState, game: LiveGame, by: tuple[Seat, ...]) -> bool:
    """Whether the player who doubles wins the match with this game anyway, so that his turn gains him nothing."""
    side = acting_side(game, by)
    doubler = game.box if side is Side.BOX else by[0]
    cube = game.cubes[game.opponent]
    return bool(state.score) and state.score[doubler] + cube.value >= state.rules.target


def score_after(state: TableState, game: LiveGame, own_q: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return the score with a game's points in it; points beyond the target do not count."""
    member = game.opponent
    points_q = own_q[member]
    winner = member if points_q > 0 else game.box
    points = abs(points_q) // game.stake_q(member, game.box)
    return {**state.score, winner: min(state.rules.target, state.score[winner] + points)}


def settled_q(state: TableState, game: LiveGame, score: Mapping[Seat, int]) -> dict[Seat, int]:
    """Return what the member wins or loses: one stake when the match is over, nothing before."""
    member = game.opponent
    stake_q = game.stake_q(member, game.box)
    target = state.rules.target
    return {member: stake_q * ((score[member] >= target) - (score[game.box] >= target))}
