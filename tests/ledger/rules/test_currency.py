import pytest

from ledger.rules.currency import NoAmount, NoCurrency, TooFine, exponent_of, format_amount, parse_amount


@pytest.mark.parametrize(
    ("currency", "exponent"), [("EUR", 2), ("HUF", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("PTS", 2)]
)
def test_a_currency_has_the_decimals_of_iso_4217(currency, exponent):
    assert exponent_of(currency) == exponent


@pytest.mark.parametrize("code", ["eur", "EU", "EURO", "", "E1R", "EUR\n", None, 978])
def test_what_is_not_three_capital_letters_is_no_currency(code):
    with pytest.raises(NoCurrency):
        exponent_of(code)


@pytest.mark.parametrize(
    ("text", "currency", "minor"),
    [
        ("12.50", "EUR", 1250),
        ("-12.5", "EUR", -1250),
        ("+3", "EUR", 300),
        ("0.05", "EUR", 5),
        ("12.500", "EUR", 1250),
        ("700", "JPY", 700),
        ("1.25", "PTS", 125),
        ("0.001", "KWD", 1),
    ],
)
def test_a_decimal_becomes_minor_units_exactly(text, currency, minor):
    assert parse_amount(text, currency) == minor


@pytest.mark.parametrize(("text", "currency"), [("0.005", "EUR"), ("1.5", "JPY"), ("0.0001", "KWD")])
def test_an_amount_too_fine_is_refused_and_never_rounded(text, currency):
    with pytest.raises(TooFine):
        parse_amount(text, currency)


@pytest.mark.parametrize("text", ["", "1,5", "1e3", " 1", "1.", ".5", "NaN", "٣", "1_000", "--1"])
def test_what_is_not_a_plain_decimal_is_refused(text):
    with pytest.raises(NoAmount):
        parse_amount(text, "EUR")


@pytest.mark.parametrize("amount", [12.5, 12, True, None])
def test_a_number_is_refused_by_type_where_text_is_meant(amount):
    with pytest.raises(TypeError):
        parse_amount(amount, "EUR")


@pytest.mark.parametrize(
    ("minor", "currency", "text"),
    [(1250, "EUR", "12.50"), (-5, "EUR", "-0.05"), (0, "EUR", "0.00"), (-700, "JPY", "-700"), (1, "KWD", "0.001")],
)
def test_minor_units_are_written_with_every_decimal(minor, currency, text):
    assert format_amount(minor, currency) == text
    assert parse_amount(text, currency) == minor


def test_a_float_is_never_written_as_an_amount():
    with pytest.raises(TypeError):
        format_amount(12.5, "EUR")
