"""A pasted list of people and amounts, as rows."""

import pytest

from ledger.rules import balances_text
from ledger.rules.balances_text import MOST_SHOWN, Row, Unreadable


def read(text):
    return balances_text.read(text, is_somebody=lambda who: who == "Anna")


@pytest.mark.parametrize(
    "text",
    [
        "Anna;24,70\nBéla;-24,70",
        "Anna; 24,70 \r\n\r\n Béla ;-24,70\r\n",
        "Anna\t24,70\nBéla\t-24,70",
        'Anna,"24,70"\nBéla,"-24,70"',
        "Anna;24,70;\nBéla;-24,70;;",
    ],
)
def test_lists_parted_in_any_usual_way_are_the_same(text):
    assert [(row.who, row.amount) for row in read(text)] == [("Anna", "24,70"), ("Béla", "-24,70")]


def test_a_heading_is_passed_over_and_lines_keep_their_numbers():
    assert read("name;balance\nAnna;1\n\nBéla;-1") == [Row(2, "Anna", "1"), Row(4, "Béla", "-1")]


def test_a_first_line_with_an_amount_is_no_heading():
    assert read("Anna;1") == [Row(1, "Anna", "1")]


def test_a_first_line_that_names_somebody_is_no_heading():
    assert read("Anna;ten\nBéla;-1") == [Row(1, "Anna", "ten"), Row(2, "Béla", "-1")]


def test_a_cell_longer_than_any_can_be_is_unreadable():
    endless = '"' + "x" * 150_000
    assert read(f"Anna;1\n{endless}") == [Row(1, "Anna", "1"), Unreadable(2, endless[:MOST_SHOWN])]


def test_a_decimal_comma_in_a_list_parted_by_commas_is_not_guessed_at():
    assert read("Anna,24,70") == [Unreadable(1, "Anna | 24 | 70")]


@pytest.mark.parametrize("text", ["", "\n\n", ";;;\n"])
def test_nothing_has_no_rows(text):
    assert read(text) == []
