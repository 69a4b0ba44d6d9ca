"""A balance over time as places of a drawing."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.charting import BOTTOM, LEFT, RIGHT, TOP, balance_chart

DAYS = [date(2026, 11, day) for day in (6, 13, 27)]


def places(points: str) -> list[tuple[float, float]]:
    return [tuple(map(float, pair.split(","))) for pair in points.split()]


def test_a_balance_is_drawn_from_the_first_day_to_the_last():
    chart = balance_chart(list(zip(DAYS, (0, 500, -250), strict=True)))
    assert places(chart.trace) == [(LEFT, 98.4), (158.0, 26.4), (RIGHT, 134.4)]
    assert [line.amount_minor for line in chart.gridlines] == [-400, -200, 0, 200, 400, 600]
    assert (chart.first_day, chart.last_day, chart.last_minor) == (DAYS[0], DAYS[-1], -250)


@pytest.mark.parametrize("figures", [[], [(DAYS[0], 5)]])
def test_there_is_no_line_through_fewer_than_two_days(figures):
    assert balance_chart(figures) is None


@given(st.lists(st.integers(-(10**15), 10**15), min_size=2, max_size=3))
def test_every_balance_lies_within_the_drawing_and_zero_has_its_line(amounts):
    chart = balance_chart(list(zip(DAYS, amounts, strict=False)))
    assert all(LEFT <= x <= RIGHT and TOP <= y <= BOTTOM for x, y in places(chart.trace))
    levels = [line.amount_minor for line in chart.gridlines]
    assert 0 in levels
    assert 2 <= len(levels) <= 7
    assert levels[0] <= min(amounts)
    assert max(amounts) <= levels[-1]
