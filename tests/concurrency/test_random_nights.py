"""Random nights played through the services by four threads at once: afterwards books and logs agree to the unit."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from club import outbox, services
from club.models import Member
from games import checks, standings
from games import services as games
from games.models import Game, Season, Standing
from games.rules.actions import Action, to_document
from games.rules.state import Opening
from games.store import TableNow
from ledger import checks as ledger_checks
from ledger.models import Account
from tests.cast import Cast
from tests.games.rules.nights import random_night

pytestmark = [pytest.mark.postgres, pytest.mark.long]

NIGHTS = 300
THREADS = 4


def test_three_hundred_random_nights_by_four_threads_leave_books_and_logs_agreeing(cast: Cast) -> None:
    everybody = people(cast, 14)
    season = Season.objects.create(club=cast.club, name="all", starts=cast.night.date, ends=cast.night.date)

    def play(seed: int) -> int:
        try:
            return play_night(cast, everybody, seed)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(THREADS) as pool:
        acts = sum(pool.map(play, range(NIGHTS)))
    assert acts > NIGHTS * 10
    assert Game.objects.count() > NIGHTS
    assert list(checks.differences()) == []
    assert [str(finding) for finding in ledger_checks.findings()] == []
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0
    while outbox.relay(limit=10_000):
        pass
    assert told(season) == rebuilt(season) != []


def people(cast: Cast, count: int) -> list[Member]:
    guests = [services.add_guest(club=cast.club, name=f"Guest {no}", actor=cast.actor()) for no in range(count)]
    return [*cast.members.values(), *guests]


def play_night(cast: Cast, everybody: list[Member], seed: int) -> int:
    """Play one random night at one table; return how many acts were recorded."""
    opening, actions = random_night(seed)
    members = random.Random(seed).sample(everybody, len(everybody))
    night = services.open_night(club=cast.club, actor=cast.actor(), date=cast.night.date)
    now = games.open_table(
        night_id=night.id,
        actor=cast.actor(),
        kind=opening.kind,
        rules=opening.rules.to_document(opening.kind),
        unit_minor=random.Random(seed).choice([1, 25, 50, 333]),
        currency="EUR",
        ring=ring(opening, members),
    )
    for action in actions:
        now = act(cast, now, members, action)
    return now.version


def ring(opening: Opening, members: list[Member]) -> games.Ring:
    seats = [*opening.players, *([opening.partner] if opening.partner else [])]
    assert seats == list(range(1, len(seats) + 1))
    return games.Ring(
        players=[members[seat - 1].id for seat in opening.players],
        partner=members[opening.partner - 1].id if opening.partner else None,
        stakes_q={members[seat - 1].id: stake for seat, stake in opening.stakes.items()},
    )


def act(cast: Cast, now: TableNow, members: list[Member], action: Action) -> TableNow:
    """Record an act by its names: the night's seat numbers and the table's may differ."""
    return cast.act(now, to_document(action, lambda seat: members[seat - 1].name))


def told(season: Season) -> list[tuple[object, ...]]:
    fields = ("member_id", "currency", "points_q", "money_minor", "games", "wins", "box_games", "nights")
    return sorted(Standing.objects.filter(season=season).values_list(*fields), key=str)


def rebuilt(season: Season) -> list[tuple[object, ...]]:
    standings.rebuild(season)
    return told(season)
