from datetime import date

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from club import formats
from club.formats import AmountAmbiguous, AmountInvalid, AmountTooFine, parse_money
from club.templatetags.points import short_day

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("language", "amount_minor", "written"),
    [
        ("en", 123450, f"1,234.50{NBSP}EUR"),
        ("hu", 123450, f"1{NBSP}234,50{NBSP}EUR"),
        ("hr", 123450, f"1.234,50{NBSP}EUR"),
        ("hu", -1250, f"−12,50{NBSP}EUR"),
        ("hr", 5, f"0,05{NBSP}EUR"),
    ],
)
def test_money_is_written_as_the_language_writes_it(language, amount_minor, written):
    with translation.override(language):
        assert formats.money(amount_minor, "EUR", 2) == written


def test_money_with_a_sign_shows_the_plus_but_none_at_zero():
    with translation.override("hu"):
        assert formats.money(1250, "EUR", 2, sign=True) == f"+12,50{NBSP}EUR"
        assert formats.money(0, "EUR", 2, sign=True) == f"0,00{NBSP}EUR"


@pytest.mark.parametrize(
    ("amount_minor", "written"), [(300, "3"), (150, "1.5"), (-25, "−0.25"), (0, "0"), (123000, "1,230")]
)
def test_points_have_no_more_decimals_than_they_need(amount_minor, written):
    assert formats.money(amount_minor, "PTS", 2) == f"{written}{NBSP}pt"


def test_a_currency_without_cents_has_no_decimals():
    with translation.override("hu"):
        assert formats.money(12500, "HUF", 0) == f"12{NBSP}500{NBSP}HUF"


@pytest.mark.parametrize(
    ("language", "points_q", "written"),
    [
        ("hu", 6, "+1,5"),
        ("hu", -12, "−3"),
        ("hu", 0, "0"),
        ("hu", 40, "+10"),
        ("en", 1, "+0.25"),
        ("en", 4000, "+1,000"),
    ],
)
def test_points_carry_their_sign_and_no_empty_decimals(language, points_q, written):
    with translation.override(language):
        assert formats.points(points_q) == written


@pytest.mark.parametrize(
    ("language", "text", "minor"),
    [
        ("hu", "24,70", 2470),
        ("hr", "24,70", 2470),
        ("hr", "1.000,50", 100050),
        ("hu", "1 000,50", 100050),
        ("hu", f"1{NBSP}000,50", 100050),
        ("hu", "1\u202f000,50", 100050),
        ("en", "1,000.50", 100050),
        ("hu", "1000", 100000),
        ("hu", "0,5", 50),
        ("hu", " 12 ", 1200),
        ("hr", "1.234.567,89", 123456789),
        ("hu", "24.70", 2470),
        ("en", "24,70", 2470),
        ("hu", "−12,50", -1250),
        ("hu", "-12,50", -1250),
        ("hu", "+12,50", 1250),
        ("hr", "1 000,50", 100050),
        ("hu-HU", "24,70", 2470),
    ],
)
def test_an_amount_is_read_as_it_was_meant(language, text, minor):
    assert parse_money(text, language, 2) == minor


def test_an_amount_without_cents_is_read():
    assert parse_money("12 500", "hu", 0) == 12500
    assert parse_money("12.500", "hr", 0) == 12500


@pytest.mark.parametrize(("language", "text"), [("hr", "1.000"), ("en", "1,000"), ("hu", "1.000"), ("hu", "12.345")])
def test_what_could_be_a_thousand_or_one_is_refused(language, text):
    with pytest.raises(AmountAmbiguous) as refusal:
        parse_money(text, language, 2)
    assert refusal.value.code == "amount_ambiguous"
    assert text in refusal.value.detail


@pytest.mark.parametrize(("language", "text"), [("hu", "1,005"), ("hr", "0,001"), ("en", "1.999"), ("hu", "1,0000")])
def test_an_amount_finer_than_its_currency_is_refused_and_never_rounded(language, text):
    with pytest.raises(AmountTooFine):
        parse_money(text, language, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "abc",
        "1,2,3",
        "1.2.3",
        "1 00",
        "10 00,5",
        "1..5",
        "1,",
        ",5",
        "--1",
        "1e3",
        "0x10",
        "١٢",
        "1.000 000",
        "1 EUR",
        "9" * 16,
        "1,000.50,2",
        "NaN",
        "1\n2",
    ],
)
@pytest.mark.parametrize("language", ["en", "hu", "hr"])
def test_what_is_no_amount_is_refused(language, text):
    with pytest.raises(AmountInvalid):
        parse_money(text, language, 2)


def test_hungarian_does_not_read_croatian_thousands():
    with pytest.raises(AmountInvalid):
        parse_money("1.000,50", "hu", 2)


@given(st.integers(-(10**13), 10**13), st.sampled_from(["en", "hu", "hr"]), st.sampled_from([2, 3]))
def test_every_amount_that_is_written_with_decimals_reads_back_as_itself(amount_minor, language, exponent):
    with translation.override(language):
        written = formats.money(amount_minor, "XXX", exponent).removesuffix(f"{NBSP}XXX")
    assert parse_money(written, language, exponent) == amount_minor


@pytest.mark.parametrize(("language", "told"), [("en", "November 30"), ("hu", "november 30."), ("hr", "30. studenoga")])
def test_day_and_month_are_written_as_they_are_said_together(language, told):
    with translation.override(language):
        assert short_day(date(2026, 11, 30)) == told
