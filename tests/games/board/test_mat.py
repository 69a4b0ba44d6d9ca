"""`.mat` files: read, played again, and written."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.board.errors import InvalidRecord
from games.board.mat import (
    Beavered,
    Doubled,
    Dropped,
    Ending,
    Record,
    RecordedGame,
    Rolled,
    Taken,
    format_mat,
    lost_in_mat,
    moves_in_mat,
    parse_mat,
    replay,
)
from games.board.plays import play
from games.board.position import Game, Side, opening
from tests.games.board.oracle import document, needs_oracle, text

W, B = Side.WHITE, Side.BLACK
NAMES = ["m1", "m2", "m4"]
SHORT = """; [Site "club"]

 7 point match

 Game 1
 Anna : 0                       Bela : 0
  1)                             42: 8/4 6/4
  2) 32: 24/22 13/10             61: 13/7 8/7
  3)  Doubles => 2                Takes
  4) 31: 8/5 6/5                  Doubles => 4
  5)  Drops                       Wins 2 points
"""


def game(*entries, winner=None, points=0):
    return RecordedGame(1, (0, 0), entries, winner, points)


def refused(*entries, winner=None, points=0):
    with pytest.raises(InvalidRecord) as error:
        replay(game(*entries, winner=winner, points=points))
    why = error.value.message.values.get("why")
    return why.code if why else error.value.code


FIRST = Rolled(W, (3, 1), "8/5 6/5")
SECOND = Rolled(B, (6, 1), "13/7 8/7")


# from outside


@needs_oracle
@pytest.mark.parametrize("name", NAMES)
def test_every_play_is_legal_and_every_game_counts_what_it_should(name):
    record = parse_mat(text(f"records/{name}.mat"))
    (known,) = [one for one in document("records/results.json") if one["file"] == name]
    for recorded, expected in zip(record.games, known["games"], strict=True):
        again = replay(recorded)
        assert again.illegal == ()
        assert record.players[again.winner is B] == expected["winner"]
        assert (again.points, again.cube) == (expected["points"], expected["implied_cube"])
    totals = {
        player: sum(one.points for one in record.games if one.winner is side)
        for player, side in zip(record.players, (W, B), strict=True)
    }
    assert totals == known["final"]


@needs_oracle
@pytest.mark.parametrize("name", NAMES)
def test_what_is_written_is_line_for_line_what_was_read(name):
    before = text(f"records/{name}.mat")
    after = format_mat(parse_mat(before))
    assert [line.rstrip() for line in after.splitlines()] == [line.rstrip() for line in before.splitlines()]


@needs_oracle
def test_plays_are_written_step_by_step_and_read_as_the_same():
    (first, *_others) = parse_mat(text("records/m1.mat")).games
    position = opening(Game.BACKGAMMON, B)
    for entry in first.entries:
        if isinstance(entry, Rolled):
            made = play(position, entry.dice, entry.moves)
            assert len(moves_in_mat(made).split()) == len(entry.moves.split())
            assert play(position, entry.dice, moves_in_mat(made)) == made
            position = made.position


# reading


def test_a_match_is_read():
    record = parse_mat(SHORT)
    assert (record.players, record.target, record.headers) == (("Anna", "Bela"), 7, (("Site", "club"),))
    (only,) = record.games
    assert only.entries == (
        Rolled(B, (4, 2), "8/4 6/4"), Rolled(W, (3, 2), "24/22 13/10"), Rolled(B, (6, 1), "13/7 8/7"),
        Doubled(W, 2), Taken(B), Rolled(W, (3, 1), "8/5 6/5"), Doubled(B, 4), Dropped(W),
    )  # fmt: skip
    assert (only.winner, only.points) == (B, 2)
    assert replay(only).ending is Ending.DROPPED


@pytest.mark.parametrize(
    "words", [("Doubles", "Beavers", "Beavers"), ("Doubles",) * 3, ("Doubles", "Beavers", "Raccoons")]
)
def test_a_turn_of_the_cube_that_answers_another_is_an_animal_whatever_it_is_called(words):
    first, second, third = words
    (only,) = parse_mat(
        f" 0 point match\n\n Game 1\n A : 0        B : 0\n  1) 31: 8/5 6/5                  {first} => 2\n"
        f"  2)  {second} => 4                {third} => 8\n  3)                             61: 13/7 8/7\n"
    ).games
    assert only.entries == (FIRST, Doubled(B, 2), Beavered(W, 4), Beavered(B, 8), SECOND)
    assert (replay(only).cube, replay(only).owner) == (8, W)


def test_a_redouble_is_a_double_where_nothing_waits_for_an_answer():
    (only,) = parse_mat(SHORT.replace("Doubles => 4", "Redoubles => 4")).games
    assert only == parse_mat(SHORT).games[0]


def test_a_pushed_right_hand_column_and_empty_cells_are_read():
    pushed = " 0 point match\n\n Game 1\n A : 0      B : 0\n  1) 22: 24/22 24/22 22/20 22/20 41: 13/9\n  2) 66:   55:\n"
    (only,) = parse_mat(pushed).games
    assert [entry.side for entry in only.entries] == [W, B, W, B]
    assert [entry.moves for entry in only.entries] == ["24/22 24/22 22/20 22/20", "13/9", "", ""]


def test_windows_line_ends_tabs_and_a_byte_order_mark_do_no_harm():
    assert parse_mat("\ufeff" + SHORT.replace("\n", "\r\n").replace("  1)", "\t1)")) == parse_mat(SHORT)


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        (" 7 point match", " 7 point match\n 7 point match", 4),
        ("42: 8/4 6/4", "42: 8/4 6/x", 7),
        ("Takes", "Shrugs", 9),
        ("Wins 2 points", "Wins 0 points", 11),
        (" Anna : 0                       Bela : 0\n", "", 6),
        ("  5)  Drops", "  5)  Drops  Drops", 11),
        ("Wins 2 points\n", "Wins 2 points\n  6) 11: 8/7(2) 6/5(2)\n", 12),
        ("; [Site", "Hello\n; [Site", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named(before, after, line):
    with pytest.raises(InvalidRecord) as error:
        parse_mat(SHORT.replace(before, after))
    assert error.value.message.values["line"] == line


@pytest.mark.parametrize("nothing", ["", "\n\n", '; [Site "club"]', " 7 point match\n"])
def test_a_file_without_a_match_is_none(nothing):
    with pytest.raises(InvalidRecord) as error:
        parse_mat(nothing)
    assert error.value.code == "not_a_mat"


def test_a_file_holds_one_pair_of_players():
    with pytest.raises(InvalidRecord) as error:
        parse_mat(SHORT + "\n Game 2\n Anna : 0                       Csaba : 2\n")
    assert error.value.code == "mat_other_players"


# playing again


def test_a_resignation_keeps_its_points():
    again = replay(game(FIRST, SECOND, Doubled(W, 2), Taken(B), winner=W, points=4))
    assert (again.ending, again.winner, again.points, again.cube) == (Ending.RESIGNED, W, 4, 2)


def test_an_open_game_has_no_ending():
    again = replay(game(FIRST, SECOND))
    assert (again.ending, again.winner, again.points) == (None, None, 0)
    assert again.position.turn is W


def test_animals_are_accepted_by_playing_on_or_refused_at_the_value_before():
    offered = (FIRST, Doubled(B, 2), Beavered(W, 4), Beavered(B, 8))
    accepted = replay(game(*offered, Taken(W), SECOND))
    assert (accepted.cube, accepted.owner) == (8, W)
    played_on = replay(game(FIRST, Doubled(B, 2), Beavered(W, 4), SECOND))
    assert (played_on.cube, played_on.owner) == (4, W)
    raccoon = replay(game(*offered, SECOND))
    assert (raccoon.cube, raccoon.owner) == (8, W)
    otter = replay(game(*offered, Beavered(W, 16), SECOND))
    assert (otter.cube, otter.owner) == (16, W)
    dropped = replay(game(*offered, Dropped(W), winner=B, points=4))
    assert (dropped.ending, dropped.points) == (Ending.DROPPED, 4)


def test_an_automatic_double_shows_in_the_first_offer():
    again = replay(game(FIRST, Doubled(B, 4), Dropped(W), winner=B, points=2))
    assert again.points == 2


def test_a_play_that_breaks_the_rules_and_was_not_challenged_stands_and_is_told():
    again = replay(game(Rolled(W, (3, 1), "8/4 6/5", line=9), SECOND))
    ((line, refusal),) = again.illegal
    assert (line, refusal.code) == (9, "not_on_dice")
    assert len(again.positions) == 2


def test_what_cannot_be_is_refused():
    assert refused(FIRST, Rolled(W, (6, 1), "13/7 8/7")) == "mat_not_on_turn"
    assert refused(FIRST, Rolled(B, (6, 1), "12/6 8/7")) == "no_checker"
    assert refused(FIRST, Doubled(B, 3)) == "mat_cube"
    assert refused(FIRST, Doubled(B, 2), SECOND) == "mat_cube"
    assert refused(FIRST, Doubled(B, 2), Taken(B)) == "mat_cube"
    assert refused(FIRST, Doubled(B, 2), Doubled(B, 4)) == "mat_cube"
    assert refused(FIRST, Doubled(B, 2), Taken(W), SECOND, Doubled(B, 4)) == "mat_cube"
    assert refused(FIRST, Taken(B)) == "mat_cube"
    assert refused(FIRST, Dropped(B)) == "mat_cube"
    assert refused(FIRST, Beavered(B, 2)) == "mat_cube"
    assert refused(FIRST, Doubled(B, 2), Dropped(W), SECOND) == "mat_after_the_end"
    assert refused(FIRST, Doubled(B, 2), Dropped(W), winner=W, points=1) == "mat_points"
    assert refused(FIRST, Doubled(B, 2), Dropped(W), winner=B, points=2) == "mat_points"
    assert refused(FIRST, Doubled(B, 2), Taken(W), winner=B, points=3) == "mat_points"


# writing


def test_a_match_is_written_as_it_was_read():
    record = parse_mat(SHORT)
    assert format_mat(record).strip() == SHORT.strip()
    assert parse_mat(format_mat(record)) == record


def test_the_last_game_of_a_match_says_so():
    record = parse_mat(SHORT.replace("7 point", "2 point"))
    assert "Wins 2 points and the match" in format_mat(record)
    assert parse_mat(format_mat(record)) == record


def test_a_winner_in_the_left_hand_column_and_an_open_game_come_back():
    won = game(FIRST, SECOND, Doubled(W, 2), Dropped(B), winner=W, points=1)
    still_open = replace(game(FIRST), number=2, score=(1, 0))
    record = Record(("Anna", "Bela"), 0, (won, still_open))
    assert parse_mat(format_mat(record)) == record


def anybody():
    """Names as a club takes them: printable, without stray spaces, sixty characters at most."""
    letters = st.text(
        st.characters(exclude_categories=["C", "Z"]) | st.sampled_from(' ;:[]"\\\\0123456789)'), max_size=60
    )
    told = letters.map(lambda name: " ".join(name.split())).filter(lambda name: name and name.isprintable())
    odd = [
        "; Anna",
        ";",
        "::",
        "Crawford",
        "7 point match",
        "Game 1",
        "1) 31: 8/5",
        "a : 3",
        '"\\\\"',
        "A" * 60,
        "Player 1",
    ]
    return told | st.sampled_from(odd)


@given(st.tuples(anybody(), anybody()).filter(lambda pair: pair[0] != pair[1]))
def test_whatever_players_are_called_they_come_back(players):
    record = Record(players, 0, (game(FIRST, SECOND, winner=W, points=1),), (("EventDate", "2026.11.30"),))
    written = format_mat(record)
    assert parse_mat(written) == record
    assert parse_mat(written.replace("\n", "\r\n")) == record
    (score,) = [line for line in written.splitlines() if line.endswith(": 0")]
    assert (score.count(":"), score.lstrip().startswith(";")) == (2, False)


def test_a_name_that_the_line_above_a_game_holds_needs_no_header():
    assert "Player" not in format_mat(parse_mat(SHORT))


def test_headers_that_name_others_than_the_line_above_the_games_name_nobody():
    record = parse_mat('; [Player 1 "Zora"]\n; [Player 2 "Bela"]\n' + SHORT)
    assert record.players == ("Anna", "Bela")
    assert record.headers[:2] == (("Player 1", "Zora"), ("Player 2", "Bela"))


def test_what_the_format_does_not_hold_is_told():
    assert [one.code for one in lost_in_mat()] == [
        "mat_no_settings", "mat_no_resignation", "mat_no_automatic", "mat_no_animals",
    ]  # fmt: skip
