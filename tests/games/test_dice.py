"""Dice thrown by the product: promised before, shown after, fair, and never twice."""

import re
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import count
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from club.errors import CommandReused, NotFound, Stale
from games import dice, selectors
from games import services as games
from games.board.plays import legal_plays
from games.models import Action, DicePromise, DiceThrow
from games.rights import NotSeated
from games.rules.errors import RuleViolation
from games.services.dice import DiceNotPlayed, NoPromise, WrongWord

TABLE = UUID(int=7)
SHEET = Path(__file__).parents[2] / "docs" / "dice.md"
FREEDOM_35_ONE_IN_A_THOUSAND = 66.6


def secret(no):
    return sha256(str(no).encode()).hexdigest()


@pytest.fixture
def table(cast):
    """A money game of Anna and Béla that has promised its dice."""
    now = cast.table("Anna", "Béla", kind="money")
    games.promise_dice(table_id=now.table.id, actor=cast.actor())
    return now


def word_of_an_opening(table):
    """Return a word by which the promised throw is no double, so that somebody can open with it."""
    promise = DicePromise.objects.get(table=table.table, throw=None)
    thrown = ((word, dice.dice_of(promise.secret, table.table.id, promise.no, word)) for word in map(str, count(1)))
    return next(word for word, (one, other) in thrown if one != other)


def throw(cast, table, *by, word="", version=0, command_id=None, who="Anna", without_board=False):
    return games.throw_dice(
        table_id=table.table.id,
        actor=cast.actor(who),
        by=by or ("Anna", "Béla"),
        word=word,
        without_board=without_board,
        command_id=command_id or uuid4(),
        expected_version=version,
    )


def now(cast, table):
    return selectors.load_table(club_id=cast.club.id, table_id=table.table.id)


def counted():
    return DicePromise.objects.count(), DiceThrow.objects.count(), Action.objects.count()


# ---- the rule ---------------------------------------------------------------------------------------
def test_every_pair_of_dice_comes_equally_often():
    """Chi-square over 36 pairs and 36,000 throws from fixed secrets: 35 degrees of freedom."""
    pairs = Counter(dice.dice_of(secret(no), TABLE, no, "") for no in range(36_000))
    assert len(pairs) == 36
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < FREEDOM_35_ONE_IN_A_THOUSAND


def test_the_words_alone_spread_the_dice_as_evenly():
    pairs = Counter(dice.dice_of(secret(1), TABLE, 1, str(word)) for word in range(36_000))
    assert sum((count - 1000) ** 2 / 1000 for count in pairs.values()) < FREEDOM_35_ONE_IN_A_THOUSAND


def test_bytes_that_would_favour_a_face_are_passed_over(monkeypatch):
    blocks = iter([bytes([252] * 31 + [251]), bytes([255, 6])])
    monkeypatch.setattr(dice.hmac, "digest", lambda *_: next(blocks))
    assert dice.dice_of(secret(1), TABLE, 1, "") == (251 % 6 + 1, 1)


def test_secret_table_number_and_word_all_matter():
    plain = [dice.dice_of(secret(1), TABLE, no, "") for no in range(30)]
    assert plain != [dice.dice_of(secret(2), TABLE, no, "") for no in range(30)]
    assert plain != [dice.dice_of(secret(1), UUID(int=8), no, "") for no in range(30)]
    assert plain != [dice.dice_of(secret(1), TABLE, no, "1") for no in range(30)]


def test_a_throw_comes_out_for_ever_as_it_once_did():
    assert dice.commitment_of("00" * 32, TABLE, 1).startswith("fd6111468ffadb0b")
    assert [dice.dice_of("00" * 32, TABLE, no, "42") for no in (1, 2, 3)] == [(6, 6), (1, 6), (4, 6)]


