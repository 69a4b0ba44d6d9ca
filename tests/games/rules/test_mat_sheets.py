"""`.mat` records as scoresheets that the rules play, and tables recorded roll by roll as `.mat` records."""

import pytest

from games.board.errors import InvalidRecord
from games.board.mat import format_mat, parse_mat, replay
from games.board.position import Side
from games.rules.acts import Play
from games.rules.history import history_of
from games.rules.mat_records import record_of
from games.rules.mat_sheets import sheet_of_record
from games.rules.scoresheet import read_sheet
from games.rules.settings import Kind
from tests.games.board.oracle import document, needs_oracle, text
from tests.games.rules.nights import random_board_game

NAMES = ["m1", "m2", "m4"]
PLAYS = """\
  1)                             42: 8/4 6/4
  2) 32: 24/22 13/10             61: 13/7 8/7
"""


def session(*games, target=0):
    """Return the text of a record; each game is its score and its lines."""
    written = [f" Game {no}\n Anna : {a}   Bela : {b}\n{lines}\n" for no, (a, b, lines) in enumerate(games, start=1)]
    return f" {target} point match\n\n" + "\n".join(written)


def wins(points, left=True):
    return f"{'' if left else ' ' * 30}      Wins {points} point{'s' * (points != 1)}\n"


def sheet(content):
    return sheet_of_record(parse_mat(content), "mat-1")


def history(content):
    read = read_sheet(sheet(content).document)
    return history_of(read.opening, [entry.action for entry in read.entries])


