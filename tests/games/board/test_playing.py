"""What is said of a play: the legal play it means, or why it is none."""

import pytest

from games.board.errors import AmbiguousPlay, IllegalPlay, InvalidDice, InvalidText
from games.board.plays import as_played, legal_plays, next_steps, play
from games.board.position import Game, Side, opening
from games.board.turns import HeadException
from tests.games.board.boards import nard, of

START = opening(Game.BACKGAMMON)
NARD = opening(Game.LONG_NARD)
BEHIND = "12(14) 24"
"""The other side of long nard, far from everything."""


def code_of(position, dice, moves, **options):
    with pytest.raises(IllegalPlay) as refused:
        play(position, dice, moves, **options)
    assert refused.value.given == moves
    assert refused.value.position == position
    assert str(position) in str(refused.value)
    assert moves in str(refused.value)
    return refused.value.code


# what is legal


@pytest.mark.parametrize(
    ("dice", "moves", "written"),
    [
        ((3, 1), "8/5 6/5", "8/5 6/5"),
        ((3, 1), "6/5, 8/5", "8/5 6/5"),
        ((3, 1), "31: 8-5 6-5", "8/5 6/5"),
        ((6, 5), "24/18/13", "24/13"),
        ((6, 5), "24/18 18/13", "24/13"),
        ((6, 5), "  24 / 13 ", "24/13"),
        ((1, 1), "8/7 (2) 6/5(2)", "8/7(2) 6/5(2)"),
        ((1, 1), "6/5×2 8/7×2", "8/7(2) 6/5(2)"),
        ((5, 5), "13/3(2)", "13/3(2)"),
        ((5, 5), "13/8(2) 8/3 8/3", "13/3(2)"),
        ((2, 2), "13/11;13/11;6/4;6/4", "13/11(2) 6/4(2)"),
    ],
)
def test_a_play_is_read_in_many_ways_and_written_in_one(dice, moves, written):
    assert play(START, dice, moves).notation == written


def test_a_play_hands_the_turn_to_the_other_side():
    made = play(START, (3, 1), "8/5 6/5")
    assert made.position.turn is Side.BLACK
    assert made.left.points[4] == 2
    assert made.position.points[19] == -2
    assert made.position.pips == (167, 163)


def test_a_checker_enters_from_the_bar_and_hits():
    position = of("bar 13(5) 8(4) 6(5)", "24 13(5) 8(3) 6(4) 5 4")
    made = play(position, (5, 2), "bar/20* 13/11")
    assert made.notation == "bar/20* 13/11"
    assert made.position.bar == (1, 0)
    assert play(position, (5, 2), "b/20 13/11") == play(position, (5, 2), "25/20x 13/11") == made


def test_checkers_are_borne_off():
    position = of("6(2) 5(2)", "24(2) 13(5) 8(3) 6(5)")
    assert play(position, (6, 6), "6/off(2) 5/0(2)").position.off == (0, 15)


def test_hits_need_not_be_said_where_there_is_no_choice():
    position = of("24(2) 13(5) 8(3) 6(5)", "24 20 13(5) 8(3) 6(5)")
    assert play(position, (3, 1), "8/5 6/5").notation == "8/5* 6/5"


def test_a_way_without_a_hit_is_meant_where_none_is_said():
    position = of("24 13(6) 8(3) 6(5)", "24 13(6) 8(4) 7 5(3)")
    assert play(position, (6, 5), "24/13").left.bar == (0, 0)
    assert play(position, (6, 5), "24/18*/13").left.bar == (0, 1)
    assert play(position, (6, 5), "24/18/13").left.bar == (0, 1)


def test_nothing_is_played_where_nothing_can_be():
    position = of("bar 13(14)", "6(2) 5(2) 4(2) 3(2) 2(2) 1(2) 13(3)")
    for words in ("", "-", "cannot move", "No Move"):
        assert play(position, (6, 5), words).notation == "-"


# what is not


def test_both_dice_must_be_used_where_they_can_be():
    assert code_of(START, (3, 1), "8/5") == "must_use_both"
    assert code_of(START, (3, 1), "-") == "must_use_both"
    assert code_of(START, (2, 2), "13/11(2) 6/4") == "must_use_both"


