"""Whatever is given to the readers, they answer or raise their own errors, and soon."""

import base64
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.board.errors import BoardError
from games.board.gnubg_ids import format_gnubg_id
from games.board.ids import parse_situation
from games.board.mat import format_mat, parse_mat, replay
from games.board.notation import parse_moves
from games.board.plays import as_played, legal_plays, next_steps, play
from games.board.position import Game, Position, Side, opening
from games.board.rows import legal_results
from games.board.situation import lost_in_gnubg_ids, lost_in_xgid
from games.board.turns import HeadException
from games.board.xgid import format_xgid
from tests.games.board import chance
from tests.games.board.test_mat import SHORT

PLACES = ["bar", "off", "b", "o", "BAR", *map(str, range(28))]
MOVE_PIECES = [*PLACES, "/", "/", "/", "*", "(2)", "(4)", " ", " ", ",", "-", "31:", "x", "×3", "24/23"]
moves = st.lists(st.sampled_from(MOVE_PIECES), max_size=14).map("".join) | st.text(max_size=60)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))
games = st.sampled_from(Game)


@st.composite
def positions(draw):
    return chance.any_position(draw(st.randoms(use_true_random=False)), draw(games))


def answers(call, *arguments, **options):
    """Return what the call gives, or None where it raises an error of the board; it has a second for it."""
    began = time.perf_counter()
    try:
        return call(*arguments, **options)
    except BoardError as error:
        said(error)
        return None
    finally:
        assert time.perf_counter() - began < 1


def said(error):
    assert error.given in str(error)


@given(moves)
def test_moves_are_read_or_refused(text):
    answers(parse_moves, text)


@settings(deadline=None)
@given(positions(), dice, moves, st.sampled_from(HeadException))
def test_a_play_is_made_or_refused_in_any_position(position, roll, text, exception):
    made = answers(play, position, roll, text, head_exception=exception)
    stands = answers(as_played, position, roll, text, head_exception=exception)
    if made is not None:
        assert stands.position == made.position
        assert made in legal_plays(position, roll, head_exception=exception)


@settings(deadline=None)
@given(positions(), dice, st.lists(st.tuples(st.integers(-2, 30), st.integers(-2, 30)), max_size=3))
def test_steps_are_offered_or_refused(position, roll, made):
    answers(next_steps, position, roll, made)


@settings(deadline=None, max_examples=50)
@given(positions(), dice, st.randoms(use_true_random=False))
def test_following_the_steps_offered_always_ends_in_a_legal_play(position, roll, random):
    made, now = [], position
    while following := next_steps(position, roll, made):
        step = random.choice(following)
        made.append((step.source, step.target))
        now = now.moved(step.source, step.target)
    assert now in [one.left for one in legal_plays(position, roll)]


BOARD = st.text(alphabet="-aAbBcCeEoOpP", min_size=24, max_size=28)
NUMBERS = st.sampled_from(["0", "1", "-1", "2", "3", "10", "00", "52", "66", "D", "B", "R", "", "²", "99999999"])
XGIDS = st.builds(lambda board, fields: ":".join([f"XGID={board}", *fields]), BOARD, st.lists(NUMBERS, max_size=11))
GNU_IDS = st.builds(
    lambda position, match: f"{base64.b64encode(position).decode()[:14]}:{base64.b64encode(match).decode()}",
    st.binary(min_size=10, max_size=10),
    st.binary(min_size=9, max_size=9),
)


@given(XGIDS | GNU_IDS | st.text(max_size=150))
def test_ids_are_read_or_refused(text):
    situation = answers(parse_situation, text)
    if situation is not None:
        assert answers(parse_situation, format_xgid(situation)) is not None


@given(st.binary(min_size=9, max_size=9))
def test_a_match_id_that_is_read_is_written_again_but_for_who_is_player_one(match):
    text = "4HPwATDgc/ABMA:" + base64.b64encode(match).decode()
    situation = answers(parse_situation, text)
    if situation is not None:
        assert isinstance(lost_in_xgid(situation) + lost_in_gnubg_ids(situation), tuple)
        again = parse_situation(format_gnubg_id(situation))
        assert (again.cube, again.dice, again.target, again.resigned) == (
            situation.cube, situation.dice, situation.target, situation.resigned,
        )  # fmt: skip
        assert sorted(again.score) == sorted(situation.score)


MAT_PIECES = [
    *SHORT.splitlines(keepends=True), "  1) ", "\n", "41: 24/23 13/9", "Takes", "Drops", "Doubles => 2", "Wins 1 point",
    "Beavers => 8", "      ", "24/18", "; [", "66: ",
]  # fmt: skip
mats = st.lists(st.sampled_from(MAT_PIECES), max_size=25).map("".join) | st.text(max_size=300)


@settings(deadline=None)
@given(mats)
def test_mat_files_are_read_or_refused_and_written_again(text):
    record = answers(parse_mat, text)
    if record is not None:
        assert parse_mat(format_mat(record)) == record
        for game in record.games:
            answers(replay, game)


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
ROWS = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["backgammon", "long_nard", 1]),
        "board": st.sampled_from([24, 26]).flatmap(lambda n: st.lists(st.integers(-3, 3), min_size=n, max_size=n)),
        "dice": st.lists(st.integers(0, 7), max_size=3) | ANYTHING,
    },
    optional={"off": ANYTHING, "first_turn": ANYTHING, "turn": ANYTHING, "head_exception": ANYTHING},
)


@settings(deadline=None)
@given(ROWS | ANYTHING)
def test_rows_are_answered_or_refused(row):
    answers(legal_results, row)


@pytest.mark.parametrize(
    "text", ["(" * 200, "24/" * 66, "1" * 200, " " * 200, "6/5(" * 50, "24/23*" + "*" * 190, "6/5 " * 49 + "x"]
)
def test_long_nonsense_is_refused_at_once(text):
    answers(parse_moves, text)


@pytest.mark.parametrize("line", ["Game 1 " * 50_000, " " * 300_000 + "x", "a : 1 " * 50_000, "; [" * 100_000])
def test_a_long_line_of_nonsense_in_a_mat_file_is_refused_soon(line):
    answers(parse_mat, f" 7 point match\n\n Game 1\n{line}\n")


def test_the_readers_refuse_what_is_no_text():
    for read in (parse_moves, parse_situation, parse_mat):
        assert answers(read, None) is None
        assert answers(read, b"24/18") is None


def test_a_game_played_at_random_is_written_and_read_to_its_end():
    from random import Random

    random = Random(11)
    for game in Game:
        position = opening(game, Side.BLACK)
        while 15 not in position.off:
            roll = chance.roll(random)
            made = random.choice(legal_plays(position, roll))
            assert play(position, roll, made.notation) == made
            position = made.position
        assert isinstance(position, Position)
