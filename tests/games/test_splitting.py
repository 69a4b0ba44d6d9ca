"""A table that grew too large is split, two are joined again: one night, one settlement, nobody seated twice."""

from collections.abc import Callable, Sequence
from itertools import chain, cycle
from uuid import UUID, uuid4

import pytest

from club import services
from club.errors import ClubError, CommandReused, Forbidden, NightClosed, NotFound, Stale
from games import checks, selectors
from games import services as games
from games.models import Action, Crossing, Game, Seat, Table
from games.rules.errors import RuleViolation
from games.store import TableNow
from ledger import checks as ledger_checks
from ledger import services as ledger
from ledger.models import Account, SettlementPlan
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
ALL = ("Anna", "Béla", "Csaba", "Dóra", "Eszter", "Feri")


def dice(*throws: int) -> Callable[[], int]:
    falling = chain(throws, cycle((11, 3)))
    return lambda: next(falling)


def ids(cast: Cast, *names: str) -> list[UUID]:
    return [cast.members[name].id for name in names]


def split(cast: Cast, now: TableNow, *movers: str, by: str = "Anna", **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), "dice": dice(7, 9, 2, 5, 4), **how}
    return games.split_table(
        table_id=now.table.id, actor=cast.actor(by), movers=ids(cast, *movers) if movers else None, **how
    )


def join(cast: Cast, kept: TableNow, other: TableNow, *, by: str = "Anna", **how: object) -> games.Crossed:
    how = {"command_id": uuid4(), **how}
    return games.join_tables(table_id=kept.table.id, other_id=other.table.id, actor=cast.actor(by), **how)


def line(now: TableNow) -> list[str]:
    """The names from the box down."""
    return [now.name_of(seat) for seat in now.state.seating.present]


def fresh(cast: Cast, now: TableNow) -> TableNow:
    return selectors.load_table(club_id=cast.club.id, table_id=now.table.id)


def suggested(cast: Cast, now: TableNow) -> list[str]:
    names = {member.id: name for name, member in cast.members.items()}
    return [names[member] for member in selectors.suggested_split(now)]


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Table, Seat, Action, Crossing))


def assert_sound() -> None:
    assert [str(one) for one in checks.differences()] == []
    assert [str(one) for one in ledger_checks.findings()] == []
    assert sum(Account.objects.values_list("balance_minor", flat=True)) == 0


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
    rows = selectors.log_of(old.table)
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


# ---- what is not undone -----------------------------------------------------------------------------
def test_an_undo_does_not_seat_people_twice(cast: Cast) -> None:
    crossed = split(cast, cast.act(cast.table(*ALL), END))
    for undo in ({"do": "undo"}, {"do": "undo", "to": 1}, {"do": "undo", "to": 2}, {"do": "undo", "to": 5}):
        with pytest.raises(ClubError) as refused:
            cast.act(crossed.source, undo)
        assert refused.value.code == "crossing_stands"
    assert fresh(cast, crossed.source).version == 5


def test_what_came_after_the_split_is_undone_as_ever(cast: Cast) -> None:
    old = cast.act(split(cast, cast.table(*ALL)).source, END)
    assert cast.act(old, {"do": "undo"}).state.games == ()
    assert_sound()


def test_a_game_before_the_split_is_corrected_and_the_people_stay_where_they_are(cast: Cast) -> None:
    old = split(cast, cast.act(cast.table(*ALL), END), "Dóra", "Eszter", "Feri").source
    end = {"do": "end", "winner": "team", "result": "gammon"}
    old = games.correct_game(table_id=old.table.id, actor=cast.actor(), game=1, actions=[end], reason="misread")
    assert line(old) == ["Béla", "Csaba", "Anna"]
    assert_sound()


def test_an_undo_does_not_send_joined_people_nowhere(cast: Cast) -> None:
    one, two = cast.table(*ALL[:3]), cast.table(*ALL[3:])
    kept = join(cast, one, two).target
    with pytest.raises(ClubError) as refused:
        cast.act(kept, {"do": "undo"})
    assert refused.value.code == "crossing_stands"


# ---- a join -----------------------------------------------------------------------------------------
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


# ---- the night --------------------------------------------------------------------------------------
def test_both_tables_are_one_settlement(cast: Cast) -> None:
    """Anna wins 5 at the large table, then she and Eszter 2 each: who lost here and won there has one sum."""
    crossed = split(cast, cast.act(cast.table(*ALL), END), "Dóra", "Eszter", "Feri")
    cast.act(crossed.source, END)
    cast.act(crossed.target, END)  # Eszter is the box there
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    plan = SettlementPlan.objects.get()
    paid = {(str(p.payer), str(p.payee)): p.amount_minor for p in plan.payments.all()}
    assert sum(paid.values()) == 400
    assert {payer for payer, _payee in paid} == {"Béla", "Csaba", "Dóra", "Feri"}
    assert sum(minor for (_payer, payee), minor in paid.items() if payee == "Eszter") == 50
    assert Game.objects.count() == 3
    for payment in plan.payments.all():
        ledger.confirm(payment=payment, actor=cast.actor())
    assert set(Account.objects.values_list("balance_minor", flat=True)) == {0}
    assert_sound()


def test_a_night_with_a_joined_table_is_closed_and_opened_again(cast: Cast) -> None:
    one, two = cast.table(*ALL[:3]), cast.act(cast.table(*ALL[3:]), END)
    join(cast, one, two)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    with pytest.raises(NightClosed):
        games.void_game(table_id=two.table.id, actor=cast.actor(), game=1, reason="too late")
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="forgot a game")
    assert fresh(cast, one).table.state == Table.State.OPEN
    assert fresh(cast, two).table.state == Table.State.JOINED
    games.void_game(table_id=two.table.id, actor=cast.actor(), game=1, reason="not played")
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    assert_sound()