# ---- promised, thrown, shown ------------------------------------------------------------------------
def test_a_throw_is_what_was_promised_and_stands_as_a_roll(cast, table):
    promise = DicePromise.objects.get()
    thrown = throw(cast, table, "Anna", word="4711")
    assert thrown.promise == promise
    assert thrown.dice == dice.dice_of(promise.secret, table.table.id, 1, "4711")
    row = Action.objects.get()
    assert row.document == {"do": "roll", "by": 1, "dice": list(thrown.dice)}
    assert (row.seq, row.command_id) == (thrown.line, thrown.command_id)


def test_the_next_throw_is_promised_in_the_same_step(cast, table):
    throw(cast, table)
    waiting = selectors.dice_promised(table.table)
    assert (waiting.no, DicePromise.objects.count()) == (2, 2)
    assert waiting.commitment == dice.commitment_of(waiting.secret, table.table.id, 2)


def test_promising_twice_is_once(cast, table):
    again = games.promise_dice(table_id=table.table.id, actor=cast.actor("Béla"))
    assert (again.no, DicePromise.objects.count()) == (1, 1)


def test_the_same_command_is_the_same_throw(cast, table):
    command = uuid4()
    first = throw(cast, table, word="5", command_id=command)
    assert throw(cast, table, word="5", command_id=command) == first
    assert counted() == (2, 1, 1)


@pytest.mark.parametrize("other", [{"word": "6"}, {"by": ("Béla", "Anna")}])
def test_the_same_command_for_another_throw_is_refused(cast, table, other):
    command = uuid4()
    throw(cast, table, word="5", command_id=command)
    with pytest.raises(CommandReused):
        throw(cast, table, *other.get("by", ()), word=other.get("word", "5"), command_id=command, version=1)
    assert counted() == (2, 1, 1)


def test_a_command_that_did_something_else_throws_nothing(cast, table):
    command = uuid4()
    cast.act(table, {"do": "note", "text": "rain"}, command_id=command)
    with pytest.raises(CommandReused):
        throw(cast, table, command_id=command, version=1)
    assert counted() == (1, 0, 1)


def test_who_takes_a_throw_back_gets_other_dice_and_the_old_ones_stay_shown(cast, table):
    first = throw(cast, table)
    undone = cast.act(now(cast, table), {"do": "undo"})
    second = throw(cast, table, version=undone.version)
    assert (first.promise.no, second.promise.no) == (1, 2)
    assert [one.line in selectors.standing_lines(now(cast, table)) for one in selectors.dice_thrown(table.table)] == [
        False,
        True,
    ]


# ---- refused: nothing thrown, nothing shown ---------------------------------------------------------
def test_a_roll_that_the_rules_refuse_uses_no_number(cast, table):
    offered = cast.act(table, {"do": "double", "by": "Anna"})
    with pytest.raises(RuleViolation):
        throw(cast, table, "Anna", version=offered.version)
    assert counted() == (1, 0, 1)


def test_who_has_not_seen_the_promise_throws_nothing(cast, table):
    throw(cast, table)
    with pytest.raises(Stale):
        throw(cast, table, version=0)
    assert counted() == (2, 1, 1)


def test_a_first_roll_is_played_before_the_next_throw(cast, table):
    """Another roll would give the board up, which nobody has asked for."""
    throw(cast, table, "Anna", word=word_of_an_opening(table))
    for again in ("Anna", "Béla"):
        with pytest.raises(DiceNotPlayed):
            throw(cast, table, again, version=1)
    assert counted() == (2, 1, 1)
    board = now(cast, table).state.current.board
    play = next(iter(legal_plays(board.position, board.dice)))
    played = cast.act(now(cast, table), {"do": "play", "by": "Anna", "moves": play.notation})
    throw(cast, table, "Béla", version=played.version)
    assert now(cast, table).state.current.board.dice is not None


def test_who_goes_on_without_a_board_throws_again(cast, table):
    throw(cast, table, "Anna", word=word_of_an_opening(table))
    throw(cast, table, "Béla", without_board=True, version=1)
    game = now(cast, table).state.current
    assert (game.board, game.rolls) == (None, 2)
    throw(cast, table, "Anna", version=2)
    assert counted() == (4, 3, 3)


