"""Words that several parts of the drawn table share: names, lists, places in line, acts as the sheet tells them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from club import formats
from games.rules import actions as a
from games.rules.state import Game, LiveGame, Result, Seat, Side
from games.rules.wording import Message, render
from games.table_page.answer_words import answer_told

NameOf = Callable[[Seat], str]

ANIMALS: Final = {1: gettext_noop("Beaver"), 2: gettext_noop("Raccoon"), 3: gettext_noop("Otter")}
RESULTS: Final = {
    Result.SINGLE: gettext_noop("Single"),
    Result.GAMMON: gettext_noop("Gammon"),
    Result.BACKGAMMON: gettext_noop("Backgammon"),
}


def animal(level: int) -> str:
    """Return the name of the next turn after `level` of them: beaver, raccoon, otter and on."""
    return _(ANIMALS[min(level + 1, 3)])


def listed(names: Iterable[str]) -> str:
    """Return "A, B and C" in the reader's language."""
    *first, last = names
    return _("{first} and {last}").format(first=", ".join(first), last=last) if first else last


def amount(points_q: int) -> str:
    """Return points without a sign, for what is paid."""
    return formats.unsigned_points(abs(points_q))


def sentence(message: Message, name_of: NameOf) -> str:
    """Return what the rules have to say, in the reader's language."""
    return render(message, name_of, _, formats.unsigned_points)


def place(game: LiveGame, seat: Seat) -> str:
    """Return where a member stands in the team."""
    number = game.members.index(seat) + 1
    acts = game.acting_captain == seat
    if seat in game.left:
        return _("Gone home; the cube follows the captain’s")
    if seat == game.captain:
        return _("Captain")
    if acts:
        return _("No. {number} in line, plays for the team").format(number=number)
    return _("No. {number} in line").format(number=number)


def result_told(winner: str, result: Result | None) -> str:
    """Return who won how, as a heading: "The box wins a gammon"."""
    words = {
        ("box", Result.SINGLE): _("The box wins a single"),
        ("box", Result.GAMMON): _("The box wins a gammon"),
        ("box", Result.BACKGAMMON): _("The box wins a backgammon"),
        ("box", None): _("The box has won"),
        ("team", Result.SINGLE): _("The team wins a single"),
        ("team", Result.GAMMON): _("The team wins a gammon"),
        ("team", Result.BACKGAMMON): _("The team wins a backgammon"),
        ("team", None): _("The team has won"),
    }
    return words.get((winner, result)) or _("The game is over")


def is_of_two(game: LiveGame) -> bool:
    """Whether one plays one: then a result is told by names, whatever kind of table it is."""
    return len(game.members) == 1 and game.partner is None


def seat_of(game: LiveGame, side: Side) -> Seat:
    """Return who plays for a side in a game of two."""
    return game.box if side is Side.BOX else game.members[0]


def game_told(game: Game, name_of: NameOf) -> str:
    """Return who won a finished game how: by name in a game of two, else the box or the team."""
    if game.winner is not None and is_of_two(game.played):
        return named_result(name_of(seat_of(game.played, game.winner)), game.result)
    return result_told(game.winner or "", game.result)


def with_name(action: a.Action, game: LiveGame) -> a.Action:
    """Return the end of a game of two with the winner's seat for his side, so that it is told by name."""
    if isinstance(action, a.End) and isinstance(action.winner, Side) and is_of_two(game):
        return replace(action, winner=seat_of(game, action.winner))
    return action


def named_result(name: str, result: Result | None) -> str:
    """Return who of two won how: "Anna wins a gammon"."""
    words = {
        Result.SINGLE: _("{name} wins a single"),
        Result.GAMMON: _("{name} wins a gammon"),
        Result.BACKGAMMON: _("{name} wins a backgammon"),
        None: _("{name} has won"),
    }
    return words[result].format(name=name)


def briefly(names: Iterable[str]) -> str:
    """Return a list of names that fits a button: "Anna and 4 others" where it would be long."""
    first, *others = names
    if len(others) < 2:
        return listed([first, *others])
    return ngettext("{first} and {count} other", "{first} and {count} others", len(others)).format(
        first=first, count=len(others)
    )


def told(action: a.Action, name_of: NameOf, *, brief: bool = False) -> str:
    """Return what was done as one sentence, as the sheet and (in brief) the undo button tell it."""

    def say(pattern: str, **values: object) -> str:
        return pattern.format(**values)

    def many(seats: tuple[Seat, ...]) -> str:
        return (briefly if brief else listed)(map(name_of, seats))

    match action:
        case a.Start():
            return _("A game starts")
        case a.AutomaticDouble(only=only):
            return say(_("Automatic double for {names}"), names=many(only)) if only else _("Automatic double")
        case a.Double(by=by, to=to):
            return _double_told(many(by), len(by), many(to) if to else "")
        case a.Take() | a.Drop() | a.Beaver() | a.Accept() | a.Refuse() | a.Raccoon() | a.Otter():
            return answer_told(action, many)
        case a.Deal(player=player, points_q=points_q):
            return say(_("Deal: {name} {points}"), name=name_of(player), points=formats.points(points_q))
        case a.Declare(winner=winner):
            return _("Declared: the box won") if winner is Side.BOX else _("Declared: the captain won")
        case a.Extra(dropper=dropper, taker=taker):
            return say(_("{name} plays an extra against {taker}"), name=name_of(dropper), taker=name_of(taker))
        case a.End(winner=winner, result=result):
            return result_told(winner, result) if isinstance(winner, Side) else named_result(name_of(winner), result)
        case a.Resign(by=by, result=result):
            return _resign_told(many(by), len(by), _(RESULTS[result]))
        case a.Join(player=player):
            return say(_("{name} joins"), name=name_of(player))
        case a.Leave(player=player):
            return say(_("{name} goes home"), name=name_of(player))
        case a.SitOut(player=player):
            return say(_("{name} sits out"), name=name_of(player))
        case a.Return(player=player):
            return say(_("{name} plays again"), name=name_of(player))
        case a.Partner(player=player):
            return (
                _("The partnership ends")
                if player is None
                else say(_("{name} is the box’s partner"), name=name_of(player))
            )
        case a.DeclineBox(player=player):
            return say(_("{name} passes the box on"), name=name_of(player))
        case a.Reorder(players=players):
            return say(_("Seats set by hand: {names}"), names=", ".join(map(name_of, players)))
        case a.Adjust(points_q=shares):
            each = ", ".join(f"{name_of(seat)} {formats.points(points_q)}" for seat, points_q in shares)
            return say(_("Correction: {each}"), each=each)
        case a.Undo(to=to):
            return _("The last act is taken back") if to is None else say(_("Taken back to line {line}"), line=to)
        case a.Note(text=text):
            return say(_("Note: {text}"), text=text)
        case a.Amend(game=game, actions=acts):
            return say(_("Game {game} is corrected") if acts else _("Game {game} is taken out"), game=game)
        case _:
            assert_never(action)


def _resign_told(who: str, count: int, result: str) -> str:
    return ngettext("{who} resigns: {result}", "{who} resign: {result}", count).format(who=who, result=result)


def _double_told(who: str, count: int, names: str) -> str:
    if names:
        return ngettext("{who} doubles {names}", "{who} double {names}", count).format(who=who, names=names)
    return ngettext("{who} doubles", "{who} double", count).format(who=who)
