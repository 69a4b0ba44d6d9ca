"""A game recorded roll by roll: whose turn it is, what may be played, and how the board ends it. Rule: §1, §8, §9."""

from dataclasses import replace

from games.board.errors import BoardError
from games.board.outcome import Outcome, outcome
from games.board.plays import as_played
from games.board.position import CHECKERS, Game, Position, opening
from games.board.position import Side as Colour
from games.rules import offers, who
from games.rules.actions import Challenge, Play, Roll
from games.rules.board_state import Board, LastPlay
from games.rules.cubes import Side
from games.rules.live_game import LastRollDue, LiveGame
from games.rules.long_nard import MOST_OFF_IN_A_ROLL
from games.rules.refusals import board as refused
from games.rules.refusals.of_two import RollWaits
from games.rules.settings import AutoConsent, HouseRules, Kind
from games.rules.state import TableState
from games.rules.wording import Seats, say

COLOURS = {Side.BOX: Colour.WHITE, Side.TEAM: Colour.BLACK}
"""The box is White, also in long nard, where he starts."""

SIDES = {colour: side for side, colour in COLOURS.items()}


def roll(state: TableState, game: LiveGame, action: Roll) -> LiveGame:
    """Return the game after two dice were thrown; the window for offers is open again. Rule: §5, `offer_window`.

    The board begins with the game's first roll. With both players named it is the opening, a die each.
    """
    who.check_named_once(action.by)
    sides = [who.side_of(game, seat) for seat in action.by]
    if game.is_waiting:
        raise RollWaits(members=Seats((*game.waiting_for(Side.BOX), *game.waiting_for(Side.TEAM))))
    rolled = replace(game, window_closed=False, rolls=game.rolls + 1)
    if len(set(sides)) > 1:
        return _opened(state, game, sides, action)
    if game.board is not None:
        return replace(rolled, board=_rolled(game, game.board, sides[0], action))
    return replace(rolled, board=_begun(state, game, sides[0], action))


def play(state: TableState, game: LiveGame, action: Play) -> LiveGame:
    """Return the game after a play; one that the rules forbid stands, marked, unless it is challenged. Rule: §9."""
    board = _board(game)
    _check_turn(game, board, who.whole_side_of(game, action.by))
    if board.dice is None:
        raise refused.RollFirst()
    try:
        played = as_played(board.position, board.dice, action.moves, head_exception=state.rules.head_exception)
    except BoardError as error:
        raise refused.PlayRefused(moves=error.given, why=say(f"board_{error.code}", **_plain(error))) from error
    illegal = None if played.refusal is None else played.refusal.code
    moves = action.moves if played.play is None else played.play.notation
    last = LastPlay(board.position, board.dice, moves, illegal, may_be_challenged=illegal is not None)
    after = replace(game, board=Board(played.position, last=last))
    return replace(after, last_roll=_last_roll(state, played.position))


def challenge(game: LiveGame, action: Challenge) -> LiveGame:
    """Return the game with an illegal play taken back, to be made again with the same dice. Rule: §9."""
    board, side = _board(game), who.whole_side_of(game, action.by)
    last = board.last
    if last is None or not last.may_be_challenged or COLOURS[side] is last.before.turn:
        raise refused.NothingToChallenge()
    return replace(game, board=Board(last.before, last.dice), last_roll=None)


def before_double(game: LiveGame, side: Side) -> LiveGame:
    """Return the game as a cube is offered: the last play stands now. Refuses a double out of turn or after the roll.

    A board on which nothing has been played is given up. Rule: §2: on turn, before rolling; §9.
    """
    board = game.board
    if board is None or board.is_unplayed:
        return replace(game, board=None)
    _check_turn(game, board, side)
    if board.dice is not None or board.last is None:
        raise refused.RolledAlready()
    return replace(game, board=replace(board, last=replace(board.last, may_be_challenged=False)))


def outcome_of(state: TableState, game: LiveGame) -> Outcome | None:
    """Return how the board has ended the game, or None while it is being played."""
    return None if game.board is None else outcome(game.board.position, last_roll=state.rules.last_roll)


def _opened(state: TableState, game: LiveGame, sides: list[Side], action: Roll) -> LiveGame:
    """The opening roll: the higher die begins and plays both; equal dice may double the cubes and are thrown again."""
    if game.rolls or state.opening.kind is Kind.LONG_NARD or len(sides) != 2:
        raise refused.OneSideRolls()
    one, other = action.dice
    if one == other:
        return _doubled_by_opening(game, state.rules)
    board = Board(opening(Game.BACKGAMMON, COLOURS[sides[0] if one > other else sides[1]]), action.dice)
    return replace(game, window_closed=False, rolls=1, board=board)


def _doubled_by_opening(game: LiveGame, rules: HouseRules) -> LiveGame:
    """Equal opening dice, where the house rules ask nobody's consent. Rule: §2, Automatic double."""
    agreed = rules.auto_consent is AutoConsent.ALL or (
        rules.auto_consent is AutoConsent.BOX_AFTER_FIRST and game.automatics == 0
    )
    if not agreed or offers.why_not_automatic(game, rules, game.live) is not None:
        return game
    return offers.doubled_in_place(game, rules, game.live)


def _begun(state: TableState, game: LiveGame, side: Side, action: Roll) -> Board | None:
    """The board from the first roll on; none where the game has gone on before, or nobody can open with those dice."""
    if game.rolls or game.any_offered:
        return None
    if state.opening.kind is Kind.LONG_NARD:
        board = Board(opening(Game.LONG_NARD), action.dice)
        return board if side is Side.BOX else None
    one, other = action.dice
    return None if one == other else Board(opening(Game.BACKGAMMON, COLOURS[side]), action.dice)


def _rolled(game: LiveGame, board: Board, side: Side, action: Roll) -> Board | None:
    """The board with these dice; it is given up where the first roll was never played, as by those who only count."""
    if board.dice is not None:
        if board.is_unplayed:
            return None
        raise refused.PlayFirst()
    _check_turn(game, board, side)
    last = None if board.last is None else replace(board.last, may_be_challenged=False)
    return replace(board, dice=action.dice, last=last)


def _last_roll(state: TableState, position: Position) -> LastRollDue | None:
    """In long nard with a last roll: what the second mover has borne off when the starter has finished."""
    mover, other = position.off
    granted = state.opening.kind is Kind.LONG_NARD and state.rules.last_roll
    if not granted or position.turn is not Colour.BLACK or other != CHECKERS or mover == CHECKERS:
        return None
    return LastRollDue(mover, mover + MOST_OFF_IN_A_ROLL)


def _board(game: LiveGame) -> Board:
    if game.board is None:
        raise refused.NoBoard()
    return game.board


def _check_turn(game: LiveGame, board: Board, side: Side) -> None:
    turn = SIDES[board.position.turn]
    if side is not turn:
        raise refused.NotOnTurn(player=Seats((game.player_of(turn),)))


def _plain(error: BoardError) -> dict[str, int | str]:
    return {key: value for key, value in error.message.values.items() if isinstance(value, int | str)}
