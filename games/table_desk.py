"""The table's page for one viewer: read what the drawing needs, and say what a refusal means for the page."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils import formats as django_formats
from django.utils import timezone
from django.utils.translation import gettext

from club import selectors as club
from club.doors import Viewer, uuid_of
from club.errors import ClubError, Forbidden, NotFound, Stale
from club.models import Attendance
from club.permissions import May
from games import correcting, crossings, rights, selectors, services
from games.board.outcome import Result
from games.board_lying import board_view
from games.forms import BadAct, Document, SentAct
from games.models import Crossing, Table
from games.rules.actions import Action, Amend, End, Undo, parse
from games.rules.cubes import Side
from games.rules.errors import Malformed, RuleViolation
from games.seats import Usher
from games.splitting_pages import ties_of
from games.store import TableNow
from games.table_page import Desk, PhoneRole, Stake, TableViewer, draw, log, words
from games.table_page.behind import rules_behind
from games.table_page.controls import Choice, RuleLink
from games.table_page.making import asked
from games.table_page.model import First, LogLine, Soft, TablePage, Urls
from games.telling import act_named, sentence_of
from ledger.rules.currency import exponent_of

REFUSALS: Final = (ClubError, RuleViolation, Malformed)
NEWEST: Final = 40


def load(viewer: Viewer, table_id: UUID) -> TableNow:
    """Return a table that the viewer may see; a guest sees the one where he sits."""
    now = selectors.load_table(club_id=viewer.club.id, table_id=table_id)
    seated = now.seat_of_member(viewer.actor.member_id) is not None
    if not seated and not viewer.actor.may(May.READ_CLUB):
        raise NotFound
    return now


def record(viewer: Viewer, now: TableNow, sent: SentAct) -> TableNow:
    """Record the act that a button or sheet sent."""
    if _is_by_member(sent.document):
        member_id = uuid_of(str(sent.document["member"]))
        return services.seat_member(
            table_id=now.table.id, actor=viewer.actor, member_id=member_id, command_id=sent.command_id
        )
    return services.act(
        table_id=now.table.id,
        actor=viewer.actor,
        actions=[_amendment(now, sent.document) if sent.document["do"] == "amend" else sent.document],
        command_id=sent.command_id,
        expected_version=sent.expected_version,
    )


def _is_by_member(document: Document) -> bool:
    """Whether somebody joins who was chosen from a list: two of one name are two members."""
    return document["do"] == "join" and "member" in document


def _amendment(now: TableNow, document: Document) -> Action:
    """Return the correction of an earlier game: the same acts with another result, or none at all."""
    no, result = document.get("game"), str(document.get("result", ""))
    if type(no) is not int:
        raise BadAct
    acts: Sequence[Action] = ()
    if result != "void":
        game = now.state.game(no)
        if game is None:
            raise BadAct
        side, _colon, level = result.partition(":")
        acts = correcting.with_result(game, selectors.acts_of_game(now, no), _end(side, level), now.state.rules)
    return Amend(game=no, actions=tuple(acts), reason=str(document.get("reason", "")))


def _end(side: str, level: str) -> End:
    try:
        winner = int(side) if side.isdecimal() else Side(side) if side else None
        return End(winner=winner, result=Result(level))
    except ValueError as error:
        raise BadAct from error


# ---- drawing ----------------------------------------------------------------------------------------
def page(request: HttpRequest, viewer: Viewer, now: TableNow) -> TablePage:
    """Return the table drawn for the viewer, with the sheet open that the address asks for."""
    crossed = list(crossings.crossings_of(now.table))
    desk = _desk(request, viewer, now, crossed)
    drawn = replace(draw(now, desk), sheet=request.GET.get("sheet", ""), ties=ties_of(viewer, now, crossed))
    return _with_crossings_told(drawn, desk, now, crossed)


def _with_crossings_told(drawn: TablePage, desk: Desk, now: TableNow, crossed: Sequence[Crossing]) -> TablePage:
    """Say why nothing can be done where everybody has gone to another table, or undone since somebody has."""
    if now.table.state == Table.State.JOINED:
        closed = gettext("Everybody has gone to another table; nothing is recorded here any more.")
        return replace(drawn, closed=closed, dock=replace(drawn.dock, no_undo=gettext("not at this table any more")))
    last = log.last_standing(desk.lines)
    if desk.viewer.may_act and last is not None and last.seq <= crossings.last_line(now.table, crossed):
        why = gettext("not past the split or join")
        return replace(drawn, dock=replace(drawn.dock, says="", no_undo=why))
    return drawn


def lines_of(viewer: Viewer, now: TableNow, crossed: Sequence[Crossing], *, after: int = 0) -> tuple[LogLine, ...]:
    """Return the lines of a table's sheet after line `after`, each with its undo where the viewer may go back to it."""
    rows = selectors.log_of(now).filter(seq__gt=after)
    stands = crossings.last_line(now.table, crossed)
    return log.lines(now, rows, lambda seq: seq > stands and _may(viewer, now, Undo(to=seq)))


def newest_lines(viewer: Viewer, now: TableNow, crossed: Sequence[Crossing]) -> tuple[LogLine, ...]:
    """Return as many of the newest lines as a table's page needs: the last act that stands is among them."""
    newest = lines_of(viewer, now, crossed, after=max(0, now.version - NEWEST))
    return newest if log.last_standing(newest) or len(newest) == now.version else lines_of(viewer, now, crossed)


def _may(viewer: Viewer, now: TableNow, action: Action) -> bool:
    try:
        rights.require(now, viewer.actor, [action])
    except Forbidden:
        return False
    return now.table.state == Table.State.OPEN


