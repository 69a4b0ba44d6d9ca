import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.rules.rounding import split_by_weight, split_evenly


def test_3000_over_7_is_four_of_429_and_three_of_428():
    assert split_evenly(3000, 7) == (429, 429, 429, 429, 428, 428, 428)


def test_a_negative_amount_gives_the_negative_of_the_positive_split():
    assert split_evenly(-3000, 7) == tuple(-share for share in split_evenly(3000, 7))


def test_shares_follow_their_weights():
    assert split_by_weight(100, (1, 2, 0)) == (33, 67, 0)


@given(st.integers(-(10**12), 10**12), st.lists(st.integers(0, 50), min_size=1, max_size=20).filter(any))
def test_shares_always_sum_to_the_whole_and_stay_within_one_unit(amount, weights):
    shares = split_by_weight(amount, weights)
    assert sum(shares) == amount
    assert all(
        abs(share * sum(weights) - amount * weight) < sum(weights)
        for share, weight in zip(shares, weights, strict=True)
    )


@pytest.mark.parametrize("weights", [(), (0, 0), (3, -1)])
def test_weights_that_share_nothing_out_are_refused(weights):
    with pytest.raises(ValueError, match="positive"):
        split_by_weight(100, weights)


@pytest.mark.parametrize(("amount", "weights"), [(1.0, (1,)), (1, (1.0,)), (True, (1,))])
def test_a_float_is_refused_by_type(amount, weights):
    with pytest.raises(TypeError):
        split_by_weight(amount, weights)
