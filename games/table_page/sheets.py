"""The sheet "More" and the small forms behind it: join, leave, deal, partner, resign, seats, corrections."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from club import formats
from games.rules import actions as a
from games.rules.points import format_points
from games.rules.settings import AutoConsent, Kind, Leaving
from games.rules.state import Result, Seat, Side, TableState
from games.table_page import words
from games.table_page.judge import Judge
from games.table_page.model import Choice, MoreAct, Sheet
from games.table_page.viewer import TableViewer


NOT_FOR_TWO: Final = frozenset({"partner", "reorder", "automatic", "sit_out", "return"})


@dataclass(frozen=True, slots=True)
class Drawer:
    """What the sheets are drawn from."""

    state: TableState
    judge: Judge
    viewer: TableViewer
    newcomers: Sequence[str]
    version: int
    rules_url: str
    sheet_url: str
    night_url: str
    rules_name: str

    @property
    def of_two(self) -> bool:
        return self.state.opening.kind is Kind.MONEY

    @property
    def between(self) -> bool:
        return self.state.current is None

    def choices(
        self, seats: Sequence[Seat], make: type[a.SitOut] | type[a.Return] | type[a.Leave]
    ) -> tuple[Choice, ...]:
        """Return those of `seats` for whom the rules take the act, by name."""
        allowed = (seat for seat in seats if self.judge.allows(make(player=seat)))
        return tuple(Choice(name, name) for name in map(self.judge.name_of, allowed))


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
        ("resign", _("Resign"), _("the others agreed"), "flag", _("There is no game to resign.")),
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
        if (id_ in there or why) and not (drawer.of_two and id_ in NOT_FOR_TWO)
    ]
    links = [
        MoreAct("", _("House rules"), drawer.rules_name, "rules", url=drawer.rules_url),
        MoreAct("", _("The sheet"), _("undo from any line"), "rules", url=drawer.sheet_url),
    ]
    return (*(acts if drawer.viewer.may_act else ()), *links)


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


def _partner_why(drawer: Drawer) -> str:
    least = drawer.state.rules.partner_min
    if least is None:
        return _("The house rules of this table know no partners.")
    return _("The box may take a partner when {least} or more play.").format(least=least)


def sheets(drawer: Drawer) -> tuple[Sheet, ...]:
    """Return the sheets that can be used now."""
    if not drawer.viewer.may_act:
        return ()
    made = [_join(drawer), _leave(drawer), _sit_out(drawer), _return(drawer), _deal(drawer), _note()]
    made += [_partner(drawer), _automatic(drawer), _resign(drawer), _reorder(drawer), _adjust(drawer), _amend(drawer)]
    return tuple(sheet for sheet in made if sheet is not None)


def _do(word: str, **keys: object) -> str:
    return json.dumps({"do": word, **keys}, ensure_ascii=False)


def _join(drawer: Drawer) -> Sheet | None:
    if not drawer.newcomers or (drawer.of_two and len(drawer.state.seating.present) >= 2):
        return None
    return Sheet(
        "join",
        _("Someone joins"),
        _do("join"),
        _("Seat from the next game"),
        says=_("Newcomers sit behind the last loser, or where the house rules put them."),
        choices=tuple(Choice(name, name) for name in drawer.newcomers),
        choices_key="player",
        choices_title=_("Who"),
    )


def _leave(drawer: Drawer) -> Sheet | None:
    settles = not drawer.between and drawer.state.rules.leave is Leaving.DEAL
    present = drawer.state.seating.present
    who = (
        tuple(Choice(name, name) for name in map(drawer.judge.name_of, present))
        if settles
        else drawer.choices(present, a.Leave)
    )
    if not who:
        return None
    points = _("Points the leaver gets; empty where no cube is open") if settles else ""
    return _who("leave", _("Someone goes home"), _("Goes home"), who, points_label=points)


def _sit_out(drawer: Drawer) -> Sheet | None:
    who = drawer.choices(drawer.state.seating.present, a.SitOut)
    return _who("sit_out", _("Someone sits out"), _("Sits out from the next game"), who) if who else None


def _return(drawer: Drawer) -> Sheet | None:
    who = drawer.choices(sorted(drawer.state.seating.sitting_out), a.Return)
    return _who("return", _("Someone plays again"), _("Plays from the next game"), who) if who else None


def _who(id_: str, title: str, button: str, choices: tuple[Choice, ...], points_label: str = "") -> Sheet:
    return Sheet(
        id_,
        title,
        _do(id_),
        button,
        choices=choices,
        choices_key="player",
        choices_title=_("Who"),
        points_label=points_label,
    )


def _deal(drawer: Drawer) -> Sheet | None:
    game = drawer.state.current
    if game is None or not drawer.state.rules.deals:
        return None
    open_ = [seat for seat in game.live if drawer.judge.allows(a.Deal(player=seat, points_q=0))]
    if not open_:
        return None
    step = drawer.state.rules.point_step
    return Sheet(
        "deal",
        _("Deal: settle one cube now"),
        _do("deal"),
        _("Settle this cube"),
        says=_("That cube closes. The others play on."),
        choices=tuple(
            Choice(name, name, _("cube {value}").format(value=game.cubes[seat].value))
            for seat in open_
            for name in [drawer.judge.name_of(seat)]
        ),
        choices_key="player",
        choices_title=_("Whose cube"),
        points_label=_("Points this player gets from {box}").format(box=drawer.judge.name_of(game.box)),
        points_hint=_("Below zero, the player pays."),
        point_step=format_points(step),
        version=drawer.version,
    )


def _partner(drawer: Drawer) -> Sheet | None:
    here = drawer.state.seating.line
    who = [seat for seat in here if drawer.judge.allows(a.Partner(player=seat))]
    choices = [Choice(name, name) for name in map(drawer.judge.name_of, who)]
    if drawer.judge.allows(a.Partner()):
        choices.append(Choice("", _("Nobody: the partnership ends")))
    if not choices:
        return None
    return Sheet(
        "partner",
        _("Who shares the box"),
        _do("partner"),
        _("From the next game"),
        says=_("Half each of what the box wins or loses; the odd point is the box’s, or as the house rules say."),
        choices=tuple(choices),
        choices_key="player",
        choices_title=_("Partner"),
    )


def _automatic(drawer: Drawer) -> Sheet | None:
    """Only where the house rules let each player agree by himself."""
    game = drawer.state.current
    if game is None or drawer.state.rules.auto_consent is not AutoConsent.INDIVIDUAL:
        return None
    may = [seat for seat in game.live if drawer.judge.allows(a.AutomaticDouble(only=(seat,)))]
    if not may:
        return None
    names = [drawer.judge.name_of(seat) for seat in may]
    return Sheet(
        "automatic",
        _("Automatic double for some"),
        _do("automatic_double"),
        _("Double these cubes"),
        choices=tuple(Choice(name, name) for name in names),
        choices_key="for",
        choices_title=_("Who agreed"),
        version=drawer.version,
    )


def _resign(drawer: Drawer) -> Sheet | None:
    game = drawer.state.current
    if game is None or game.is_waiting:
        return None
    captain = game.acting_captain or game.members[0]
    sides = [(game.box, _("the box")), (captain, _("the team"))]
    return Sheet(
        "resign",
        _("A side resigns"),
        _do("resign"),
        _("Record: the others agreed"),
        says=_("Only what the other side accepted is recorded."),
        choices=tuple(
            Choice(name, name, "" if drawer.of_two else side)
            for seat, side in sides
            for name in [drawer.judge.name_of(seat)]
        ),
        choices_key="by",
        choices_title=_("Who gives up"),
        results=_results(),
        version=drawer.version,
    )


def _results() -> tuple[Choice, ...]:
    return tuple(Choice(str(result), _(words.RESULTS[result])) for result in Result)


def _reorder(drawer: Drawer) -> Sheet | None:
    if not drawer.between or not drawer.viewer.may_correct or drawer.state.undecided is not None:
        return None
    seating = drawer.state.seating
    ring = (seating.box, *seating.queue) if seating.partner is None else (seating.box, seating.partner, *seating.queue)
    ring = tuple(seat for seat in ring if seat not in seating.leaving)
    names = map(drawer.judge.name_of, ring)
    return Sheet(
        "reorder",
        _("Move the seats"),
        _do("reorder"),
        _("Sit like this"),
        says=_("Number the seats: 1 is the box, 2 the captain, then the line."),
        order=tuple(Choice(str(number), name) for number, name in enumerate(names, start=1)),
        reason_label=_("Why"),
        reason_required=True,
        version=drawer.version,
    )


def _adjust(drawer: Drawer) -> Sheet | None:
    if not drawer.viewer.may_correct:
        return None
    totals = drawer.state.totals_q
    return Sheet(
        "adjust",
        _("Correction of points"),
        _do("adjust"),
        _("Record the correction"),
        says=_("Plus gets, minus pays; all together 0."),
        shares=tuple(
            Choice(drawer.judge.name_of(seat), drawer.judge.name_of(seat), formats.points(points_q))
            for seat, points_q in totals.items()
        ),
        reason_label=_("Why"),
        reason_required=True,
        version=drawer.version,
    )


def _amend(drawer: Drawer) -> Sheet | None:
    if not drawer.viewer.may_correct or not drawer.state.games:
        return None
    games = [
        Choice(
            str(game.no),
            _("Game {number}").format(number=game.no),
            _game_told(game.winner, game.result),
        )
        for game in reversed(drawer.state.games)
    ]
    results = [Choice(f"{side}:{result}", words.result_told(side, result)) for side in Side for result in Result]
    results.append(Choice("void", _("Take the game out: nothing was played")))
    return Sheet(
        "amend",
        _("Correct an earlier game"),
        _do("amend"),
        _("Correct it"),
        says=_("Its cubes stay as they were; the result becomes this one. What came after is counted again."),
        choices=tuple(games),
        choices_key="game",
        choices_title=_("Which game"),
        results=tuple(results),
        reason_label=_("Why"),
        reason_required=True,
        version=drawer.version,
    )


def _game_told(winner: Side | None, result: Result | None) -> str:
    return words.result_told(winner or "", result)


def _note() -> Sheet:
    return Sheet(
        "note",
        _("A note for the record"),
        _do("note"),
        _("Write it down"),
        reason_label=_("Note"),
        reason_required=True,
    )
