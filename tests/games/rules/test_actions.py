import pytest

from games.board.outcome import Result
from games.rules.actions import FORMS, Adjust, Amend, Double, End, Leave, Note, Take, parse, parse_log, to_log
from games.rules.cubes import Side
from games.rules.errors import Malformed, RuleViolation
from games.rules.refusals.players import UnknownPlayer

SEATS = {"Anna": 1, "Bela": 2, "Csaba": 3}


def seat_of(name):
    if name not in SEATS:
        raise UnknownPlayer(name=name)
    return SEATS[name]


def read(**document):
    return parse(document, seat_of)


def malformed(**document):
    with pytest.raises(Malformed) as refused:
        read(**document)
    return refused.value.code, refused.value.pointer


def test_a_name_and_a_list_of_one_name_are_the_same():
    assert read(do="double", by="Anna", to="Bela") == read(do="double", by=["Anna"], to=["Bela"])


def test_a_winner_is_a_side_or_a_player():
    assert read(do="end", winner="team", result="gammon") == End(Side.TEAM, Result.GAMMON)
    assert read(do="end", winner="Bela", result="single") == End(2, Result.SINGLE)


def test_the_log_leaves_out_what_was_not_said():
    assert to_log(Take((2,))) == {"do": "take", "by": 2}
    assert to_log(Double((2, 3), override=True, reason="x")) == {
        "do": "double",
        "by": [2, 3],
        "override": True,
        "reason": "x",
    }


def test_zero_points_are_something_said():
    assert to_log(Leave(2, 0)) == {"do": "leave", "player": 2, "points": "0"}


def test_the_log_is_read_though_its_free_text_is_gone():
    assert parse_log({"do": "note"}) == Note("[redacted]")
    assert parse_log({"do": "reorder", "players": [1, 2]}).reason
    assert parse_log({"do": "take", "by": 2, "override": True}).may_pass_soft_rules


def test_shares_are_kept_in_seat_order():
    assert read(do="adjust", points={"Bela": 1, "Anna": "-1"}, reason="x") == Adjust(((1, -4), (2, 4)), reason="x")
    assert parse_log({"do": "adjust", "points": {"2": "1", "1": "-1"}, "reason": "x"}).points_q == ((1, -4), (2, 4))


def test_an_amendment_holds_actions_and_no_corrections():
    amended = read(do="amend", game=1, reason="x", actions=[{"do": "take", "by": "Anna"}])
    assert amended == Amend(1, (Take((1,)),), reason="x")
    assert malformed(do="amend", game=1, reason="x", actions=[{"do": "undo"}]) == ("not_in_amendment", "/actions/0")


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"do": "dance"}, ("unknown_action", "/do")),
        ({"by": "Anna"}, ("no_action", "")),
        ({"do": "play", "by": "Anna"}, ("missing_key", "")),
        ({"do": "play", "by": "Anna", "moves": 8}, ("not_text", "/moves")),
        ({"do": "play", "by": "Anna", "moves": "8/7 " * 30}, ("text_too_long", "/moves")),
        ({"do": "challenge"}, ("missing_key", "")),
        ({"do": "roll", "by": "Anna", "dice": [6, 7]}, ("not_dice", "/dice")),
        ({"do": "roll", "by": "Anna", "dice": [6]}, ("not_dice", "/dice")),
        ({"do": "roll", "by": "Anna", "dice": [True, 1]}, ("not_dice", "/dice")),
        ({"do": "end", "result": "oin"}, ("missing_key", "")),
        ({"do": "end", "winner": "Anna"}, ("missing_key", "")),
        ({"do": "end", "winner": "Anna", "borne_off": {"Bela": 16}}, ("not_checkers", "/borne_off/Bela")),
        ({"do": "end", "winner": "Anna", "borne_off": {}}, ("empty_list", "/borne_off")),
        ({"do": "resign", "by": "Anna"}, ("missing_key", "")),
        ({"do": "resign", "by": "Anna", "borne_off": True}, ("not_checkers", "/borne_off")),
        ({"do": "last_roll", "by": "Anna", "borne_off": -1}, ("not_checkers", "/borne_off")),
        ({"do": "take"}, ("missing_key", "")),
        ({"do": "note", "text": " "}, ("not_text", "/text")),
        ({"do": "take", "by": "Anna", "when": 1}, ("unknown_key", "/when")),
        ({"do": "take", "by": []}, ("empty_list", "/by")),
        ({"do": "take", "by": ["Anna", 3]}, ("not_a_name", "/by/1")),
        ({"do": "take", "by": "box"}, ("role_not_name", "/by")),
        ({"do": "take", "by": "Anna", "value": True}, ("not_a_number", "/value")),
        ({"do": "take", "by": "Anna", "value": 10**12}, ("too_large", "/value")),
        ({"do": "take", "by": "Anna", "override": "yes"}, ("not_a_flag", "/override")),
        ({"do": "end", "winner": "box", "result": "win"}, ("not_one_of", "/result")),
        ({"do": "deal", "player": "Anna", "points": 0.5}, ("not_points", "/points")),
        ({"do": "deal", "player": "Anna", "points": "0.3"}, ("too_fine", "/points")),
        ({"do": "deal", "player": "Anna", "points": True}, ("not_points", "/points")),
        ({"do": "deal", "player": "Anna", "points": 10**7}, ("too_large", "/points")),
        ({"do": "join", "player": "Anna", "stake": 0}, ("stake_not_positive", "/stake")),
        ({"do": "note", "text": "x" * 2001}, ("text_too_long", "/text")),
        ({"do": "adjust", "points": {}, "reason": "x"}, ("empty_list", "/points")),
        ({"do": "reorder", "players": ["Anna"]}, ("missing_key", "")),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_document_that_cannot_be_read_says_where_and_why(document, expected):
    assert malformed(**document) == expected


def test_a_name_nobody_knows_is_a_refusal_and_not_a_malformed_document():
    with pytest.raises(UnknownPlayer):
        read(do="take", by="Zoli")
    assert issubclass(UnknownPlayer, RuleViolation)


@pytest.mark.parametrize("seat", [0, -1, True, "1", 1.0, None, 10**6])
def test_the_log_names_seats_by_whole_numbers(seat):
    with pytest.raises(Malformed) as refused:
        parse_log({"do": "take", "by": seat})
    assert refused.value.code == "not_a_seat"


def test_every_form_is_an_action_of_its_own():
    assert len({form.make for form in FORMS.values()}) == len(FORMS) == 30
