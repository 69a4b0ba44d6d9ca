"""Words that several parts of the drawn table share: names, lists, places in line, acts as the sheet tells them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from club import formats
from games.board.notation import NO_MOVE
from games.board.outcome import Result
from games.board.turns import Dice
from games.rules import actions as a
from games.rules.cubes import Seat, Side
from games.rules.live_game import LiveGame
from games.rules.state import Game, TableState
from games.rules.wording import Message, render
from games.table_page.answer_words import answer_told

NameOf = Callable[[Seat], str]

ANIMALS: Final = {1: gettext_noop("Beaver"), 2: gettext_noop("Raccoon"), 3: gettext_noop("Otter")}
RESULTS: Final = {
    Result.SINGLE: gettext_noop("Single"),
    Result.GAMMON: gettext_noop("Gammon"),
    Result.BACKGAMMON: gettext_noop("Backgammon"),
    Result.OIN: gettext_noop("Oin"),
    Result.MARS: gettext_noop("Mars"),
    Result.DRAW: gettext_noop("Draw"),
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


def place(game: LiveGame, seat: Seat, name_of: NameOf) -> str:
    """Return where a member stands in the team, or who plays his cube on."""
    number = game.members.index(seat) + 1
    acts = game.acting_captain == seat
    if seat in game.left:
        return _gone_home(game, seat, name_of)
    if seat == game.captain:
        return _("Captain")
    if acts:
        return _("No. {number} in line, plays for the team").format(number=number)
    return _("No. {number} in line").format(number=number)


def _gone_home(game: LiveGame, seat: Seat, name_of: NameOf) -> str:
    if seat in game.proxies:
        return _("Gone home; {name} plays this cube").format(name=name_of(game.proxies[seat]))
    return _("Gone home; the cube follows the captain’s") if seat in game.live else _("Gone home")


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
        ("", Result.DRAW): _("A draw"),
    }
    return words.get((winner, result)) or _("The game is over")


def is_of_two(game: LiveGame) -> bool:
    """Whether one plays one: then a result is told by names, whatever kind of table it is."""
    return len(game.members) == 1 and game.partner is None


def game_told(game: Game, name_of: NameOf) -> str:
    """Return who won a finished game how: by name in a game of two, with the score in a match, else box or team."""
    if game.result is Result.DRAW:
        return _("A draw")
    if game.winner is None or not is_of_two(game.played):
        return result_told(game.winner or "", game.result)
    told = named_result(name_of(game.played.player_of(game.winner)), game.result)
    return _with_score(game, told, game.winner) if game.score else told


def _with_score(game: Game, told: str, winner: Side) -> str:
    """Say how the match then stands, the winner's points first; only the last game of a match settles anything."""
    own, other = (game.score[game.played.player_of(side)] for side in (winner, winner.other))
    pattern = _("{result} and with it the match, {score}") if game.pairs else _("{result}: {score}")
    return pattern.format(result=told, score=score_of_two(own, other))


def score_of_two(one: int, other: int) -> str:
    """Return the score of a match in figures: "3 – 2", never broken."""
    return f"{one}{formats.NO_BREAK}–{formats.NO_BREAK}{other}"


def score_told(score: Mapping[Seat, int], name_of: NameOf) -> str:
    """Return the score of a match with its two names: "Anna 3 – 2 Béla"."""
    (one, points), (other, others) = sorted(score.items())
    return f"{name_of(one)} {score_of_two(points, others)} {name_of(other)}"


def total(state: TableState, seat: Seat) -> str:
    """Return what somebody has so far: the points of the night, or those of the match."""
    return str(state.score[seat]) if seat in state.score else formats.points(state.totals_q.get(seat, 0))


def with_name(action: a.Action, game: LiveGame) -> a.Action:
    """Return the end of a game of two with the winner's seat for his side, so that it is told by name."""
    if isinstance(action, a.End) and isinstance(action.winner, Side) and is_of_two(game):
        return replace(action, winner=game.player_of(action.winner))
    return action


def named_result(name: str, result: Result | None) -> str:
    """Return who of two won how: "Anna wins a gammon"."""
    words = {
        Result.SINGLE: _("{name} wins a single"),
        Result.GAMMON: _("{name} wins a gammon"),
        Result.BACKGAMMON: _("{name} wins a backgammon"),
        Result.OIN: _("{name} wins an oin"),
        Result.MARS: _("{name} wins a mars"),
        Result.DRAW: _("A draw"),
        None: _("{name} has won"),
    }
    return words[result].format(name=name)


def dice_told(dice: Dice) -> str:
    """Return two dice as they are said: "3-1"."""
    return f"{dice[0]}-{dice[1]}"


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
        case a.End():
            return _end_told(action, name_of)
        case a.Resign():
            return _resign_told(action, many(action.by))
        case a.LastRoll(by=mover, borne_off=off):
            return say(_("Last roll of {name}: {count} off"), name=name_of(mover), count=off)
        case a.Roll(by=by, dice=dice):
            rolls = ngettext("{who} rolls {dice}", "{who} roll {dice}", len(by))
            return say(rolls, who=many(by), dice=dice_told(dice))
        case a.Play(by=by, moves=moves):
            return say(_("{who}: {moves}"), who=many(by), moves=moves_told(moves))
        case a.Challenge(by=by):
            return say(_("{who}: the last play was not legal and is taken back"), who=many(by))
        case a.Join(player=player):
            return say(_("{name} joins"), name=name_of(player))
        case a.Leave(player=player, proxy=proxy):
            if proxy is None:
                return say(_("{name} goes home"), name=name_of(player))
            return say(_("{name} goes home; {proxy} plays the cube on"), name=name_of(player), proxy=name_of(proxy))
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


def moves_told(moves: str) -> str:
    """Return a play as it is written, and a turn without one in words."""
    return _("no move") if moves.strip() in ("", NO_MOVE) else moves.strip()


def _end_told(action: a.End, name_of: NameOf) -> str:
    """Say the end as it was recorded: in long nard a last roll may still change what the game counts."""
    if action.winner is None or isinstance(action.winner, Side):
        return result_told(action.winner or "", action.result)
    name = name_of(action.winner)
    if action.borne_off:
        each = ", ".join(f"{name_of(loser)} {off}" for loser, off in action.borne_off)
        return _("{name} bears off everything; off so far: {each}").format(name=name, each=each)
    if action.result in (Result.OIN, Result.MARS):
        return _("{name} bears off everything: {result}").format(name=name, result=_(RESULTS[action.result]))
    return named_result(name, action.result)


def _resign_told(action: a.Resign, who: str) -> str:
    count = len(action.by)
    if action.result is None:
        off = ngettext("{who} resigns with {off} off", "{who} resign with {off} off", count)
        return off.format(who=who, off=action.borne_off)
    told = ngettext("{who} resigns: {result}", "{who} resign: {result}", count)
    return told.format(who=who, result=_(RESULTS[action.result]))


def _double_told(who: str, count: int, names: str) -> str:
    if names:
        return ngettext("{who} doubles {names}", "{who} double {names}", count).format(who=who, names=names)
    return ngettext("{who} doubles", "{who} double", count).format(who=who)
