"""The dock: what the table waits for, the acts of several at once, undo and end."""

from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules import actions as a
from games.rules import offers
from games.rules.board_play import SIDES
from games.rules.cubes import Offer, Seat, Side
from games.rules.match import has_dead_cube, is_crawford
from games.rules.refusals.cubes import PastCap
from games.rules.who import acting_side
from games.table_page import for_two, words
from games.table_page.behind import rules_behind
from games.table_page.controls import Button, Why
from games.table_page.felt import Felt
from games.table_page.model import Dock, LogLine
from games.table_page.viewer import TableViewer


def dock(felt: Felt, last: LogLine | None) -> Dock:
    """Return the dock of a game in progress."""
    undo, no_undo = undo_of(felt.viewer, last)
    return Dock(
        says=_says(felt),
        answers=_lone_answers(felt),
        acts=_acts(felt) if felt.viewer.scores else (),
        counts=for_two.last_rolls(felt),
        next_roll=felt.viewer.scores and felt.game.window_closed and not (felt.game.is_waiting or felt.game.board),
        undo=undo,
        no_undo=no_undo,
        may_end=felt.viewer.scores and felt.game.last_roll is None,
        end_why=_end_why(felt),
    )


def undo_of(viewer: TableViewer, last: LogLine | None) -> tuple[Button | None, str]:
    """Return the button that takes the last act back, or why there is none."""
    if last is None:
        return None, _("nothing yet")
    if not viewer.may_act:
        return None, _("you only follow this table")
    return last.undo, _("only a scorekeeper")


def undo_button(last: LogLine) -> Button:
    """Return the button that takes a line of the sheet and all after it back."""
    return Button(f'{{"do": "undo", "to": {last.seq}}}', _("Undo"), last.brief, expects=True)


def _says(felt: Felt) -> str:
    game = felt.game
    if game.last_roll is not None:
        return for_two.last_roll_asked(felt)
    if asked := _asks_you(felt):
        return asked
    waits = [_waits_for_team(felt), _waits_for_box(felt)]
    if any(waits):
        return " ".join(filter(None, waits))
    if felt.viewer.scores and len(game.live) > 1:
        return _("No cube is asked. Tap cubes to choose some.")
    return _("No cube is asked.") if felt.has_cube else _("The game goes on. Record its end when it is over.")


def _asks_you(felt: Felt) -> str:
    """Return what one's own phone is asked, for its owner's cube or one that he plays on for somebody."""
    if felt.viewer.scores:
        return ""
    waiting = [seat for seat in felt.game.waiting_for(Side.TEAM) if felt.viewer.touches(seat)]
    if not waiting:
        return ""
    value = _offer(felt, waiting[0]).proposed
    if waiting[0] == felt.viewer.seat:
        return _("{name} asks you: {value}.").format(name=felt.box_name, value=value)
    return _("{name} asks you for {other}: {value}.").format(
        name=felt.box_name, other=felt.name(waiting[0]), value=value
    )


def _waits_for_team(felt: Felt) -> str:
    waiting = felt.game.waiting_for(Side.TEAM)
    return _("Waiting for {names}.").format(names=words.listed(map(felt.who_acts, waiting))) if waiting else ""


def _waits_for_box(felt: Felt) -> str:
    waiting = felt.game.waiting_for(Side.BOX)
    if not waiting:
        return ""
    names = words.listed(map(felt.name, waiting))
    return _("Waiting for {box} to answer {names}.").format(box=felt.box_name, names=names)


def _end_why(felt: Felt) -> str:
    if not felt.game.is_waiting:
        return ""
    asked = [felt.name(seat) for seat in felt.game.members if felt.game.cubes[seat].offer is not None]
    return _("A cube is still asked: {names}. Answer first, then end the game.").format(names=words.listed(asked))


# ---- answers ----------------------------------------------------------------------------------------
def _offer(felt: Felt, seat: Seat) -> Offer:
    offer = felt.game.cubes[seat].offer
    assert offer is not None
    return offer


