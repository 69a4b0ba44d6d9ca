"""A table is split while somebody else splits, joins, acts or closes: people sit once, nothing is half done."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from club import services
from club.errors import ClubError, NightClosed, Stale
from games import checks, selectors
from games import services as games
from games.models import Crossing, Table
from games.rules.errors import RuleViolation
from games.services import splitting
from games.store import TableNow
from tests.cast import NAMES, Cast
from tests.concurrency.racing import at_once, meeting_after_load

pytestmark = pytest.mark.postgres

END = {"do": "end", "winner": "box", "result": "single"}


def split(cast: Cast, now: TableNow, **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), "expected_version": now.version, **how}
    return games.split_table(table_id=now.table.id, actor=cast.actor(), **how)


def join(cast: Cast, kept: TableNow, other: TableNow, **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), **how}
    return games.join_tables(table_id=kept.table.id, other_id=other.table.id, actor=cast.actor(), **how)


def seated(cast: Cast) -> Counter[str]:
    """How often each sits at a table of the night where play goes on."""
    tables = [now for now in selectors.tables_of(cast.night) if now.table.state == Table.State.OPEN]
    return Counter(now.name_of(seat) for now in tables for seat in now.state.seating.present)


def assert_everybody_sits_once(cast: Cast) -> None:
    assert seated(cast) == dict.fromkeys(NAMES, 1)
    assert list(checks.differences()) == []


def test_of_two_splits_at_once_one_is_told_that_it_was_late(cast: Cast) -> None:
    now = cast.table(*NAMES)
    came = at_once(*[partial(split, cast, now)] * 3)
    assert sorted(type(one).__name__ for one in came) == ["Crossed", "Stale", "Stale"], came
    assert_everybody_sits_once(cast)


def test_a_double_tap_is_one_split(cast: Cast) -> None:
    now, command = cast.table(*NAMES), uuid4()
    came = at_once(*[partial(split, cast, now, command_id=command)] * 4)
    assert len({one.target.table.id for one in came if isinstance(one, games.Crossed)}) == 1, came
    assert (Table.objects.count(), Crossing.objects.count()) == (2, 1)
    assert_everybody_sits_once(cast)


def test_a_split_against_an_act_is_between_games_or_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    for _round in range(3):
        now = cast.table(*NAMES, night=services.open_night(club=cast.club, actor=cast.actor()))
        with meeting_after_load(monkeypatch, patience_s=0.3):
            crossed, acted = at_once(
                partial(split, cast, now), partial(cast.act, now, {"do": "double", "by": "Anna"}, expected_version=0)
            )
        assert sum(isinstance(one, Stale) for one in (crossed, acted)) == 1, (crossed, acted)
    assert list(checks.differences()) == []


def test_a_split_against_the_start_of_a_game_leaves_nobody_in_a_game_he_left(cast: Cast) -> None:
    now = cast.table(*NAMES)
    crossed, acted = at_once(partial(split, cast, now, expected_version=None), partial(cast.act, now, {"do": "start"}))
    assert isinstance(acted, TableNow), acted
    if isinstance(crossed, RuleViolation):
        assert crossed.code == "game_on"
        assert len(acted.state.current.members) == 5
    else:
        assert len(acted.state.current.members) == 2
    assert_everybody_sits_once(cast)


def test_a_split_against_the_closing_is_in_the_night_or_refused(cast: Cast) -> None:
    now = cast.act(cast.table(*NAMES), END)
    crossed, closed = at_once(
        partial(split, cast, now), lambda: games.close_night(night_id=cast.night.id, actor=cast.actor())
    )
    assert not isinstance(closed, Exception), closed
    assert isinstance(crossed, NightClosed | games.Crossed), crossed
    assert set(Table.objects.values_list("state", flat=True)) == {"closed"}


def test_two_tables_joined_each_to_the_other_at_once_are_one_table(cast: Cast) -> None:
    one, two = cast.table(*NAMES[:3]), cast.table(*NAMES[3:])
    came = at_once(partial(join, cast, one, two), partial(join, cast, two, one))
    refused = [error for error in came if isinstance(error, Exception)]
    assert [error.code for error in refused if isinstance(error, ClubError)] == ["table_joined"], came
    assert_everybody_sits_once(cast)


def test_a_join_against_acts_at_both_tables_does_not_deadlock(cast: Cast) -> None:
    one, two = cast.table(*NAMES[:3]), cast.table(*NAMES[3:])
    came = at_once(
        partial(join, cast, one, two),
        partial(cast.act, one, END),
        partial(cast.act, two, END),
        partial(cast.act, one, END),
        partial(cast.act, two, END),
    )
    assert isinstance(came[0], games.Crossed), came
    assert all(isinstance(one, TableNow) or getattr(one, "code", "") == "table_joined" for one in came[1:]), came
    assert_everybody_sits_once(cast)


def test_without_the_locks_two_splits_seat_people_twice_or_err(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: this file's races can fail."""

    def unlocked(table_ids, actor):
        return [selectors.load_table(club_id=actor.club_id, table_id=pk) for pk in table_ids]

    now = cast.table(*NAMES)
    with monkeypatch.context() as context, meeting_after_load(monkeypatch):
        context.setattr(splitting, "_locked", unlocked)
        came = at_once(*[partial(split, cast, now)] * 2)
    assert any(isinstance(one, Exception) and not isinstance(one, Stale) for one in came), came
