"""A table drawn for one viewer: a pure function from the table as it stands to plain values for the templates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.board.position import Side as Colour
from games.models import Table
from games.rule_words import rules_told
from games.rules import reasons
from games.rules.actions import Roll, Start
from games.rules.cubes import Side
from games.rules.match import is_crawford
from games.rules.state import TableState
from games.rules.wording import Message
from games.store import TableNow
from games.table_page import after as after_part
from games.table_page import board as board_part
from games.table_page import cards, dock, for_two, log, sheets, words
from games.table_page import felt as felt_part
from games.table_page.after import Stake
from games.table_page.behind import rules_behind
from games.table_page.board_drawing import BoardView
from games.table_page.board_model import BoardPanel
from games.table_page.controls import Button, Choice
from games.table_page.drawer import Drawer
from games.table_page.judge import Judge
from games.table_page.making import NOTHING_ASKED, Asked
from games.table_page.model import After, Dock, LogLine, Role, TablePage, Urls, Warned
from games.table_page.viewer import PhoneRole, TableViewer

RECENT = 8


@dataclass(frozen=True, slots=True)
class Desk:
    """What a drawing needs beside the table itself."""

    viewer: TableViewer
    urls: Urls
    lines: Sequence[LogLine]
    stake: Stake
    back_word: str
    night_url: str
    newcomers: Sequence[Choice] = ()
    asked: Asked = NOTHING_ASKED
    board_view: BoardView | None = None
    """How the board lies on this phone; None where nobody has said it."""


def draw(now: TableNow, desk: Desk) -> TablePage:
    """Return the page of a table at its present version, as this viewer sees it."""
    desk = desk if now.table.state == Table.State.OPEN else _closed(desk)
    judge = Judge(now.state, now.name_of)
    page = _with_more(_page(now, desk), now, desk, judge)
    if now.state.current is None:
        return _between(page, now, desk, judge)
    return _playing(page, now, felt_part.Felt(now.state, now.state.current, judge, desk.viewer), desk)


def board_of(now: TableNow, desk: Desk) -> BoardPanel | None:
    """Return the board of the game that is played, or the question for its first roll; nothing for who only scores."""
    if now.state.current is None:
        return None
    desk = desk if now.table.state == Table.State.OPEN else _closed(desk)
    felt = felt_part.Felt(now.state, now.state.current, Judge(now.state, now.name_of), desk.viewer)
    asked = replace(desk.asked, begins=desk.asked.begins or _goes_on_recording(now))
    return board_part.panel(board_part.Recorder(felt, asked, _lies(felt, desk), desk.urls.here))


def _goes_on_recording(now: TableNow) -> bool:
    """Whether equal dice have just opened no game, or the game before this one was recorded roll by roll."""
    stands = now.history.standing
    last = None if stands is None else stands.row[1]
    if isinstance(last, Roll) and len(last.by) > 1:
        return True
    return bool(now.state.games) and now.state.games[-1].played.board is not None


def _lies(felt: felt_part.Felt, desk: Desk) -> BoardView:
    """Return how the board lies before the viewer: as he chose, else with his own side below."""
    if desk.board_view is not None:
        return desk.board_view
    if desk.viewer.seat in (felt.game.box, felt.game.partner):
        return BoardView(Colour.WHITE)
    return BoardView(Colour.BLACK if desk.viewer.seat in felt.game.members else None)


def _closed(desk: Desk) -> Desk:
    return replace(desk, viewer=replace(desk.viewer, may_act=False, may_correct=False))


def _page(now: TableNow, desk: Desk) -> TablePage:
    return TablePage(
        version=now.version,
        heading=_heading(now),
        urls=desk.urls,
        back_word=desk.back_word,
        box=None,
        crew=(),
        crew_title=_("The players") if now.state.opening.kind.is_for_two else _("The team, in order"),
        standing=for_two.standing(now.state, now.name_of),
        dock=Dock(says=""),
        grid=log.grid(now),
        recent=tuple(reversed(desk.lines))[:RECENT],
        roles=_roles(desk.viewer),
        warnings=tuple(
            Warned(words.sentence(message, now.name_of), rules_behind(now.state, [message]))
            for message in _warnings(now.state)
        ),
        rules_name=rules_told(now.table.rules_name),
        closed="" if now.table.state == Table.State.OPEN else _("The night is closed; nothing is recorded any more."),
    )


def _warnings(state: TableState) -> list[Message]:
    """Return what the table should look at now; a dead cube only while it is played with."""
    is_dead = state.current is not None and state.current.dead_cube
    return [message for message in state.warnings if message.code != "dead_cube" or is_dead]


def _heading(now: TableNow) -> str:
    no, game = now.table.no, now.state.current
    if game is not None:
        return _("Table {no} · game {game}").format(no=no, game=game.no)
    if now.state.games:
        return _("Table {no} · after game {game}").format(no=no, game=now.state.games[-1].no)
    return _("Table {no}").format(no=no)


def _with_more(page: TablePage, now: TableNow, desk: Desk, judge: Judge) -> TablePage:
    drawer = Drawer(
        state=now.state,
        judge=judge,
        viewer=desk.viewer,
        newcomers=desk.newcomers,
        version=now.version,
        rules_url=desk.urls.rules,
        sheet_url=desk.urls.sheet,
        night_url=desk.night_url,
        rules_name=rules_told(now.table.rules_name),
    )
    usable = sheets.sheets(drawer)
    return replace(page, sheets=usable, more=sheets.more(drawer, usable))


def _playing(page: TablePage, now: TableNow, felt: felt_part.Felt, desk: Desk) -> TablePage:
    advice = "" if felt.of_two else words.sentence(reasons.consult(felt.game, felt.state.rules), felt.name)
    return replace(
        page,
        box=felt_part.box(felt),
        board=board_of(now, desk),
        advice=advice,
        crew=cards.crew(felt),
        dock=dock.dock(felt, log.last_standing(desk.lines)),
        outcomes=after_part.outcomes(felt, desk.stake),
        loser_off=_loser_off(felt),
        end_title=_("End of game {number}").format(number=felt.game.no),
    )


def _loser_off(felt: felt_part.Felt) -> str:
    return felt.name(felt.game.opponent) if for_two.grants_last_roll(felt.state, Side.BOX) else ""


def _between(page: TablePage, now: TableNow, desk: Desk, judge: Judge) -> TablePage:
    card = after_part.after(now.state, judge, desk.viewer, desk.stake)
    dock_ = _dock_between(now.state, desk, judge, card)
    return replace(page, after=card, dock=replace(dock_, says="", no_undo=page.closed) if page.closed else dock_)


def _dock_between(state: TableState, desk: Desk, judge: Judge, card: After) -> Dock:
    undo, no_undo = dock.undo_of(desk.viewer, log.last_standing(desk.lines))
    start, why = _start(state, judge)
    says = (
        _("Wrong? Undo works after the next game has started, too.") if state.games else _("Ready for the first game.")
    )
    return Dock(
        says=why or says,
        acts=(start,) if desk.viewer.scores and not card.declare and state.match_winner is None else (),
        undo=undo,
        no_undo=no_undo,
    )


def _start(state: TableState, judge: Judge) -> tuple[Button, str]:
    action = Start()
    why = judge.why_not(action)
    label = _("Start game {number}").format(number=state.next_no)
    small = _("Crawford game") if is_crawford(state) and not why else ""
    return Button(judge.document(action), label, small, css="act", why=why, expects=True), why.text if why else ""


def _roles(viewer: TableViewer) -> tuple[Role, ...]:
    if viewer.seat is None or not viewer.may_act:
        return ()
    listed = (
        (PhoneRole.SCORER, _("This phone scores the table"), _("All acts of everybody.")),
        (PhoneRole.OWN, _("This is my own phone"), _("Only my own cube and my own answers.")),
    )
    return tuple(Role(str(role), label, small, role is viewer.phone) for role, label, small in listed)


__all__ = ["Asked", "BoardView", "Desk", "PhoneRole", "Stake", "TableViewer", "board_of", "draw"]
