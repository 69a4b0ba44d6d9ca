"""The board of a game that is recorded roll by roll: whose turn it is, the dice, the play, and how it is taken back."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.sentences import SENTENCES
from games.rules import actions as a
from games.rules.board_play import SIDES
from games.rules.board_state import Board, LastPlay
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.settings import Kind
from games.table_page.board_drawing import BoardView, Names, drawn, pips_told, ways_of
from games.table_page.board_model import BoardPanel, DiceEntry, LastTold, MakingForm
from games.table_page.controls import Button, Choice
from games.table_page.felt import Felt
from games.table_page.making import Asked, Making, making
from games.table_page.making_told import making_drawn, says, steps
from games.table_page.viewer import TableViewer
from games.table_page.words import dice_told, moves_told

UNSAID: Final = (0, 0)
"""What a form puts the two dice in the place of."""


# ---- the panel of a table ---------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Recorder:
    """A game in progress and what an address asks its board to show."""

    felt: Felt
    asked: Asked
    view: BoardView
    here: str

    @property
    def turn(self) -> str:
        """Which turn it is: steps of an earlier one belong to nothing any more."""
        return f"{self.felt.game.no}-{self.felt.game.rolls}"

    def names(self, side: Side) -> Names:
        """Return the names of the two who move the checkers, of that side first."""
        one, other = (self.felt.name(self.felt.game.player_of(of)) for of in (side, side.other))
        return one, other

    def address(self, **query: object) -> str:
        """Return where a step leads."""
        return f"{self.here}?{urlencode({'turn': self.turn, **query})}#board"


def may_begin(game: LiveGame, viewer: TableViewer) -> bool:
    """Whether the rolls of this game can still be recorded from its start, and on this phone."""
    fresh = game.board is None and not game.rolls and not game.any_offered and not game.is_waiting
    return viewer.scores and fresh


def panel(recorder: Recorder) -> BoardPanel | None:
    """Return the board of the game, the question for its first roll where that is asked for, or nothing."""
    board = recorder.felt.game.board
    if board is not None:
        return _playing(recorder, board)
    if recorder.asked.begins and may_begin(recorder.felt.game, recorder.felt.viewer):
        return BoardPanel(_("The first roll"), entry=_opening(recorder.felt))
    return None


def _opening(felt: Felt) -> DiceEntry:
    """Return the question for the first dice; in backgammon each throws one, and the higher begins."""
    box, other = felt.game.box, felt.game.player_of(Side.TEAM)
    if felt.state.opening.kind is Kind.LONG_NARD:
        return _entry(felt, box)
    return DiceEntry(
        felt.judge.document(a.Roll(by=(box, other), dice=UNSAID)),
        _("{name} throws").format(name=felt.name(box)),
        _("{name} throws").format(name=felt.name(other)),
        _("Each throws one die; the higher begins and plays both. Equal dice are thrown again."),
    )


def _entry(felt: Felt, player: Seat) -> DiceEntry:
    action = felt.judge.document(a.Roll(by=(player,), dice=UNSAID))
    return DiceEntry(action, _("First die"), _("Second die"))


def _playing(recorder: Recorder, board: Board) -> BoardPanel:
    felt, position = recorder.felt, board.position
    player = felt.game.player_of(SIDES[position.turn])
    may = felt.viewer.touches(player)
    made = _made(recorder, board) if board.dice is not None and may else None
    drawing, said = _drawing(recorder, board, made)
    return BoardPanel(
        _title(felt, board, player),
        drawing,
        said,
        pips_told(made.position if made else position, recorder.names(SIDES[position.turn])),
        board.dice or (),
        None if board.last is None else _last(felt, board.last),
        _entry(felt, player) if may and board.dice is None and not felt.game.is_waiting else None,
        None if made is None else _making_form(recorder, made, player),
        _waits(felt, may),
        _below(recorder),
        _home(recorder.view),
    )


def _title(felt: Felt, board: Board, player: Seat) -> str:
    if board.dice is None:
        return _("{name} to roll").format(name=felt.name(player))
    return _("{name} to play {dice}").format(name=felt.name(player), dice=dice_told(board.dice))


def _waits(felt: Felt, may: bool) -> str:
    if felt.game.is_waiting:
        return _("A cube waits for its answer before the next roll.")
    return "" if may else _("This phone only follows this turn.")


def _made(recorder: Recorder, board: Board) -> Making:
    assert board.dice is not None
    asked = recorder.asked
    steps = asked.steps if asked.turn == recorder.turn else ()
    exception = recorder.felt.state.rules.head_exception
    return making(board.position, board.dice, steps, exception)


# ---- the drawing ------------------------------------------------------------------------------------
def _drawing(recorder: Recorder, board: Board, made: Making | None) -> tuple[SafeString, str]:
    names = recorder.names(SIDES[board.position.turn])
    if made is not None:
        return making_drawn(made, recorder.asked.chosen, names, recorder.view, recorder.address)
    ways = ways_of(board.last.moves) if board.last is not None else ()
    return drawn(board.position, names, recorder.view, ways=ways)


# ---- the play ---------------------------------------------------------------------------------------
def _making_form(recorder: Recorder, made: Making, player: Seat) -> MakingForm:
    felt = recorder.felt
    return MakingForm(
        turn=recorder.turn,
        made=made.text,
        says=says(made),
        steps=steps(made),
        may_go_back=bool(made.made) and not made.forced,
        confirm=_confirm(felt, made, player) if made.is_whole else None,
        typed=felt.judge.document(a.Play(by=(player,), moves="-")),
    )


def _confirm(felt: Felt, made: Making, player: Seat) -> Button:
    label = _("Record: {moves}").format(moves=made.moves) if made.made else _("No move")
    return Button(felt.judge.document(a.Play(by=(player,), moves=made.moves)), label, css="act", expects=True)


# ---- the last play ----------------------------------------------------------------------------------
def _last(felt: Felt, last: LastPlay) -> LastTold:
    mover = SIDES[last.before.turn]
    text = _("{name} played {dice}: {moves}").format(
        name=felt.name(felt.game.player_of(mover)), dice=dice_told(last.dice), moves=moves_told(last.moves)
    )
    why = "" if last.illegal is None else _(SENTENCES[last.illegal])
    return LastTold(text, why, _challenge(felt, last, felt.game.player_of(mover.other)))


def _challenge(felt: Felt, last: LastPlay, player: Seat) -> Button | None:
    if not last.may_be_challenged or not felt.viewer.touches(player):
        return None
    label = _("Challenge: it is taken back")
    return Button(felt.judge.document(a.Challenge(by=(player,))), label, icon="undo", expects=True)


# ---- how it lies ------------------------------------------------------------------------------------
def _below(recorder: Recorder) -> tuple[Choice, ...]:
    """Return who may sit below."""
    felt, below = recorder.felt, recorder.view.below
    return (
        Choice("turn", _("Whoever is on turn"), checked=below is None),
        *(
            Choice(str(colour), felt.name(felt.game.player_of(side)), checked=below is colour)
            for colour, side in SIDES.items()
        ),
    )


def _home(view: BoardView) -> tuple[Choice, ...]:
    return (
        Choice("right", _("To the right"), checked=not view.home_left),
        Choice("left", _("To the left"), checked=view.home_left),
    )
