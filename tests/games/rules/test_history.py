import pytest

from games.rules.actions import Note, Undo
from games.rules.history import history_of
from games.rules.refusals.record import NeedsTheLog
from games.rules.table import apply
from tests.games.rules.sheets import answer, code, do, end, points, refusal, seating, sheet, state

THREE = "Anna Bela Csaba"
FOUR = "Anna Bela Csaba Dora"
UNDO = do("undo")


def amend(game, *actions):
    return do("amend", game=game, actions=list(actions), reason="we looked again")


def test_undo_opens_a_finished_game_again_with_its_cubes_after_the_next_has_begun():
    played = (do("double", "Bela"), do("take", "Anna"))
    table = state(FOUR, *played, end("team"), do("start"), {"do": "undo", "to": 3})
    assert table.games == ()
    assert (table.current.no, table.current.cubes[2].value, table.current.captain) == (1, 2, 2)
    again = points(FOUR, *played, end("team"), do("start"), {"do": "undo", "to": 3}, end("box"))
    assert again == points(FOUR, *played, end("box"))


def test_undo_takes_back_the_last_act_that_stands_and_then_the_one_before():
    acts = (do("double", "Anna"), do("take", "Bela"), do("take", "Csaba"))
    assert state(FOUR, *acts, UNDO, UNDO).current == state(FOUR, acts[0]).current


def test_an_undo_can_be_undone():
    acts = (do("double", "Anna"), do("take", "Bela"), UNDO)
    assert state(FOUR, *acts, {"do": "undo", "to": 3}).current == state(FOUR, *acts[:2]).current


def test_refused_lines_and_undos_count_as_lines():
    refused = {**do("take", "Bela"), "refused": True}
    acts = (do("double", "Bela"), refused, do("take", "Anna"), {"do": "undo", "to": 3})
    assert state(FOUR, *acts).current.cubes[2].offer is not None


def test_there_must_be_something_to_take_back():
    assert code(THREE, UNDO) == "nothing_to_undo"
    assert code(THREE, do("start"), UNDO, UNDO) == "nothing_to_undo"
    assert code(THREE, do("start"), {"do": "undo", "to": 9}) == "no_such_row"


def test_undo_names_what_it_takes_back():
    one = sheet(THREE, do("double", "Anna"), do("take", "Bela"), do("note", text="late"))
    log = [entry.action for entry in one.entries]
    history = history_of(one.opening, log)
    assert history.taken_back() == (Note("late"),)
    assert history.taken_back(2) == tuple(log[1:])


def test_undo_needs_the_log():
    with pytest.raises(NeedsTheLog):
        apply(state(THREE, do("start")), Undo())


def test_an_amended_game_changes_its_points_and_everything_after_it_stands():
    acts = (end("box"), end("box"), amend(1, end("box", "gammon")))
    rules = {"jacoby": "none"}
    assert points(THREE, *acts, rules=rules) == {"Anna": "6", "Bela": "-3", "Csaba": "-3"}


def test_an_amendment_that_moves_the_seats_replays_the_later_games_from_there():
    acts = (end("box"), end("box"), amend(1, end("team")))
    assert seating(THREE, *acts) == "Bela | Anna Csaba"
    assert points(THREE, *acts) == {"Anna": "-3", "Bela": "3", "Csaba": "0"}


def test_an_amendment_is_refused_naming_the_act_that_no_longer_stands():
    acts = (end("box"), do("double", "Anna"), do("take", "Csaba Bela"), amend(1, end("team")))
    stopped = refusal(THREE, *acts)
    assert (stopped.row, stopped.refusal.code) == (4, "later_act_refused")
    assert stopped.refusal.message.values["row"] == 3
    assert "take" in str(stopped.refusal)


def test_the_acts_of_an_amendment_must_stand_themselves():
    assert code(THREE, end("box"), amend(1, do("take", "Bela"))) == "amendment_refused"
    assert code(THREE, end("box"), amend(1, do("double", "Anna"))) == "amendment_unfinished"
    assert code(THREE, end("box"), amend(1, end("box"), end("box"))) == "amendment_unfinished"
    assert code(THREE, end("box"), amend(2, end("box"))) == "no_such_game"
    assert code(THREE, end("box"), amend(1) | {"reason": ""}) == "reason_missing"


def test_a_voided_game_is_gone_and_the_others_keep_their_numbers():
    found = answer(THREE, end("box"), end("box"), amend(1))
    assert [game["no"] for game in found["games"]] == [2]
    assert found["points"] == {"Anna": "2", "Bela": "-1", "Csaba": "-1"}


def test_a_voided_game_can_be_put_back_and_a_corrected_one_corrected_again():
    acts = (end("box"), end("box"), amend(1), amend(1, end("box")))
    assert answer(THREE, *acts)["points"] == answer(THREE, end("box"), end("box"))["points"]
    assert [game["no"] for game in answer(THREE, *acts)["games"]] == [1, 2]


def test_an_amendment_can_be_undone():
    acts = (end("box"), end("box"), amend(1, end("team")), UNDO)
    assert points(THREE, *acts) == points(THREE, *acts[:2])


def test_correcting_a_result_unseats_nobody():
    acts = (do("start"), do("join", player="Eszter"), do("note", text="late"), end("box"), amend(1, end("team")))
    assert seating(THREE, *acts) == "Bela | Csaba Anna Eszter"


def test_a_declaration_belongs_to_its_game():
    dealt = (do("deal", player="Bela", points=1), end("box"), do("declare", winner="captain"), end("box"))
    assert seating(THREE, *dealt, amend(1, end("box"))) == "Anna | Bela Csaba"


def test_the_effective_rows_of_an_amendment_carry_its_number():
    one = sheet(THREE, end("box"), end("box"), amend(1, do("start"), end("team")))
    log = [entry.action for entry in one.entries]
    assert [row for row, _ in history_of(one.opening, log).rows()] == [3, 3, 2]


def test_a_corrected_game_keeps_its_place_among_games_and_adjustments():
    adjusted = do("adjust", points={"Anna": 1, "Bela": -1}, reason="a mistake")
    one = sheet(THREE, end("box"), adjusted, end("box"), amend(1, end("team")), amend(2, end("box", "gammon")))
    found = history_of(one.opening, [entry.action for entry in one.entries]).results()
    assert [getattr(result, "no", "adjusted") for result in found] == [1, "adjusted", 2]


def test_a_history_grows_by_one_line_and_the_shorter_one_stays_as_it_was():
    one = sheet(THREE, do("double", "Anna"))
    history = history_of(one.opening, [entry.action for entry in one.entries])
    longer = history.extended(Note("x"))
    assert (history.state.rows, longer.state.rows) == (1, 2)


def test_an_amendment_made_during_a_later_game_stays_with_its_own_game():
    acts = (end("box"), do("start"), amend(1, end("team")), end("box"), amend(2, end("team")))
    found = answer(THREE, *acts)
    assert [game["winner"] for game in found["games"]] == ["team", "team"]


def test_many_amendments_replay_only_what_comes_after_their_game():
    """A sheet of 200 games with 100 amendments is played in seconds: each replays the tail, nothing else."""
    games = [end("box") for _game in range(200)]
    fixes = [amend(200 - number, end("box", "gammon")) for number in range(100)]
    assert len(answer(THREE, *games, *fixes)["games"]) == 200