def points(content):
    """Return what Anna has won or lost game by game."""
    return [game.points_q[1] // 4 for game in history(content).state.games]


def words(content):
    return [act["do"] for act in sheet(content).document["actions"]]


def said(content):
    return [message.code for message in sheet(content).said]


def refused(content):
    with pytest.raises(InvalidRecord) as error:
        sheet(content)
    return error.value.code


# ---- in ---------------------------------------------------------------------------------------------
@needs_oracle
@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_a_record_comes_out_at_the_table_as_it_was_counted(name):
    (known,) = [one for one in document("records/results.json") if one["file"] == name]
    won = [one["points"] * (1 if one["winner"] == "Anna" else -1) for one in known["games"]]
    assert points(text(f"records/{name}.mat")) == won


@needs_oracle
@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_became_a_table_comes_out_again_as_it_was(name):
    before = parse_mat(text(f"records/{name}.mat"))
    record = record_of(history(text(f"records/{name}.mat")), before.players).record
    again = parse_mat(format_mat(record))
    assert (again.players, again.target, len(again.games)) == (before.players, before.target, len(before.games))
    for one, other in zip(again.games, before.games, strict=True):
        assert (one.number, one.score, one.winner, one.points) == (
            other.number,
            other.score,
            other.winner,
            other.points,
        )
        assert (replay(one).cube, replay(one).position) == (replay(other).cube, replay(other).position)


def test_a_match_is_played_as_a_match_with_its_target():
    made = sheet(session((0, 0, PLAYS + wins(2)), (2, 0, PLAYS + wins(1)), target=3))
    assert (made.document["kind"], made.document["rules"]) == ("match", {"preset": "match", "target": 3})
    state = history(session((0, 0, PLAYS + wins(2)), (2, 0, PLAYS + wins(1)), target=3)).state
    assert (dict(state.score), state.match_winner) == ({1: 3, 2: 0}, 1)


def test_a_resignation_keeps_its_points_by_its_level():
    content = session((0, 0, f"{PLAYS}  3)  Doubles => 2                Takes\n" + wins(4)))
    assert sheet(content).document["actions"][-1] == {"do": "resign", "by": "Bela", "result": "gammon"}
    assert points(content) == [4]


def test_a_roll_that_was_not_played_before_the_resignation_is_only_a_roll():
    content = session((0, 0, PLAYS + "  3) 31:\n" + wins(1, left=False)))
    assert words(content)[-2:] == ["roll", "resign"]
    assert said(content) == ["mat_jacoby_open"]


@pytest.mark.parametrize(
    ("turns", "acts", "counts"),
    [
        ("  3)  Doubles => 2                Beavers => 4\n", ["double", "beaver", "accept"], 4),
        (
            "  3)  Doubles => 2                Beavers => 4\n  4)  Beavers => 8                Takes\n",
            ["double", "beaver", "raccoon", "accept"],
            8,
        ),
        (
            "  3)  Doubles => 2                Beavers => 4\n  4)  Beavers => 8\n",
            ["double", "beaver", "raccoon", "accept"],
            8,
        ),
        (
            "  3)  Doubles => 2                Doubles => 4\n  4)  Doubles => 8                Doubles => 16\n",
            ["double", "beaver", "raccoon", "otter", "accept"],
            16,
        ),
    ],
)
def test_animals_go_by_their_names_and_may_be_accepted_by_playing_on(turns, acts, counts):
    content = session((0, 0, f"{PLAYS}{turns}  5) 31: 8/5 6/5\n" + wins(counts)))
    assert [word for word in words(content) if word not in ("roll", "play")] == [*acts, "resign"]
    assert sheet(content).document["rules"].get("animals", 1) == len(acts) - 2
    assert points(content) == [counts]


def test_an_offer_with_nothing_but_a_win_behind_it_was_dropped():
    content = session((0, 0, f"{PLAYS}  3)  Doubles => 2\n" + wins(1)))
    assert words(content)[-2:] == ["double", "drop"]
    assert points(content) == [1]


@pytest.mark.parametrize(
    ("won", "rules", "told", "automatics"),
    [
        ([1], {}, ["mat_jacoby_open"], 0),
        ([3], {"jacoby": "none"}, ["mat_jacoby_off"], 0),
        ([2], {"jacoby": "none"}, ["mat_jacoby_off"], 0),
        ([12], {"jacoby": "none", "auto_max": None}, ["mat_jacoby_off", "mat_automatic"], 2),
    ],
)
def test_points_on_a_cube_that_nobody_turned_tell_of_jacoby_and_automatic_doubles(won, rules, told, automatics):
    content = session(*((0, 0, PLAYS + wins(count)) for count in won))
    assert sheet(content).document["rules"] == {"preset": "money", **rules}
    assert said(content) == told
    assert words(content).count("automatic_double") == automatics
    assert points(content) == won


def test_a_first_offer_above_two_tells_of_automatic_doubles():
    content = session((0, 0, f"{PLAYS}  3)  Doubles => 8                Drops\n" + wins(4)))
    assert words(content)[:2] == ["automatic_double", "automatic_double"]
    assert said(content) == ["mat_jacoby_open", "mat_automatic"]
    assert points(content) == [4]


@needs_oracle
def test_a_gammon_that_counts_single_on_a_cube_nobody_turned_tells_of_jacoby():
    content = session((0, 0, gammon_for_one_point()))
    assert said(content) == ["mat_jacoby_on"]
    assert points(content) == [1]


@needs_oracle
def test_games_that_count_by_jacoby_and_against_it_are_not_of_one_session():
    assert refused(session((0, 0, gammon_for_one_point()), (1, 0, PLAYS + wins(3)))) == "mat_jacoby"


def gammon_for_one_point():
    """Return the lines of a gammon on the board, its cube left out."""
    games = parse_mat(text("records/m1.mat")).games
    game = next(one for one in games if one.points == 4 and replay(one).ending == "played")
    lines = [line for line in _lines_of("m1", game.number) if "Doubles" not in line and "Takes" not in line]
    return "".join(f"{line}\n" for line in lines).replace("Wins 4 points", "Wins 1 point")


def _lines_of(name, number):
    """Return the lines of a game, a cell a line, so that some may be left out."""
    lines = format_mat(parse_mat(text(f"records/{name}.mat"))).split("\n")
    start = lines.index(f" Game {number}") + 2
    cells = (cell for line in lines[start : lines.index("", start)] for cell in _cells(line))
    return list(cells)


def _cells(line):
    _no, bracket, rest = line.partition(")")
    left, right = (rest[:29], rest[29:]) if bracket else (line, "")
    if left.strip():
        yield f"  1) {left.strip()}" if bracket else left
    if right.strip():
        yield " " * 34 + right.strip()


def test_an_illegal_play_that_nobody_challenged_stands_and_is_said():
    content = session((0, 0, PLAYS.replace("24/22 13/10", "24/20 13/10") + wins(1)))
    made = sheet(content)
    (message,) = [one for one in made.said if one.code == "mat_illegal"]
    assert (message.values["line"], message.values["why"].code) == (6, "not_on_dice")
    assert points(content) == [1]


def test_every_act_knows_its_line():
    made = sheet(session((0, 0, PLAYS + wins(1))))
    assert [made.lines[f"/actions/{at}"] for at in range(7)] == [5, 5, 6, 6, 6, 6, 3]


@pytest.mark.parametrize(
    ("games", "code"),
    [
        ([(0, 0, PLAYS), (0, 0, PLAYS)], "mat_unfinished"),
        ([(0, 0, PLAYS + wins(1)), (0, 1, PLAYS)], "mat_score"),
        ([(0, 0, PLAYS + wins(5))], "mat_points"),
    ],
)
def test_games_that_do_not_follow_from_one_another_are_refused(games, code):
    assert refused(session(*games)) == code


def test_a_match_begins_at_nothing_and_a_session_anywhere():
    late = (3, 1, PLAYS + wins(1))
    assert refused(session(late, target=5)) == "mat_score"
    assert points(session(late)) == [1]


# ---- out --------------------------------------------------------------------------------------------
def of_two(seeds):
    return [seed for seed in seeds if random_board_game(seed)[0].kind in (Kind.MONEY, Kind.MATCH)]


@pytest.mark.parametrize("seed", of_two(range(30)))
def test_whatever_is_recorded_at_a_table_comes_back_from_its_file_or_is_said_to_be_left_out(seed):
    opening, log = random_board_game(seed)
    table = history_of(opening, log)
    made = record_of(table, ["Anna", "Bela"])
    assert parse_mat(format_mat(made.record)) == made.record if made.record.games else True
    left_out = [str(one.values["games"]) for one in made.lost if one.code == "mat_left_out"]
    kept = {game.number for game in made.record.games}
    begun = {game.no for game in table.state.games} | ({table.state.current.no} if table.state.current else set())
    assert kept | {int(no) for one in left_out for no in one.split(", ")} == begun
    for game in made.record.games:
        assert (game.winner is None) == (replay(game).ending is None)


def test_a_challenged_play_is_not_in_the_file_and_one_that_stands_is():
    acts = [
        {"do": "roll", "by": "Anna", "dice": [3, 1]},
        {"do": "play", "by": "Anna", "moves": "8/5 6/4"},
        {"do": "challenge", "by": "Bela"},
        {"do": "play", "by": "Anna", "moves": "8/5 6/5"},
        {"do": "roll", "by": "Bela", "dice": [6, 4]},
        {"do": "play", "by": "Bela", "moves": "24/18, 13/10"},
        {"do": "resign", "by": "Anna", "result": "single"},
        {"do": "end", "winner": "Anna", "result": "gammon"},
        {"do": "adjust", "points": {"Anna": 1, "Bela": -1}, "reason": "counted wrong"},
    ]
    read = read_sheet({"scoresheet": 1, "kind": "money", "players": ["Anna", "Bela"], "actions": acts})
    table = history_of(read.opening, [entry.action for entry in read.entries])
    made = record_of(table, read.names)
    (game,) = made.record.games
    assert [entry.moves for entry in game.entries] == ["8/5 6/5", "24/18 13/10"]
    assert (game.winner, game.points) == (Side.BLACK, 1)
    assert [one.code for one in made.lost[-2:]] == ["mat_no_adjustments", "mat_left_out"]
    assert made.lost[-1].values["games"] == "2"


ROLLED = [
    {"do": "roll", "by": "Anna", "dice": [3, 1]},
    {"do": "play", "by": "Anna", "moves": "8/5 6/5"},
    {"do": "roll", "by": "Bela", "dice": [2, 1]},
]
RESIGNED = {"do": "resign", "by": "Bela", "result": "single"}


@pytest.mark.parametrize(
    ("acts", "moves"),
    [
        ([*ROLLED, RESIGNED], ["8/5 6/5", ""]),
        ([ROLLED[0], RESIGNED], [""]),
        (ROLLED, ["8/5 6/5"]),
        ([ROLLED[0]], None),
    ],
    ids=["resigned", "resigned at once", "goes on", "has just begun"],
)
def test_dice_that_nobody_played_do_not_keep_a_game_out_of_the_file(acts, moves):
    read = read_sheet({"scoresheet": 1, "kind": "money", "players": ["Anna", "Bela"], "actions": acts})
    made = record_of(history_of(read.opening, [entry.action for entry in read.entries]), read.names)
    assert [[entry.moves for entry in game.entries] for game in made.record.games] == ([] if moves is None else [moves])
    if made.record.games:
        assert points(format_mat(made.record)) == [1] * (RESIGNED in acts)


def test_random_games_are_really_recorded_roll_by_roll():
    logs = [random_board_game(seed)[1] for seed in of_two(range(30))]
    assert sum(isinstance(act, Play) for log in logs for act in log) > 100
