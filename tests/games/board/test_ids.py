"""XGID and GNU Backgammon's IDs, both ways, and what each does not hold."""

import base64
from dataclasses import replace

import pytest

from games.board.errors import InvalidId, InvalidPosition
from games.board.gnubg_ids import format_gnubg_id, format_match_id, format_position_id, parse_gnubg_id
from games.board.ids import parse_situation
from games.board.position import Game, Side, opening
from games.board.situation import Pending, Situation, Stage, lost_in_gnubg_ids, lost_in_xgid
from games.board.xgid import format_xgid, parse_xgid
from tests.games.board.oracle import needs_oracle, rows

START = "-b----E-C---eE---c-e----B-"
MONEY = f"XGID={START}:0:0:1:00:0:0:0:0:10"
MATCH = f"XGID={START}:1:-1:-1:52:3:2:0:7:10"


def field(number, value, text=MONEY):
    fields = text.split(":")
    return ":".join([*fields[:number], value, *fields[number + 1 :]])


def codes(lost):
    return [one.code for one in lost]


# both ways


@needs_oracle
def test_every_pair_is_written_from_the_xgid():
    for row in rows("ids"):
        situation = parse_xgid(row["xgid"])
        assert format_xgid(situation) == row["xgid"]
        assert format_position_id(situation.position) == row["position_id"]
        assert format_match_id(situation) == row["match_id"]


@needs_oracle
def test_every_pair_is_read_from_the_gnu_id_but_for_what_it_does_not_hold():
    for row in rows("ids"):
        assert format_gnubg_id(parse_gnubg_id(row["gnubgid"])) == row["gnubgid"]
        situation = parse_xgid(row["xgid"])
        if situation.position.turn is Side.WHITE:
            assert parse_gnubg_id(row["gnubgid"]) == replace(situation, beavers=None, cap=None)


def test_a_match_is_read_with_all_its_fields():
    situation = parse_xgid(MATCH)
    assert (situation.position.turn, situation.cube, situation.owner) == (Side.BLACK, 2, Side.BLACK)
    assert (situation.dice, situation.score, situation.target, situation.crawford) == ((5, 2), (3, 2), 7, False)
    assert (situation.of(Side.WHITE), situation.of(Side.BLACK)) == (3, 2)
    assert (situation.jacoby, situation.beavers) == (None, None)


@pytest.mark.parametrize(("number", "jacoby", "beavers"), [(0, False, False), (1, True, False), (2, False, True)])
def test_money_rules_are_two_bits(number, jacoby, beavers):
    situation = parse_xgid(field(7, str(number)))
    assert (situation.jacoby, situation.beavers) == (jacoby, beavers)


@pytest.mark.parametrize(("letter", "pending"), [("D", Pending.DOUBLE), ("B", Pending.BEAVER), ("R", Pending.RACCOON)])
def test_a_cube_that_waits_is_read_and_written(letter, pending):
    text = field(4, letter)
    assert parse_xgid(text).pending is pending
    assert format_xgid(parse_xgid(text)) == text


def test_a_double_that_waits_is_held_by_a_match_id_and_the_other_side_decides():
    situation = parse_xgid(field(4, "D"))
    assert parse_gnubg_id(format_gnubg_id(situation)).pending is Pending.DOUBLE


def test_player_nought_on_roll_is_black():
    player_1 = base64.b64decode("cIkKAAAAAAAE")
    player_0 = base64.b64encode(bytes([player_1[0] ^ 1 << 6, *player_1[1:]])).decode()
    assert parse_gnubg_id("4HPwATDgc/ABMA:cIkKAAAAAAAE").position.turn is Side.WHITE
    assert parse_gnubg_id(f"4HPwATDgc/ABMA:{player_0}").position.turn is Side.BLACK
    assert parse_gnubg_id(f"4HPwATDgc/ABMA:{player_0}").dice == (5, 2)


def test_a_resignation_and_the_end_of_a_game_are_held_by_a_match_id_only():
    situation = replace(parse_xgid(MONEY), resigned=2, stage=Stage.RESIGNED)
    again = parse_gnubg_id(format_gnubg_id(situation))
    assert (again.resigned, again.stage) == (2, Stage.RESIGNED)
    assert codes(lost_in_xgid(situation)) == ["xgid_no_resignation", "xgid_no_stage"]


