"""Plans: who pays whom, what supersedes what, and when a plan is stale."""

from importlib import import_module

import pytest
from django.apps import apps

from club.errors import Forbidden, NotFound
from club.models import Member, Night
from ledger import selectors, services
from ledger.errors import PointsNotPaid
from ledger.models import Entry, Payment, SettlementPlan
from tests.ledger.cast import EVENING, actor

pytestmark = pytest.mark.django_db


def plan(cast, night=None):
    return services.plan_night(night=night or cast.night, book=cast.book, actor=cast.treasurer)


def lines(plan):
    rows = plan.payments.select_related("payer__member", "payee__member")
    return [(str(row.payer), str(row.payee), row.amount_minor, row.state) for row in rows]


def pay(cast, line):
    return services.confirm(payment=line, actor=cast.treasurer)


def another_night(cast):
    return Night.objects.create(club=cast.club, date=EVENING)


def test_t4_five_people_settle_by_three_payments(cast):
    cast.nets(Anna=-8, Bela=-7, Csaba=7, Dora=6, Eva=2)
    assert lines(plan(cast)) == [
        ("Anna", "Dora", 6, "proposed"),
        ("Anna", "Eva", 2, "proposed"),
        ("Bela", "Csaba", 7, "proposed"),
    ]


def test_t5_every_line_paid_and_the_plan_made_again_is_empty(cast):
    cast.nets(Anna=-8, Bela=-7, Csaba=7, Dora=6, Eva=2)
    for line in plan(cast).payments.all():
        pay(cast, line)
    assert cast.balances() == {}
    again = plan(cast)
    assert lines(again) == []
    assert plan(cast) == again
    assert not Payment.objects.filter(amount_minor=0).exists()


def test_paying_one_line_and_planning_again_leaves_the_others_as_they_were(cast):
    cast.nets(Anna=-8, Bela=-7, Csaba=7, Dora=6, Eva=2)
    first = plan(cast)
    pay(cast, first.payments.get(no=2))
    assert plan(cast) == first
    assert not selectors.is_stale(first)


def test_a_plan_that_still_fits_is_not_made_again(cast):
    cast.nets(Bela=-5, Anna=5)
    assert plan(cast) == plan(cast)
    assert SettlementPlan.objects.count() == 1


def test_a_new_game_makes_the_plan_stale_and_the_next_one_takes_its_place(cast):
    cast.nets(Bela=-5, Anna=5)
    first = plan(cast)
    cast.post(("Bela", "Anna", 1))
    assert selectors.is_stale(first)
    assert lines(first) == [("Bela", "Anna", 5, "proposed")]
    second = plan(cast)
    assert lines(second) == [("Bela", "Anna", 6, "proposed")]
    assert lines(first) == [("Bela", "Anna", 5, "void")]
    assert selectors.standing_plan(cast.night, book=cast.book) == second
    assert not selectors.is_stale(second)


def test_a_game_of_another_night_does_not_make_it_stale(cast):
    cast.nets(Bela=-5, Anna=5)
    first = plan(cast)
    cast.post(("Csaba", "Anna", 9), night=another_night(cast))
    assert not selectors.is_stale(first)
    assert plan(cast) == first


def test_what_was_confirmed_counts_in_the_next_plan(cast):
    cast.nets(Bela=-5, Csaba=-3, Anna=8)
    pay(cast, plan(cast).payments.get(no=1))
    cast.post(("Bela", "Anna", 2))
    assert lines(plan(cast)) == [("Bela", "Anna", 2, "proposed"), ("Csaba", "Anna", 3, "proposed")]


def test_what_was_claimed_goes_over_into_the_next_plan_as_claimed(cast):
    cast.nets(Bela=-5, Csaba=-3, Anna=8)
    first = plan(cast)
    services.claim(payment=first.payments.get(no=1), actor=cast.actor("Bela"))
    cast.post(("Bela", "Anna", 2))
    second = plan(cast)
    assert lines(second) == [
        ("Bela", "Anna", 5, "claimed"),
        ("Bela", "Anna", 2, "proposed"),
        ("Csaba", "Anna", 3, "proposed"),
    ]
    assert {state for *_line, state in lines(first)} == {"void"}
    carried = second.payments.get(no=1)
    assert carried.claimed_by_id == cast.members["Bela"].user_id
    for line in second.payments.all():
        pay(cast, line)
    assert cast.balances() == {}


def test_a_corrected_game_is_settled_by_its_difference(cast):
    entry = cast.post(("Bela", "Anna", 5), key="game:1:r1")
    for line in plan(cast).payments.all():
        pay(cast, line)
    services.reverse(entry=entry, reason="corrected", actor=cast.treasurer)
    cast.post(("Bela", "Anna", 3), key="game:1:r2")
    assert lines(plan(cast)) == [("Anna", "Bela", 2, "proposed")]


def test_the_fee_is_paid_to_the_house(cast):
    services.fee(
        book=cast.book, night=cast.night, members=[cast.members["Bela"]], amount_minor=200, actor=cast.treasurer
    )
    assert lines(plan(cast)) == [("Bela", "house", 200, "proposed")]


def test_an_even_night_has_an_empty_plan(cast):
    made = plan(cast)
    assert lines(made) == []
    assert plan(cast) == made