def test_a_first_move_may_not_make_the_second_impossible():
    position = of("20 10", "10(2) 16(2) 24(11)")
    assert {one.notation for one in legal_plays(position, (6, 5))} == {"20/14 10/5"}
    assert code_of(position, (6, 5), "10/4") == "must_use_both"


def test_the_higher_die_must_be_used_where_only_one_can_be():
    position = of("10", "24(2) 23(9) 22(2) 16(2)")
    assert play(position, (5, 4), "10/5").notation == "10/5"
    assert code_of(position, (5, 4), "10/6") == "must_use_higher"


def test_the_bar_comes_first():
    assert code_of(of("bar 13(14)", "13(15)"), (6, 5), "13/7 13/8") == "bar_first"
    assert code_of(of("bar(2) 13(13)", "13(15)"), (6, 5), "bar/19 13/8") == "bar_first"


def test_a_closed_point_is_closed_even_in_passing():
    assert code_of(START, (5, 1), "24/19 6/5") == "blocked"
    position = of("24(2) 13(13)", "7(2) 6(2) 13(11)")
    assert code_of(position, (6, 5), "24/13") == "blocked"


def test_nothing_is_borne_off_before_all_are_home():
    assert code_of(of("13 6(2)", "13(15)"), (6, 5), "6/off 13/8") == "not_all_home"


def test_a_higher_point_must_be_moved_from_before_a_lower_one_bears_off():
    assert code_of(of("5 3 1(3)", "13(15)"), (4, 1), "3/off 5/4") == "must_bear_off_higher"


def test_moves_that_the_dice_do_not_give_are_refused():
    assert code_of(START, (3, 1), "13/8 6/5") == "not_on_dice"
    assert code_of(START, (3, 1), "6/5(2)") == "not_on_dice"
    assert code_of(START, (3, 1), "12/11 8/5") == "no_checker"


def test_moves_with_the_same_sum_but_other_steps_are_refused():
    assert code_of(START, (6, 5), "13/3 8/7") == "not_on_dice"


def test_a_play_that_may_be_two_is_refused_and_both_are_named():
    position = of("24 13(6) 8(3) 6(5)", "24 13(6) 8(4) 7 6 5(2)")
    with pytest.raises(AmbiguousPlay) as refused:
        play(position, (6, 5), "24/13")
    assert refused.value.code == "ambiguous"
    assert "24/18*/13" in str(refused.value)
    assert "24/19*/13" in str(refused.value)


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        ("24/", "unreadable_move"),
        ("e4", "unreadable_move"),
        ("99/98", "unreadable_move"),
        ("8/5 6/5 ?", "unreadable_move"),
        ("5/8", "wrong_direction"),
        ("0/5", "wrong_direction"),
        ("6/bar", "wrong_direction"),
        ("6/5(3) 8/7(3)", "too_many_moves"),
        ("6/5 " * 100, "text_too_long"),
        ("52: 8/5 6/5", "other_dice"),
    ],
)
def test_text_that_cannot_be_read_is_refused_whatever_the_position(moves, code):
    with pytest.raises(InvalidText) as refused:
        play(START, (3, 1), moves)
    assert refused.value.code == code


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1,), (1, 2, 3), "ab", None, (1.0, 2), (True, 1)])
def test_a_roll_is_two_dice(dice):
    with pytest.raises(InvalidDice):
        legal_plays(START, dice)


# long nard


def test_one_checker_leaves_the_head_in_a_turn():
    assert play(NARD, (5, 2), "24/17").notation == "24/17"
    assert code_of(NARD, (5, 2), "24/19 24/22") == "head_rule"


@pytest.mark.parametrize(("die", "plays"), [(3, {"24/15 24/21", "24/18(2)"}), (4, {"24/16(2)"}), (6, {"24/18(2)"})])
def test_white_may_take_two_with_three_doubles_at_first(die, plays):
    assert {one.notation for one in legal_plays(NARD, (die, die))} == plays


