"""One act at a table: recorded, posted and told together, or not at all."""

from uuid import uuid4

import pytest

from club import services as club
from club.errors import CommandReused, Forbidden, NightClosed, NotFound, Stale
from club.models import OutboxMessage
from games import selectors
from games import services as games
from games.models import Action, Game, Score
from games.rules.errors import Malformed, RuleViolation
from ledger.models import Entry
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
TEAM = {"do": "end", "winner": "team", "result": "single"}


def written() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Action, Game, Score, Entry, OutboxMessage))


def test_an_act_is_a_row_and_the_table_follows_from_it(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "double", "by": "Anna", "to": ["Béla", "Csaba"]})
    assert now.version == now.table.version == Action.objects.count() == 1
    row = Action.objects.get()
    assert row.document == {"do": "double", "by": 1, "to": [2, 3]}
    assert (row.seq, row.door, row.by_member) == (1, "page", cast.members["Anna"])


def test_a_finished_game_is_scored_and_posted_in_the_same_breath(cast: Cast) -> None:
    now = cast.act(cast.table(), END)
    assert {score.seat.label: (score.points_q, score.money_minor) for score in Score.objects.all()} == {
        "Anna": (12, 150),
        "Béla": (-4, -50),
        "Csaba": (-4, -50),
        "Dóra": (-4, -50),
    }
    entry = Entry.objects.get()
    assert entry.key == f"game:{Game.objects.get().id}:r1"
    assert entry.effective_date == cast.night.date
    assert sorted(t.amount_minor for t in entry.transfers.all()) == [50, 50, 50]
    assert now.state.seating.line == (3, 4, 2)


def test_a_refused_act_writes_nothing(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "double", "by": "Anna", "to": ["Béla"]})
    before = written()
    with pytest.raises(RuleViolation) as refused:
        cast.act(now, {"do": "take", "by": "Béla"}, {"do": "take", "by": "Béla"})
    assert refused.value.code == "no_offer"
    assert written() == before
    assert selectors.load_table(club_id=cast.club.id, table_id=now.table.id).version == 1


def test_what_is_no_action_writes_nothing(cast: Cast) -> None:
    now = cast.table()
    for document in ({"do": "dance"}, {"do": "take"}, {"do": "end", "winner": "box", "result": 7}, {}):
        with pytest.raises(Malformed):
            cast.act(now, document)
    assert written()[:4] == (0, 0, 0, 0)


def test_the_same_command_twice_is_one_act(cast: Cast) -> None:
    now, command = cast.table(), uuid4()
    once = cast.act(now, END, command_id=command)
    before = written()
    twice = cast.act(now, END, command_id=command)
    assert twice.version == once.version == 1
    assert written() == before


def test_a_command_that_was_something_else_is_refused(cast: Cast) -> None:
    now, other, command = cast.table(), cast.table(), uuid4()
    cast.act(now, END, command_id=command)
    before = written()
    with pytest.raises(CommandReused):
        cast.act(now, TEAM, command_id=command)
    with pytest.raises(CommandReused):
        cast.act(other, END, command_id=command)
    assert written() == before


def test_an_act_on_a_version_that_has_passed_is_refused(cast: Cast) -> None:
    now = cast.act(cast.table(), END)
    before = written()
    with pytest.raises(Stale):
        cast.act(now, {"do": "undo"}, expected_version=0)
    assert written() == before
    assert cast.act(now, {"do": "undo"}, expected_version=1).version == 2


def test_another_clubs_table_does_not_exist(cast: Cast) -> None:
    now = cast.table()
    with pytest.raises(NotFound):
        games.act(table_id=now.table.id, actor=cast.olga, actions=[END], command_id=uuid4())
    with pytest.raises(NotFound):
        selectors.load_table(club_id=cast.outsider.club_id, table_id=now.table.id)


def test_who_does_not_sit_there_does_not_score(cast: Cast) -> None:
    now = cast.table("Anna", "Béla", "Csaba")
    with pytest.raises(Forbidden):
        cast.act(now, END, by="Dóra")
    assert cast.act(now, END, by="Béla").version == 1


def test_a_seated_player_undoes_no_further_than_the_last_end(cast: Cast) -> None:
    now = cast.act(cast.act(cast.table(), END), END)
    with pytest.raises(Forbidden):
        cast.act(now, {"do": "undo", "to": 1}, by="Dóra")
    assert len(cast.act(now, {"do": "undo"}, by="Dóra").state.games) == 1
    assert cast.act(now, {"do": "undo", "to": 1}, by="Csaba").state.games == ()


def test_a_seated_player_does_not_undo_several_games_in_one_go(cast: Cast) -> None:
    now = cast.act(cast.act(cast.table(), END), END)
    with pytest.raises(Forbidden):
        cast.act(now, {"do": "undo"}, {"do": "undo"}, by="Dóra")
    assert len(selectors.load_table(club_id=cast.club.id, table_id=now.table.id).state.games) == 2
    assert cast.act(now, {"do": "undo"}, {"do": "undo"}, by="Csaba").state.games == ()