def test_a_first_roll_sent_again_is_the_same_throw_and_not_another(cast, table):
    command, word = uuid4(), word_of_an_opening(table)
    first = throw(cast, table, "Anna", word=word, command_id=command)
    assert throw(cast, table, "Anna", word=word, command_id=command) == first
    assert counted() == (2, 1, 1)


def test_a_first_roll_that_was_typed_is_not_passed_over_by_a_throw_either(cast, table):
    typed = cast.act(table, {"do": "roll", "by": "Anna", "dice": [3, 1]})
    with pytest.raises(DiceNotPlayed):
        throw(cast, table, "Béla", version=typed.version)
    assert counted() == (1, 0, 1)


def test_who_types_a_second_roll_gives_the_board_up(cast, table):
    """So do all who record no plays: docs/rules.md, The board."""
    now_ = cast.act(table, {"do": "roll", "by": "Anna", "dice": [3, 1]}, {"do": "roll", "by": "Béla", "dice": [6, 5]})
    assert now_.state.current.board is None


def test_who_saw_an_older_table_hears_of_that_first(cast, table):
    throw(cast, table, "Anna", word=word_of_an_opening(table))
    with pytest.raises(Stale):
        throw(cast, table, "Béla", version=0)
    with pytest.raises(NotSeated):
        throw(cast, table, "Béla", version=1, who="Dóra")


@pytest.mark.parametrize("word", ["Béla", "1.5", "-1", " 1", "٣", "9" * 21])
def test_a_word_is_a_number(cast, table, word):
    with pytest.raises(WrongWord):
        throw(cast, table, word=word)
    assert counted() == (1, 0, 0)


def test_without_a_promise_nothing_is_thrown(cast):
    with pytest.raises(NoPromise):
        throw(cast, cast.table("Anna", "Béla", kind="money"))
    assert counted() == (0, 0, 0)


def test_others_neither_promise_nor_throw(cast, table):
    for refused, actor in ((NotSeated, cast.actor("Dóra")), (NotFound, cast.olga)):
        with pytest.raises(refused):
            games.promise_dice(table_id=table.table.id, actor=actor)
    with pytest.raises(NotSeated):
        throw(cast, table, who="Dóra")
    assert counted() == (1, 0, 0)


# ---- tampering --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "attack",
    [
        "UPDATE games_dicepromise SET secret = '0'",
        "UPDATE games_dicepromise SET commitment = '0'",
        "UPDATE games_dicethrow SET first = 6, second = 6",
        "UPDATE games_dicethrow SET word = '1'",
        "DELETE FROM games_dicethrow",
        "DELETE FROM games_dicepromise",
    ],
)
def test_the_database_changes_no_promise_and_no_throw(cast, table, attack):
    throw(cast, table)
    connection.check_constraints()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(attack)
    assert counted() == (2, 1, 1)


def checked(*told):
    """Run the program of docs/dice.md, as a doubter would."""
    program = re.search(r"```python\n(.*?)```", SHEET.read_text(), re.DOTALL)[1]
    ran = subprocess.run([sys.executable, "-c", program, *map(str, told)], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_the_documented_program_finds_the_dice(cast, table):
    thrown = throw(cast, table, word="123")
    promise = thrown.promise
    told = (table.table.id, 1, promise.secret, promise.commitment)
    assert checked(*told, "123") == f"kept {thrown.first} {thrown.second}"


def test_the_documented_program_catches_another_secret(cast, table):
    promise = throw(cast, table).promise
    told = checked(table.table.id, 1, secret(1), promise.commitment, "")
    assert told.startswith("NOT what was promised")


def test_the_documented_program_and_the_product_agree_on_many():
    for no in range(1, 6):
        told = checked(TABLE, no, secret(no), dice.commitment_of(secret(no), TABLE, no), no)
        assert told == "kept {} {}".format(*dice.dice_of(secret(no), TABLE, no, str(no)))
