"""Long nard: how a game is graded, the last roll, and who starts next. Rule: §8."""

from games.board.outcome import Result
from games.board.position import CHECKERS
from games.rules.actions import End, LastRoll, Resign
from games.rules.cubes import Seat, Side
from games.rules.errors import RuleViolation
from games.rules.live_game import LastRollDue, LiveGame
from games.rules.refusals import of_two as refused
from games.rules.settings import Ending, First, HouseRules, Kind
from games.rules.wording import Seats

MOST_OFF_IN_A_ROLL = 4


def result_of_end(game: LiveGame, rules: HouseRules, action: End, winner: Side) -> Result:
    """Return how a game was won, by what the loser has borne off or by the word that was said."""
    loser = game.player_of(winner.other)
    off = dict(action.borne_off)
    if off and set(off) != {loser}:
        raise refused.BorneOffByLoser(player=Seats((loser,)))
    return _graded(rules, action.result, off.get(loser), loser)


def result_of_resignation(rules: HouseRules, action: Resign) -> Result:
    """Return what a resignation counts: graded by what the one who resigns has borne off."""
    return _graded(rules, action.result, action.borne_off, action.by[0])


def last_roll_due(game: LiveGame, rules: HouseRules, action: End, winner: Side) -> LastRollDue | None:
    """Return the roll that is left when the starter has finished, or None where there is none."""
    if not rules.last_roll or winner is not Side.BOX:
        return None
    off = dict(action.borne_off).get(game.opponent)
    if off is not None:
        return LastRollDue(off, off + MOST_OFF_IN_A_ROLL)
    if action.result is Result.MARS:
        return LastRollDue(0, MOST_OFF_IN_A_ROLL)
    return LastRollDue(1, CHECKERS)


def result_of_last_roll(game: LiveGame, rules: HouseRules, action: LastRoll) -> tuple[Side | None, Result]:
    """Return who has won after the last roll, and how: a draw when the second mover has finished as well."""
    due, mover = game.last_roll, game.opponent
    if due is None:
        raise refused.NoLastRoll()
    if action.by != mover:
        raise refused.NotYourLastRoll(player=Seats((mover,)))
    if action.borne_off not in due.counts:
        raise refused.BorneOffWrong(player=Seats((mover,)))
    if action.borne_off == CHECKERS:
        return None, Result.DRAW
    return Side.BOX, graded(rules, action.borne_off)


def why_not_draw(kind: Kind, rules: HouseRules) -> RuleViolation | None:
    """Return why a game cannot end in a draw at this table, or None when it can."""
    return None if kind is Kind.LONG_NARD and rules.last_roll else refused.NoDraw()


def graded(rules: HouseRules, borne_off: int) -> Result:
    """Return Mars where the loser has borne off nothing and Mars is counted, else Oin."""
    return Result.MARS if borne_off == 0 and rules.ending is Ending.MARS else Result.OIN


def starter_stays(rules: HouseRules, winner: Side | None) -> bool:
    """Whether the same player starts the next game: the loser, the same after a draw, or the other one."""
    match rules.first:
        case First.LOSER:
            return winner is not Side.BOX
        case First.ALTERNATE:
            return False


def _graded(rules: HouseRules, said: Result | None, borne_off: int | None, loser: Seat) -> Result:
    if borne_off == CHECKERS:
        raise refused.BorneOffWrong(player=Seats((loser,)))
    if borne_off is None:
        return graded(rules, 0 if said is Result.MARS else 1)
    if said is not None and (said is Result.MARS) != (borne_off == 0):
        raise refused.ResultDisagrees()
    return graded(rules, borne_off)