def _lone_answers(felt: Felt) -> tuple[Button, ...]:
    """Return the answers to the only offer that waits for this phone, again in reach of the thumb."""
    for_team = [seat for seat in felt.game.waiting_for(Side.TEAM) if felt.viewer.answers_for(seat)]
    for_box = list(felt.game.waiting_for(Side.BOX)) if felt.viewer.answers_for(felt.game.box) else []
    if felt.single and for_box:
        for_box = for_box[:1]
    if len(for_team) + len(for_box) != 1:
        return ()
    if for_team:
        return felt.answers(for_team[0], (for_team[0],), _offer(felt, for_team[0]))
    to = () if felt.single else (for_box[0],)
    return felt.answers(for_box[0], (felt.game.box,), _offer(felt, for_box[0]), to)


def _all_answer(felt: Felt) -> tuple[Button, ...]:
    found: list[Button] = []
    for side in Side:
        for animal in (False, True):
            seats = tuple(s for s in _mine(felt, side) if (_offer(felt, s).level > 0) is animal)
            if len(seats) > 1 and not (felt.single and side is Side.BOX):
                found += _two_answers(felt, side, seats, animal)
    if felt.single and felt.game.waiting_for(Side.TEAM):
        found += _team_beaver(felt)
    return tuple(found)


def _mine(felt: Felt, side: Side) -> tuple[Seat, ...]:
    """Return the cubes that wait for that side and that this phone may answer."""
    waiting, answers_for = felt.game.waiting_for(side), felt.viewer.answers_for
    if side is Side.BOX:
        return waiting if answers_for(felt.game.box) else ()
    return tuple(seat for seat in waiting if answers_for(seat))


def _two_answers(felt: Felt, side: Side, seats: tuple[Seat, ...], animal: bool) -> list[Button]:
    by, to = ((felt.game.box,), seats) if side is Side.BOX else (seats, ())
    yes, no = (a.Accept, a.Refuse) if animal else (a.Take, a.Drop)
    labels = _labels(side, animal, len(seats))
    pairs = ((yes(by=by, to=to), labels[0], "take"), (no(by=by, to=to), labels[1], "drop"))
    return [
        replace(felt.button(act, label, _values(felt, seats, icon), icon), css="choice", expects=True)
        for act, label, icon in pairs
        if felt.judge.allows(act)
    ]


def _labels(side: Side, animal: bool, count: int) -> tuple[str, str]:
    if side is Side.BOX and animal:
        return _("Box accepts all"), _("Box refuses all")
    if side is Side.BOX:
        return _("Box takes all"), _("Box drops all")
    if animal:
        return _("All accept"), _("All refuse")
    if count == 2:
        return _("Both take"), _("Both drop")
    return _("All take"), _("All drop")


def _values(felt: Felt, seats: tuple[Seat, ...], icon: str) -> str:
    offered = [_offer(felt, seat) for seat in seats]
    total = sum(one.proposed if icon == "take" else one.price for one in offered)
    return (_("{value} in all") if icon == "take" else _("pays {value} in all")).format(value=total)


def _team_beaver(felt: Felt) -> list[Button]:
    seats = felt.game.waiting_for(Side.TEAM)
    action = a.Beaver(by=seats)
    value = 2 * _offer(felt, seats[0]).proposed
    if not felt.judge.allows(action):
        return []
    small = _("asks {value}").format(value=value)
    return [replace(felt.button(action, _("The team beavers"), small, "beaver"), css="choice", expects=True)]


# ---- doubles ----------------------------------------------------------------------------------------
def _acts(felt: Felt) -> tuple[Button, ...]:
    if not felt.has_cube or felt.game.last_roll is not None or _dice_lie(felt):
        return ()
    if felt.game.is_waiting:
        return _all_answer(felt)
    rules = felt.state.rules
    box, team = (offers.may_turn(felt.game, rules, side) for side in (Side.BOX, Side.TEAM))
    found = [_box_doubles(felt, box), _team_doubles(felt, team), _automatic(felt)]
    return tuple(button for button in found if button is not None)


