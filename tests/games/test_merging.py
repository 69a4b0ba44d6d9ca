"""Two members become one person, and two again; the books stay as they were posted throughout."""

import json
from collections.abc import Callable
from uuid import uuid4

import pytest

from club import selectors as people
from club import services as club
from club.errors import Forbidden, Invalid, NotFound
from club.models import Member, MemberEvent, Night
from club.services.attendance import Retired
from club.services.checks import MemberAnonymised, MemberMerged
from club.services.merging import MergedSignsIn, NotMerged, SamePerson, StandsForOthers
from games import selectors, services, standings, store
from games.checks import differences
from games.models import Season, Table
from games.services.merging import AtOneTable
from ledger import account_lines, checks
from ledger import selectors as books
from ledger.exporting import Format, export_book
from ledger.models import Account, Book, Entry, Transfer
from tests.cast import Cast
from tests.people import BOX_WINS, balance, evening, guest, merge, table_of, totals, unmerge

pytestmark = pytest.mark.django_db


def posted() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in (Entry, Transfer)]


def test_from_the_merge_on_both_have_one_balance(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Béla", "Anna", "Csaba")
    evening(cast, bela, "Anna", "Dóra")
    before = totals(cast)
    merge(cast, bela, "Béla")
    assert totals(cast) == before | {"Béla": before["Béla"] + before.pop("Béla (guest)")}
    assert balance(cast.members["Béla"]) == balance(bela) == totals(cast)["Béla"]


def test_a_merge_and_an_unmerge_post_nothing(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, bela, "Anna", "Dóra")
    before = posted()
    merge(cast, bela, "Béla")
    unmerge(cast, bela)
    assert posted() == before


def test_the_statement_has_the_lines_of_both_and_not_what_they_won_from_each_other(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Béla", "Anna")
    evening(cast, bela, "Dóra")
    evening(cast, "Béla", bela)
    merge(cast, bela, "Béla")
    bela.refresh_from_db()
    account = books.account_of(book=Book.objects.get(), member=bela)
    assert account is not None
    assert [line.amount_minor for line in account_lines.lines(account)] == [50, 50]
    assert str(account) == "Béla"


def test_taking_them_apart_gives_each_what_he_played_before_and_since(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, bela, "Anna", close=False)
    merge(cast, bela, "Béla")
    evening(cast, "Béla", "Dóra")
    cast.act(now, BOX_WINS)
    unmerge(cast, bela)
    assert totals(cast) == {"Anna": -100, "Béla": 50, "Béla (guest)": 100, "Dóra": -50}


def test_an_old_game_of_the_merged_member_is_corrected_as_ever(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, bela, "Anna")
    merge(cast, bela, "Béla")
    reopened(cast, now.table.night)
    services.correct_game(
        table_id=now.table.id,
        actor=cast.actor(),
        game=1,
        actions=[{"do": "double", "by": bela.name}, {"do": "take", "by": "Anna"}, BOX_WINS],
        reason="The cube was on two",
    )
    assert totals(cast) == {"Anna": -100, "Béla": 100}
    unmerge(cast, bela)
    assert totals(cast) == {"Anna": -100, "Béla (guest)": 100}
    assert list(checks.findings()) == []


def reopened(cast: Cast, night: Night) -> None:
    services.reopen_night(night_id=night.id, reason="A gammon", actor=cast.actor())


def seated(cast: Cast, *players: str | Member, **table: object) -> store.TableNow:
    return table_of(cast, *players, **table)


# ---- standings and sheets ---------------------------------------------------------------------------
def test_the_season_counts_them_as_one_and_apart_again(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    season = services.save_season(
        club=cast.club, actor=cast.actor(), name="All", starts=cast.night.date, ends=cast.night.date
    )
    evening(cast, bela, "Anna")
    evening(cast, "Béla", "Anna")
    standings.rebuild(season)
    apart = counted(season)
    merge(cast, bela, "Béla")
    assert counted(season) == {"Anna": (-8, 2), "Béla": (8, 2)}
    assert counted(season) == {str(one.member): (one.points_q, one.games) for one in rebuilt(season)}
    assert list(differences()) == []
    unmerge(cast, bela)
    assert counted(season) == apart == {"Anna": (-8, 2), "Béla": (4, 1), "Béla (guest)": (4, 1)}


def counted(season: Season) -> dict[str, tuple[int, int]]:
    return {str(one.member): (one.points_q, one.games) for one in selectors.standings(season)}


def rebuilt(season: Season) -> list[object]:
    standings.rebuild(season)
    return list(selectors.standings(season))


def test_old_sheets_keep_the_name_they_were_played_under(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, bela, "Anna")
    merge(cast, bela, "Béla")
    again = selectors.load_table(club_id=cast.club.id, table_id=now.table.id)
    assert again.names[1] == "Béla (guest)"
    assert again.persons[1] == cast.members["Béla"].id


def test_the_survivor_acts_from_the_seat_of_the_merged_one(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = seated(cast, bela, "Anna", "Dóra")
    merge(cast, bela, "Eszter")
    now = cast.act(now, BOX_WINS, by="Eszter")
    again = services.seat_member(
        table_id=now.table.id, actor=cast.actor(), member_id=cast.members["Feri"].id, command_id=uuid4()
    )
    assert again.seat_of_member(cast.members["Eszter"].id) == 1
    assert len(again.seats) == 4


def test_the_merged_ones_name_and_id_lead_to_the_survivor(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    merge(cast, gizi, "Eszter")
    now = seated(cast, gizi, "Anna", "Dóra")
    assert now.members[1] == cast.members["Eszter"].id
    other = seated(cast, "Béla", "Csaba", "Feri")
    now = cast.act(other, {"do": "join", "player": "Gizi"})
    assert now.members[4] == cast.members["Eszter"].id
    club.attend(night=cast.night, member=gizi, actor=cast.actor())
    assert not cast.night.attendances.filter(member=gizi).exists()


def test_whoever_came_as_both_is_there_once(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    seated(cast, gizi, "Anna")
    seated(cast, "Eszter", "Dóra")
    merge(cast, gizi, "Eszter")
    assert sorted(one.person.name for one in people.attendances(cast.night)) == ["Anna", "Dóra", "Eszter"]


# ---- refusals ---------------------------------------------------------------------------------------
@pytest.mark.parametrize("by", ["Béla", "Csaba", "Dóra"])
def test_only_an_organiser_merges(cast: Cast, by: str) -> None:
    bela = guest(cast, "Béla (guest)")
    with pytest.raises(Forbidden):
        services.merge_members(member_id=bela.id, into_id=cast.members["Béla"].id, reason="Same", actor=cast.actor(by))
    with pytest.raises(Forbidden):
        services.unmerge_member(member_id=bela.id, reason="Not the same", actor=cast.actor(by))


def test_another_clubs_people_do_not_exist(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    for member, into in ((bela, cast.outsider), (cast.outsider, bela)):
        with pytest.raises(NotFound):
            services.merge_members(member_id=member.id, into_id=into.id, reason="Same", actor=cast.actor())
    with pytest.raises(NotFound):
        services.unmerge_member(member_id=bela.id, reason="No", actor=cast.olga)


def _no_reason(cast: Cast) -> None:
    services.merge_members(
        member_id=guest(cast, "Gizi").id, into_id=cast.members["Dóra"].id, reason=" ", actor=cast.actor()
    )


def _himself(cast: Cast) -> None:
    merge(cast, cast.members["Dóra"], "Dóra")


def _signs_in(cast: Cast) -> None:
    merge(cast, cast.members["Dóra"], "Feri")


def _through_another(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    merge(cast, gizi, hugo)
    merge(cast, hugo, "Feri")


def _into_a_merged_one(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    merge(cast, gizi, "Feri")
    merge(cast, hugo, gizi)


def _into_two(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    merge(cast, gizi, "Feri")
    merge(cast, gizi, "Dóra")


def _never_merged(cast: Cast) -> None:
    unmerge(cast, guest(cast, "Gizi"))


def _into_a_retired_one(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    club.retire(member=cast.members["Feri"], actor=cast.actor())
    merge(cast, gizi, "Feri")


def _at_one_table(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    seated(cast, gizi, "Feri")
    merge(cast, gizi, "Feri")


def _anonymised(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    services.anonymise_member(member_id=gizi.id, actor=cast.actor())
    merge(cast, gizi, "Feri")


@pytest.mark.parametrize(
    ("do", "error"),
    [
        (_no_reason, Invalid),
        (_himself, SamePerson),
        (_signs_in, MergedSignsIn),
        (_through_another, StandsForOthers),
        (_into_a_merged_one, MemberMerged),
        (_into_two, MemberMerged),
        (_never_merged, NotMerged),
        (_into_a_retired_one, Retired),
        (_at_one_table, AtOneTable),
        (_anonymised, MemberAnonymised),
    ],
)
def test_what_cannot_be_merged_is_refused_by_its_cause(
    cast: Cast, do: Callable[[Cast], None], error: type[Exception]
) -> None:
    with pytest.raises(error):
        do(cast)


@pytest.mark.parametrize(
    "change",
    [
        lambda cast, gizi: club.rename(member=gizi, name="Gizella", actor=cast.actor()),
        lambda cast, gizi: club.retire(member=gizi, actor=cast.actor()),
        lambda cast, gizi: club.give_account(member=gizi, email="gizi@felt.example", actor=cast.actor()),
        lambda cast, gizi: services.anonymise_member(member_id=gizi.id, actor=cast.actor()),
    ],
)
def test_nothing_is_done_to_a_merged_member_but_taking_him_apart(
    cast: Cast, change: Callable[[Cast, Member], object]
) -> None:
    gizi = guest(cast, "Gizi")
    merge(cast, gizi, "Feri")
    with pytest.raises(MemberMerged):
        change(cast, gizi)


def test_a_retired_guest_is_merged_and_comes_back_retired(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    club.retire(member=gizi, actor=cast.actor())
    merge(cast, gizi, "Feri")
    unmerge(cast, gizi)
    gizi.refresh_from_db()
    assert gizi.merged_into is None
    assert gizi.retired_at is not None


def test_both_are_done_once_however_often_they_are_asked_for_and_leave_a_trace(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    for _time in range(2):
        merge(cast, gizi, "Feri")
    for _time in range(2):
        unmerge(cast, gizi)
    trace = MemberEvent.objects.filter(member=gizi).values_list("kind", "other__name", "reason", "by__email")
    assert list(trace) == [
        ("merged", "Feri", "The same person", "anna@felt.example"),
        ("unmerged", "Feri", "Not the same after all", "anna@felt.example"),
    ]


def test_two_at_one_closed_table_are_merged(cast: Cast) -> None:
    gizi = guest(cast, "Gizi")
    now = evening(cast, gizi, "Feri", "Anna")
    merge(cast, gizi, "Feri")
    assert totals(cast) == {"Anna": -50, "Feri": 50}
    again = store.fold_afresh(Table.objects.get(pk=now.table.pk))
    assert again.seat_of_member(cast.members["Feri"].id) == 2
    assert list(checks.findings()) == []
    assert Account.objects.filter(member=gizi).get().balance_minor == 100


def test_an_export_shows_both_accounts_under_the_one_name_and_member(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, bela, "Anna")
    evening(cast, "Béla", "Anna")
    merge(cast, bela, "Béla")
    exported = export_book(book=Book.objects.get(), format=Format.JSON, actor=cast.actor())
    accounts = [one for one in json.loads("".join(exported.pieces))["accounts"] if one["name"] == "Béla"]
    assert {one["member"] for one in accounts} == {str(cast.members["Béla"].id)}
    assert [one["closing"] for one in accounts] == ["0.50", "0.50"]
    assert len({one["id"] for one in accounts}) == 2
