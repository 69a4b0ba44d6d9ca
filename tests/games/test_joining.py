"""Two tables are joined again: who sits where, when it can be, and who may."""

from uuid import uuid4

import pytest

from club import services
from club.errors import ClubError, CommandReused, Forbidden, NotFound, Stale
from games import services as games
from games.models import Table
from games.rules.errors import RuleViolation
from tests.cast import Cast
from tests.games.crossed import ALL, END, assert_sound, fresh, join, line, split, written


def test_who_joins_sits_behind_the_loser_in_the_order_of_the_line(cast: Cast) -> None:
    one, two = cast.act(cast.table(*ALL[:3]), END), cast.act(cast.table(*ALL[3:]), END)
    crossed = join(cast, one, two)
    assert line(crossed.target) == ["Anna", "Csaba", "Béla", "Dóra", "Feri", "Eszter"]
    assert fresh(cast, two).table.state == Table.State.JOINED


def test_ahead_of_the_loser_they_keep_their_order_too(cast: Cast) -> None:
    rules = {"preset": "cambridge"}
    one, two = cast.act(cast.table(*ALL[:3], rules=rules), END), cast.table(*ALL[3:], rules=rules)
    assert line(join(cast, one, two).target) == ["Anna", "Csaba", "Dóra", "Eszter", "Feri", "Béla"]


def test_stakes_and_who_sits_out_come_along(cast: Cast) -> None:
    feri = cast.members["Feri"].id
    one, two = cast.table(*ALL[:3]), cast.table(*ALL[3:], stakes_q={feri: 8})
    two = cast.act(two, {"do": "sit_out", "player": "Eszter"})
    kept = join(cast, one, two).target
    seats = {name: kept.seat_of_member(cast.members[name].id) for name in ("Eszter", "Feri")}
    assert kept.state.stakes == {seats["Feri"]: 8}
    assert kept.state.seating.sitting_out == {seats["Eszter"]}


def test_after_a_split_everybody_can_be_joined_again(cast: Cast) -> None:
    crossed = split(cast, cast.act(cast.table(*ALL), END))
    old, new = cast.act(crossed.source, END), cast.act(crossed.target, END)
    kept = join(cast, old, new).target
    assert sorted(line(kept)) == list(ALL)
    assert len(kept.seats) == 6
    cast.act(kept, END)
    assert_sound()


def test_nothing_is_played_at_a_joined_table_but_its_games_can_be_corrected(cast: Cast) -> None:
    one, two = cast.table(*ALL[:3]), cast.act(cast.table(*ALL[3:]), END)
    two = join(cast, one, two).source
    for act in (END, {"do": "undo", "to": 1}, {"do": "leave", "player": "Feri"}):
        with pytest.raises(ClubError) as refused:
            cast.act(two, act)
        assert refused.value.code == "table_joined"
    end = {"do": "end", "winner": "team", "result": "gammon"}
    games.correct_game(table_id=two.table.id, actor=cast.actor(), game=1, actions=[end], reason="misread")
    games.void_game(table_id=two.table.id, actor=cast.actor(), game=1, reason="another night's")
    assert_sound()


def test_a_joined_table_is_neither_split_nor_joined(cast: Cast) -> None:
    one, two = cast.table(*ALL[:2]), cast.table(*ALL[2:])
    join(cast, one, two)
    for work in (lambda: split(cast, two), lambda: join(cast, one, two), lambda: join(cast, two, one)):
        with pytest.raises(ClubError) as refused:
            work()
        assert refused.value.code == "table_joined"


@pytest.mark.parametrize("acts", [[{"do": "start"}], [{"do": "deal", "player": "Eszter", "points": 0}, END]])
@pytest.mark.parametrize("on_the_kept", [True, False])
def test_tables_are_joined_between_games_only(cast: Cast, on_the_kept: bool, acts: list[dict[str, object]]) -> None:
    one, two = cast.table(*ALL[:3]), cast.act(cast.table(*ALL[3:]), *acts)
    before = written()
    with pytest.raises(RuleViolation):
        join(cast, two, one) if on_the_kept else join(cast, one, two)
    assert written() == before


@pytest.mark.parametrize(
    ("other", "code"),
    [
        ({"unit_minor": 100}, "tables_differ"),
        ({"currency": "HUF"}, "tables_differ"),
        ({"kind": "money"}, "tables_differ"),
    ],
)
def test_only_tables_alike_are_joined(cast: Cast, other: dict[str, object], code: str) -> None:
    one, two = cast.table("Anna", "Béla", "Csaba"), cast.table("Dóra", "Eszter", **other)
    for kept, gone in ((one, two), (two, one)):
        with pytest.raises(ClubError) as refused:
            join(cast, kept, gone)
        assert refused.value.code == code


def test_two_money_games_are_not_joined(cast: Cast) -> None:
    with pytest.raises(ClubError) as refused:
        join(cast, cast.table("Anna", "Béla", kind="money"), cast.table("Csaba", "Dóra", kind="money"))
    assert refused.value.code == "tables_differ"


def test_tables_of_two_nights_are_not_joined(cast: Cast) -> None:
    other = services.open_night(club=cast.club, actor=cast.actor())
    with pytest.raises(ClubError) as refused:
        join(cast, cast.table(*ALL[:3]), cast.table(*ALL[3:], night=other))
    assert refused.value.code == "tables_differ"


def test_a_table_is_not_joined_to_itself(cast: Cast) -> None:
    now = cast.table()
    with pytest.raises(ClubError) as refused:
        join(cast, now, now)
    assert refused.value.code == "same_table"


def test_who_sits_at_both_leaves_one_first(cast: Cast) -> None:
    one, two = cast.table("Anna", "Béla", "Csaba"), cast.table("Csaba", "Dóra", "Eszter")
    with pytest.raises(ClubError, match="Csaba") as refused:
        join(cast, one, two)
    assert refused.value.code == "at_both_tables"
    two = cast.act(two, {"do": "leave", "player": "Csaba"})
    assert line(join(cast, one, two).target) == ["Anna", "Béla", "Csaba", "Dóra", "Eszter"]


def test_a_join_on_an_old_view_is_refused(cast: Cast) -> None:
    one, two = cast.act(cast.table(*ALL[:3]), END), cast.table(*ALL[3:])
    with pytest.raises(Stale):
        join(cast, one, two, expected_version=0)


def test_the_same_command_is_one_join_and_of_other_tables_none(cast: Cast) -> None:
    one, two, three = cast.table(*ALL[:2]), cast.table(*ALL[2:4]), cast.table(*ALL[4:])
    command = uuid4()
    kept = join(cast, one, two, command_id=command).target
    assert join(cast, one, two, command_id=command).target.version == kept.version
    for tables in ((one, three), (three, two)):
        with pytest.raises(CommandReused):
            join(cast, *tables, command_id=command)


def test_who_sits_at_one_of_the_two_may_join_them(cast: Cast) -> None:
    one, two = cast.table("Anna", "Béla", "Csaba"), cast.table("Dóra", "Eszter")
    with pytest.raises(Forbidden):
        join(cast, one, two, by="Feri")
    with pytest.raises(NotFound):
        games.join_tables(table_id=one.table.id, other_id=two.table.id, actor=cast.olga, command_id=uuid4())
    assert len(line(join(cast, one, two, by="Eszter").target)) == 5
