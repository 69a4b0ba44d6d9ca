"""Random nights, the same for the same seed: an opening and a log that the rules accept.

For tests of the rules and of everything that stores a log. `random_night` mixes what a page
would offer with arbitrary acts, corrections and undo; what is refused is not in the log.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache

from games.board.outcome import Result
from games.board.plays import legal_plays
from games.board.position import Side as Colour
from games.board.turns import HeadException
from games.rules import candidates
from games.rules import settings as s
from games.rules.actions import (
    Accept,
    Action,
    Adjust,
    Amend,
    AutomaticDouble,
    Beaver,
    Challenge,
    Deal,
    Declare,
    DeclineBox,
    Double,
    Drop,
    End,
    Extra,
    Join,
    LastRoll,
    Leave,
    Note,
    Otter,
    Partner,
    Play,
    Raccoon,
    Refuse,
    Reorder,
    Resign,
    Return,
    Roll,
    SitOut,
    Start,
    Take,
    Undo,
)
from games.rules.allowed import Option, judged
from games.rules.cubes import Seat, Side
from games.rules.errors import Malformed, RuleViolation
from games.rules.history import History, begin
from games.rules.options import OptionKind
from games.rules.settings import HouseRules, Kind
from games.rules.settings_reader import read_rules
from games.rules.state import Opening, TableState, results_of

CHOICES: dict[str, Sequence[object]] = {
    "cube_mode": list(s.CubeMode),
    "team_double": list(s.TeamDouble),
    "box_double": list(s.BoxDouble),
    "box_answer": list(s.BoxAnswer),
    "must_take_captain": [False, True],
    "offer_window": list(s.OfferWindow),
    "answer_order": list(s.AnswerOrder),
    "sole_taker": list(s.SoleTaker),
    "sole_taker_initial_only": [True, False],
    "extras": [s.Extras.NONE, *[s.Extras.OPTIONAL, s.Extras.MANDATORY] * 3],
    "animals": [0, 1, 2, 3, "unlimited"],
    "auto_max": [0, 1, 3, None],
    "auto_consent": list(s.AutoConsent),
    "jacoby": list(s.Jacoby),
    "jacoby_auto_counts": [False, True],
    "gammon": [1, 2, 2, 2, 3],
    "backgammon": [1, 2, 3, 3, 4],
    "cap": [None, 4, 16, 64],
    "captain_drop": list(s.CaptainDrop),
    "retention": list(s.Retention),
    "decline_box": list(s.DeclineBox),
    "join": list(s.Joining),
    "leave": list(s.Leaving),
    "partner_min": [3, 4, 6, None],
    "partner_pick": list(s.PartnerPick),
    "partner_odd_to": list(s.PartnerOddTo),
    "deals": [True, False],
    "point_step": ["1", "0.5", "0.25"],
    "max_players": [4, 6],
    "consult": list(s.Consult),
    "table_fee": ["0", "2.50"],
}

CHOICES_OF_MATCH: dict[str, Sequence[object]] = {
    "target": [1, 2, 3, 5, 7],
    "gammon": [1, 2, 2, 2, 3],
    "backgammon": [1, 2, 3, 3, 4],
    "cap": [None, 4, 64],
    "table_fee": ["0", "2.50"],
}

CHOICES_OF_LONG_NARD: dict[str, Sequence[object]] = {
    "ending": list(s.Ending),
    "first": list(s.First),
    "last_roll": [True, False],
    "head_exception": list(HeadException),
    "cube": [True, False],
    "cap": [None, 4, 64],
    "deals": [True, False],
    "point_step": ["1", "0.5", "0.25"],
    "table_fee": ["0", "2.50"],
}

ANSWERS = (Take, Drop, Beaver, Accept, Refuse, Raccoon, Otter)


@lru_cache(maxsize=512)
def random_night(seed: int, games: int = 5) -> tuple[Opening, tuple[Action, ...]]:
    """Return an opening and an accepted log with about that many finished games."""
    rng = random.Random(seed)
    opening = random_opening(rng)
    history, log = begin(opening), list[Action]()
    for _ in range(40 * games):
        if is_over(history.state, games):
            break
        history = play_one(rng, history, log)
    return opening, tuple(log)


def is_over(state: TableState, games: int) -> bool:
    """Whether the match is won, or that many games are finished and none is on."""
    return state.match_winner is not None or (len(state.games) >= games and state.current is None)


def play_one(rng: random.Random, history: History, log: list[Action]) -> History:
    """Append one accepted action to the log, if one is found, and return the history with it."""
    state = history.state
    action = offered_action(rng, state)
    if rng.random() < 0.25:
        action = random_action(rng, state)
    elif state.opening.kind is Kind.LONG_NARD and rng.random() < 0.2:
        action = random_end_of_nard(rng, state)
    try:
        history = history.extended(action)
    except RuleViolation:
        return history
    log.append(action)
    return history


def random_rules(rng: random.Random, kind: Kind = Kind.CHOUETTE) -> HouseRules:
    """Return house rules with a handful of settings changed, often a preset's."""
    choices = {Kind.MATCH: CHOICES_OF_MATCH, Kind.LONG_NARD: CHOICES_OF_LONG_NARD}.get(kind, CHOICES)
    while True:
        changed = rng.sample(sorted(choices), rng.randint(0, len(choices)))
        document = {key: _plain(rng.choice(choices[key])) for key in changed}
        try:
            return read_rules({"preset": rng.choice(sorted(s.presets_of(kind))), **document}, kind)
        except Malformed:
            continue


