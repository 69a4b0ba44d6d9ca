"""The one door: what is posted, what is refused, and that a refusal writes nothing."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.errors import Invalid, NotFound
from club.models import Member
from ledger import services
from ledger.errors import AccountClosed, AccountNotEven, IdempotencyConflict, NotReversible, ReasonMissing
from ledger.models import Account, Entry
from tests.ledger.cast import EVENING, actor, close_the_books, today

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("way")]


def test_the_loser_falls_and_the_winner_rises(cast):
    cast.post(("Dora", "Anna", 500))
    assert cast.balances() == {"Dora": -500, "Anna": 500}


def test_a_debt_paid_in_cash_goes_from_the_payee_to_the_payer(cast):
    cast.post(("Dora", "Anna", 500))
    cast.post(("Anna", "Dora", 500), kind=Entry.Kind.SETTLEMENT)
    assert cast.balances() == {}


def test_the_other_way_round_would_double_the_debt(cast):
    cast.post(("Dora", "Anna", 500))
    cast.post(("Dora", "Anna", 500), kind=Entry.Kind.SETTLEMENT)
    assert cast.balances() == {"Dora": -1000, "Anna": 1000}


def test_entries_are_numbered_and_chained_without_a_gap(cast):
    first, second = cast.post(("Bela", "Anna", 1)), cast.post(("Csaba", "Anna", 2))
    cast.book.refresh_from_db()
    assert (first.seq, first.prev_hash) == (1, "")
    assert (second.seq, second.prev_hash) == (2, first.hash)
    assert (cast.book.head_seq, cast.book.head_hash) == (2, second.hash)


def test_an_entry_says_who_posted_it_when_and_what_for(cast):
    entry = cast.post(("Bela", "Anna", 1), source_kind="game", source_id="7", memo="Table 1, game 7")
    entry.refresh_from_db()
    assert entry.posted_by_id == cast.treasurer.user_id
    assert (entry.source_kind, entry.source_id, entry.night_id) == ("game", "7", cast.night.id)
    assert (entry.effective_date, entry.about_date, entry.memo) == (EVENING, None, "Table 1, game 7")


def test_members_may_be_named_instead_of_accounts_and_get_one(cast):
    Account.objects.filter(member=cast.members["Geza"]).delete()
    anna, geza = cast.members["Anna"], cast.members["Geza"]
    services.post(
        book=cast.book, key="game:1:r1", kind=Entry.Kind.GAME, transfers=[(geza, anna, 3)], actor=cast.treasurer
    )
    assert cast.balances() == {"Geza": -3, "Anna": 3}


def test_the_same_key_and_payload_is_one_entry(cast):
    first = cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6), key="game:1:r1")
    again = cast.post(("Csaba", "Anna", 6), ("Bela", "Anna", 5), key="game:1:r1", memo="said otherwise")
    assert again == first
    assert cast.balances() == {"Bela": -5, "Csaba": -6, "Anna": 11}


@pytest.mark.parametrize(
    "changed",
    [{"amount": 6}, {"to": "Csaba"}, {"source_id": "8"}, {"effective_date": date(2026, 11, 26)}, {"night": None}],
    ids=str,
)
def test_the_same_key_with_another_payload_is_a_conflict(cast, refused, changed):
    cast.post(("Bela", "Anna", 5), key="game:1:r1", source_kind="game", source_id="7")
    asked = {"to": "Anna", "amount": 5, "source_kind": "game", "source_id": "7"} | changed
    transfer = ("Bela", asked.pop("to"), asked.pop("amount"))
    with refused(IdempotencyConflict):
        cast.post(transfer, key="game:1:r1", **asked)


@pytest.mark.parametrize("amount", [1.0, True, "5"])
def test_an_amount_that_is_not_an_int_is_refused_by_type(cast, refused, amount):
    with refused(TypeError):
        cast.post(("Bela", "Anna", amount))


@pytest.mark.parametrize("amount", [0, -5])
def test_an_amount_that_is_not_positive_is_refused(cast, refused, amount):
    with refused(ValueError):
        cast.post(("Bela", "Anna", amount))


def test_nobody_owes_himself(cast, refused):
    with refused(ValueError):
        cast.post(("Bela", "Bela", 5))


def test_an_account_of_another_book_is_refused(cast, refused):
    forint = services.book_for(club=cast.club, currency="HUF")
    account = services.accounts_for(book=forint, members=[cast.members["Bela"]])[cast.members["Bela"].id]
    with refused(NotFound):
        services.post(book=cast.book, key="x", kind=Entry.Kind.GAME, transfers=[(account, cast.Anna, 1)], actor=None)


def test_a_member_of_another_club_is_refused(cast, refused):
    with refused(NotFound):
        services.post(
            book=cast.book, key="x", kind=Entry.Kind.GAME, transfers=[(cast.outsider, cast.Anna, 1)], actor=None
        )


def test_somebody_of_another_club_cannot_post_here(cast, refused):
    with refused(NotFound):
        cast.post(("Bela", "Anna", 1), actor=actor(cast.outsider))


def test_a_closed_account_is_refused(cast, refused):
    services.close_account(account=cast.Bela, actor=cast.treasurer)
    cast.Bela.refresh_from_db()
    with refused(AccountClosed):
        cast.post(("Bela", "Anna", 1))


@pytest.mark.django_db(transaction=True)
def test_an_account_closed_a_moment_ago_is_refused_by_the_database_too(cast, refused):
    services.close_account(account=cast.Bela, actor=cast.treasurer)  # cast.Bela still says that it is open
    with refused(AccountClosed):
        cast.post(("Bela", "Anna", 1))


@pytest.mark.parametrize("key", ["", "two words", "line\nbreak"])
def test_a_key_that_is_no_word_is_refused(cast, refused, key):
    with refused(ValueError):
        services.post(book=cast.book, key=key, kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, 1)], actor=None)


def test_a_memo_too_long_is_refused(cast, refused):
    with refused(Invalid):
        cast.post(("Bela", "Anna", 1), memo="x" * 181)


def test_a_date_in_a_closed_month_is_posted_today_and_named(cast):
    close_the_books(cast.book, EVENING)
    entry = cast.post(("Bela", "Anna", 5), key="game:1:r1", memo="Table 1, game 7")
    assert entry.effective_date == today()
    assert entry.about_date == EVENING
    assert entry.memo == "2026-11-27 · Table 1, game 7"


def test_a_retry_after_the_month_was_closed_is_the_same_entry(cast):
    first = cast.post(("Bela", "Anna", 5), key="game:1:r1")
    close_the_books(cast.book, EVENING)
    assert cast.post(("Bela", "Anna", 5), key="game:1:r1") == first
    late = cast.post(("Bela", "Anna", 5), key="game:2:r1")
    assert cast.post(("Bela", "Anna", 5), key="game:2:r1") == late


def test_a_reversal_mirrors_its_entry_and_stands_once(cast):
    entry = cast.post(("Bela", "Anna", 5), ("Csaba", "Anna", 6), source_kind="game", source_id="7")
    reversal = services.reverse(entry=entry, reason="wrong table", actor=cast.treasurer)
    assert (reversal.key, reversal.kind) == (f"reverse:{entry.id}", Entry.Kind.REVERSAL)
    assert (reversal.source_kind, reversal.source_id, reversal.night_id) == ("game", "7", cast.night.id)
    assert (reversal.reverses, reversal.memo) == (entry, "wrong table")
    assert cast.balances() == {}
    assert services.reverse(entry=entry, reason="again", actor=cast.treasurer) == reversal
    assert Entry.objects.count() == 2


def test_a_reversal_needs_a_reason(cast, refused):
    entry = cast.post(("Bela", "Anna", 5))
    with refused(ReasonMissing):
        services.reverse(entry=entry, reason="  ", actor=cast.treasurer)


def test_a_reversal_is_not_reversed(cast, refused):
    reversal = services.reverse(entry=cast.post(("Bela", "Anna", 5)), reason="wrong", actor=cast.treasurer)
    with refused(NotReversible):
        services.reverse(entry=reversal, reason="right after all", actor=cast.treasurer)


def test_t8_plus_three_corrected_to_five_and_back_is_never_eight(cast):
    def correct(entry, key, amount):
        new = services.Draft(key=key, kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, amount)])
        drafts = [services.Draft.reversal(entry, "corrected"), new]
        return services.post_all(book=cast.book, drafts=drafts, actor=cast.treasurer)[1]

    first = cast.post(("Bela", "Anna", 3), key="game:1:r1")
    second = correct(first, "game:1:r2", 5)
    assert cast.balances()["Anna"] == 5
    correct(second, "game:1:r3", 3)
    assert cast.balances()["Anna"] == 3
    assert [entry.kind for entry in Entry.objects.all()] == ["game", "reversal", "game", "reversal", "game"]


def test_all_drafts_stand_or_none(cast, refused):
    cast.post(("Bela", "Anna", 3), key="game:1:r1")
    drafts = [
        services.Draft(key=key, kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, 9)])
        for key in ("game:2:r1", "game:1:r1")
    ]
    with refused(IdempotencyConflict):
        services.post_all(book=cast.book, drafts=drafts, actor=cast.treasurer)


def test_one_key_twice_in_a_batch_is_one_entry(cast):
    draft = services.Draft(key="game:2:r1", kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, 9)])
    one, two = services.post_all(book=cast.book, drafts=[draft, draft], actor=cast.treasurer)
    assert one is two
    assert cast.balances()["Anna"] == 9


def test_a_game_that_moved_no_money_stands_in_the_books_too(cast):
    entry = cast.post()
    assert (entry.seq, entry.transfers.count()) == (1, 0)


STATEMENTS = 3 if connection.vendor == "postgresql" else 6


def test_posting_for_six_people_takes_one_statement_or_three_on_postgresql_and_six_elsewhere(cast, way):
    transfers = [(name, "Anna", no) for no, name in enumerate(("Bela", "Csaba", "Dora", "Eva", "Feri"), 1)]
    with CaptureQueriesContext(connection) as asked:
        cast.post(*transfers)
    expected = 1 if way == "by one statement" else STATEMENTS
    assert len(asked) == expected, [query["sql"][:80] for query in asked]


def test_correcting_ten_games_takes_one_more_to_read_what_they_were(cast):
    entries = [cast.post((name, "Anna", 1)) for name in ("Bela", "Csaba") for _game in range(5)]
    drafts = [services.Draft.reversal(entry, "corrected") for entry in entries]
    drafts += [
        services.Draft(
            key=f"again:{no}", kind=Entry.Kind.GAME, transfers=[(cast.Bela, cast.Anna, 2)], effective_date=EVENING
        )
        for no in range(10)
    ]
    with CaptureQueriesContext(connection) as asked:
        services.post_all(book=cast.book, drafts=drafts, actor=cast.treasurer)
    assert len(asked) == STATEMENTS + 1, [query["sql"][:80] for query in asked]
    assert cast.balances() == {"Bela": -20, "Anna": 20}


def test_an_account_is_made_once_for_a_member(cast):
    Account.objects.filter(member=cast.members["Geza"]).delete()
    geza = cast.members["Geza"]
    made = services.accounts_for(book=cast.book, members=[geza])[geza.id]
    assert services.accounts_for(book=cast.book, members=[geza])[geza.id] == made
    assert Account.objects.get(member=geza) == made


def test_accounts_are_found_by_one_query_and_made_under_the_lock_by_two_more(cast):
    Account.objects.filter(member__in=[cast.members["Feri"], cast.members["Geza"]]).delete()
    everybody = list(Member.objects.filter(club=cast.club))
    with CaptureQueriesContext(connection) as asked:
        services.accounts_for(book=cast.book, members=everybody)
    assert len([one for one in asked if "SAVEPOINT" not in one["sql"]]) == 3
    with CaptureQueriesContext(connection) as asked:
        assert len(services.accounts_for(book=cast.book, members=everybody)) == 7
    assert len(asked) == 1


def test_a_book_has_the_decimals_of_its_currency(cast):
    assert services.book_for(club=cast.club, currency="JPY").exponent == 0
    assert services.book_for(club=cast.club, currency="EUR") == cast.book


def test_the_house_has_one_account_a_book(cast):
    assert services.house_account(book=cast.book) == services.house_account(book=cast.book)
    assert services.house_account(book=cast.book) != services.adjustments_account(book=cast.book)


def test_an_account_closes_only_when_even_and_opens_again(cast):
    cast.post(("Bela", "Anna", 5), key="game:1:r1")
    with pytest.raises(AccountNotEven):
        services.close_account(account=cast.Bela, actor=cast.treasurer)
    assert Account.objects.get(pk=cast.Bela.pk).closed_at is None
    services.close_account(account=cast.Csaba, actor=cast.treasurer)
    cast.accounts["Csaba"] = services.open_account(account=cast.Csaba, actor=cast.treasurer)
    cast.post(("Csaba", "Bela", 5))
    assert cast.balances() == {"Csaba": -5, "Anna": 5}
