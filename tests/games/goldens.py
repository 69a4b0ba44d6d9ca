"""Nights as they were played and as they were scored then, frozen to files. See golden/README.md.

A file holds one table as the database stores it, a JSON document a line: the table with its seats, the rows of its
log, each of its games and corrections, and how everything stood at the end.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import redaction, store
from games.models import Action as Row
from games.models import Seat, Table
from games.rules import money
from games.rules.actions import Action, Join, to_log
from games.rules.cubes import Cube
from games.rules.live_game import LiveGame
from games.rules.state import Adjustment, Game, Opening, Seating
from games.store import TableNow
from games.stored_log import FORMAT

FOLDER = Path(__file__).parent / "golden"
UNIT_MINOR = 333
"""Thirds of a unit and quarters of a point: every rounding shows."""

Document = dict[str, Any]


@dataclass(frozen=True)
class Golden:
    """One table as it is stored, and what came out when it was played."""

    name: str
    table: Document
    log: Sequence[Document]
    outcome: Sequence[Document]


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def read(name: str) -> Golden:
    lines = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text().splitlines()]
    log = [line for line in lines if "seq" in line]
    return Golden(name, lines[0]["table"], log, lines[1 + len(log) :])


def add(golden: Golden) -> Path:
    """Write a new file; raise FileExistsError where there is one: what was played is never played anew."""
    path = FOLDER / f"{golden.name}.jsonl"
    with path.open("x") as file:
        for line in ({"table": golden.table}, *golden.log, *golden.outcome):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
    return path


def frozen(name: str, opening: Opening, actions: Sequence[Action]) -> Golden:
    """Return a table as today's program would store it, with what it makes of it."""
    table = {
        "kind": str(opening.kind),
        "rules": opening.rules.to_document(opening.kind),
        "opening_seats": len(opening.players),
        "partner_seat": opening.partner,
        "unit_minor": UNIT_MINOR,
        "seats": {str(no): opening.stakes.get(no, 4) for no in _seats(opening, actions)},
    }
    stored = Golden(name, table, list(_rows(actions)), ())
    return Golden(name, table, stored.log, list(outcome(replayed(stored))))


def _seats(opening: Opening, actions: Iterable[Action]) -> list[int]:
    sat_down = {action.player for action in actions if isinstance(action, Join)}
    return sorted({*opening.players, *({opening.partner} - {None}), *sat_down})


def _rows(actions: Iterable[Action]) -> Iterator[Document]:
    for seq, action in enumerate(actions, start=1):
        document, text = redaction.split(to_log(action))
        yield {"seq": seq, "v": FORMAT, "document": document, **({"text": text} if text else {})}


# ---- played again -----------------------------------------------------------------------------------
def replayed(golden: Golden) -> TableNow:
    """Return the table as the product reads it from its database."""
    columns = {key: value for key, value in golden.table.items() if key != "seats"}
    table = Table(no=1, **columns)
    seats = [Seat(table=table, no=int(no), label=f"Player {no}", stake_q=q) for no, q in golden.table["seats"].items()]
    rows = [Row(table=table, **row) for row in golden.log]
    return store.folded(table, seats, rows)


def outcome(now: TableNow) -> Iterator[Document]:
    """Yield what a table has come to: game by game, corrections, and how it stands at the end."""
    for game in now.state.games:
        yield {"game": game.no, **_said(_game(game, now.table.unit_minor))}
    for one in now.state.adjustments:
        yield {"adjustment": one.row, **_said(_shares(one, now.table.unit_minor))}
    yield {"stands": _said(_stands(now))}


def _game(game: Game, unit_minor: int) -> Document:
    return {
        "rows": [game.first_row, game.last_row],
        "box": game.box,
        "partner": game.partner,
        "captain": game.captain,
        "winner": game.winner,
        "result": game.result,
        **_shares(game, unit_minor),
        "pairs": [[pair.loser, pair.winner, pair.points_q] for pair in game.pairs],
        "reasons": [reason.code for reason in game.reasons],
        "next": None if game.next is None else _said(_seating(game.next)),
        "score": _by_seat(game.score),
    }


def _shares(result: Game | Adjustment, unit_minor: int) -> Document:
    moved = money.transfers_of(result, unit_minor)
    return {
        "points_q": _by_seat(result.points_q),
        "money": [[one.source, one.target, one.amount_minor] for one in moved],
    }


def _seating(seating: Seating) -> Document:
    return {
        "box": seating.box,
        "queue": list(seating.queue),
        "partner": seating.partner,
        "sitting_out": sorted(seating.sitting_out),
        "waiting": list(seating.waiting),
        "leaving": sorted(seating.leaving),
        "may_decline": seating.may_decline,
        "last_loser": seating.last_loser,
    }


def _stands(now: TableNow) -> Document:
    state = now.state
    return {
        "seating": _said(_seating(state.seating)),
        "stakes": _by_seat(state.stakes),
        "totals_q": _by_seat(state.totals_q),
        "won_minor": _by_seat(now.won_minor),
        "next_no": state.next_no,
        "score": _by_seat(state.score),
        "match_winner": state.match_winner,
        "warnings": [warning.code for warning in state.warnings],
        "playing": None if state.current is None else _said(_playing(state.current)),
    }


def _playing(game: LiveGame) -> Document:
    return {
        "no": game.no,
        "box": game.box,
        "captain": game.captain,
        "cubes": {str(seat): _said(_cube(cube)) for seat, cube in game.cubes.items()},
        "extras": [[extra.dropper, extra.taker, extra.value] for extra in game.extras],
        "left": sorted(game.left),
    }


def _cube(cube: Cube) -> Document:
    offer, closed = cube.offer, cube.closed
    return {
        "value": cube.value,
        "owner": cube.owner,
        "automatics": cube.automatics,
        "offer": None if offer is None else [offer.price, offer.proposed, offer.level, offer.doubler],
        "closed": None if closed is None else [closed.how, closed.points_q],
    }


def _by_seat(points: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): points[seat] for seat in sorted(points)}


def _said(document: Document) -> Document:
    """Return what is there to say: later versions may have more to say of what was empty."""
    return {key: value for key, value in document.items() if value not in (None, [], {}, 0)}