@pytest.mark.parametrize(
    "correction",
    [
        {"do": "adjust", "points": {"Anna": "5", "Dóra": "-5"}, "reason": "a slip"},
        {
            "do": "amend",
            "game": 1,
            "actions": [{"do": "end", "winner": "team", "result": "single"}],
            "reason": "a slip",
        },
        {"do": "reorder", "players": ["Béla", "Anna", "Csaba", "Dóra"], "reason": "a slip"},
    ],
)
def test_a_seated_player_neither_takes_a_correction_by_hand_back_nor_brings_it_back(cast: Cast, correction) -> None:
    now = cast.act(cast.act(cast.table(), END), correction)
    for undo in ({"do": "undo"}, {"do": "undo", "to": 2}, {"do": "undo", "to": 1}):
        with pytest.raises(Forbidden):
            cast.act(now, undo, by="Dóra")
    now = cast.act(now, {"do": "note", "text": "seen"}, by="Dóra")
    with pytest.raises(Forbidden):
        cast.act(now, {"do": "undo"}, {"do": "undo"}, by="Dóra")
    now = cast.act(now, {"do": "undo"}, by="Dóra")
    now = cast.act(now, {"do": "undo"}, by="Anna")
    with pytest.raises(Forbidden):
        cast.act(now, {"do": "undo", "to": now.version}, by="Dóra")
    assert now.version == 5


def test_where_the_club_says_so_everybody_answers_for_himself(cast: Cast) -> None:
    cast.club.own_answers_only = True
    cast.club.save()
    now = cast.act(cast.table("Anna", "Béla", "Dóra", "Eszter"), {"do": "double", "by": "Anna"}, by="Dóra")
    with pytest.raises(Forbidden):
        cast.act(now, {"do": "take", "by": "Eszter"}, by="Dóra")
    assert cast.act(now, {"do": "take", "by": "Dóra"}, by="Dóra").version == 2
    assert cast.act(now, {"do": "take", "by": "Eszter"}, by="Csaba").version == 3


def test_corrections_by_hand_are_the_organisers(cast: Cast) -> None:
    now = cast.act(cast.table(), END)
    adjust = {"do": "adjust", "points": {"Anna": 1, "Béla": -1}, "reason": "miscounted"}
    with pytest.raises(Forbidden):
        cast.act(now, adjust, by="Csaba")
    after = cast.act(now, adjust)
    assert after.state.totals_q[1] == 16
    assert Entry.objects.get(kind="adjustment").transfers.get().amount_minor == 50


def test_nothing_is_recorded_on_a_closed_night(cast: Cast) -> None:
    now = cast.act(cast.table(), END)
    games.close_night(night_id=cast.night.id, actor=cast.actor())
    with pytest.raises(NightClosed):
        cast.act(now, END)
    games.reopen_night(night_id=cast.night.id, actor=cast.actor(), reason="one more game")
    assert cast.act(now, END).version == 2


def test_who_joins_by_name_gets_a_seat(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "join", "player": "Eszter"}, END)
    assert now.names[5] == "Eszter"
    assert now.state.seating.line == (3, 4, 5, 2)
    with pytest.raises(RuleViolation) as refused:
        cast.act(now, {"do": "join", "player": "Zsolt"})
    assert refused.value.code == "unknown_player"


def test_a_name_is_heard_however_its_accents_and_spaces_are_written(cast: Cast) -> None:
    """As on a scoresheet; an accent that stands apart from its letter is how some phones write it."""
    drop = {"do": "drop", "by": " B\u00e9la"}
    now = cast.act(cast.table(), {"do": "double", "by": "Anna ", "to": ["Be\u0301la"]}, drop)
    club.add_guest(club=cast.club, name="Zso\u0301fia", actor=cast.actor())
    assert cast.act(now, END, {"do": "join", "player": " Zs\u00f3fia"}).names[5] == "Zso\u0301fia"
    with pytest.raises(Malformed) as refused:
        cast.act(now, {"do": "join", "player": " box "})
    assert refused.value.code == "role_not_name"


def test_a_reason_is_kept_beside_its_act_and_reads_back(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "note", "text": "Béla owes a round"})
    row = Action.objects.get()
    assert (row.document, row.text) == ({"do": "note", "text": None}, "Béla owes a round")
    row.text = ""
    assert selectors.load_table(club_id=cast.club.id, table_id=now.table.id).version == 1


def test_a_table_as_it_was_read_knows_its_own_lines_only(cast: Cast) -> None:
    """What came since would be judged against a table that it did not happen at."""
    read = cast.act(cast.table(), {"do": "double", "by": "Anna"})
    cast.act(read, {"do": "take", "by": "Dóra"})
    assert [row.seq for row in selectors.log_of(read)] == [1]