@pytest.mark.parametrize(
    "text", [MONEY, MONEY.removeprefix("XGID="), f"  {MONEY}\n", "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAE"]
)
def test_any_of_the_texts_is_understood(text):
    assert parse_situation(text).position == opening(Game.BACKGAMMON)


# what is not held


def test_what_a_format_does_not_hold_is_told():
    assert codes(lost_in_xgid(parse_xgid(MONEY))) == []
    assert codes(lost_in_gnubg_ids(parse_xgid(MONEY))) == ["gnubg_no_beavers", "gnubg_no_cap"]
    assert codes(lost_in_gnubg_ids(parse_xgid(MATCH))) == ["gnubg_no_cap", "gnubg_no_sides"]


def test_what_was_never_said_is_not_guessed():
    bare = parse_situation("4HPwATDgc/ABMA")
    assert (bare.jacoby, bare.beavers, bare.cap) == (None, None, None)
    assert codes(lost_in_xgid(bare)) == ["xgid_no_jacoby_unsaid", "xgid_no_beavers_unsaid", "xgid_no_cap_unsaid"]
    assert codes(lost_in_gnubg_ids(bare)) == ["gnubg_no_jacoby_unsaid"]


def test_a_beaver_that_waits_cannot_be_written_as_a_match_id():
    with pytest.raises(InvalidId) as refused:
        format_match_id(parse_xgid(field(4, "B")))
    assert refused.value.code == "gnubg_no_animals"


def test_long_nard_has_none_of_these_ids():
    situation = Situation(opening(Game.LONG_NARD))
    for write in (format_xgid, format_gnubg_id):
        with pytest.raises(InvalidId) as refused:
            write(situation)
        assert refused.value.code == "only_backgammon"


def test_a_score_that_is_too_large_is_refused():
    with pytest.raises(InvalidId) as refused:
        format_match_id(replace(parse_xgid(MONEY), score=(1 << 15, 0)))
    assert refused.value.code == "gnubg_too_large"


# what cannot be read


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_an_id"),
        ("XGID=", "not_an_xgid"),
        (f"XGID={START}:0:0:1", "not_an_xgid"),
        (MONEY.replace("-b--", "-z--"), "not_an_xgid"),
        (MONEY.replace("=-", "=A"), "not_an_xgid"),
        (field(1, "31"), "xgid_field"),
        (field(2, "2"), "xgid_field"),
        (field(3, "0"), "xgid_field"),
        (field(4, "70"), "xgid_field"),
        (field(5, "-1"), "xgid_field"),
        (field(7, "4"), "xgid_field"),
        (field(7, "2", MATCH), "xgid_field"),
        (field(8, "²"), "xgid_field"),
        (MONEY + "0" * 200, "not_an_xgid"),
        ("4HPwATDgc/ABM!", "not_a_position_id"),
        ("//////////////", "not_a_position_id"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAA", "not_a_match_id"),
        ("4HPwATDgc/ABMA:////////////", "not_a_match_id"),
        ("AQAAAAAAAAAACA", "not_a_position_id"),
    ],
)
def test_what_cannot_be_read_is_refused_and_shown(text, code):
    with pytest.raises(InvalidId) as refused:
        parse_situation(text)
    assert refused.value.code == code
    assert refused.value.given.removesuffix("…") in text


def test_a_board_that_cannot_be_is_refused_with_its_faults():
    with pytest.raises(InvalidPosition) as refused:
        parse_situation(MONEY.replace("E-C", "O-C"))
    assert [fault.code for fault in refused.value.message.values["faults"]] == ["checkers_of_mover"]


def test_both_sides_on_one_point_are_refused():
    other, mover = "1" + "0" * 25, "0" * 23 + "10" + "0"
    number = int((other + mover)[::-1], 2)
    text = base64.b64encode(number.to_bytes(10, "little")).decode().rstrip("=")
    with pytest.raises(InvalidId) as refused:
        parse_situation(text)
    assert refused.value.code == "two_on_a_point"
