"""Between games, and the results before one is recorded: what each gets, and why the box stays or goes."""

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from club import formats
from games.board.outcome import Result
from games.rules import actions as a
from games.rules import money
from games.rules.cubes import Closed, Closing, Seat, Side
from games.rules.live_game import LiveGame
from games.rules.points import QUARTERS
from games.rules.scoring import multiplier_of
from games.rules.settings import Kind
from games.rules.state import Game, TableState
from games.table_page import for_two, words
from games.table_page.behind import rules_behind, settings_told
from games.table_page.controls import Button, RuleLink
from games.table_page.felt import Felt
from games.table_page.judge import Judge
from games.table_page.model import After, Outcome, SeatLine, Share
from games.table_page.viewer import TableViewer


@dataclass(frozen=True, slots=True)
class Stake:
    """What a point is worth at this table: minor units of a currency; 0 for points only."""

    unit_minor: int
    currency: str
    exponent: int

    def shown(self, minor: int) -> str:
        """Return an amount with its sign and without the currency, which stands above; empty for points only."""
        if self.currency == formats.POINTS_CURRENCY:
            return ""
        return formats.money(minor, self.currency, self.exponent, sign=True).rsplit(formats.NO_BREAK, 1)[0]


# ---- rows of a result -------------------------------------------------------------------------------
def shares(game: Game, judge: Judge, state: TableState, stake: Stake) -> tuple[Share, ...]:
    """Return a row for each player of a game: the box first, then the team in line."""
    minor = money.money_of(money.transfers_of(game, stake.unit_minor))
    points_q = for_two.gained_q(state, game)
    return tuple(
        Share(
            judge.name_of(seat),
            _how(game, seat, judge),
            points_q.get(seat, 0),
            stake.shown(minor.get(seat, 0)) if settles(game) else "",
            words.total(state, seat),
        )
        for seat in game.played.players
    )


def settles(game: Game) -> bool:
    """Whether the game moves points of the night; those within a match do not until it is won."""
    return not game.score or bool(game.pairs)


def total_title(state: TableState) -> str:
    """Return what stands above the totals."""
    return _("Score") if state.score else _("Tonight")


def _how(game: Game, seat: Seat, judge: Judge) -> str:
    of_two = words.is_of_two(game.played)
    if seat == game.box and not of_two:
        return _("box")
    if seat == game.partner:
        return _("shares the box")
    cube = game.played.cubes[game.played.opponent if of_two else seat]
    if cube.closed is not None:
        return _closed_of_two(game, cube.closed, seat, judge) if of_two else _closed(cube.closed)
    if game.score:
        times, rest = multiplier_of(judge.state.rules, game.result), 0
    elif game.result in (Result.OIN, Result.MARS, Result.DRAW) and not judge.state.rules.cube:
        return ""
    else:
        times, rest = divmod(abs(game.points_q.get(seat, 0)), QUARTERS * cube.value)
    if rest or not times:
        return _("cube {value}").format(value=cube.value)
    return _("{value} × {times}").format(value=cube.value, times=times)


def _closed(closing: Closing) -> str:
    lost = closing.points_q < 0
    points = words.amount(closing.points_q)
    match closing.how:
        case Closed.DROPPED:
            return (_("dropped at {points}") if lost else _("the box dropped at {points}")).format(points=points)
        case Closed.REFUSED:
            return (_("refused at {points}") if lost else _("the box refused at {points}")).format(points=points)
        case Closed.DEAL:
            return _("by a deal")
        case Closed.FORFEIT:
            return _("went home")


def _closed_of_two(game: Game, closing: Closing, seat: Seat, judge: Judge) -> str:
    """Say it of whose row it is; of the other one by name."""
    gave_up = game.played.player_of(Side.TEAM if closing.points_q < 0 else Side.BOX)
    if seat == gave_up or closing.how not in (Closed.DROPPED, Closed.REFUSED):
        return _closed(replace(closing, points_q=-abs(closing.points_q)))
    pattern = _("{name} dropped at {points}") if closing.how is Closed.DROPPED else _("{name} refused at {points}")
    return pattern.format(name=judge.name_of(gave_up), points=words.amount(closing.points_q))


