"""The sheet "More": each entry opens its small form, or says why it cannot be done now."""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.rules.settings import Leaving
from games.table_page import game_sheets as game
from games.table_page import seat_sheets as seat
from games.table_page.board import may_begin
from games.table_page.drawer import Drawer
from games.table_page.model import MoreAct, Sheet

NOT_FOR_TWO: Final = frozenset({"partner", "reorder", "automatic", "sit_out", "return"})
NOT_IN_A_MATCH: Final = frozenset({"join", "leave", "deal"})
MAKERS: Final[tuple[Callable[[Drawer], Sheet | None], ...]] = (
    seat.join,
    seat.leave,
    seat.sit_out,
    seat.return_,
    game.deal,
    game.note,
    seat.partner,
    game.automatic,
    game.resign,
    game.roll,
    seat.reorder,
    game.adjust,
    game.amend,
)


def more(drawer: Drawer, sheets: Sequence[Sheet]) -> tuple[MoreAct, ...]:
    """Return the acts of "More": each opens its sheet, or says why it cannot be done now."""
    there = {sheet.id for sheet in sheets}
    listed = [
        ("join", _("Join"), _("from the next game"), "plus", _("Everybody who is here tonight sits at this table.")),
        ("leave", _("Leave"), _leave_word(drawer), "door", _("Nobody can go home now.")),
        ("sit_out", _("Sit out"), _("keeps the place"), "seat", _("Nobody can sit out now.")),
        ("return", _("Return"), _("plays again"), "seat", _("Nobody sits out.")),
        ("deal", _("Deal"), _("settle one cube"), "deal", _("There is no cube to settle by a deal now.")),
        ("partner", _("Partner"), _("shares the box"), "people", _partner_why(drawer)),
        ("automatic", _("Automatic"), _("for some cubes"), "dice", ""),
        ("resign", _("Resign"), _("the others agreed"), "flag", _("There is no game to resign now.")),
        ("roll", _("Next roll"), _("opens the offers again"), "dice", ""),
        ("reorder", _("Move seats"), _("between games"), "arrow", _("Seats are moved between games, by an organiser.")),
        ("adjust", _("Correction"), _("sums to 0"), "rules", _("Only an organiser corrects by hand.")),
        (
            "amend",
            _("Correct a game"),
            _("all after it stands"),
            "rules",
            _("There is no finished game an organiser could correct."),
        ),
        ("note", _("Note"), _("for the record"), "talk", ""),
    ]
    acts = [
        MoreAct(f"sheet-{id_}", label, small, icon, "" if id_ in there else why)
        for id_, label, small, icon, why in listed
        if (id_ in there or why) and id_ not in _never(drawer)
    ]
    links = [
        *_board(drawer),
        MoreAct("", _("House rules"), drawer.rules_name, "rules", url=drawer.rules_url),
        MoreAct("", _("The sheet"), _("undo from any line"), "rules", url=drawer.sheet_url),
    ]
    return (*(acts if drawer.viewer.may_act else ()), *links)


def _board(drawer: Drawer) -> list[MoreAct]:
    """Return where a game can be recorded roll by roll from its start."""
    game = drawer.state.current
    if game is None or not may_begin(game, drawer.viewer):
        return []
    return [MoreAct("", _("Record the rolls"), _("on a board, play by play"), "dice", url="?board=begin#board")]


def _never(drawer: Drawer) -> frozenset[str]:
    """Return what this kind of table does not know."""
    if drawer.is_match:
        return NOT_FOR_TWO | NOT_IN_A_MATCH
    return NOT_FOR_TWO if drawer.of_two else frozenset()


def _leave_word(drawer: Drawer) -> str:
    if drawer.of_two:
        return _("goes home")
    match drawer.state.rules.leave:
        case Leaving.FOLLOW_CAPTAIN:
            return _("cube follows the captain")
        case Leaving.FORFEIT:
            return _("cube is lost")
        case Leaving.DEAL:
            return _("cube is settled")
        case Leaving.PROXY:
            return _("somebody plays the cube on")


def _partner_why(drawer: Drawer) -> str:
    least = drawer.state.rules.partner_min
    if least is None:
        return _("The house rules of this table know no partners.")
    if not drawer.between:
        return _("A partner is taken between games.")
    return _("The box may take a partner when {least} or more play.").format(least=least)


def sheets(drawer: Drawer) -> tuple[Sheet, ...]:
    """Return the sheets that can be used now; when a match is won, there is nothing left but a note."""
    if not drawer.viewer.may_act:
        return ()
    if drawer.state.match_winner is not None:
        return (game.note(drawer),)
    made = (make(drawer) for make in MAKERS)
    fits = (sheet for sheet in made if sheet is not None)
    return tuple(sheet for sheet in fits if sheet.id not in _never(drawer))
