"""Sheets about a game and the record: deal, automatic double, resign, corrections, a note."""

from django.utils.translation import gettext as _

from club import formats
from games.board.outcome import Result
from games.rules import actions as a
from games.rules.cubes import Side
from games.rules.long_nard import why_not_draw
from games.rules.points import format_points
from games.rules.settings import AutoConsent, Kind, OfferWindow
from games.rules.state import results_of
from games.table_page import for_two, words
from games.table_page.controls import Choice
from games.table_page.drawer import Drawer, do
from games.table_page.model import Sheet


def deal(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: one cube is settled."""
    game = drawer.state.current
    if game is None or not drawer.state.rules.deals:
        return None
    open_ = [seat for seat in game.live if drawer.judge.allows(a.Deal(player=seat, points_q=0))]
    if not open_:
        return None
    step, of_two = drawer.state.rules.point_step, drawer.of_two
    return Sheet(
        "deal",
        _("Deal: settle the game now") if of_two else _("Deal: settle one cube now"),
        do("deal"),
        _("Settle the game") if of_two else _("Settle this cube"),
        says=_("The game ends with what the two agreed.") if of_two else _("That cube closes. The others play on."),
        choices=tuple(
            Choice(name, name, "" if of_two else _("cube {value}").format(value=game.cubes[seat].value))
            for seat in open_
            for name in [drawer.judge.name_of(seat)]
        ),
        choices_key="player",
        choices_title=_("Who gets the points") if of_two else _("Whose cube"),
        points_label=_("Points this player gets from {box}").format(box=drawer.judge.name_of(game.box)),
        points_hint=_("Below zero, the player pays."),
        point_step=format_points(step),
        version=drawer.version,
    )


def automatic(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: some cubes double, where the house rules let each agree for himself."""
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
        do("automatic_double"),
        _("Double these cubes"),
        choices=tuple(Choice(name, name) for name in names),
        choices_key="for",
        choices_title=_("Who agreed"),
        version=drawer.version,
    )


def resign(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: a side gives up."""
    game = drawer.state.current
    if game is None or game.is_waiting or game.last_roll is not None:
        return None
    sides = ((game.box, _("the box")), (game.leader, _("the team")))
    return Sheet(
        "resign",
        _("A side resigns"),
        do("resign"),
        _("Record: the others agreed"),
        says=_("Only what the other side accepted is recorded."),
        choices=tuple(
            Choice(name, name, "" if words.is_of_two(game) else side)
            for seat, side in sides
            for name in [drawer.judge.name_of(seat)]
        ),
        choices_key="by",
        choices_title=_("Who gives up"),
        results=_results(drawer),
        version=drawer.version,
    )


def _results(drawer: Drawer) -> tuple[Choice, ...]:
    """What the others agreed to; at long nard the checkers that are off decide. Rule: §8."""
    if drawer.state.opening.kind is Kind.LONG_NARD:
        return tuple(Choice(str(one), label) for one, label in for_two.results_by_checkers(drawer.state).items())
    return tuple(Choice(str(one), _(words.RESULTS[one])) for one in results_of(drawer.state.opening.kind))


def roll(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: two dice thrown, after which cubes may be offered again. Rule: §5, `offer_window`."""
    game = drawer.state.current
    if game is None or game.is_waiting or drawer.state.rules.offer_window is OfferWindow.FREE:
        return None
    if game.board is not None and game.board.last is not None:  # its dice are asked beside it
        return None
    sides = ((game.box, _("the box")), (game.leader, _("the team")))
    return Sheet(
        "roll",
        _("Next roll"),
        do("roll"),
        _("Record the roll"),
        says=_("After a roll everybody may offer a cube again."),
        choices=tuple(Choice(drawer.judge.name_of(seat), drawer.judge.name_of(seat), side) for seat, side in sides),
        choices_key="by",
        choices_title=_("Who rolls"),
        dice=(_("First die"), _("Second die")),
        version=drawer.version,
    )


def adjust(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: points corrected by hand."""
    if not drawer.viewer.may_correct:
        return None
    totals = drawer.state.totals_q
    return Sheet(
        "adjust",
        _("Correction of points"),
        do("adjust"),
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


def amend(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: the result of an earlier game corrected."""
    if not drawer.viewer.may_correct or not drawer.state.games:
        return None
    games = [
        Choice(
            str(game.no),
            _("Game {number}").format(number=game.no),
            words.game_told(game, drawer.judge.name_of),
        )
        for game in reversed(drawer.state.games)
    ]
    return Sheet(
        "amend",
        _("Correct an earlier game"),
        do("amend"),
        _("Correct it"),
        says=_(
            "Its cubes stay as they were; the result becomes this one. A drop that ended the game becomes a take; "
            "a deal or a last play that did is left out. What came after is counted again."
        ),
        choices=tuple(games),
        choices_key="game",
        choices_title=_("Which game"),
        results=(*_winners(drawer), Choice("void", _("Take the game out: nothing was played"))),
        reason_label=_("Why"),
        reason_required=True,
        elsewhere=_("Something else: correct it act by act"),
        elsewhere_url=f"{drawer.sheet_url}#results",
        version=drawer.version,
    )


def _winners(drawer: Drawer) -> tuple[Choice, ...]:
    """Who may have won how: the two by name where the same two played every game, else the box or the team."""
    kind, results = drawer.state.opening.kind, for_two.results_shown(drawer.state)
    pairs = {frozenset(game.played.players) for game in drawer.state.games}
    if len(pairs) == 1 and words.is_of_two(drawer.state.games[0].played):
        seats, name_of = sorted(*pairs), drawer.judge.name_of
        won = tuple(
            Choice(f"{seat}:{one}", words.named_result(name_of(seat), one)) for seat in seats for one in results
        )
        drawn = why_not_draw(kind, drawer.state.rules) is None
        return (*won, Choice(f":{Result.DRAW}", _("A draw"))) if drawn else won
    return tuple(Choice(f"{side}:{one}", words.result_told(side, one)) for side in Side for one in results)


def note(_drawer: Drawer) -> Sheet:
    """Return the sheet for this: a remark."""
    return Sheet(
        "note",
        _("A note for the record"),
        do("note"),
        _("Write it down"),
        reason_label=_("Note"),
        reason_required=True,
    )
