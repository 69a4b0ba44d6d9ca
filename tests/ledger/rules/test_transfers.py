import pytest

from ledger.rules.transfers import MOST_MINOR, Transfer, lines, nets, netted


@pytest.mark.parametrize("amount", [1.0, True, "1", None])
def test_an_amount_that_is_not_an_int_is_refused_by_type(amount):
    with pytest.raises(TypeError):
        Transfer("a", "b", amount)


@pytest.mark.parametrize("amount", [0, -1, MOST_MINOR + 1])
def test_an_amount_outside_the_bounds_is_refused(amount):
    with pytest.raises(ValueError, match="between 1 and"):
        Transfer("a", "b", amount)


def test_a_transfer_from_an_account_to_itself_is_refused():
    with pytest.raises(ValueError, match="two accounts"):
        Transfer("a", "a", 1)


def test_the_source_falls_and_the_target_rises():
    assert nets([Transfer("dora", "anna", 5), Transfer("anna", "bela", 2)]) == {"dora": -5, "anna": 3, "bela": 2}


def test_a_transfer_and_its_mirror_cancel():
    one = Transfer("dora", "anna", 5)
    assert nets([one, one.mirrored]) == {"dora": 0, "anna": 0}
    assert netted([one, one.mirrored]) == ()


def test_netting_leaves_one_transfer_between_two_accounts():
    there, back, other = Transfer("a", "b", 5), Transfer("b", "a", 8), Transfer("a", "c", 1)
    assert netted([there, other, back]) == (Transfer("b", "a", 3), other)


def test_the_canonical_lines_do_not_depend_on_the_order():
    one, two = Transfer("a", "b", 5), Transfer("a", "b", 10)
    assert list(lines([one, two])) == list(lines([two, one])) == ["transfer a b 10", "transfer a b 5"]
