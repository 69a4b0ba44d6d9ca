"""A table that grew too large is split: who goes, by which throws, and who may."""

from collections.abc import Sequence
from uuid import uuid4

import pytest

from club import services
from club.errors import ClubError, CommandReused, Forbidden, NightClosed, NotFound, Stale
from games import selectors
from games import services as games
from games.models import Crossing
from games.rules.errors import RuleViolation
from games.store import TableNow
from tests.cast import Cast
from tests.games.crossed import ALL, END, dice, ids, line, split, written


def suggested(cast: Cast, now: TableNow) -> list[str]:
    names = {member.id: name for name, member in cast.members.items()}
    return [names[member] for member in selectors.suggested_split(now)]


# ---- who goes ---------------------------------------------------------------------------------------
def test_the_bottom_of_the_line_goes_and_box_and_captain_stay(cast: Cast) -> None:
    assert suggested(cast, cast.table(*ALL)) == ["Dóra", "Eszter", "Feri"]


def test_of_an_odd_number_the_smaller_part_goes(cast: Cast) -> None:
    assert suggested(cast, cast.table(*ALL[:5])) == ["Dóra", "Eszter"]


def test_those_who_joined_last_go_first(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba", "Dóra"), END)  # Béla is last now
    now = cast.act(now, {"do": "join", "player": "Eszter"}, {"do": "join", "player": "Feri"}, END)
    assert line(now) == ["Anna", "Dóra", "Béla", "Eszter", "Feri", "Csaba"]
    assert suggested(cast, now) == ["Eszter", "Feri", "Csaba"]
    now = cast.act(now, {"do": "leave", "player": "Béla"}, END, {"do": "join", "player": "Béla"})
    assert line(now)[:2] == ["Anna", "Eszter"]
    assert suggested(cast, now) == ["Feri", "Dóra", "Béla"]


def test_the_boxs_partner_and_who_sits_out_stay(cast: Cast) -> None:
    now = cast.act(cast.table(*ALL), {"do": "partner", "player": "Dóra"})
    assert suggested(cast, now) == ["Csaba", "Eszter", "Feri"]
    now = cast.act(now, {"do": "sit_out", "player": "Feri"})
    assert suggested(cast, now) == ["Csaba", "Eszter"]


def test_three_are_not_split(cast: Cast) -> None:
    assert suggested(cast, cast.table("Anna", "Béla", "Csaba")) == []


# ---- a split ----------------------------------------------------------------------------------------
def test_who_goes_throws_afresh_at_a_new_table_of_the_night(cast: Cast) -> None:
    now = cast.act(cast.table(*ALL, rules={"preset": "rotterdam"}, stakes_q={cast.members["Feri"].id: 8}), END)
    crossed = split(cast, now, "Dóra", "Eszter", "Feri")
    old, new = crossed.source, crossed.target
    assert line(old) == ["Anna", "Csaba", "Béla"]
    assert line(new) == ["Eszter", "Dóra", "Feri"]
    assert selectors.throws_of(new) == [{1: 9, 2: 7, 3: 2}]
    assert (new.table.no, new.table.night) == (2, cast.night)
    frozen = ("kind", "rules", "rules_name", "unit_minor", "currency")
    assert [getattr(new.table, key) for key in frozen] == [getattr(old.table, key) for key in frozen]
    assert new.state.stakes == {3: 8}


def test_a_split_is_written_into_the_old_tables_log_and_says_why(cast: Cast) -> None:
    old = split(cast, cast.table(*ALL)).source
    rows = selectors.log_of(old)
    assert [row.document["do"] for row in rows] == ["note", "leave", "leave", "leave"]
    assert "table 2" in rows[0].text
    assert Crossing.objects.get().source_line == 4


def test_ties_are_thrown_again_and_kept_round_by_round(cast: Cast) -> None:
    new = split(cast, cast.table(*ALL), dice=dice(6, 6, 9, 4, 5)).target
    assert line(new) == ["Feri", "Eszter", "Dóra"]
    assert selectors.throws_of(new) == [{1: 9, 2: 6, 3: 6}, {2: 5, 3: 4}]


def test_the_throws_may_be_the_tables_own(cast: Cast) -> None:
    dora, eszter, feri = ids(cast, "Dóra", "Eszter", "Feri")
    new = split(cast, cast.table(*ALL), rolls=[{dora: 3, eszter: 3, feri: 12}, {dora: 1, eszter: 6}]).target
    assert line(new) == ["Feri", "Eszter", "Dóra"]


@pytest.mark.parametrize(
    ("throws", "code"),
    [
        ([{"Dóra": 3, "Eszter": 3, "Feri": 12}], "rolls_tied"),
        ([{"Dóra": 3, "Eszter": 2, "Feri": 13}], "wrong_rolls"),
        ([{"Dóra": 3, "Eszter": 2, "Feri": 0}], "wrong_rolls"),
        ([{"Dóra": 3, "Eszter": 2, "Feri": 1}, {"Dóra": 3}], "wrong_rolls"),
        ([{"Dóra": 3, "Eszter": 2}], "wrong_movers"),
        ([], "wrong_movers"),
    ],
)
def test_throws_that_make_no_order_of_the_movers_open_nothing(
    cast: Cast, throws: list[dict[str, int]], code: str
) -> None:
    now = cast.table(*ALL)
    before = written()
    rolls = [{cast.members[name].id: throw for name, throw in one.items()} for one in throws]
    with pytest.raises(ClubError) as refused:
        split(cast, now, rolls=rolls)
    assert refused.value.code == code
    assert written() == before


def test_a_tie_names_who_must_throw_again(cast: Cast) -> None:
    dora, eszter, feri = ids(cast, "Dóra", "Eszter", "Feri")
    with pytest.raises(ClubError, match="Dóra, Eszter"):
        split(cast, cast.table(*ALL), rolls=[{dora: 3, eszter: 3, feri: 12}])


def test_a_box_who_goes_hands_the_box_on(cast: Cast) -> None:
    crossed = split(cast, cast.table(*ALL), "Anna", "Feri")
    assert line(crossed.source) == ["Béla", "Csaba", "Dóra", "Eszter"]
    assert sorted(line(crossed.target)) == ["Anna", "Feri"]


def test_who_is_called_by_a_number_keeps_that_name(cast: Cast) -> None:
    twin = services.add_guest(club=cast.club, name="Béla", actor=cast.actor())
    now = cast.table(*ALL)
    now = games.seat_member(table_id=now.table.id, actor=cast.actor(), member_id=twin.id, command_id=uuid4())
    assert sorted(line(split(cast, now).target)) == ["Béla 2", "Eszter", "Feri"]


@pytest.mark.parametrize(
    ("acts", "code"),
    [
        ([{"do": "start"}], "game_on"),
        ([{"do": "deal", "player": "Béla", "points": 0}, END], "undeclared_game"),
    ],
)
def test_a_table_is_split_between_games_only(cast: Cast, acts: list[dict[str, object]], code: str) -> None:
    now = cast.act(cast.table(*ALL), *acts)
    before = written()
    with pytest.raises(RuleViolation) as refused:
        split(cast, now, "Dóra", "Eszter", "Feri")
    assert refused.value.code == code
    assert written() == before


@pytest.mark.parametrize(
    ("sitting", "movers", "code"),
    [
        (ALL, ("Feri",), "too_few_to_split"),
        (ALL, ALL, "too_few_to_split"),
        (ALL, ALL[1:], "too_few_to_split"),
        (ALL[:3], (), "too_few_to_split"),
        (ALL[:5], ("Eszter", "Feri"), "wrong_movers"),
        (ALL, ("Eszter", "Eszter", "Feri"), "wrong_movers"),
    ],
)
def test_a_split_that_makes_no_two_tables_is_refused(
    cast: Cast, sitting: Sequence[str], movers: Sequence[str], code: str
) -> None:
    now = cast.table(*sitting)
    before = written()
    with pytest.raises(ClubError) as refused:
        split(cast, now, *movers)
    assert refused.value.code == code
    assert written() == before


def test_who_sits_out_makes_no_table(cast: Cast) -> None:
    now = cast.act(cast.table(*ALL[:4]), {"do": "sit_out", "player": "Dóra"})
    with pytest.raises(ClubError) as refused:
        split(cast, now, "Béla", "Csaba")
    assert refused.value.code == "too_few_to_split"


def test_who_has_gone_home_is_not_moved(cast: Cast) -> None:
    now = cast.act(cast.table(*ALL), {"do": "leave", "player": "Feri"})
    with pytest.raises(ClubError) as refused:
        split(cast, now, "Eszter", "Feri")
    assert refused.value.code == "wrong_movers"


def test_a_money_game_is_not_split(cast: Cast) -> None:
    with pytest.raises(ClubError) as refused:
        split(cast, cast.table("Anna", "Béla", kind="money"))
    assert refused.value.code == "too_few_to_split"


def test_a_split_of_an_old_view_is_refused(cast: Cast) -> None:
    now = cast.act(cast.table(*ALL), END)
    with pytest.raises(Stale):
        split(cast, now, expected_version=0)


def test_a_closed_night_is_not_split(cast: Cast) -> None:
    now = cast.table(*ALL)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    with pytest.raises(NightClosed):
        split(cast, now)


def test_the_same_command_is_one_split(cast: Cast) -> None:
    now, command = cast.table(*ALL), uuid4()
    once = split(cast, now, command_id=command)
    before = written()
    again = split(cast, now, command_id=command)
    assert (again.source.version, again.target.table.id) == (once.source.version, once.target.table.id)
    assert split(cast, now, "Feri", "Eszter", "Dóra", command_id=command, expected_version=0) is not None
    assert written() == before


def test_a_command_that_did_something_else_splits_nothing(cast: Cast) -> None:
    used, command = uuid4(), uuid4()
    now = cast.act(cast.table(*ALL), END, command_id=used)
    with pytest.raises(CommandReused):
        split(cast, now, command_id=used)
    split(cast, now, "Dóra", "Feri", command_id=command)
    with pytest.raises(CommandReused):
        split(cast, now, "Eszter", "Feri", command_id=command)
    with pytest.raises(CommandReused):
        cast.act(now, END, command_id=command)


def test_who_sits_there_may_split_and_who_does_not_may_not(cast: Cast) -> None:
    now = cast.table("Anna", "Béla", "Csaba", "Dóra", "Eszter")
    with pytest.raises(Forbidden):
        split(cast, now, by="Feri")
    with pytest.raises(NotFound):
        games.split_table(table_id=now.table.id, actor=cast.olga, command_id=uuid4())
    assert split(cast, now, by="Dóra").target.table.no == 2
