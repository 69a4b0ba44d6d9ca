"""What may be done now: every button of a page, ready to be applied. Nothing is decided here:
candidates are put to the engine, and what it refuses is left out, blocked or marked soft.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from games.rules import candidates
from games.rules.errors import RuleViolation
from games.rules.options import Option
from games.rules.state import Game, Result, Seating, Side, TableState
from games.rules.table import apply
from games.rules.wording import Message

__all__ = ["Option", "Outcome", "allowed", "outcomes"]


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
    return tuple(_judged(state, _candidates(state)))


def outcomes(state: TableState) -> tuple[Outcome, ...]:
    """Return the six ends of the game being played; none while a cube waits for an answer."""
    game = state.current
    if game is None or game.is_waiting:
        return ()
    return tuple(_outcome(state, option) for option in candidates.ends(state, game))


def _candidates(state: TableState) -> Iterator[Option]:
    if state.current is None:
        return chain(candidates.between_games(state), candidates.seats(state))
    game = state.current
    return chain(candidates.cards(state, game), candidates.dock(state, game), candidates.seats(state))


def _judged(state: TableState, found: Iterator[Option]) -> Iterator[Option]:
    for option in found:
        try:
            apply(state, option.action)
        except RuleViolation as refusal:
            if refusal.soft:
                yield replace(option, soft=refusal.code)
            elif option.is_expected:
                yield replace(option, blocked=refusal.message)
        else:
            yield option


def _outcome(state: TableState, option: Option) -> Outcome:
    after = apply(state, option.action)
    game = after.games[-1]
    assert game.winner is not None
    assert game.result is not None
    return Outcome(game.winner, game.result, option, game, game.next, game.reasons)
