"""Games recorded roll by roll: whose turn it is, what stands, and how the board ends a game."""

import random

import pytest

from games.board.outcome import Result, outcome
from games.board.plays import legal_plays
from games.board.position import Game, opening
from games.rules.actions import FORMS, Amend, End, Roll, word_of
from games.rules.cubes import Side
from games.rules.history import begin, replay
from games.rules.refusals.record import AmendmentRefused
from tests.games.rules.nights import random_board_game
from tests.games.rules.sheets import answer, code, points, refusal, sheet, state

TWO = {"kind": "money"}
NARD = {"kind": "long_nard"}


def roll(by, *dice):
    return {"do": "roll", "by": by, "dice": list(dice)}


def play(by, moves):
    return {"do": "play", "by": by, "moves": moves}


def double(by):
    return {"do": "double", "by": by}


FIRST = [roll("Anna", 3, 1), play("Anna", "8/5 6/5")]
ILLEGAL = [*FIRST, roll("Bela", 6, 4), play("Bela", "24/18 13/10")]


def board(*acts, **top):
    table = state("Anna Bela", *acts, **{**TWO, **top})
    assert table.current is not None
    return table.current.board


@pytest.mark.parametrize(
    ("acts", "expected"),
    [
        ([*FIRST, roll("Anna", 6, 1)], "not_on_turn"),
        ([*FIRST, play("Bela", "8/5 6/5")], "roll_first"),
        ([*FIRST, roll("Bela", 6, 1), roll("Bela", 5, 1)], "play_first"),
        ([*FIRST, roll("Bela", 6, 1), play("Anna", "13/7 8/7")], "not_on_turn"),
        ([*FIRST, roll("Bela", 6, 1), double("Bela")], "rolled_already"),
        ([*FIRST, double("Anna")], "not_on_turn"),
        ([*FIRST, double("Bela"), roll("Bela", 6, 1)], "roll_waits"),
        ([roll("Anna", 3, 1), play("Anna", "8/5 abc")], "play_refused"),
        ([roll("Anna", 3, 1), play("Anna", "20/17 6/5")], "play_refused"),
        ([play("Anna", "8/5 6/5")], "no_board"),
        ([roll("Anna", 3, 3), play("Anna", "8/5(2) 6/3(2)")], "no_board"),
        ([*FIRST, roll(["Anna", "Bela"], 6, 1)], "one_side_rolls"),
        ([*FIRST, {"do": "automatic_double"}], "automatic_too_late"),
        ([*FIRST, {"do": "challenge", "by": "Bela"}], "nothing_to_challenge"),
        ([*ILLEGAL, {"do": "challenge", "by": "Bela"}], "nothing_to_challenge"),
        ([*ILLEGAL, roll("Anna", 2, 1), {"do": "challenge", "by": "Anna"}], "nothing_to_challenge"),
        ([*ILLEGAL, {"do": "challenge", "by": "Anna"}, roll("Bela", 5, 1)], "play_first"),
        ([*ILLEGAL, {"do": "challenge", "by": "Anna"}, double("Bela")], "rolled_already"),
        ([*ILLEGAL, {"do": "challenge", "by": "Anna"}, double("Anna")], "not_on_turn"),
    ],
    ids=str,
)
def test_what_the_board_refuses(acts, expected):
    assert code("Anna Bela", *acts, **TWO) == expected


THREE = "Anna Bela Csaba Dora"
DROPPED = [double("Anna"), {"do": "drop", "by": "Csaba"}, {"do": "take", "by": ["Bela", "Dora"]}]


@pytest.mark.parametrize("act", [roll("Csaba", 6, 5), play("Csaba", "24/13"), roll(["Bela", "Csaba"], 6, 5)])
def test_who_has_dropped_moves_nothing_for_the_team(act):
    """Rule: §4, that member is out of this game."""
    assert code(THREE, *DROPPED, act) == "cube_closed"


