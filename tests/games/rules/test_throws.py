"""The order by throws: ties are thrown again among the tied only, as often as it takes."""

from itertools import chain, cycle, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.throws import NotTheirThrow, order_of, thrown

THROWS = st.integers(1, 12)


def dice(*throws: int):
    """Throws in the order they fall; then the two who are left throw 5 and 3."""
    falling = chain(throws, cycle((5, 3)))
    return lambda: next(falling)


def test_the_highest_is_first() -> None:
    assert order_of([{"Anna": 3, "Béla": 6, "Csaba": 5}]).ring == ("Béla", "Csaba", "Anna")


def test_nobody_has_thrown_before_the_first_round() -> None:
    assert order_of([]).ring == order_of([{}]).ring == ()


def test_those_who_threw_the_same_must_throw_again() -> None:
    order = order_of([{"Anna": 2, "Béla": 5, "Csaba": 2, "Dóra": 5, "Eszter": 6}])
    assert order.tied == (("Béla", "Dóra"), ("Anna", "Csaba"))


def test_a_second_throw_decides_among_the_tied_and_nobody_passes_those_above_them() -> None:
    order = order_of([{"Anna": 6, "Béla": 4, "Csaba": 4, "Dóra": 1}, {"Béla": 1, "Csaba": 12}])
    assert order.ring == ("Anna", "Csaba", "Béla", "Dóra")
    assert order.tied == ()


def test_two_ties_are_thrown_in_one_round_each_among_itself() -> None:
    rounds = [{"Anna": 6, "Béla": 6, "Csaba": 2, "Dóra": 2}, {"Anna": 1, "Béla": 2, "Csaba": 12, "Dóra": 11}]
    assert order_of(rounds).ring == ("Béla", "Anna", "Csaba", "Dóra")


def test_of_three_who_tie_two_may_tie_again() -> None:
    rounds = [{"Anna": 4, "Béla": 4, "Csaba": 4}, {"Anna": 3, "Béla": 5, "Csaba": 3}]
    assert order_of(rounds).tied == (("Anna", "Csaba"),)
    assert order_of([*rounds, {"Anna": 2, "Csaba": 6}]).ring == ("Béla", "Csaba", "Anna")


@pytest.mark.parametrize("again", [{}, {"Béla": 1}, {"Anna": 1, "Béla": 1, "Csaba": 2}, {"Béla": 1, "Dóra": 2}])
def test_nobody_else_throws_again_and_none_of_them_is_left_out(again: dict[str, int]) -> None:
    with pytest.raises(NotTheirThrow):
        order_of([{"Anna": 6, "Béla": 4, "Csaba": 4}, again])


def test_dice_are_thrown_until_nobody_is_tied() -> None:
    rounds = thrown(["Anna", "Béla", "Csaba"], dice(7, 9, 9, 4, 4))
    assert rounds == [{"Anna": 7, "Béla": 9, "Csaba": 9}, {"Béla": 4, "Csaba": 4}, {"Béla": 5, "Csaba": 3}]
    assert order_of(rounds).ring == ("Béla", "Csaba", "Anna")


@given(st.lists(st.integers(), unique=True, max_size=8), st.randoms(use_true_random=False))
def test_whatever_falls_everybody_has_a_place_and_throws_less_and_less(players: list[int], chance) -> None:
    rounds = thrown(players, lambda: chance.randint(1, 3))
    assert sorted(order_of(rounds).ring) == sorted(players)
    assert all(set(after) <= set(before) for before, after in pairwise(rounds))


@given(st.dictionaries(st.integers(), THROWS, min_size=1))
def test_a_higher_throw_is_a_higher_place(throws: dict[int, int]) -> None:
    ring = order_of([throws]).ring
    assert [throws[player] for player in ring] == sorted(throws.values(), reverse=True)
