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
from ledger import checks
from ledger import selectors as books
from ledger import services as ledger
from ledger.exporting import Format, export_book
from ledger.models import Account, Book, Entry, Payment, SettlementPlan, Transfer
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
    assert [line.amount_minor for line in books.lines(account)] == [50, 50]
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


# ---- who pays ---------------------------------------------------------------------------------------
def test_a_plan_has_one_payment_for_both(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Anna", bela)
    evening(cast, "Anna", "Béla")
    merge(cast, bela, "Béla")
    plan = ledger.plan_club(book=Book.objects.get(), actor=cast.actor())
    assert [(str(p.payer), str(p.payee), p.amount_minor) for p in plan.payments.all()] == [("Béla", "Anna", 100)]


def test_paying_it_makes_the_person_even_though_the_accounts_are_not(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    plan = ledger.plan_club(book=Book.objects.get(), actor=cast.actor())
    ledger.confirm_all(plan=plan, actor=cast.actor())
    assert totals(cast) == {}
    assert books.outstanding(Book.objects.get(), None) == {}
    unmerge(cast, bela)
    assert totals(cast) == {"Béla": 50, "Béla (guest)": -50}


def test_an_open_payment_becomes_the_survivors_and_stays_in_its_plan(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    plan = books.standing_plan(now.table.night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    (payment,) = plan.payments.all()
    ledger.claim(payment=payment, actor=cast.actor("Béla"))
    ledger.confirm(payment=payment, actor=cast.actor("Anna"))
    assert totals(cast) == {}


def test_what_one_was_to_pay_the_other_is_void(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    evening(cast, "Béla", bela)
    merge(cast, bela, "Béla")
    assert [(p.state, p.reason) for p in Payment.objects.all()] == [(Payment.State.VOID, "The same person")]


def lines_of(plan: SettlementPlan) -> list[tuple[str, str, int, str]]:
    rows = plan.payments.select_related("payer__member", "payee__member").order_by("no")
    return [(str(one.payer), str(one.payee), one.amount_minor, one.state) for one in rows]


def standing(night: Night | None) -> SettlementPlan:
    plan = books.standing_plan(night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    return plan


def test_what_one_claims_to_have_paid_the_other_is_claimed_again_when_they_are_two(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    plan = standing(now.table.night)
    claimed = ledger.claim(payment=plan.payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    assert lines_of(standing(now.table.night)) == [("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    assert standing(now.table.night) == plan
    again = plan.payments.get()
    assert lines_of(plan) == [("Béla (guest)", "Béla", 50, "claimed")]
    assert (again.claimed_at, again.claimed_by_id, again.reason) == (claimed.claimed_at, claimed.claimed_by_id, "")


@pytest.mark.parametrize("whole_club", [False, True])
def test_a_claim_between_the_two_outlasts_the_plans_that_are_made_while_they_are_one(
    cast: Cast, whole_club: bool
) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela, "Anna")
    night, book = now.table.night, Book.objects.get()
    (his,) = [one for one in standing(night).payments.all() if str(one.payer) == "Béla (guest)"]
    claimed = ledger.claim(payment=his, actor=cast.actor())
    merge(cast, bela, "Béla")
    for _twice in range(2):
        reopened(cast, night)
        cast.act(now, BOX_WINS)
        services.close_night(night_id=night.id, actor=cast.actor())
    plan = ledger.plan_club(book=book, actor=cast.actor()) if whole_club else standing(night)
    assert lines_of(plan) == [("Anna", "Béla", 150, "proposed"), ("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    apart = standing(None if whole_club else night)
    assert sorted(lines_of(apart)) == [
        ("Anna", "Béla", 150, "proposed"),
        ("Béla (guest)", "Béla", 50, "claimed"),
        ("Béla (guest)", "Béla", 100, "proposed"),
    ]
    assert apart.payments.get(state="claimed").claimed_at == claimed.claimed_at


def test_a_plan_of_which_only_a_claim_between_the_two_is_left_is_not_made_again_and_again(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    ledger.claim(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    made = [ledger.plan_club(book=Book.objects.get(), actor=cast.actor()) for _twice in range(2)]
    assert made[0] == made[1]
    unmerge(cast, bela)
    assert lines_of(standing(None)) == [("Béla (guest)", "Béla", 50, "claimed")]


def test_what_he_claims_to_have_paid_a_third_is_his_claim_again_with_the_parts_of_it(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    night = now.table.night
    merge(cast, bela, "Béla")
    part = ledger.split(payment=standing(night).payments.get(), amount_minor=20, actor=cast.actor("Béla"))
    ledger.claim(payment=part, actor=cast.actor("Béla"))
    unmerge(cast, bela)
    assert lines_of(standing(night)) == [
        ("Béla (guest)", "Anna", 30, "proposed"),
        ("Béla (guest)", "Anna", 20, "claimed"),
    ]


def test_what_was_confirmed_while_they_were_one_stays_with_who_paid_it(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    unmerge(cast, bela)
    assert totals(cast) == {"Béla": 50, "Béla (guest)": -50}
    ledger.unconfirm(payment=paid, reason="it came back", actor=cast.actor())
    assert totals(cast) == {"Anna": 50, "Béla (guest)": -50}
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Anna", 50, "proposed")]
    assert list(checks.findings()) == []


def test_a_claim_made_again_after_a_confirmation_was_taken_back_is_his_too(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    ledger.unconfirm(payment=paid, reason="it came back", actor=cast.actor())
    ledger.claim(payment=paid, actor=cast.actor("Béla"))
    unmerge(cast, bela)
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Anna", 50, "claimed")]


def test_what_was_paid_between_two_who_are_one_now_is_void_when_it_is_taken_back(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    paid = ledger.confirm(payment=standing(now.table.night).payments.get(), actor=cast.actor())
    merge(cast, bela, "Béla")
    ledger.unconfirm(payment=paid, reason="he paid himself", actor=cast.actor())
    assert lines_of(standing(now.table.night)) == [("Béla", "Béla", 50, "void")]
    unmerge(cast, bela)
    assert lines_of(standing(now.table.night)) == [("Béla (guest)", "Béla", 50, "proposed")]
    assert list(checks.findings()) == []


def test_what_the_treasurer_took_out_before_stays_out(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Béla", bela)
    payment = standing(now.table.night).payments.get()
    ledger.claim(payment=payment, actor=cast.actor())
    ledger.void(payment=payment, reason="never arrived", actor=cast.actor())
    merge(cast, bela, "Béla")
    unmerge(cast, bela)
    payment.refresh_from_db()
    assert (payment.state, payment.reason) == (Payment.State.VOID, "never arrived")


def test_of_two_who_were_merged_into_one_each_is_taken_apart_with_his_own_claims(cast: Cast) -> None:
    gizi, hugo = guest(cast, "Gizi"), guest(cast, "Hugó")
    now = evening(cast, gizi, hugo)
    night = now.table.night
    ledger.claim(payment=standing(night).payments.get(), actor=cast.actor())
    merge(cast, hugo, "Feri")
    assert lines_of(standing(night)) == [("Feri", "Gizi", 50, "claimed")]
    merge(cast, gizi, "Feri")
    assert lines_of(standing(night)) == [("Feri", "Feri", 50, "void")]
    unmerge(cast, hugo)
    assert lines_of(standing(night)) == [("Hugó", "Feri", 50, "claimed")]
    unmerge(cast, gizi)
    assert lines_of(standing(night)) == [("Hugó", "Gizi", 50, "claimed")]


def test_taking_them_apart_gives_each_his_own_payments_again(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    now = evening(cast, "Anna", bela)
    merge(cast, bela, "Béla")
    unmerge(cast, bela)
    plan = books.standing_plan(now.table.night, book=Book.objects.get())
    assert plan is not None
    assert not books.is_stale(plan)
    open_ = [(str(p.payer), str(p.payee), p.amount_minor) for p in plan.payments.all()]
    assert open_ == [("Béla (guest)", "Anna", 50)]


def test_the_table_fee_is_charged_once_to_a_person_who_sat_down_twice(cast: Cast) -> None:
    bela = guest(cast, "Béla (guest)")
    rules = {"table_fee": "2.00"}
    cast.act(seated(cast, bela, "Anna", rules=rules), BOX_WINS)
    cast.act(seated(cast, "Béla", "Dóra", rules=rules), BOX_WINS)
    merge(cast, bela, "Béla")
    services.close_night(night_id=cast.night.id, actor=cast.actor())
    fees = Transfer.objects.filter(entry__kind=Entry.Kind.FEE).values_list("source__member__name", flat=True)
    assert sorted(fees) == ["Anna", "Béla", "Dóra"]


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
