"""A table as the API writes it: names in the words of the scoresheet, beside them seats and members' ids."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from club.errors import Forbidden
from club.permissions import Actor
from games import rights, selectors
from games.api import reasons
from games.api.boards import board_document
from games.models import Action as Row
from games.models import Table
from games.rules import money as settled
from games.rules.actions import Action, to_document
from games.rules.allowed import Option, allowed
from games.rules.cubes import Closing, Cube, ExtraCube, Offer, Side
from games.rules.live_game import LiveGame
from games.rules.match import is_crawford
from games.rules.overriding import passed_over
from games.rules.points import format_points
from games.rules.rule_sets import rule_set
from games.rules.settings import Kind
from games.rules.state import Adjustment, Game, Seating, TableState
from games.rules.wording import Message
from games.store import TableNow
from games.stored_log import action_of
from ledger.api.money import Money, money
from ledger.rules.currency import POINTS

Document = dict[str, Any]


def table_document(now: TableNow, actor: Actor) -> Document:
    """Return the whole state of a table: who sits where, every cube, the score, and what may be done now."""
    return {
        **summary(now),
        "rules": now.state.rules.to_document(now.state.opening.kind),
        "rolls": [{now.name_of(seat): throw for seat, throw in one.items()} for one in selectors.throws_of(now)],
        "seats": [_seat(now, seat.no) for seat in now.seats],
        "match": _match(now) if now.state.score else None,
        "game": _live(now, now.state.current) if now.state.current else None,
        "next": _next(now, now.state.seating) if _goes_on(now.state) else None,
        "last_game": game_document(now, now.state.games[-1]) if now.state.games else None,
        "allowed": [_button(now, option) for option in _open_to(now, actor)],
        "warnings": [told(now, message) for message in now.state.warnings],
    }


def _goes_on(state: TableState) -> bool:
    return state.undecided is None and state.match_winner is None


def _match(now: TableNow) -> Document:
    """Return how a match stands. Rule: §3."""
    return {
        "target": now.state.rules.target,
        "score": _score(now, now.state.score),
        "crawford": is_crawford(now.state),
        "winner": _name(now, now.state.match_winner),
    }


def _score(now: TableNow, score: Mapping[int, int]) -> Document:
    return {now.name_of(seat): str(points) for seat, points in score.items()}


def summary(now: TableNow) -> Document:
    """Return what a list of tables shows of one."""
    table = now.table
    return {
        "id": str(table.id),
        "club": str(table.night.club_id),
        "night": str(table.night_id),
        "no": table.no,
        "kind": table.kind,
        "state": table.state,
        "version": now.version,
        "rules_name": table.rules_name,
        "stake": stake(now),
        "players": [now.name_of(seat) for seat in now.state.seating.present],
        "games_finished": len(now.state.games),
    }


def stake(now: TableNow) -> Document | None:
    """Return the money for one point, None at a table that counts points only."""
    if now.table.currency == POINTS:
        return None
    unit = money(now.table.unit_minor, now.table.currency)
    return {"unit": unit["amount"], "currency": unit["currency"]}


def told(now: TableNow, message: Message) -> Document:
    """Return a warning or a reason of a table: code, values, the sentence, and the house rule behind it."""
    return reasons.told(message, now.name_of, rule_set(now.state.rules, now.state.opening.kind))


def _open_to(now: TableNow, actor: Actor) -> Iterator[Option]:
    """Yield what the rules offer now and the actor may record; nothing at a table that is not open."""
    if now.table.state != Table.State.OPEN:
        return
    for option in allowed(now.state):
        if _may_record(now, actor, option.action):
            yield option


def _may_record(now: TableNow, actor: Actor, action: Action) -> bool:
    try:
        rights.require(now, actor, [action])
    except Forbidden:
        return False
    return True


def _button(now: TableNow, option: Option) -> Document:
    return {
        "kind": str(option.kind),
        "action": to_document(option.action, now.name_of),
        "actor": _name(now, option.actor),
        "card": _name(now, option.card),
        "side": None if option.side is None else str(option.side),
        "plays_for": option.plays_for,
        "pays": None if option.pays_q is None else format_points(option.pays_q),
        "asks": option.asks,
        "soft": option.soft,
        "blocked": None if option.blocked is None else told(now, option.blocked),
    }


def _seat(now: TableNow, seat: int) -> Document:
    state = now.state
    return {
        "seat": seat,
        "name": now.name_of(seat),
        "member": str(now.persons[seat]),
        "role": _role(now, seat),
        "stake": format_points(state.stakes.get(seat, 4)),
        "points": format_points(state.totals_q.get(seat, 0)),
        "money": _money(now, now.won_minor.get(seat, 0)),
    }


def _role(now: TableNow, seat: int) -> str:
    """Return where somebody sits now: in the game that is played, else for the next one."""
    seating, game = now.state.seating, now.state.current
    roles: list[tuple[str, Iterable[int | None]]] = [
        ("left", seating.leaving),
        ("box", [game.box if game else seating.box]),
        ("partner", [game.partner if game else seating.partner]),
        ("captain", [game.captain if game else next(iter(seating.line), None)]),
        ("sitting_out", seating.sitting_out),
        ("waiting", seating.waiting),
        ("crew", seating.queue),
    ]
    return next((role for role, seats in roles if seat in seats), "left")


def _minor(now: TableNow, result: Game | Adjustment) -> Mapping[int, int]:
    return settled.money_of(settled.transfers_of(result, now.table.unit_minor))


def _money(now: TableNow, amount_minor: int) -> Money | None:
    return None if now.table.currency == POINTS else money(amount_minor, now.table.currency)


def _live(now: TableNow, game: LiveGame) -> Document:
    return {
        "no": game.no,
        "box": now.name_of(game.box),
        "partner": _name(now, game.partner),
        "captain": now.name_of(game.captain),
        "acting_captain": _name(now, game.acting_captain),
        "cubes": [{"member": now.name_of(seat), **_cube(game.cubes[seat])} for seat in game.members],
        "extras": [_extra(now, extra) for extra in game.extras],
        "automatics": game.automatics,
        "proxies": {now.name_of(seat): now.name_of(proxy) for seat, proxy in game.proxies.items()},
        "offers_closed": game.window_closed,
        "dead_cube": game.dead_cube,
        "last_roll": _last_roll(now, game),
        "board": None if game.board is None else board_document(now, now.state, game, game.board),
    }


def _last_roll(now: TableNow, game: LiveGame) -> Document | None:
    """Return whose last roll the game waits for, and how many of his checkers can be off after it. Rule: §8."""
    if game.last_roll is None:
        return None
    counts = game.last_roll.counts
    return {"by": now.name_of(game.opponent), "least": counts[0], "most": counts[-1]}


def _name(now: TableNow, seat: int | None) -> str | None:
    return None if seat is None else now.name_of(seat)


def _cube(cube: Cube) -> Document:
    return {
        "value": cube.value,
        "owner": str(cube.owner),
        "turned": cube.turned,
        "offer": _offer(cube.offer) if cube.offer else None,
        "closed": _closing(cube.closed) if cube.closed else None,
    }


def _offer(offer: Offer) -> Document:
    return {
        "price": offer.price,
        "proposed": offer.proposed,
        "level": offer.level,
        "answerer": str(offer.answerer),
    }


def _closing(closing: Closing) -> Document:
    winner = None if closing.winner is None else str(closing.winner)
    return {"how": str(closing.how), "winner": winner, "points": format_points(closing.points_q)}


def _extra(now: TableNow, extra: ExtraCube) -> Document:
    return {"from": now.name_of(extra.dropper), "to": now.name_of(extra.taker), "value": extra.value}


def _next(now: TableNow, seating: Seating) -> Document:
    starts = now.state.opening.kind is Kind.LONG_NARD
    return {
        "starter": now.name_of(seating.box) if starts else None,
        "box": now.name_of(seating.box),
        "partner": _name(now, seating.partner),
        "queue": [now.name_of(seat) for seat in seating.line],
    }


def game_document(now: TableNow, game: Game) -> Document:
    """Return a finished game: who played, what each won or lost, and why the box stays or goes."""
    return {
        "no": game.no,
        "box": now.name_of(game.box),
        "partner": _name(now, game.partner),
        "captain": now.name_of(game.captain),
        "winner": None if game.winner is None else str(game.winner),
        "won_by": _won_by(now, game),
        "result": None if game.result is None else str(game.result),
        "score": _score(now, game.score) if game.score else None,
        "points": {now.name_of(seat): format_points(points_q) for seat, points_q in game.points_q.items()},
        "money": _shares(now, {seat: _minor(now, game).get(seat, 0) for seat in game.points_q}),
        "reasons": [told(now, reason) for reason in game.reasons],
        "first_action": game.first_row,
        "last_action": game.last_row,
    }


def _won_by(now: TableNow, game: Game) -> str | None:
    """Return who won a game for two; the winner of a chouette is a side."""
    if game.winner is None or not now.state.opening.kind.is_for_two:
        return None
    return now.name_of(game.box if game.winner is Side.BOX else game.captain)


def _shares(now: TableNow, minor: Mapping[int, int]) -> Document | None:
    if now.table.currency == POINTS:
        return None
    return {now.name_of(seat): money(amount, now.table.currency) for seat, amount in minor.items()}


def log_row(now: TableNow, row: Row) -> Document:
    """Return one row of the log: the act in the words of the scoresheet, what it passed over, who recorded it, when.

    The table stands at that row or behind it.
    """
    action = action_of(row, now.table)
    return {
        "seq": row.seq,
        "action": to_document(action, now.name_of),
        "passed_over": _passed_over(now, row.seq, action),
        "command_id": str(row.command_id),
        "door": row.door,
        "member": str(row.by_member_id) if row.by_member_id else None,
        "at": row.at.isoformat(),
    }


def _passed_over(now: TableNow, line: int, action: Action) -> Document | None:
    """Return the soft rule that was passed over and the reason given for it, as the sheet tells it."""
    passed = passed_over(now.history, line, action)
    return None if passed is None else {**told(now, passed), "reason": action.reason}