@pytest.mark.parametrize("by", ["Anna", "Bela", "Dora"])
def test_whoever_still_plays_a_cube_rolls_for_his_side(by):
    assert state(THREE, *DROPPED, roll(by, 6, 5)).current.rolls == 1


def test_a_captain_who_has_dropped_does_not_roll_while_others_play_on():
    dropped = [double("Anna"), {"do": "drop", "by": "Bela"}, {"do": "take", "by": ["Csaba", "Dora"]}]
    assert code(THREE, *dropped, roll("Bela", 6, 5)) == "cube_closed"
    assert state(THREE, *dropped, roll("Csaba", 6, 5)).current.rolls == 1


def test_who_has_gone_home_moves_nothing_and_his_proxy_does():
    left = [{"do": "start"}, {"do": "leave", "player": "Csaba", "proxy": "Bela"}]
    how = {"rules": {"leave": "proxy"}}
    assert code(THREE, *left, roll("Csaba", 6, 5), **how) == "has_left"
    # the proxy's own cube is settled: he plays on for the other's
    settled = [*left, {"do": "deal", "player": "Bela", "points": 1}]
    assert state(THREE, *settled, roll("Bela", 6, 5), **how).current.rolls == 1


def test_a_log_in_which_somebody_who_had_dropped_rolled_means_what_it_meant():
    """Such a line could be written once; it is read as it was, and a correction may leave it in its game."""
    read = sheet(THREE, *DROPPED, roll("Csaba", 6, 5), {"do": "end", "winner": "team", "result": "single"})
    stored = begin(read.opening)
    for entry in read.entries:
        stored = stored.extended(entry.action, stands=True)
    assert stored.state.games[0].points_q[1] == -12
    acts = [entry.action for entry in read.entries]
    corrected = stored.extended(Amend(game=1, actions=(*acts[:-1], End(Side.BOX, Result.SINGLE)), reason="the box won"))
    assert corrected.state.games[0].points_q[1] == 20
    other = [*acts[:3], Roll((3,), (6, 4)), *acts[4:]]
    with pytest.raises(AmendmentRefused) as refused:
        stored.extended(Amend(game=1, actions=tuple(other), reason="other dice"))
    assert refused.value.message.values["why"].code == "cube_closed"
    again = stored.extended(Amend(game=1, actions=tuple(other), reason="other dice"), stands=True)
    assert again.state.games[0].points_q == stored.state.games[0].points_q


def test_a_refused_play_says_what_is_wrong_with_it():
    stopped = refusal("Anna Bela", roll("Anna", 3, 1), play("Anna", "20/17 6/5"), **TWO)
    assert str(stopped.refusal).startswith("“20/17 6/5” cannot be played. There is no checker")
    assert stopped.refusal.message.values["why"].code == "board_no_checker"


def test_the_higher_die_opens_and_equal_ones_double_the_cubes():
    opened = board(roll(["Anna", "Bela"], 2, 5))
    assert opened is not None
    assert (opened.position.turn, opened.dice) == ("black", (2, 5))
    equal = roll(["Anna", "Bela"], 4, 4)
    assert points(
        "Anna Bela", equal, roll(["Anna", "Bela"], 5, 4), {"do": "resign", "by": "Anna", "result": "single"}, **TWO
    ) == {
        "Anna": "-2",
        "Bela": "2",
    }
    twice = [equal, equal, {"do": "resign", "by": "Anna", "result": "single"}]
    assert points("Anna Bela", *twice, **TWO)["Bela"] == "2"
    asked = {**TWO, "rules": {"auto_consent": "box"}}
    assert points("Anna Bela", equal, {"do": "resign", "by": "Anna", "result": "single"}, **asked)["Bela"] == "1"