def test_black_may_only_where_the_house_rules_say_so():
    black = nard("24(15)", "24(14) 22", turn=Side.BLACK)
    assert [one.notation for one in legal_plays(black, (6, 6))] == ["24/18"]
    assert [one.notation for one in legal_plays(black, (6, 6), head_exception=HeadException.BOTH)] == ["24/18(2)"]


@pytest.mark.parametrize("exception", HeadException)
def test_after_five_five_black_plays_a_single_step_with_four_four(exception):
    after = legal_plays(NARD, (5, 5))[0].position
    assert [one.notation for one in legal_plays(after, (4, 4), head_exception=exception)] == ["24/20"]


def test_one_enemy_checker_closes_a_point_of_long_nard():
    position = nard("24(14) 20", "24(14) 4")
    assert position.points[15] == -1
    assert code_of(position, (4, 1), "20/16 24/23") == "blocked"


def test_a_block_of_six_needs_an_enemy_ahead_of_it():
    position = nard("24(9) 23 22 21 20 18 16", "24(15)")
    assert code_of(position, (5, 1), "24/19 16/15") == "six_block"
    ahead = nard("24(9) 23 22 21 20 18 16", "24(14) 1")
    assert play(ahead, (5, 1), "24/19 16/15").notation == "24/19 16/15"


def test_the_block_is_looked_for_after_every_single_step():
    position = nard("24(9) 23 22 20 19 13(2)", "24(15)")
    assert code_of(position, (3, 3), "24/18 13/10(2)") == "six_block"


def test_a_block_that_stands_unchallenged_forbids_nothing_more():
    position = nard("24(8) 23 22 21 20 19 16 15", "24(15)")
    assert play(position, (1, 2), "16/15 24/22").notation == "24/22 16/15"


# as it was played


def test_a_legal_play_stands_as_itself():
    stands = as_played(START, (3, 1), "8/5 6/5")
    assert stands.refusal is None
    assert stands.play is not None
    assert stands.position == play(START, (3, 1), "8/5 6/5").position


def test_an_illegal_play_that_nobody_challenged_keeps_its_position():
    stands = as_played(START, (3, 1), "8/4 6/5")
    assert stands.play is None
    assert stands.refusal.code == "not_on_dice"
    assert stands.position.turn is Side.BLACK
    assert stands.position.passed().points[3] == 1


@pytest.mark.parametrize(("moves", "code"), [("12/11", "no_checker"), ("24/19", "blocked")])
def test_what_no_board_can_show_is_refused_all_the_same(moves, code):
    with pytest.raises(IllegalPlay) as refused:
        as_played(START, (3, 1), moves)
    assert refused.value.code == code


# step by step


def places(steps):
    return {(step.source, step.target) for step in steps}


def test_only_steps_of_legal_plays_are_offered():
    position = of("20 10", "10(2) 16(2) 24(11)")
    assert places(next_steps(position, (6, 5))) == {(20, 14), (10, 5)}
    assert places(next_steps(position, (6, 5), [(10, 5)])) == {(20, 14)}
    assert next_steps(position, (6, 5), [(10, 5), (20, 14)]) == ()


def test_only_the_higher_die_is_offered_where_one_can_be_played():
    assert places(next_steps(of("10", "24(2) 23(9) 22(2) 16(2)"), (4, 5))) == {(10, 5)}


def test_a_step_that_hits_says_so():
    position = of("24(2) 13(5) 8(3) 6(5)", "24 20 13(5) 8(3) 6(5)")
    assert [step.hits for step in next_steps(position, (3, 1)) if (step.source, step.target) == (8, 5)] == [True]


def test_a_step_that_was_not_offered_is_refused():
    with pytest.raises(IllegalPlay) as refused:
        next_steps(START, (3, 1), [(13, 8)])
    assert refused.value.code == "not_a_step"


def test_steps_lead_to_all_legal_plays_and_to_no_others():
    for dice in ((6, 4), (2, 1), (1, 1)):
        assert ends_of_steps(START, dice) == {one.left for one in legal_plays(START, dice)}


def ends_of_steps(position, dice, made=()):
    following = next_steps(position, dice, made)
    if not following:
        now = position
        for source, target in made:
            now = now.moved(source, target)
        return {now}
    return set().union(*(ends_of_steps(position, dice, (*made, (step.source, step.target))) for step in following))
