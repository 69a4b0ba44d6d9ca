"""What may be done now: every button of a page, ready to be applied. Nothing is decided here:
candidates are put to the engine, and what it refuses is left out, blocked or marked soft.
"""

from dataclasses import dataclass, replace

from games.board.outcome import Result
from games.rules import candidates
from games.rules.acts import Action, LastRoll
from games.rules.cubes import Side
from games.rules.errors import RuleViolation
from games.rules.options import Option, OptionKind
from games.rules.state import Game, Seating, TableState
from games.rules.table import apply
from games.rules.wording import Message

__all__ = ["Option", "Outcome", "allowed", "ended", "judged", "outcomes"]


ALIKE = frozenset({OptionKind.END, OptionKind.RESIGN})
"""Whoever wins, however: the engine refuses all options of such a kind or none, so the first is judged for all."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way to end the game now: what it would pay and who would sit where next."""

    winner: Side
    result: Result
    option: Option
    game: Game
    next: Seating | None
    """None where the winner must be declared first."""
    reasons: tuple[Message, ...]


def allowed(state: TableState) -> tuple[Option, ...]:
    """Return what may be done now: members' cards in line, then the dock, then the seats.

    Every option without `blocked` is accepted by `apply`; one with `soft` needs an override.
    """
    first: dict[OptionKind, Option | None] = {}
    found = []
    for option in candidates.every(state):
        if option.kind not in ALIKE:
            found.append(judged(state, option))
        elif option.kind not in first:
            first[option.kind] = judged(state, option)
            found.append(first[option.kind])
        elif (like := first[option.kind]) is not None:
            found.append(replace(option, blocked=like.blocked, soft=like.soft))
    return tuple(option for option in found if option is not None)


def outcomes(state: TableState) -> tuple[Outcome, ...]:
    """Return the ends of the game being played; none while a cube waits for an answer or a last roll is due."""
    game = state.current
    if game is None or game.is_waiting or game.last_roll is not None:
        return ()
    return tuple(_outcome(state, option) for option in candidates.ends(state, game))


def ended(state: TableState, action: Action) -> TableState:
    """Return the table after an act that ends a game; a last roll that is due then bears off nothing more. Rule: §8."""
    after = apply(state, action)
    game = after.current
    if game is None or game.last_roll is None:
        return after
    return apply(after, LastRoll(game.opponent, game.last_roll.least_off))


def judged(state: TableState, option: Option) -> Option | None:
    """Return the option as the engine sees it: free, blocked, soft, or None where it is nothing."""
    try:
        apply(state, option.action)
    except RuleViolation as refusal:
        if refusal.soft:
            return replace(option, soft=refusal.code)
        return replace(option, blocked=refusal.message) if option.is_expected else None
    return option


def _outcome(state: TableState, option: Option) -> Outcome:
    game = ended(state, option.action).games[-1]
    assert game.winner is not None
    assert game.result is not None
    return Outcome(game.winner, game.result, option, game, game.next, game.reasons)