def _desk(request: HttpRequest, viewer: Viewer, now: TableNow, crossed: Sequence[Crossing]) -> Desk:
    night = now.table.night
    reads_club = viewer.actor.may(May.READ_CLUB)
    return Desk(
        viewer=table_viewer(request, viewer, now),
        urls=urls_of(viewer, now),
        lines=newest_lines(viewer, now, crossed),
        stake=Stake(now.table.unit_minor, now.table.currency, exponent_of(now.table.currency)),
        back_word=gettext("Night") if reads_club else gettext("Back"),
        night_url=reverse("night", args=[viewer.club.slug, night.id]),
        newcomers=_newcomers(now),
        asked=asked(request.GET),
        board_view=board_view(request),
    )


def table_viewer(request: HttpRequest, viewer: Viewer, now: TableNow) -> TableViewer:
    """Return who looks: his seat, what this phone is for, what he may touch."""
    seat = now.seat_of_member(viewer.actor.member_id)
    chosen = request.session.get(phone_key(now.table.id), "")
    own_only = viewer.club.own_answers_only and not viewer.actor.may(May.SCORE_ANY_TABLE)
    game = now.state.current
    return TableViewer(
        seat=seat,
        phone=PhoneRole.OWN if chosen == PhoneRole.OWN and seat is not None else PhoneRole.SCORER,
        may_act=rights.may_score(now, viewer.actor),
        may_correct=viewer.actor.may(May.CORRECT_GAMES),
        own_answers_only=own_only,
        acts_for=frozenset(game.acts_for(seat)) if game is not None and seat is not None else frozenset(),
    )


def phone_key(table_id: UUID) -> str:
    """Return where the session keeps what this phone is for at a table."""
    return f"phone:{table_id}"


def urls_of(viewer: Viewer, now: TableNow) -> Urls:
    """Return where the parts of a table's page lead."""
    at = [viewer.club.slug, now.table.id]
    back = reverse("night", args=[viewer.club.slug, now.table.night_id])
    return Urls(
        here=reverse("table", args=at),
        act=reverse("act", args=at),
        fragment=reverse("table_fragment", args=at),
        stream=reverse("table_stream", args=at),
        role=reverse("phone_role", args=at),
        sheet=reverse("sheet", args=at),
        rules=reverse("table_rules", args=at),
        board=reverse("board", args=at),
        board_view=reverse("board_view", args=at),
        replay=_replay_url(at, now),
        dice=reverse("dice", args=at),
        back=back if viewer.actor.may(May.READ_CLUB) else reverse("join"),
    )


def _replay_url(at: Sequence[object], now: TableNow) -> str:
    last = now.state.games[-1] if now.state.games else None
    return reverse("replay", args=[*at, last.no]) if last is not None and last.played.board is not None else ""


def _newcomers(now: TableNow) -> list[Choice]:
    """Return who is here tonight and does not sit at this table; who has another's name is shown with his role."""
    present = {now.persons[seat] for seat in now.state.seating.present}
    labels = {seat.person_id: seat.label for seat in now.seats}
    here = club.attendances(now.table.night, state=Attendance.State.PRESENT)
    away = [one.person for one in here if one.person.id not in present]
    names = [*now.names.values(), *(one.name for one in away if one.id not in labels)]
    return [
        Choice(str(one.id), labels.get(one.id, one.name), one.get_role_display() if names.count(one.name) > 1 else "")
        for one in away
    ]


# ---- when it was not recorded -----------------------------------------------------------------------
def page_after_refusal(
    request: HttpRequest, viewer: Viewer, now: TableNow, sent: SentAct | None, error: Exception
) -> TablePage:
    """Return the table as it stands with what was refused: somebody was first, a house rule, or a plain no."""
    drawn = replace(page(request, viewer, now), sheet="")
    if isinstance(error, Stale) and sent is not None:
        return replace(drawn, first=_first(now, sent, newest_lines(viewer, now, ())))
    if isinstance(error, RuleViolation) and error.soft and sent is not None:
        return replace(drawn, soft=_soft(drawn, now, sent, error), sheet="soft")
    return replace(drawn, refusal=sentence_of(error, now.name_of), refusal_behind=_behind(now, error))


def _behind(now: TableNow, error: Exception) -> tuple[RuleLink, ...]:
    """Return the house rule behind a refusal by the rules."""
    return rules_behind(now.state, [error.message]) if isinstance(error, RuleViolation | Malformed) else ()


def _soft(drawn: TablePage, now: TableNow, sent: SentAct, error: RuleViolation) -> Soft:
    return Soft(
        rule=sentence_of(error, now.name_of),
        done=gettext("What was done: {act}.").format(act=_told(now, sent.document)),
        action=json.dumps(sent.document, ensure_ascii=False),
        version=drawn.version if sent.expected_version is not None else None,
        behind=_behind(now, error),
    )


def _first(now: TableNow, sent: SentAct, lines: Sequence[LogLine]) -> First:
    last = lines[-1] if lines else None
    at = django_formats.time_format(timezone.localtime(last.at), "H:i:s") if last and last.at else ""
    who = gettext("{name} was first.").format(name=last.by) if last and last.by else gettext("Somebody was first.")
    return First(
        who=who,
        what=gettext("Recorded at {time}: {act}.").format(time=at, act=last.brief) if last else "",
        yours=gettext("Yours was not recorded: {act}. The table below is up to date.").format(
            act=_told(now, sent.document)
        ),
    )


def _told(now: TableNow, document: Document) -> str:
    try:
        return words.told(parse(document, Usher(now).seat_of), now.name_of, brief=True)
    except (RuleViolation, Malformed):
        return act_named(str(document.get("do")))