def _plain(value: object) -> object:
    return str(value) if isinstance(value, StrEnum) else value


def random_opening(rng: random.Random) -> Opening:
    """Return an opening of two to seven players, now and then a game for two or with a partner."""
    kind = rng.choices(list(Kind), [70, 10, 10, 10])[0]
    rules = random_rules(rng, kind)
    if kind.is_for_two:
        return Opening(kind, rules, (1, 2), None, random_stakes(rng, 2))
    count = rng.randint(2, 7)
    may_share = rules.partner_min is not None and count + 1 >= max(3, rules.partner_min)
    partner = count + 1 if may_share and rng.random() < 0.5 else None
    return Opening(Kind.CHOUETTE, rules, tuple(range(1, count + 1)), partner, random_stakes(rng, count))


def random_stakes(rng: random.Random, count: int) -> dict[Seat, int]:
    if rng.random() < 0.6:
        return {}
    return {seat: rng.choice([2, 4, 8, 16]) for seat in range(1, count + 1)}


def offered_action(rng: random.Random, state: TableState) -> Action:
    """Return one of the options that a page would draw, cubes far more often than seats."""
    options = list(candidates.every(state))
    for option in _in_random_order(rng, state, options):
        found = judged(state, option)
        if found is not None and found.blocked is None:
            soft = {"override": True, "reason": "it happened"} if found.soft else {}
            return replace(found.action, **soft)
    return Note("nothing to do")


def _in_random_order(rng: random.Random, state: TableState, options: list[Option]) -> list[Option]:
    return sorted(options, key=lambda option: rng.random() ** (1 / _weight(state, option)), reverse=True)


def _weight(state: TableState, option: Option) -> float:
    waiting = state.current is not None and state.current.is_waiting
    match option.kind:
        case OptionKind.LEAVE | OptionKind.SIT_OUT:
            return 0.05
        case OptionKind.RETURN | OptionKind.PARTNER:
            return 0.5
        case OptionKind.END:
            return 0.6
        case OptionKind.RESIGN:
            return 0.1
        case OptionKind.LAST_ROLL | OptionKind.EXTRA:
            return 20
        case OptionKind.START | OptionKind.DOUBLE_ALL:
            return 4
        case _:
            return 4 if waiting else 1


