"""Acts at a table: against a bare view, and how they grow with the log."""

from collections.abc import Iterator
from itertools import count
from uuid import uuid4

from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games import services, store
from games.rules import history
from games.store import TableNow
from tests.bench.measuring import Ratio, in_turns, ratio
from tests.bench.urls import insert_one_row
from tests.cast import NAMES, Cast

PLAYERS = NAMES[:4]
GAME = [
    {"do": "double", "by": "Anna"},
    {"do": "take", "by": list(PLAYERS[1:])},
    {"do": "end", "winner": "box", "result": "single"},
]


class Evening:
    """A table where Anna is the box and wins for ever: three acts a game."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.now: TableNow = cast.table(*PLAYERS)
        self._acts: Iterator[dict[str, object]] = (GAME[no % len(GAME)] for no in count())

    def next_act(self) -> dict[str, object]:
        return next(self._acts)

    def act(self) -> TableNow:
        return services.act(
            table_id=self.now.table.id, actor=self.cast.actor(), actions=[self.next_act()], command_id=uuid4()
        )

    def play_to(self, version: int) -> None:
        """Record acts, thirty at a time, until the log has `version` rows."""
        while (missing := version - self.now.version) > 0:
            acts = [self.next_act() for _act in range(min(30, missing))]
            self.now = services.act(
                table_id=self.now.table.id, actor=self.cast.actor(), actions=acts, command_id=uuid4()
            )


def acts_against_a_bare_view(cast: Cast, rounds: int) -> list[Ratio]:
    """Return act : bare view, for acts within a game and for those that end one and post to the books."""
    evening, client = Evening(cast), APIClient()
    client.force_authenticate(cast.members["Anna"].user)

    def posted(url: str, body: dict[str, object]) -> None:
        answer = client.post(url, {"command_id": str(uuid4()), **body}, format="json")
        assert answer.status_code == 201, answer.content

    acts = f"/api/v1/tables/{evening.now.table.id}/actions"
    pairs = in_turns(
        lambda: posted(acts, evening.next_act()),
        lambda: posted("/bench/rows", {"do": "double"}),
        rounds=rounds * len(GAME),
        warm_up=2 * len(GAME),
    )
    ends = pairs[len(GAME) - 1 :: len(GAME)]
    within = [pair for no, pair in enumerate(pairs) if (no + 1) % len(GAME)]
    return [
        ratio("an act by the API : a bare DRF view that inserts one row", within),
        ratio("an act that ends a game and posts it : the same bare view", ends),
    ]


def the_service_against_one_insert(cast: Cast, rounds: int) -> list[Ratio]:
    """Return the service `act` : one row inserted through the ORM, each in its transaction; no HTTP on either side."""
    evening = Evening(cast)
    pairs = in_turns(evening.act, insert_one_row, rounds=rounds * len(GAME), warm_up=2 * len(GAME))
    within = [pair for no, pair in enumerate(pairs) if (no + 1) % len(GAME)]
    return [ratio("the service act : one ORM insert in a transaction", within)]


def folding_against_reading(cast: Cast, rounds: int, rows: int = 1000) -> list[Ratio]:
    """Return folding parsed acts : reading their rows through the ORM."""
    evening = Evening(cast)
    evening.play_to(rows)
    now = evening.now
    opening = store.opening_of(now.table, now.seats)
    pairs = in_turns(
        lambda: history.replay(opening, now.actions),
        lambda: list(now.table.actions.order_by("seq")),
        rounds=rounds,
    )
    return [ratio(f"folding {rows:,} parsed acts : reading their rows by the ORM", pairs)]


def queries_of_an_act(cast: Cast, versions: tuple[int, ...] = (10, 1000)) -> list[str]:
    """Return how many statements an act takes at these lengths of the log, by a process that knows it and a new one."""
    evening = Evening(cast)
    lines = []
    for version in versions:
        evening.play_to(version - 1)
        knows = _queries(evening)
        store._folds._kept.clear()
        lines.append(
            f"statements of an act at act {version:,}: {knows}; in a process new to the table: {_queries(evening)}"
        )
        evening.now = store.load(evening.now.table.__class__.objects.get(pk=evening.now.table.pk))
    return lines


def _queries(evening: Evening) -> int:
    with CaptureQueriesContext(connection) as captured:
        evening.act()
    return len([one for one in captured if not one["sql"].startswith(("SAVEPOINT", "RELEASE"))])
