import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.money import to_minor
from games.rules.points import NotPoints, format_points, parse_points


@pytest.mark.parametrize(
    ("text", "quarters"), [("0", 0), ("1.5", 6), ("-3", -12), ("0.25", 1), ("-0.75", -3), ("2.50", 10), (7, 28)]
)
def test_points_are_quarters(text, quarters):
    assert parse_points(text) == quarters


@pytest.mark.parametrize(
    ("value", "code"),
    [("0.1", "too_fine"), ("1e3", "not_points"), ("", "not_points"), ("1.", "not_points"), (".5", "not_points"),
     ("+1", "not_points"), ("1,5", "not_points"), ("٣", "not_points"), ("1\n", "not_points"), (1.0, "not_points"),
     (None, "not_points"), (False, "not_points"), ("1000001", "too_large"), (-1000001, "too_large")],
)  # fmt: skip
def test_what_is_no_number_of_points_is_refused(value, code):
    with pytest.raises(NotPoints) as refused:
        parse_points(value)
    assert refused.value.code == code


@given(st.integers(-4_000_000, 4_000_000))
def test_formatted_points_are_read_back(points_q):
    assert parse_points(format_points(points_q)) == points_q


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_money_is_rounded_to_the_nearest_and_a_half_to_the_even_unit(points_q, unit_minor):
    minor, exact4 = to_minor(points_q, unit_minor), points_q * unit_minor
    assert abs(4 * minor - exact4) <= 2
    assert abs(4 * minor - exact4) < 2 or minor % 2 == 0
