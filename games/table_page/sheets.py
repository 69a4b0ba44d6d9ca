"""The sheet "More": each entry opens its small form, or says why it cannot be done now."""

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games.rules.settings import Leaving
from games.table_page import game_sheets as game
from games.table_page import seat_sheets as seat
from games.table_page.board import may_begin
from games.table_page.drawer import Drawer
from games.table_page.missing import why_missing
from games.table_page.model import MoreAct, Sheet

NOT_FOR_TWO: Final = frozenset({"partner", "reorder", "automatic", "sit_out", "return"})
ONLY_IF_POSSIBLE: Final = frozenset({"automatic", "roll", "note"})
"""What is left out where it cannot be done, without a reason."""
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
        ("join", _("Join"), _("from the next game"), "plus"),
        ("leave", _("Leave"), _leave_word(drawer), "door"),
        ("sit_out", _("Sit out"), _("keeps the place"), "seat"),
        ("return", _("Return"), _("plays again"), "seat"),
        ("deal", _("Deal"), _("settle one cube"), "deal"),
        ("partner", _("Partner"), _("shares the box"), "people"),
        ("automatic", _("Automatic"), _("for some cubes"), "dice"),
        ("resign", _("Resign"), _("the others agreed"), "flag"),
        ("roll", _("Next roll"), _("opens the offers again"), "dice"),
        ("reorder", _("Move seats"), _("between games"), "arrow"),
        ("adjust", _("Correction"), _("sums to 0"), "rules"),
        ("amend", _("Correct a game"), _("all after it stands"), "rules"),
        ("note", _("Note"), _("for the record"), "talk"),
    ]
    acts = [
        MoreAct(f"sheet-{id_}", label, small, icon, None if id_ in there else why_missing(drawer, id_))
        for id_, label, small, icon in listed
        if (id_ in there or id_ not in ONLY_IF_POSSIBLE) and id_ not in _never(drawer)
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


def sheets(drawer: Drawer) -> tuple[Sheet, ...]:
    """Return the sheets that can be used now; when a match is won, there is nothing left but a note."""
    if not drawer.viewer.may_act:
        return ()
    if drawer.state.match_winner is not None:
        return (game.note(drawer),)
    made = (make(drawer) for make in MAKERS)
    fits = (sheet for sheet in made if sheet is not None)
    return tuple(sheet for sheet in fits if sheet.id not in _never(drawer))