def random_action(rng: random.Random, state: TableState) -> Action:
    """Return any action at all, sensible or not, about seats that exist or do not."""
    seats = [*state.totals_q, max(state.totals_q) + 1, *state.seating.waiting]
    seat = lambda: rng.choice(seats)  # noqa: E731
    some = lambda: tuple(rng.choices(seats, k=rng.randint(1, 3)))  # noqa: E731
    points_q = rng.choice([-40, -4, -3, 0, 1, 2, 4, 8, 100])
    side, result = rng.choice(list(Side)), rng.choice(results_of(state.opening.kind))
    playing = seats if state.current is None else state.current.members
    newcomer = max(*seats, *state.seating.present) + 1
    one, other = seat(), seat()
    shares = {one: points_q, other: -points_q if one != other else 0}
    makers = [
        Start,
        lambda: AutomaticDouble(rng.choice([(), some()])),
        lambda: Double(some(), rng.choice([(), some()])),
        lambda: rng.choice(ANSWERS)(some(), rng.choice([(), some()]), rng.choice([None, 2, 8])),
        lambda: Deal(seat(), points_q, rng.choice([None, seat()])),
        lambda: Deal(rng.choice(seats[:4]), points_q),
        lambda: Declare(side),
        lambda: Extra(seat(), seat()),
        lambda: End(rng.choice([side, seat()]), result),
        lambda: End(rng.choice([side, seat()]), rng.choice(list(Result))),
        lambda: random_end_of_nard(rng, state),
        lambda: Resign((seat(),), result),
        lambda: Resign((seat(),), None, rng.randint(0, 15)),
        lambda: LastRoll(seat(), rng.randint(0, 15)),
        lambda: Roll(some(), (rng.randint(1, 6), rng.randint(1, 6))),
        lambda: Roll((seat(),), (rng.randint(1, 6), rng.randint(1, 6))),
        lambda: Join(rng.choice([newcomer, seat()]), rng.choice([None, 2, 8])),
        lambda: Leave(seat(), rng.choice([None, points_q])),
        lambda: Leave(seat(), None, seat()),
        lambda: Leave(rng.choice(playing), None, rng.choice(playing)),
        lambda: SitOut(seat()),
        lambda: Return(seat()),
        lambda: Partner(rng.choice([None, seat()])),
        lambda: DeclineBox(seat()),
        lambda: Reorder(_shuffled(rng, state), reason="by hand"),
        lambda: Adjust(tuple(sorted(shares.items())), reason="counted wrong"),
        lambda: Undo(rng.choice([None, None, rng.randint(1, state.rows + 1)])),
        lambda: Note("a remark"),
        lambda: random_amendment(rng, state),
        lambda: random_amendment(rng, state),
    ]
    return rng.choice(makers)()


def random_end_of_nard(rng: random.Random, state: TableState) -> End:
    """Return an end told by the loser's checkers, or a draw; one time in five with the wrong loser."""
    winner, loser = rng.sample([state.seating.box, *state.seating.queue[:1], state.seating.box + 1][:2], 2)
    if rng.random() < 0.2:
        return End(None, Result.DRAW)
    counted = loser if rng.random() < 0.8 else winner
    return End(winner, None, ((counted, rng.randint(0, 15)),))


def _shuffled(rng: random.Random, state: TableState) -> tuple[Seat, ...]:
    ring = [state.seating.box, *state.seating.queue]
    return tuple(rng.sample(ring, len(ring)))


def random_amendment(rng: random.Random, state: TableState) -> Amend:
    """Return an amendment of some game: voided, ended otherwise, or with doubles in it."""
    game = rng.randint(1, len(state.games) + 1)
    played = state.games[game - 1] if game <= len(state.games) else None
    box = 1 if played is None else played.box
    winner = rng.choice([1, 2] if state.opening.kind.is_for_two else list(Side))
    end = End(winner, rng.choice(results_of(state.opening.kind)))
    acts: tuple[Action, ...] = rng.choice(
        [(), (end,), (Double((box,)),), (end, end), (Double((box,)), Take((2,)), end)]
    )
    return Amend(game, acts, reason="we looked again")


@lru_cache(maxsize=64)
def random_board_game(seed: int, acts: int = 120) -> tuple[Opening, tuple[Action, ...]]:
    """Return an opening and an accepted log of games that are recorded roll by roll, cubes among the rolls."""
    rng = random.Random(seed)
    opening = random_opening(rng)
    history, log = begin(opening), list[Action]()
    for _ in range(acts):
        action = _on_board(rng, history.state) if rng.random() < 0.8 else offered_action(rng, history.state)
        with suppress(RuleViolation):
            history = history.extended(action)
            log.append(action)
    return opening, tuple(log)


def _on_board(rng: random.Random, state: TableState) -> Action:
    """Return a roll, a play that is mostly legal, a challenge or a double: what would come next on the board."""
    seating, game = state.seating, state.current
    dice = (rng.randint(1, 6), rng.randint(1, 6))
    board = None if game is None else game.board
    if game is None or board is None:
        both = (seating.box, *seating.line[:1])
        return Roll(both if state.opening.kind is not Kind.LONG_NARD else both[:1], dice)
    white = board.position.turn is Colour.WHITE
    by = (game.box if white else game.acting_captain or game.captain,)
    if game.is_waiting or (board.dice is None and rng.random() < 0.1):
        return offered_action(rng, state)
    if board.dice is None:
        return Challenge(by) if board.last and board.last.illegal and rng.random() < 0.6 else Roll(by, dice)
    plays = legal_plays(board.position, board.dice)
    if rng.random() < 0.1:
        return Play(by, rng.choice(["13/8", "6/1", "24/23 6/5", "8/2", "1/off"]))
    return Play(by, rng.choice(list(plays)).notation)
