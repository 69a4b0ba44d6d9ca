"""Matches and long nard on the page: how the match stands, who starts and why, the last roll."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from games.board.outcome import Result
from games.board.position import CHECKERS
from games.rules import actions as a
from games.rules.cubes import Seat, Side
from games.rules.long_nard import graded
from games.rules.match import is_crawford
from games.rules.points import QUARTERS
from games.rules.settings import First, HouseRules, Kind
from games.rules.state import Game, TableState, results_of
from games.table_page import words
from games.table_page.controls import Button
from games.table_page.felt import Felt
from games.table_page.words import NameOf


# ---- how it stands ----------------------------------------------------------------------------------
def standing(state: TableState, name_of: NameOf) -> tuple[str, ...]:
    """Return what stands above a game of two: the score of a match with its target, or who starts a game and why."""
    match state.opening.kind:
        case Kind.MATCH:
            score = _("{score}, to {target}").format(
                score=words.score_told(state.score, name_of), target=state.rules.target
            )
            return (score, _("Crawford game: nobody doubles.")) if is_crawford(state) else (score,)
        case Kind.LONG_NARD:
            return (why_starts(state, name_of),)
        case _:
            return ()


def why_starts(state: TableState, name_of: NameOf) -> str:
    """Return who starts the game that is played, or comes next, and by which rule. Rule: §8."""
    starter = state.seating.box if state.current is None else state.current.box
    name = name_of(starter)
    last = state.games[-1] if state.games else None
    if last is None and starter == state.opening.players[0]:
        return _("{name} won the lot and starts.").format(name=name)
    if last is None or last.next is None or last.next.box != starter:
        return _("{name} starts.").format(name=name)
    return _by_rule(state.rules, last).format(name=name)


def _by_rule(rules: HouseRules, last: Game) -> str:
    if rules.first is First.ALTERNATE:
        return _("{name} starts: the two begin by turns.")
    if last.winner is None:
        return _("{name} starts again after the draw.")
    return _("{name} starts: the loser begins.")


# ---- between games ----------------------------------------------------------------------------------
def verdict(state: TableState, name_of: NameOf) -> tuple[str, tuple[str, ...]]:
    """Return the heading between two games of two and the sentences below it; nothing in a money game."""
    if state.match_winner is not None:
        told = _("{name} has won the match.").format(name=name_of(state.match_winner))
        return told, (*standing(state, name_of), _("Nothing more is recorded here but an undo or a note."))
    found = standing(state, name_of)
    return (found[0], found[1:]) if found else ("", ())


def match_told(state: TableState, name_of: NameOf) -> str:
    """Return how a match stands, in one line."""
    told, sentences = verdict(state, name_of)
    return f"{told} {sentences[0]}" if state.match_winner is not None else told


def gained_q(state: TableState, game: Game) -> Mapping[Seat, int]:
    """Return the points that a game brought each player: in a match what its score has grown by."""
    if not game.score:
        return game.points_q
    earlier = next((one.score for one in reversed(state.games) if one.no < game.no), {})
    return {seat: QUARTERS * (points - earlier.get(seat, 0)) for seat, points in game.score.items()}


# ---- results ----------------------------------------------------------------------------------------
def results_shown(state: TableState) -> tuple[Result, ...]:
    """Return the results to choose from: where every win counts the same there is one. Rule: §8, `ending`."""
    found = results_of(state.opening.kind)
    return tuple(one for one in found if one is not Result.MARS or graded(state.rules, 0) is Result.MARS)


def results_by_checkers(state: TableState) -> dict[Result, str]:
    """Return how one who resigns at long nard is graded, in words that ask for no counting."""
    if results_shown(state) == (Result.OIN,):
        return {Result.OIN: _("Oin: every win counts one")}
    return {
        Result.OIN: _("Oin: at least one checker is off"),
        Result.MARS: _("Mars: none is off yet"),
    }


def grants_last_roll(state: TableState, winner: Side) -> bool:
    """Whether the other has one more roll after that side is done. Rule: §8, `last_roll`."""
    return state.opening.kind is Kind.LONG_NARD and state.rules.last_roll and winner is Side.BOX


# ---- the last roll ----------------------------------------------------------------------------------
def last_roll_asked(felt: Felt) -> str:
    """Return the question that a game of long nard waits for when its starter is done."""
    mover = felt.name(felt.game.opponent)
    return _("{name} has one more roll: how many checkers are off after it?").format(name=mover)


def last_rolls(felt: Felt) -> tuple[Button, ...]:
    """Return a button for every number of checkers that can be off after the last roll."""
    due, mover = felt.game.last_roll, felt.game.opponent
    if due is None or not (felt.viewer.scores or felt.viewer.touches(mover)):
        return ()
    return tuple(_last_roll(felt, mover, off) for off in due.counts)


def _last_roll(felt: Felt, mover: Seat, off: int) -> Button:
    result = Result.DRAW if off == CHECKERS else graded(felt.state.rules, off)
    small = _(words.RESULTS[result])
    return replace(felt.button(a.LastRoll(by=mover, borne_off=off), str(off), small), css="choice", expects=True)
