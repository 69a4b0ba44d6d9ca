"""The fewest payments, judged by an independent search, and a plan that stays put while people pay."""

import time
from functools import cache

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ledger.rules.settle_up import EXACT_UP_TO, Payment, payments, through


@st.composite
def evenings(draw, most=9, largest=8):
    nets = draw(st.lists(st.integers(-largest, largest), min_size=1, max_size=most - 1))
    return dict(enumerate([*nets, -sum(nets)]))


def paid(nets, *lines):
    left = dict(nets)
    for line in lines:
        left[line.payer] += line.amount_minor
        left[line.payee] -= line.amount_minor
    return left


def fewest(nets):
    """The fewest payments by trying every payment that evens out one side: an independent search."""

    @cache
    def search(left):
        if not left:
            return 0
        first = left[0]
        return 1 + min(
            search(tuple(sorted(filter(None, (*left[1:no], net + first, *left[no + 1 :])))))
            for no, net in enumerate(left)
            if net * first < 0
        )

    return search(tuple(sorted(filter(None, nets.values()))))


def test_t4_three_payments_where_greedy_takes_four():
    plan = payments({"Anna": -8, "Bela": -7, "Csaba": 7, "Dora": 6, "Eva": 2})
    assert plan == (Payment("Anna", "Dora", 6), Payment("Anna", "Eva", 2), Payment("Bela", "Csaba", 7))


@given(evenings())
@example({0: -8, 1: -7, 2: 7, 3: 6, 4: 2})
def test_the_plan_brings_everybody_to_zero_in_the_fewest_payments(nets):
    plan = payments(nets)
    assert not any(paid(nets, *plan).values())
    assert len(plan) == fewest(nets)


@given(evenings(), st.data())
def test_paying_one_line_leaves_the_others_as_they_were(nets, data):
    plan = payments(nets)
    if plan:
        line = data.draw(st.sampled_from(plan))
        assert set(payments(paid(nets, line))) == set(plan) - {line}


@given(evenings(most=40, largest=10**6))
def test_nobody_pays_zero_or_pays_and_is_paid(nets):
    plan = payments(nets)
    assert all(line.amount_minor > 0 for line in plan)
    assert not {line.payer for line in plan} & {line.payee for line in plan}
    assert all(nets[line.payer] < 0 < nets[line.payee] for line in plan)
    assert not any(paid(nets, *plan).values())


def test_ties_go_by_the_order_the_caller_gives():
    assert payments({"B": -1, "A": -1, "D": 1, "C": 1}) == (Payment("B", "D", 1), Payment("A", "C", 1))
    assert payments({"A": -1, "B": -1, "C": 1, "D": 1}) == (Payment("A", "C", 1), Payment("B", "D", 1))


def test_above_sixteen_equal_pairs_come_first_then_the_largest_to_the_largest():
    nets = {f"d{no}": -no for no in range(1, 9)} | {f"c{no}": no for no in range(1, 8)} | {"x": 5, "y": 3}
    plan = payments(nets)
    assert plan[:7] == tuple(Payment(f"d{no}", f"c{no}", no) for no in range(1, 8))
    assert plan[7:] == (Payment("d8", "x", 5), Payment("d8", "y", 3))


@pytest.mark.parametrize("nets", [{}, {"A": 0, "B": 0}])
def test_an_even_club_has_an_empty_plan(nets):
    assert payments(nets) == ()


def test_nets_that_do_not_sum_to_zero_are_refused():
    with pytest.raises(ValueError, match="sum to 1"):
        payments({"A": 3, "B": -2})


@pytest.mark.parametrize("net", [1.0, True, "1"])
def test_a_net_that_is_not_an_int_is_refused_by_type(net):
    with pytest.raises(TypeError):
        payments({"A": net, "B": -1})


HARD = {
    "all ones": [-1, 1] * 8,
    "threes and twos": [3] * 6 + [-2] * 9,
    "one to all": [-15, *[1] * 15],
    "no two alike": [2**no for no in range(14)] + [1 - 2**14],
}


@pytest.mark.parametrize("name", HARD)
def test_the_hardest_evenings_take_well_under_a_second(name):
    nets = dict(enumerate(HARD[name]))
    assert len(nets) <= EXACT_UP_TO
    began = time.perf_counter()
    plan = payments(nets)
    assert time.perf_counter() - began < 0.8
    assert not any(paid(nets, *plan).values())


@given(evenings(), st.integers(0, 8))
def test_through_a_banker_everybody_makes_one_payment_at_most(nets, banker):
    plan = through(nets, banker)
    assert not any(paid(nets | {banker: nets.get(banker, 0)}, *plan).values())
    assert all(banker in (line.payer, line.payee) for line in plan)
    assert len({(line.payer, line.payee) for line in plan}) == len(plan) <= len(nets)