def test_the_club_plan_evens_out_every_balance_and_takes_the_nights_plans_place(cast):
    cast.nets(Bela=-5, Anna=5)
    nights = plan(cast)
    services.claim(payment=nights.payments.get(), actor=cast.actor("Bela"))
    cast.post(("Anna", "Csaba", 7), night=another_night(cast))
    clubs = services.plan_club(book=cast.book, actor=cast.treasurer)
    assert lines(clubs) == [("Bela", "Anna", 5, "claimed"), ("Anna", "Csaba", 7, "proposed")]
    assert selectors.standing_plan(cast.night, book=cast.book) is None
    for line in clubs.payments.all():
        pay(cast, line)
    assert cast.balances() == {}
    assert lines(services.plan_club(book=cast.book, actor=cast.treasurer)) == []


def test_after_a_club_plan_a_night_counts_only_what_was_posted_since(cast):
    cast.nets(Bela=-5, Anna=5)
    services.plan_club(book=cast.book, actor=cast.treasurer)
    assert lines(plan(cast)) == []
    cast.post(("Csaba", "Anna", 4))
    assert lines(plan(cast)) == [("Csaba", "Anna", 4, "proposed")]


def test_there_is_one_plan_a_book_where_a_night_has_two_currencies(cast):
    forint = won_from_bela(cast, "HUF")
    cast.nets(Csaba=-5, Anna=5)
    made = [services.plan_night(night=cast.night, book=book, actor=cast.treasurer) for book in (cast.book, forint)]
    assert selectors.standing_plans(cast.night) == made
    assert [len(one.payments.all()) for one in made] == [1, 1]


def won_from_bela(cast, currency):
    """Anna won 100 from Bela in the night, in another book."""
    book = services.book_for(club=cast.club, currency=currency)
    transfers = [(cast.members["Bela"], cast.members["Anna"], 100)]
    services.post(book=book, key="game:1:r1", kind=Entry.Kind.GAME, transfers=transfers, night=cast.night, actor=None)
    return book


def test_points_are_not_paid(cast, refused):
    points = won_from_bela(cast, "PTS")
    with refused(PointsNotPaid):
        services.plan_night(night=cast.night, book=points, actor=cast.treasurer)
    with refused(PointsNotPaid):
        services.plan_club(book=points, actor=cast.treasurer)


def test_plans_that_were_once_made_for_points_are_put_aside_and_no_others(cast):
    points, sides = won_from_bela(cast, "PTS"), {"payer": cast.Bela, "payee": cast.Anna, "amount_minor": 100}
    cast.nets(Bela=-5, Anna=5)
    euro, old = plan(cast), SettlementPlan.objects.create(book=points, night=cast.night, head_seq=1)
    for no, state in enumerate(["proposed", "claimed"], start=1):
        Payment.objects.create(plan=old, no=no, state=state, **sides)
    import_module("ledger.migrations.0004_points_in_no_plan").put_aside(apps, None)
    assert selectors.standing_plans(cast.night) == [euro]
    assert [state for *_line, state in lines(old)] == ["void", "void"]
    assert lines(euro) == [("Bela", "Anna", 5, "proposed")]


@pytest.mark.parametrize("name", ["Bela", "outsider"])
def test_who_may_not_plan_is_refused(cast, refused, name):
    who = cast.actor("Bela") if name == "Bela" else actor(cast.outsider)
    with refused(Forbidden if name == "Bela" else NotFound):
        services.plan_night(night=cast.night, book=cast.book, actor=who)
    with refused(Forbidden if name == "Bela" else NotFound):
        services.plan_club(book=cast.book, actor=who)


def test_a_night_of_another_club_is_refused(cast, refused):
    night = Night.objects.create(club=cast.outsider.club, date=EVENING)
    with refused(NotFound):
        plan(cast, night)


def test_everyone_may_pay_the_banker_instead(cast):
    cast.nets(Anna=-8, Bela=-7, Csaba=7, Dora=6, Eva=2)

    def by_banker():
        return services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer, banker=cast.Csaba)

    first = plan(cast)
    second = by_banker()
    assert lines(second) == [
        ("Anna", "Csaba", 8, "proposed"),
        ("Bela", "Csaba", 7, "proposed"),
        ("Csaba", "Dora", 6, "proposed"),
        ("Csaba", "Eva", 2, "proposed"),
    ]
    assert first != second == by_banker()
    services.confirm_all(plan=second, actor=cast.treasurer)
    assert cast.balances() == {}


def test_a_banker_who_was_merged_is_who_he_is_now(cast):
    cast.nets(Anna=-8, Bela=3, Csaba=5)
    his_old = cast.Csaba
    Member.objects.filter(pk=cast.members["Csaba"].pk).update(merged_into=cast.members["Bela"])
    by_banker = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer, banker=his_old)
    assert lines(by_banker) == [("Anna", "Bela", 8, "proposed")]


def test_a_banker_of_another_book_is_refused(cast, refused):
    house = services.house_account(book=services.book_for(club=cast.club, currency="HUF"))
    with refused(NotFound):
        services.plan_club(book=cast.book, actor=cast.treasurer, banker=house)


def test_the_fewest_payments_take_the_bankers_place_when_that_is_asked(cast):
    cast.nets(Anna=-8, Bela=-7, Csaba=7, Dora=6, Eva=2)
    by_banker = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer, banker=cast.Csaba)
    assert plan(cast) == by_banker
    fewest = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer, afresh=True)
    assert len(lines(fewest)) == 3
    again = services.plan_night(night=cast.night, book=cast.book, actor=cast.treasurer, afresh=True)
    assert again == fewest
