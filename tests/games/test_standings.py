"""A season's standings: after the outbox is drained they equal a rebuild from the logs, whatever happened before."""

import datetime

import pytest

from club import outbox
from games import checks, standings
from games import services as games
from games.models import Season, Standing
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
FIELDS = ("member__name", "currency", "games", "wins", "box_games", "nights", "points_q", "money_minor")


@pytest.fixture
def season(cast: Cast) -> Season:
    day = datetime.timedelta(days=1)
    return Season.objects.create(club=cast.club, name="now", starts=cast.night.date - day, ends=cast.night.date + day)


def rows(season: Season) -> list[tuple[object, ...]]:
    return sorted(Standing.objects.filter(season=season).values_list(*FIELDS))


def play(cast: Cast) -> None:
    now = cast.act(cast.table(), END, END)
    now = cast.act(now, {"do": "undo"})
    now = cast.act(now, {"do": "end", "winner": "team", "result": "single"})
    cast.act(now, {"do": "adjust", "points": {"Anna": 1, "Dóra": -1}, "reason": "agreed"})
    games.void_game(table_id=now.table.id, actor=cast.actor(), game=1, reason="practice")


def test_standings_follow_each_game(cast: Cast, season: Season) -> None:
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    assert rows(season) == [
        ("Anna", "EUR", 1, 1, 1, 1, 8, 100),
        ("Béla", "EUR", 1, 0, 0, 1, -4, -50),
        ("Csaba", "EUR", 1, 0, 0, 1, -4, -50),
    ]


def test_once_the_outbox_is_drained_they_equal_a_rebuild(cast: Cast, season: Season) -> None:
    play(cast)
    outbox.relay()
    updated = rows(season)
    standings.rebuild(season)
    assert updated == rows(season) != []
    assert list(checks.differences_of_season(season)) == []  # and the logs say the same


def test_told_twice_is_told_once(cast: Cast, season: Season) -> None:
    """T11, the standings."""
    from club.models import OutboxMessage

    play(cast)
    outbox.relay()
    once = rows(season)
    OutboxMessage.objects.update(delivered_at=None)
    outbox.relay()
    assert rows(season) == once


def test_a_game_that_is_taken_back_leaves_no_standing(cast: Cast, season: Season) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    cast.act(now, {"do": "undo"})
    outbox.relay()
    assert rows(season) == []


def test_a_night_outside_the_season_does_not_count(cast: Cast) -> None:
    old = Season.objects.create(
        club=cast.club, name="old", starts=datetime.date(2020, 1, 1), ends=datetime.date(2020, 6, 30)
    )
    cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    outbox.relay()
    standings.rebuild(old)
    assert rows(old) == []


def test_a_standing_is_written_and_compared_with_every_column():
    counted = {column.name for column in Standing._meta.concrete_fields} - {"id", "season", "member", "currency"}
    assert counted == set(standings.FIELDS)
    assert counted <= {column.rpartition("__")[2] for column in FIELDS}
