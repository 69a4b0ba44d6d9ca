"""Who may record what at a table. The club's roles are in `club.permissions`; here they meet the acts of the log.

A scorekeeper or organiser records anything. Whoever sits at the table records any act of play there, and undoes back
to and including the act that ended the last game; where the club says so he answers only for himself, and for
whoever went home and left his cube to him. Corrections by hand (reorder, adjust, amend, and an older undo) are the
organiser's or, for undo, the scorekeeper's: a seated player's undo neither takes such a correction back nor brings one
back.
"""

from collections.abc import Sequence
from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from club.errors import Forbidden
from club.permissions import Actor, May
from games.rules.actions import (
    Accept,
    Action,
    Adjust,
    Amend,
    Answer,
    Beaver,
    Drop,
    Otter,
    Raccoon,
    Refuse,
    Reorder,
    Take,
    Undo,
)
from games.rules.errors import RuleViolation
from games.store import TableNow

ANSWERS = (Take, Drop, Beaver, Accept, Refuse, Raccoon, Otter)
BY_HAND = (Reorder, Adjust, Amend)


class NotSeated(Forbidden):
    code = "not_seated"
    sentence = _("Only who sits at this table, a scorekeeper or an organiser records what is done here.")


class OwnAnswersOnly(Forbidden):
    code = "own_answers_only"
    sentence = _("In this club everybody answers for himself.")


class OldUndo(Forbidden):
    code = "old_undo"
    sentence = _("That act is from an earlier game. A scorekeeper or an organiser can take it back.")


class ByHandOnly(Forbidden):
    code: ClassVar[str] = "organiser_only"
    sentence = _("Only an organiser corrects by hand.")


def may_score(now: TableNow, actor: Actor) -> bool:
    """Tell whether the actor records what is played at this table: he sits there, or scores at any."""
    return actor.may(May.SCORE_ANY_TABLE) or now.seat_of_member(actor.member_id) is not None


def require(now: TableNow, actor: Actor, actions: Sequence[Action]) -> None:
    """Raise Forbidden, saying why, unless the actor may record all of `actions` at this table."""
    for action in actions:
        if isinstance(action, BY_HAND) and not actor.may(May.CORRECT_GAMES):
            raise ByHandOnly
    if actor.may(May.SCORE_ANY_TABLE):
        return
    seat = now.seat_of_member(actor.member_id)
    if seat is None:
        raise NotSeated
    limit = _undo_limit(now)
    for at, action in enumerate(actions):
        if at:
            now = now.with_(actions[at - 1 : at])
        _require_seated(now, seat, action, limit)


def _require_seated(now: TableNow, seat: int, action: Action, limit: int) -> None:
    if isinstance(action, Undo):
        _require_undo(now, action, limit)
    if isinstance(action, ANSWERS) and now.table.night.club.own_answers_only and not _answers_own(now, seat, action):
        raise OwnAnswersOnly


def _answers_own(now: TableNow, seat: int, answer: Answer) -> bool:
    game = now.state.current
    own = {seat, *(game.acts_for(seat) if game is not None else ())}
    return set(answer.by) <= own


def _require_undo(now: TableNow, undo: Undo, limit: int) -> None:
    """Raise OldUndo or ByHandOnly for what the undo takes back; what cannot be undone at all the rules refuse."""
    if undo.to is not None and undo.to < limit:
        raise OldUndo
    try:
        after = now.history.extended(undo)
    except RuleViolation:
        return
    stood, stand = ({row for row, _action in history.rows()} for history in (now.history, after))
    if any(row < limit for row in stood - stand):
        raise OldUndo
    if any(isinstance(now.actions[row - 1], BY_HAND) for row in stood ^ stand):
        raise ByHandOnly


def _undo_limit(now: TableNow) -> int:
    """Return the row up to which a seated player may undo: the act that ended the last finished game."""
    return now.state.games[-1].last_row if now.state.games else 1
