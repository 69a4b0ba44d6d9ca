"""Undo and corrections reach the books: reversal and new entry in one transaction, and only where money moved."""

import pytest
from django.db.models import Q

from games import checks, selectors, store
from games import services as games
from games.models import Game, Score, Table
from games.rules.errors import Malformed, RuleViolation
from ledger.models import Account, Entry, Transfer
from tests.cast import Cast

END = {"do": "end", "winner": "box", "result": "single"}
TEAM = {"do": "end", "winner": "team", "result": "single"}


def balances() -> dict[str, int]:
    return {
        str(account): account.balance_minor
        for account in Account.objects.filter(balance_minor__lt=0) | Account.objects.filter(balance_minor__gt=0)
    }


def kinds() -> list[str]:
    return list(Entry.objects.order_by("seq").values_list("kind", flat=True))


def no_differences() -> bool:
    return list(checks.differences()) == []


def test_undoing_the_end_of_an_earlier_game_reopens_it(cast: Cast) -> None:
    """T7: the ledger shows post, reversal, post; entering the result again gives what a fresh entry gives."""
    now = cast.act(
        cast.table("Anna", "Béla", "Csaba"),
        {"do": "double", "by": "Anna"},
        {"do": "take", "by": ["Béla", "Csaba"]},
        END,
    )
    fresh = balances()
    now = cast.act(now, {"do": "double", "by": "Anna", "to": "Béla"})
    now = cast.act(now, {"do": "undo", "to": 3})
    assert now.state.current is not None
    assert {cube.value for cube in now.state.current.cubes.values()} == {2}
    assert balances() == {}
    now = cast.act(now, END)
    assert balances() == fresh
    assert kinds() == ["game", "reversal", "game"]
    assert no_differences()


def test_a_corrected_game_stands_once(cast: Cast) -> None:
    """T8: recorded +3, corrected to +5, corrected back: standing +5, then +3, never +8."""
    now = cast.act(cast.table("Anna", "Béla", "Csaba", "Dóra"), END)
    assert balances()["Anna"] == 150
    dearer = [{"do": "double", "by": "Anna", "to": ["Béla", "Csaba"]}, {"do": "take", "by": ["Béla", "Csaba"]}, END]
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=dearer, reason="two cubes")
    assert balances()["Anna"] == 250
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[END], reason="no, none")
    assert balances()["Anna"] == 150
    assert kinds() == ["game", "reversal", "game", "reversal", "game"]
    assert Game.objects.get().revision == 3
    assert no_differences()


def test_games_whose_money_is_the_same_are_left_alone(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    cast.act(now, END)
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[{"do": "start"}, END], reason="same")
    assert kinds() == ["game", "game"]
    assert no_differences()


def test_a_voided_game_is_reversed_and_the_tail_stands(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    cast.act(now, END)
    after = games.void_game(table_id=now.table.id, actor=cast.actor(), game=1, reason="dice fell off")
    assert balances() == {"Anna": 100, "Béla": -50, "Csaba": -50}
    assert len(after.state.games) == 1
    assert no_differences()


def test_a_correction_that_a_later_act_contradicts_is_refused_and_nothing_moves(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    cast.act(now, {"do": "double", "by": "Anna"}, {"do": "drop", "by": ["Béla", "Csaba"]})
    before = balances()
    with pytest.raises(RuleViolation) as refused:
        games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[TEAM], reason="team won")
    assert refused.value.code == "later_act_refused"
    assert (balances(), kinds()) == (before, ["game", "game"])


def test_a_game_of_some_hundred_acts_is_corrected(cast: Cast) -> None:
    """So many has one that is recorded roll by roll."""
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    long = [*({"do": "note", "text": str(no)} for no in range(500)), TEAM]
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=long, reason="team won")
    assert len(selectors.acts_of_game(store.fold_afresh(now.table), 1)) == 501
    assert no_differences()


def test_a_correction_too_long_to_be_read_again_is_refused_and_nothing_is_written(cast: Cast) -> None:
    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    long = [*({"do": "note", "text": str(no)} for no in range(2000)), TEAM]
    with pytest.raises(Malformed) as refused:
        games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=long, reason="team won")
    assert (refused.value.code, refused.value.pointer) == ("list_too_long", "/actions")
    assert store.fold_afresh(Table.objects.get()).version == 1
    assert kinds() == ["game"]


def test_a_retired_members_game_is_corrected(cast: Cast) -> None:
    """T15: he stays in it; his balance moves only by the correction."""
    from club import services

    now = cast.act(cast.table("Anna", "Béla", "Csaba"), END)
    services.retire(member=cast.members["Csaba"], actor=cast.actor())
    games.correct_game(table_id=now.table.id, actor=cast.actor(), game=1, actions=[TEAM], reason="team won")
    assert balances() == {"Anna": -100, "Béla": 50, "Csaba": 50}
    assert Score.objects.filter(seat__label="Csaba").get().points_q == 4
    moved = Transfer.objects.filter(Q(source__member__name="Csaba") | Q(target__member__name="Csaba"))
    assert [one.entry.kind for one in moved.order_by("entry__seq")] == ["game", "reversal", "game"]


def test_an_undone_adjustment_is_taken_back(cast: Cast) -> None:
    now = cast.act(cast.table(), {"do": "adjust", "points": {"Anna": 2, "Béla": -2}, "reason": "late"})
    assert balances() == {"Anna": 100, "Béla": -100}
    now = cast.act(now, {"do": "undo"})
    assert balances() == {}
    cast.act(now, {"do": "undo", "to": 2})
    assert balances() == {"Anna": 100, "Béla": -100}
    assert no_differences()
