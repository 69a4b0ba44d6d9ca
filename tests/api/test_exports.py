"""Books as files through the API: for whom, as what, and told in the same way when it cannot be."""

import csv
import io
import json

import pytest

from ledger.models import Account
from tests.api.conftest import caller
from tests.api.test_acts import refused

END = {"do": "end", "winner": "box", "result": "single"}


@pytest.fixture
def book(cast):
    """Anna won 0.50 from each of Béla, Csaba and Dóra."""
    cast.act(cast.table(), END)
    return str(Account.objects.first().book_id)


def text_of(response):
    assert response.status_code == 200, response.content
    assert response.streaming
    return b"".join(response).decode()


def rows_of(response):
    return list(csv.DictReader(io.StringIO(text_of(response), newline="")))


@pytest.mark.parametrize(
    ("format", "media_type", "ending", "begins"),
    [
        ("csv", "text/csv", "csv", "seq,date,kind,source,target,amount"),
        ("beancount", "text/plain", "beancount", ";; The EUR book of Felt"),
        ("hledger", "text/plain", "journal", "; The EUR book of Felt"),
        ("json", "application/json", "json", '{"format": "chouette-book 1"'),
    ],
)
def test_a_book_comes_as_a_file_of_each_format(anna, book, format, media_type, ending, begins):
    response = anna.get(f"/books/{book}/export?format={format}")
    assert text_of(response).startswith(begins)
    assert response["Content-Type"] == f"{media_type}; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="felt-EUR.{ending}"'
    assert "no-store" in response["Cache-Control"]


def test_without_a_format_it_is_csv_and_accept_may_say_json(anna, book):
    assert [one["amount"] for one in rows_of(anna.get(f"/books/{book}/export"))] == ["0.50"] * 3
    told = json.loads(text_of(anna.get(f"/books/{book}/export", Accept="application/json")))
    assert told["book"]["id"] == book


def test_only_the_days_asked_for_are_in_it(cast, anna, book):
    day = cast.night.date
    assert len(rows_of(anna.get(f"/books/{book}/export?from={day}&to={day}"))) == 3
    assert rows_of(anna.get(f"/books/{book}/export?to=2001-01-01")) == []


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("from=2026-13-01", 400, "malformed"),
        ("from=2026-11-30&to=2026-11-01", 422, "period_backwards"),
        ("format=xlsx", 404, "not_found"),
    ],
)
def test_what_cannot_be_exported_is_told_as_a_problem(anna, book, query, status, code):
    refused(anna.get(f"/books/{book}/export?{query}"), status, code)


@pytest.mark.parametrize("name", ["Dóra", "Feri"])  # who played and who never did
@pytest.mark.parametrize("what", ["statement", "statement/export"])
def test_days_in_the_wrong_order_have_no_statement(cast, anna, book, name, what):
    path = f"/members/{cast.members[name].id}/{what}?book={book}"
    refused(anna.get(f"{path}&from=2026-11-30&to=2026-11-01"), 422, "period_backwards")
    assert anna.get(f"{path}&from=2026-11-30&to=2026-11-30").status_code == 200


def test_the_treasurer_and_the_organiser_export_books_and_nobody_else(cast, anna, olga, book):
    for name, status in {"Anna": 200, "Béla": 200, "Csaba": 403, "Dóra": 403}.items():
        assert caller(cast.members[name]).get(f"/books/{book}/export").status_code == status, name
    refused(olga.get(f"/books/{book}/export"), 404, "not_found")
    refused(caller(cast.members["Anna"], "score").get(f"/books/{book}/export"), 403, "token_scope")


def test_a_member_exports_his_own_statement_the_treasurer_everybodys(cast, olga, book):
    path = f"/members/{cast.members['Dóra'].id}/statement/export?book={book}"
    rows = rows_of(caller(cast.members["Dóra"]).get(path))
    assert [(one["kind"], one["amount"], one["balance"]) for one in rows] == [
        ("brought_forward", "", "0.00"),
        ("game", "-0.50", "-0.50"),
        ("balance", "", "-0.50"),
    ]
    assert caller(cast.members["Béla"]).get(path).status_code == 200
    refused(caller(cast.members["Csaba"]).get(path), 403, "forbidden")
    refused(olga.get(path), 404, "not_found")
