"""What is counted in is a currency that there is; what was counted in one that is gone stays as it is."""

import pytest
from iso4217 import Currency

from club.currencies import KNOWN, WrongCurrency
from club.errors import Forbidden, NotFound
from ledger import selectors, services
from ledger.exporting import Format, export_book
from ledger.models import Book, Entry
from ledger.rules.currency import exponent_of
from tests.ledger.cast import actor

pytestmark = pytest.mark.django_db
WITHDRAWN = "HRK"


def test_our_decimals_are_those_of_iso_4217():
    """Ours never change by a new version of the table: a book would be read otherwise than it was written."""
    table = {one.code: one.exponent for one in Currency if one.exponent is not None}
    assert {code: exponent_of(code) for code in table} == table


def test_money_and_points_are_known_and_neither_gold_nor_what_somebody_typed_wrong():
    assert {"EUR", "HUF", "JPY", "PTS"} <= KNOWN
    assert KNOWN.isdisjoint({"XAU", "XDR", "XXX", "XTS", "ERU", "EURO", "eur", "", WITHDRAWN})


@pytest.mark.parametrize("currency", ["ERU", "XAU", "eur", "EURO", "", WITHDRAWN])
def test_no_book_is_opened_in_what_is_no_currency(cast, refused, currency):
    with refused(WrongCurrency):
        services.open_book(club=cast.club, currency=currency, actor=cast.treasurer)


def test_a_book_is_opened_once_by_who_keeps_the_books_of_the_club(cast, refused):
    with refused(Forbidden):
        services.open_book(club=cast.club, currency="HUF", actor=cast.actor("Bela"))
    with refused(NotFound):
        services.open_book(club=cast.club, currency="HUF", actor=actor(cast.outsider))
    books = {services.open_book(club=cast.club, currency="HUF", actor=cast.treasurer) for _twice in range(2)}
    assert [(book.currency, book.exponent) for book in books] == [("HUF", 2)]


def test_a_book_in_a_currency_that_is_gone_is_kept_and_read_as_ever(cast):
    kuna = Book.objects.create(club=cast.club, currency=WITHDRAWN, exponent=2)
    assert services.open_book(club=cast.club, currency=WITHDRAWN, actor=cast.treasurer) == kuna
    bela, anna = cast.members["Bela"], cast.members["Anna"]
    services.post(book=kuna, key="game:1:r1", kind=Entry.Kind.GAME, transfers=[(bela, anna, 1250)], actor=None)
    assert {str(one): one.balance_minor for one in selectors.balances(kuna)} == {"Anna": 1250, "Bela": -1250}
    plan = services.plan_club(book=kuna, actor=cast.treasurer)
    assert "12.50" in str(plan.payments.get())
    assert "12.50" in "".join(export_book(book=kuna, format=Format.CSV, actor=cast.treasurer).pieces)