# ---- before: the results ------------------------------------------------------------------------
Group = tuple[str, str, tuple[Outcome, ...]]


def outcomes(felt: Felt, stake: Stake) -> tuple[Group, ...]:
    """Return the results of the board in two groups: a heading, who plays, and what each would pay."""
    if felt.game.is_waiting or felt.game.last_roll is not None or not felt.viewer.scores:
        return ()
    found: list[Group] = []
    results = for_two.results_shown(felt.state)
    for group, side in enumerate((Side.BOX, Side.TEAM)):
        made = [_outcome(felt, stake, side, result, 3 * group + at) for at, result in enumerate(results, start=1)]
        found.append((*_heading(felt, side), tuple(one for one in made if one is not None)))
    return tuple(found)


def _heading(felt: Felt, side: Side) -> tuple[str, str]:
    name = felt.name(felt.game.player_of(side))
    if felt.by_name:
        return _("{name} wins").format(name=name), ""
    if side is Side.BOX:
        return _("Box wins"), name
    return _("Team wins"), _("{name} plays").format(name=name)


def _outcome(felt: Felt, stake: Stake, side: Side, result: Result, n: int) -> Outcome | None:
    winner = felt.game.player_of(side) if felt.by_name else side
    action = a.End(winner=winner, result=result)
    after = felt.judge.ended(action)
    if after is None:
        return None
    game = after.games[-1]
    told = words.told(action, felt.judge.name_of)
    return Outcome(
        n=n,
        label=_(words.RESULTS[result]),
        net=_net(felt, game, side),
        record=_("Record: {result}").format(result=told),
        action=felt.judge.document(action),
        rows=shares(game, felt.judge, after, stake),
        then=_then(game, felt.judge, felt.of_two) or _then_of_two(felt, after, side),
    )


def _net(felt: Felt, game: Game, winner: Side) -> str:
    seat = felt.game.player_of(winner) if felt.by_name else felt.game.box
    if game.score:
        return words.score_of_two(game.score[seat], game.score[felt.game.player_of(winner.other)])
    if felt.by_name:
        return formats.points(game.points_q.get(seat, 0))
    net_q = sum(game.points_q.get(seat, 0) for seat in (game.box, game.partner) if seat is not None)
    return _("box {points}").format(points=formats.points(net_q))


def _then(game: Game, judge: Judge, of_two: bool) -> tuple[str, ...]:
    if of_two:
        return ()
    if game.next is None:
        return (_("Then say who won the captain’s game: the deal left it open."),)
    return tuple(words.sentence(reason, judge.name_of) for reason in game.reasons)


def _then_of_two(felt: Felt, after: TableState, side: Side) -> tuple[str, ...]:
    """Say what follows the end of a game of two: the match, or a last roll."""
    if after.match_winner is not None:
        return (_("{name} wins the match with it.").format(name=felt.name(after.match_winner)),)
    if not for_two.grants_last_roll(felt.state, side):
        return ()
    other = felt.name(felt.game.opponent)
    return (_("{name} has one more roll then: with everything off after it, it is a draw.").format(name=other),)


# ---- after ------------------------------------------------------------------------------------------
def after(state: TableState, judge: Judge, viewer: TableViewer, stake: Stake) -> After:
    """Return the card after a game, or the one before the first."""
    seats = _seats(state, judge)
    title = _("Seats for game {number}").format(number=state.next_no)
    of_two = state.opening.kind.is_for_two
    verdict, reasons = for_two.verdict(state, judge.name_of)
    if not state.games:
        return After(
            welcome=_welcome(of_two),
            verdict=verdict,
            reasons=reasons,
            seats_title=title,
            seats=seats,
        )
    game = state.games[-1]
    return After(
        title=words.game_told(game, judge.name_of),
        subtitle=_("game {number}").format(number=game.no),
        verdict=verdict if of_two else _verdict(game, judge),
        reasons=reasons if of_two else _then(game, judge, of_two),
        reasons_behind=() if of_two else rules_behind(state, game.reasons),
        currency=stake.currency if stake.currency != formats.POINTS_CURRENCY and settles(game) else "",
        rows=shares(game, judge, state, stake),
        total_title=total_title(state),
        declare=_declare(state, judge, viewer),
        declare_why=_("A deal settled the captain’s cube, so nobody has won that game yet."),
        seats_title=title,
        seats=seats,
        seats_behind=_seats_behind(state),
        decline=_decline(state, judge, viewer),
    )