def test_a_play_against_the_rules_stands_marked_unless_it_is_challenged_in_time():
    marked = board(*ILLEGAL)
    assert marked is not None
    assert (marked.last.illegal, marked.last.may_be_challenged) == ("not_on_dice", True)
    again = board(*ILLEGAL, {"do": "challenge", "by": "Anna"})
    assert again == board(*ILLEGAL[:3]) or (again.position, again.dice) == (marked.last.before, (6, 4))
    stands = board(*ILLEGAL, roll("Anna", 2, 1))
    assert (stands.position, stands.last.may_be_challenged) == (marked.position, False)
    offered = board(*ILLEGAL, double("Anna"))
    assert offered.last.may_be_challenged is False


def test_who_only_counts_is_not_held_to_a_board():
    only_rolls = [roll("Anna", 3, 1), roll("Anna", 6, 6), double("Bela"), {"do": "drop", "by": "Anna"}]
    assert points("Anna Bela", *only_rolls, **TWO) == {"Anna": "-1", "Bela": "1"}


def test_an_undo_takes_a_play_back():
    assert board(*FIRST, {"do": "undo"}) == board(FIRST[0])


def test_a_chouette_has_one_board_and_many_cubes():
    acts = [roll("Anna", 3, 1), play("Anna", "8/5 6/5"), {"do": "double", "by": ["Bela", "Csaba"]}]
    answered = [*acts, {"do": "take", "by": "Anna", "to": "Bela"}, {"do": "drop", "by": "Anna", "to": "Csaba"}]
    table = state("Anna Bela Csaba", *answered, roll("Bela", 6, 4), play("Bela", "24/14"))
    assert table.current is not None
    assert table.current.board.position.turn == "white"
    assert code("Anna Bela Csaba", *answered, {"do": "double", "by": "Anna"}) == "not_on_turn"


def finished(game, seed, *, last_roll=False):
    """Play a whole game by random legal plays; return its acts and how the board says it ended."""
    rng, names = random.Random(seed), {"white": "Anna", "black": "Bela"}
    position, acts = opening(game), []
    while (ended := outcome(position, last_roll=last_roll)) is None:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        if acts or dice[0] != dice[1] or game is Game.LONG_NARD:
            made = rng.choice(list(legal_plays(position, dice)))
            acts += [roll(names[position.turn], *dice), play(names[position.turn], made.notation)]
            position = made.position
    return acts, ended


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("kind", "game"), [("money", Game.BACKGAMMON), ("long_nard", Game.LONG_NARD)])
def test_a_finished_bear_off_ends_and_grades_the_game(kind, game, seed):
    acts, ended = finished(game, seed)
    found = answer("Anna Bela", *acts, kind=kind, **({"rules": {"jacoby": "none"}} if kind == "money" else {}))
    winner = "Anna" if ended.winner == "white" else "Bela"
    assert (found["games"][0]["winner"], found["games"][0]["result"]) == (winner, ended.result)
    assert found["points"][winner] == str(ended.multiplier())


def test_in_long_nard_the_last_roll_is_played_on_the_board():
    ends = {}
    for seed in range(12):
        acts, ended = finished(Game.LONG_NARD, seed, last_roll=True)
        found = answer("Anna Bela", *acts, kind="long_nard", rules={"last_roll": True})
        assert found["games"][0]["result"] == ended.result
        ends[acts[-1]["by"], ended.winner] = acts
    to_the_last_roll = ends["Bela", "white"]
    waiting = state("Anna Bela", *to_the_last_roll[:-2], kind="long_nard", rules={"last_roll": True}).current
    assert waiting.last_roll.least_off <= 14
    assert (
        code("Anna Bela", *to_the_last_roll[:-2], double("Bela"), kind="long_nard", rules={"last_roll": True})
        == "last_roll_due"
    )


def test_random_board_games_reach_plays_and_challenges():
    done = {word_of(act) for seed in range(12) for act in random_board_game(seed)[1]}
    assert {"roll", "play", "challenge", "double"} <= done <= set(FORMS)


def test_random_board_games_are_replayed_the_same():
    for seed in range(12):
        opening_, log = random_board_game(seed)
        assert replay(opening_, log) == replay(opening_, log)
