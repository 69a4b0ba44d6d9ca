"""Sheets about who sits where: join, leave, sit out, return, partner, the ring."""

from dataclasses import replace

from django.utils.translation import gettext as _

from games.rules import actions as a
from games.rules.settings import Leaving
from games.table_page.controls import Choice
from games.table_page.drawer import Drawer, do
from games.table_page.model import Sheet


def join(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: somebody sits down."""
    if not drawer.newcomers or drawer.is_full:
        return None
    return Sheet(
        "join",
        _("Someone joins"),
        do("join"),
        _("Seat from the next game"),
        says=_("Newcomers sit behind the last loser, or where the house rules put them."),
        choices=tuple(drawer.newcomers),
        choices_key="member",
        choices_title=_("Who"),
    )


def leave(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: somebody goes home."""
    if not drawer.between and drawer.state.rules.leave is Leaving.PROXY:
        return _leave_to_proxy(drawer)
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


def _leave_to_proxy(drawer: Drawer) -> Sheet | None:
    """Return the sheet for who goes home in mid-game and who plays his cube on. Rule: §5, `leave`."""
    game, seating, name_of = drawer.state.current, drawer.state.seating, drawer.judge.name_of
    assert game is not None
    going = [seat for seat in seating.present if seat != game.box]
    staying = [seat for seat in game.members if seat not in game.left]
    if not going:
        return None
    who = tuple(
        Choice(name_of(seat), name_of(seat), _("an open cube") if game.acts_for(seat) else _("no open cube"))
        for seat in going
    )
    return replace(
        _who("leave", _("Someone goes home"), _("Goes home"), who),
        also=(*(Choice(name_of(seat), name_of(seat)) for seat in staying), Choice("", _("Nobody: no cube is open"))),
        also_key="proxy",
        also_title=_("Who plays the cube on"),
    )


def sit_out(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: somebody sits out."""
    who = drawer.choices(drawer.state.seating.present, a.SitOut)
    return _who("sit_out", _("Someone sits out"), _("Sits out from the next game"), who) if who else None


def return_(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: somebody plays again."""
    who = drawer.choices(sorted(drawer.state.seating.sitting_out), a.Return)
    return _who("return", _("Someone plays again"), _("Plays from the next game"), who) if who else None


def _who(id_: str, title: str, button: str, choices: tuple[Choice, ...], points_label: str = "") -> Sheet:
    return Sheet(
        id_,
        title,
        do(id_),
        button,
        choices=choices,
        choices_key="player",
        choices_title=_("Who"),
        points_label=points_label,
    )


def partner(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: who shares the box."""
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
        do("partner"),
        _("From the next game"),
        says=_("Half each of what the box wins or loses; the odd point is the box’s, or as the house rules say."),
        choices=tuple(choices),
        choices_key="player",
        choices_title=_("Partner"),
    )


def reorder(drawer: Drawer) -> Sheet | None:
    """Return the sheet for this: the seats set by hand."""
    if not drawer.between or not drawer.viewer.may_correct or drawer.state.undecided is not None:
        return None
    seating = drawer.state.seating
    ring = (seating.box, *seating.queue) if seating.partner is None else (seating.box, seating.partner, *seating.queue)
    ring = tuple(seat for seat in ring if seat not in seating.leaving)
    names = map(drawer.judge.name_of, ring)
    return Sheet(
        "reorder",
        _("Move the seats"),
        do("reorder"),
        _("Sit like this"),
        says=_("Number the seats: 1 is the box, 2 the captain, then the line."),
        order=tuple(Choice(str(number), name) for number, name in enumerate(names, start=1)),
        reason_label=_("Why"),
        reason_required=True,
        version=drawer.version,
    )