def _welcome(of_two: bool) -> str:
    if of_two:
        return _("Nobody has played yet.")
    return _("Nobody has played yet. The first game starts when the seats are right.")


def _seats_behind(state: TableState) -> tuple[RuleLink, ...]:
    """Return the house rules that put a newcomer, a partner or a decliner where he sits."""
    if state.opening.kind.is_for_two:
        return ()
    seating = state.seating
    played = state.games[-1].played if state.games else None
    asked = {
        "join": played is not None and any(seat not in played.players for seat in seating.line),
        "partner_min": seating.partner is not None,
        "decline_box": seating.may_decline is not None,
    }
    return settings_told(state, (key for key, is_so in asked.items() if is_so))


def _verdict(game: Game, judge: Judge) -> str:
    if game.next is None:
        return _("The next box is not decided yet.")
    if game.next.box == game.box:
        return _("{name} stays the box.").format(name=judge.name_of(game.box))
    return _("{name} is the next box.").format(name=judge.name_of(game.next.box))


def _declare(state: TableState, judge: Judge, viewer: TableViewer) -> tuple[Button, ...]:
    game = state.undecided
    if game is None or not viewer.scores:
        return ()
    names = ((Side.BOX, game.box), (Side.TEAM, game.captain))
    return tuple(
        Button(judge.document(a.Declare(winner=side)), _("{name} won").format(name=judge.name_of(seat)))
        for side, seat in names
    )


def _decline(state: TableState, judge: Judge, viewer: TableViewer) -> Button | None:
    seat = state.seating.may_decline
    if seat is None or not viewer.touches(seat) or state.opening.kind.is_for_two:
        return None
    action = a.DeclineBox(player=seat)
    if not judge.allows(action):
        return None
    name = judge.name_of(seat)
    return Button(
        judge.document(action), _("{name} passes the box on").format(name=name), _("the next captain takes it")
    )


def _seats(state: TableState, judge: Judge) -> tuple[SeatLine, ...]:
    seating, of_two = state.seating, state.opening.kind.is_for_two
    if state.opening.kind is Kind.MATCH:
        return ()
    before = state.games[-1].played if state.games else None
    found = [(_("Box"), seating.box)]
    if seating.partner is not None:
        found.append((_("Partner"), seating.partner))
    found += [(_place(number), seat) for number, seat in enumerate(seating.line, start=1)]
    found += [(_("Sits out"), seat) for seat in seating.queue if seat in seating.sitting_out]
    found += [(_("Joins"), seat) for seat in seating.waiting]
    return tuple(
        SeatLine(
            _role_of_two(state, seat) if of_two else role, judge.name_of(seat), "" if of_two else _was(before, seat)
        )
        for role, seat in found
    )


def _role_of_two(state: TableState, seat: Seat) -> str:
    starts = state.opening.kind is Kind.LONG_NARD and seat == state.seating.box
    return _("Starts") if starts else _("Player")


def _place(number: int) -> str:
    return _("Captain") if number == 1 else _("No. {number}").format(number=number)


def _was(before: LiveGame | None, seat: Seat) -> str:
    if before is None:
        return ""
    if seat == before.box:
        return _("was the box")
    if seat == before.partner:
        return _("was the partner")
    if seat in before.members:
        number = before.members.index(seat) + 1
        return _("was captain") if number == 1 else _("was no. {number}").format(number=number)
    return _("joins now")
