"""What the books say, and in how many queries."""

from datetime import date

import pytest

from club.errors import Forbidden, NotFound
from club.models import Member, Role
from club.permissions import Actor, Door
from ledger import account_lines, selectors, services, totals
from ledger.models import Entry, Transfer
from tests.ledger.cast import EVENING, actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(cast):
    """Three games; the second was corrected from 20 to 25."""
    cast.post(("Bela", "Anna", 10), ("Csaba", "Anna", 5), key="game:1:r1", source_kind="game", source_id="1")
    second = cast.post(("Anna", "Bela", 20), key="game:2:r1", source_kind="game", source_id="2")
    services.reverse(entry=second, reason="was a gammon", actor=cast.treasurer)
    cast.post(("Anna", "Bela", 25), key="game:2:r2", source_kind="game", source_id="2")
    return cast


def test_balances_list_everybody_and_sum_to_zero(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        told = [(str(account), account.balance_minor) for account in selectors.balances(evening.book)]
    assert told == [
        ("Bela", 15),
        *((name, 0) for name in ("Dora", "Eva", "Feri", "Geza")),
        ("Csaba", -5),
        ("Anna", -10),
    ]
    assert sum(balance for _name, balance in told) == 0


def test_a_member_has_a_balance_in_every_book_he_is_in(evening, django_assert_num_queries):
    points = services.book_for(club=evening.club, currency="PTS")
    services.accounts_for(book=points, members=[evening.members["Bela"]])
    with django_assert_num_queries(1):
        told = selectors.balance_of(evening.members["Bela"])
    assert [(one.book.currency, one.amount_minor) for one in told] == [("EUR", 15), ("PTS", 0)]


def test_lines_tell_an_account_newest_first_with_signs_and_reasons(evening, django_assert_num_queries):
    with django_assert_num_queries(2):  # who was merged into her, and the lines
        lines = account_lines.lines(evening.Anna)
    told = [(line.seq, line.kind, line.source_id, line.amount_minor, line.memo, line.reversed_by) for line in lines]
    assert told == [
        (4, "game", "2", -25, "", None),
        (3, "reversal", "2", 20, "was a gammon", None),
        (2, "game", "2", -20, "", 3),
        (1, "game", "1", 15, "", None),
    ]


def test_lines_come_page_by_page(evening):
    first = account_lines.lines(evening.Anna, limit=3)
    rest = account_lines.lines(evening.Anna, limit=3, before_seq=first[-1].seq)
    assert [line.seq for line in first + rest] == [4, 3, 2, 1]


def test_lines_sum_to_the_balance(evening):
    for name in ("Anna", "Bela", "Csaba"):
        account = evening.accounts[name]
        account.refresh_from_db()
        assert sum(line.amount_minor for line in account_lines.lines(account)) == account.balance_minor


def test_lines_of_one_are_not_those_of_another(evening):
    assert [line.seq for line in account_lines.lines(evening.Csaba)] == [1]


def test_a_statement_opens_and_closes_with_the_balance_of_those_days(cast, django_assert_num_queries):
    for day, amount in ((1, 3), (10, 5), (20, 7), (30, 11)):
        cast.post(("Bela", "Anna", amount), effective_date=date(2026, 11, day))
    with django_assert_num_queries(4):
        told = account_lines.statement(cast.Anna, start=date(2026, 11, 10), end=date(2026, 11, 20))
    cast.book.refresh_from_db()
    assert (told.opening_minor, told.closing_minor) == (3, 15)
    assert [line.amount_minor for line in told.lines] == [5, 7]
    assert (told.head_seq, told.head_hash) == (4, cast.book.head_hash)


@pytest.mark.parametrize("at_once", [1, 2, 3, 4, 5])
def test_a_running_statement_has_each_line_once_and_in_order(cast, at_once):
    for day, amount in ((20, 3), (1, 5), (20, 7), (1, 11), (10, 13)):
        cast.post(("Bela", "Anna", amount), effective_date=date(2026, 11, day))
    whole = account_lines.statement(cast.Anna, start=date(2026, 11, 1), end=date(2026, 11, 30))
    assert [line.amount_minor for line in whole.lines] == [5, 11, 13, 3, 7]
    running = account_lines.running_statement(cast.Anna, start=whole.start, end=whole.end, at_once=at_once)
    assert tuple(running.lines) == whole.lines


def test_the_nights_nets_are_summed_by_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        nets = selectors.night_nets(evening.night, book=evening.book)
    assert nets == {evening.Anna.id: -10, evening.Bela.id: 15, evening.Csaba.id: -5}


def test_entries_come_newest_first_with_names_in_two_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(2):
        told = [
            (entry.seq, sorted(str(transfer.source) for transfer in entry.transfers.all()), str(entry.posted_by))
            for entry in selectors.entries(evening.book)
        ]
    who = "Anna@budai.example"
    assert told == [(4, ["Anna"], who), (3, ["Bela"], who), (2, ["Anna"], who), (1, ["Bela", "Csaba"], who)]


def test_entries_are_found_by_what_they_are_for(evening):
    found = selectors.entries(evening.book, source_kind="game", source_id="2")
    assert [entry.seq for entry in found] == [4, 3, 2]
    assert [entry.seq for entry in selectors.entries(evening.book, kind=Entry.Kind.REVERSAL)] == [3]
    assert [entry.seq for entry in selectors.entries(evening.book, night=evening.night)] == [4, 3, 2, 1]


def test_plans_and_their_names_take_two_queries(evening, django_assert_num_queries):
    services.plan_night(night=evening.night, book=evening.book, actor=evening.treasurer)
    with django_assert_num_queries(2):
        plan = selectors.standing_plan(evening.night, book=evening.book)
        told = [(str(line.payer), str(line.payee), line.amount_minor) for line in plan.payments.all()]
    assert told == [("Anna", "Bela", 10), ("Csaba", "Bela", 5)]


def test_balances_on_a_day_leave_out_what_came_later(cast):
    cast.post(("Bela", "Anna", 3), effective_date=date(2026, 11, 1))
    cast.post(("Bela", "Anna", 4), effective_date=EVENING)
    assert selectors.balances_on(cast.book, date(2026, 11, 2), 2) == {cast.Bela.id: -3, cast.Anna.id: 3}
    assert Transfer.objects.count() == 2


def test_a_book_is_found_by_who_may_read_it_and_by_nobody_of_another_club(cast):
    assert selectors.book_of(book_id=cast.book.id, actor=cast.actor("Bela")) == cast.book
    with pytest.raises(NotFound):
        selectors.book_of(book_id=cast.book.id, actor=actor(cast.outsider))
    guest = Actor(cast.club.id, None, None, Role.GUEST, Door.PAGE)
    with pytest.raises(Forbidden):
        selectors.book_of(book_id=cast.book.id, actor=guest)
    assert list(selectors.books(cast.club)) == [cast.book]


def test_the_balances_without_names_are_those_with_names(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        told = totals.net_balances(evening.book)
    assert told == {account.id: account.balance_minor for account in selectors.balances(evening.book)}


def test_the_balances_without_names_are_those_of_persons(evening):
    Member.objects.filter(name="Csaba").update(merged_into=evening.members["Bela"])
    told = totals.net_balances(evening.book)
    assert told == {account.id: account.balance_minor for account in selectors.balances(evening.book)}
    assert told[evening.Bela.id] == 10
