"""A scoresheet scored, checked against its case, and written. Rule: scoresheet, The command."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias, TypeGuard

from games.rules import money
from games.rules.actions import Action, Amend, Undo, to_document
from games.rules.cubes import Seat, Side
from games.rules.currency import Stake, format_amount, read_amount, write_stake
from games.rules.errors import RuleViolation
from games.rules.history import History, begin
from games.rules.points import format_points
from games.rules.refusals.record import RefusalExpected
from games.rules.settings import Kind
from games.rules.sheet_reader import Entry, Sheet, check_opening, read_sheet
from games.rules.state import Adjustment, Game, Opening, TableState
from games.rules.wording import render

__all__ = [
    "Entry", "SettleUp", "Sheet", "Stopped", "check", "check_opening", "play", "played",
    "read_sheet", "score", "write",
]  # fmt: skip

SettleUp: TypeAlias = Callable[[Mapping[Seat, int]], Iterable[money.Transfer]]
"""Balances in minor units by seat, into the payments that settle them."""

Answer: TypeAlias = dict[str, object]


class Stopped(Exception):
    """Raised when a line of the sheet is refused that should stand, or stands and should not."""

    def __init__(self, row: int, refusal: RuleViolation) -> None:
        super().__init__(row, refusal.code)
        self.row = row
        self.refusal = refusal


def play(sheet: Sheet) -> TableState:
    """Return the table that the sheet makes; raise Stopped at the first wrong line."""
    (last,) = deque(played(sheet), maxlen=1)
    return last


def played(sheet: Sheet) -> Iterator[TableState]:
    """Yield the table as it is opened and after every line; raise Stopped at the first wrong one.

    The tables before it are kept where lines are taken back or corrected, else a long sheet takes no more room than
    its last table.
    """
    looks_back = any(isinstance(entry.action, Undo | Amend) for entry in sheet.entries)
    history = begin(sheet.opening)
    yield history.state
    for row, entry in enumerate(sheet.entries, start=1):
        try:
            after = _entered(history, entry)
        except RuleViolation as refusal:
            raise Stopped(row, refusal) from refusal
        history = after if looks_back else after.alone()
        yield history.state


def score(sheet: Sheet, settle_up: SettleUp | None = None) -> Answer:
    """Return the answer of `score --json`; with `settle_up` it has the payments as well."""
    try:
        state = play(sheet)
    except Stopped as stopped:
        return _refused(sheet, stopped)
    return _scored(sheet, state, settle_up)


def _scored(sheet: Sheet, state: TableState, settle_up: SettleUp | None = None) -> Answer:
    return {
        "id": sheet.id,
        "ok": True,
        "games": [_game(sheet, game) for game in state.games],
        "points": _points(sheet, state.totals_q),
        **_match(sheet, state),
        **_money(sheet, state, settle_up),
        "next": _next(sheet, state),
        "warnings": [warning.code for warning in state.warnings],
    }


def check(sheet: Sheet) -> list[str]:
    """Return the differences between what came out and what the case expects, in words."""
    try:
        state = play(sheet)
    except Stopped as stopped:
        sentence = render(stopped.refusal.message, sheet.name_of)
        return [f"refused: action {stopped.row}: {sentence} ({stopped.refusal.code})"]
    return list(_differences(sheet.expect, _scored(sheet, state), ""))


def write(
    opening: Opening,
    names: Sequence[str],
    actions: Iterable[Action],
    *,
    stake: Stake | None = None,
    sheet_id: str | None = None,
) -> dict[str, object]:
    """Return a table as a scoresheet document; the same table always gives the same document."""

    def name_of(seat: Seat) -> str:
        return names[seat - 1]

    head: dict[str, object] = {"scoresheet": 1, "id": sheet_id, "kind": str(opening.kind)}
    seated: dict[str, object] = {
        "rules": opening.rules.to_document(opening.kind),
        "stake": None if stake is None else write_stake(stake),
        "stakes": {name_of(seat): format_points(q) for seat, q in sorted(opening.stakes.items())},
        "players": [name_of(seat) for seat in opening.players],
        "partner": None if opening.partner is None else name_of(opening.partner),
    }
    done = {"actions": [to_document(action, name_of) for action in actions]}
    document = {**head, **seated, **done}
    return {key: value for key, value in document.items() if value not in (None, {})}


def _entered(history: History, entry: Entry) -> History:
    """The history after one line; a line that is rightly refused counts and does nothing."""
    try:
        if isinstance(entry.action, RuleViolation):
            raise entry.action
        after = history.extended(entry.action)
    except RuleViolation as refusal:
        if entry.refused in (True, refusal.code):
            return history.extended(None)
        raise
    if entry.refused:
        raise RefusalExpected()
    return after


def _refused(sheet: Sheet, stopped: Stopped) -> Answer:
    detail = render(stopped.refusal.message, sheet.name_of)
    error = {"action": stopped.row, "code": stopped.refusal.code, "detail": detail}
    return {"id": sheet.id, "ok": False, "error": error}


def _game(sheet: Sheet, game: Game) -> Answer:
    return {
        "no": game.no,
        "points": _points(sheet, game.points_q),
        "winner": _winner(sheet, game),
        "result": None if game.result is None else str(game.result),
        "box": sheet.name_of(game.box),
        "captain": sheet.name_of(game.captain),
        **_score(sheet, game.score),
    }


def _match(sheet: Sheet, state: TableState) -> Answer:
    """The score of a match and who has won it; nothing for other kinds of play."""
    if sheet.opening.kind is not Kind.MATCH:
        return {}
    winner = state.match_winner
    return {**_score(sheet, state.score), "winner": None if winner is None else sheet.name_of(winner)}


def _score(sheet: Sheet, score: Mapping[Seat, int]) -> Answer:
    return {"score": {sheet.name_of(seat): str(points) for seat, points in sorted(score.items())}} if score else {}


def _winner(sheet: Sheet, game: Game) -> str | None:
    if game.winner is None:
        return None
    if sheet.opening.kind.is_for_two:
        return sheet.name_of(game.box if game.winner is Side.BOX else game.captain)
    return str(game.winner)


def _points(sheet: Sheet, points_q: Mapping[Seat, int]) -> dict[str, str]:
    return {sheet.name_of(seat): format_points(q) for seat, q in sorted(points_q.items())}


def _money(sheet: Sheet, state: TableState, settle_up: SettleUp | None) -> Answer:
    if sheet.stake is None:
        return {}
    stake = sheet.stake
    balances = dict.fromkeys(sorted(state.totals_q), 0)
    results: tuple[Game | Adjustment, ...] = (*state.games, *state.adjustments)
    for result in results:
        moved = money.money_of(money.transfers_of(result, stake.unit_minor))
        for seat, amount in moved.items():
            balances[seat] += amount
    shown = {sheet.name_of(seat): _amount(stake, amount) for seat, amount in balances.items()}
    return {"money": shown, **_fees(sheet, stake, balances), **_payments(sheet, balances, settle_up)}


def _fees(sheet: Sheet, stake: Stake, balances: Mapping[Seat, int]) -> Answer:
    """The table fee of each player, reported beside the money. Rule: §5, `table_fee`; §6."""
    fee = read_amount(sheet.opening.rules.table_fee, stake.exponent, "/rules/table_fee")
    if fee == 0:
        return {}
    return {"fees": {sheet.name_of(seat): _amount(stake, fee) for seat in balances}}


def _payments(sheet: Sheet, balances: Mapping[Seat, int], settle_up: SettleUp | None) -> Answer:
    if settle_up is None or sheet.stake is None:
        return {}
    stake = sheet.stake
    payments = [
        {
            "from": sheet.name_of(one.source),
            "to": sheet.name_of(one.target),
            "amount": _amount(stake, one.amount_minor),
        }
        for one in settle_up(balances)
    ]
    return {"payments": payments}


def _amount(stake: Stake, minor: int) -> str:
    return format_amount(minor, stake.exponent)


def _next(sheet: Sheet, state: TableState) -> Answer | None:
    if state.undecided is not None:
        return None
    seating = state.seating
    if state.opening.kind is Kind.LONG_NARD:
        return {"starter": sheet.name_of(seating.box)}
    if state.match_winner is not None:
        return None
    return {
        "box": sheet.name_of(seating.box),
        "partner": None if seating.partner is None else sheet.name_of(seating.partner),
        "queue": [sheet.name_of(seat) for seat in seating.line],
    }


def _differences(expected: object, found: object, where: str) -> Iterable[str]:
    """Only the keys that the case names are compared; numbers are compared as text."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            yield from _differences(value, found.get(key), f"{where}/{key}")
    elif _are_mappings(expected) and _are_mappings(found) and len(expected) == len(found):
        for at, (wanted, came) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(wanted, came, f"{where}/{at}")
    elif _plain(expected) != _plain(found):
        yield f"{where}: expected {_plain(expected)!r}, came out {_plain(found)!r}"


def _are_mappings(value: object) -> TypeGuard[Sequence[Mapping[str, object]]]:
    return isinstance(value, list | tuple) and all(isinstance(one, Mapping) for one in value)


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value