def _dice_lie(felt: Felt) -> bool:
    """Whether dice lie on a board that is played on: until they are played, no cube is turned."""
    return _is_played(felt) and felt.game.board is not None and felt.game.board.dice is not None


def _is_played(felt: Felt) -> bool:
    return felt.game.board is not None and felt.game.board.last is not None


def _box_doubles(felt: Felt, seats: tuple[Seat, ...]) -> Button | None:
    if felt.by_name:
        return _doubles_by_name(felt, felt.game.box, seats)
    label = ngettext("Box doubles {count}", "Box doubles all {count}", len(seats)).format(count=len(seats))
    action = a.Double(by=(felt.game.box,), to=seats)
    return _doubles(felt, action, seats, label, _("Box doubles them"), _("Box doubles"))


def _team_doubles(felt: Felt, seats: tuple[Seat, ...]) -> Button | None:
    if felt.by_name:
        return _doubles_by_name(felt, felt.game.opponent, seats)
    here = tuple(seat for seat in seats if seat in felt.game.deciding)
    if felt.single:
        return _doubles(felt, a.Double(by=here), here[:1], _("The team doubles"), _("They double"), _("Team doubles"))
    label = ngettext("{count} doubles", "All {count} double", len(here)).format(count=len(here))
    return _doubles(felt, a.Double(by=here), here, label, _("They double"), _("Team doubles"))


def _doubles_by_name(felt: Felt, seat: Seat, seats: tuple[Seat, ...]) -> Button | None:
    action = a.Double(by=(seat,))
    label = _("{name} doubles").format(name=felt.name(seat))
    return _doubles(felt, action, seats, label, "", label)


def _doubles(felt: Felt, action: a.Double, seats: tuple[Seat, ...], label: str, some: str, none: str) -> Button:
    """Return a double of several cubes, saying to what; where there is no cube to turn, a button that says so."""
    if not seats:
        return _nothing_to_turn(felt, action, none)
    if why := felt.judge.why_not(action):
        return Button(felt.judge.document(action), none, _no_turn(felt, action), why=why)
    values = {2 * felt.game.cubes[seat].value for seat in seats}
    small = _("to {value}").format(value=words.listed(str(value) for value in sorted(values)))
    if has_dead_cube(felt.state, felt.game, action.by):
        small = _("{small}, a dead cube").format(small=small)
    return replace(felt.button(action, label, small), some=some, expects=True)


def _nothing_to_turn(felt: Felt, action: a.Double, label: str) -> Button:
    """Return the button where there is no cube to turn, with the house rule where the cap keeps one from it."""
    side = acting_side(felt.game, action.by)
    blocked = {seat: offers.why_not_turn(felt.game, felt.state.rules, seat, side) for seat in felt.game.live}
    capped = {seat: refusal.message for seat, refusal in blocked.items() if isinstance(refusal, PastCap)}
    tried = replace(action, to=tuple(capped)) if side is Side.BOX else replace(action, by=tuple(capped))
    why = Why(_("There is no cube to turn here."), rules_behind(felt.state, capped.values()))
    return Button(felt.judge.document(tried) if capped else "{}", label, _no_turn(felt, None), why=why)


def _no_turn(felt: Felt, action: a.Double | None) -> str:
    """Return in two or three words why a double is not possible; `action` is None where there is no cube for it."""
    if is_crawford(felt.state):
        return _("Crawford game")
    board = felt.game.board
    if action is not None and board is not None and SIDES[board.position.turn] is not acting_side(felt.game, action.by):
        return _("not on turn")
    return _("no cube to turn")


def _automatic(felt: Felt) -> Button | None:
    action = a.AutomaticDouble()
    if _is_played(felt) or not felt.judge.allows(action):
        return None
    return replace(felt.button(action, _("Automatic"), _("equal dice, all double")), expects=True)
