import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.actions import (
    Adjust,
    Amend,
    Join,
    Leave,
    Note,
    Return,
    SitOut,
    Undo,
    parse,
    parse_log,
    to_document,
    to_log,
)
from games.rules.allowed import allowed, outcomes
from games.rules.errors import RuleViolation
from games.rules.history import begin, history_of, replay
from games.rules.money import money_of, transfers_of
from games.rules.scoresheet import read_sheet, score, write
from games.rules.table import apply, open_table
from tests.games.rules.nights import offered_action, play_one, random_action, random_night, random_opening

SEEDS = st.integers(0, 120)
SOME = settings(max_examples=25, deadline=None)


@SOME
@given(SEEDS)
def test_every_game_and_the_totals_sum_to_zero(seed):
    state = replay(*random_night(seed))
    assert all(sum(game.points_q.values()) == 0 for game in state.games)
    assert sum(state.totals_q.values()) == 0


@SOME
@given(SEEDS)
def test_the_totals_are_the_games_and_adjustments_added_up(seed):
    state = replay(*random_night(seed))
    added = dict.fromkeys(state.totals_q, 0)
    for result in (*state.games, *state.adjustments):
        for seat, points_q in result.points_q.items():
            added[seat] += points_q
    assert added == state.totals_q


@SOME
@given(SEEDS)
def test_the_state_kept_act_by_act_is_the_state_replayed(seed):
    rng = random.Random(seed)
    opening = random_opening(rng)
    history, log = begin(opening), []
    for _ in range(40):
        history = play_one(rng, history, log)
    assert replay(opening, log) == history.state


@SOME
@given(SEEDS, st.integers(1, 30))
def test_undoing_acts_equals_never_having_done_them(seed, back):
    opening, log = random_night(seed)
    to = max(1, len(log) - back)
    undone = replay(opening, [*log, Undo(to)])
    before = replay(opening, log[: to - 1])
    assert undone.seating == before.seating
    assert (undone.games, undone.current, undone.totals_q) == (before.games, before.current, before.totals_q)


@SOME
@given(SEEDS)
def test_undo_without_a_number_takes_back_the_last_row_that_stands(seed):
    opening, log = random_night(seed)
    history = history_of(opening, log)
    standing = history.rows()
    if standing:
        after = history.extended(Undo()).rows()
        amended = isinstance(log[standing[-1][0] - 1], Amend)
        assert amended or after == standing[:-1]


@SOME
@given(SEEDS)
def test_everybody_present_has_one_seat(seed):
    rng = random.Random(seed)
    opening = random_opening(rng)
    history, log = begin(opening), []
    for _ in range(40):
        history = play_one(rng, history, log)
        state = history.state
        present = state.seating.present
        assert len(set(present)) == len(present)
        assert set(state.seating.sitting_out) <= set(present) | state.seating.leaving
        if state.current is None and state.undecided is None:
            assert not state.seating.leaving
            assert not state.seating.waiting


@SOME
@given(SEEDS)
def test_nobody_leaves_or_appears_by_rotation(seed):
    rng = random.Random(seed)
    opening = random_opening(rng)
    history, log = begin(opening), []
    for _ in range(40):
        before = set(history.state.seating.present)
        history = play_one(rng, history, log)
        word = to_log(log[-1])["do"] if log else ""
        if word in ("end", "resign", "drop", "refuse", "take", "start", "sit_out", "return"):
            assert set(history.state.seating.present) == before


@SOME
@given(SEEDS)
def test_an_action_comes_back_from_the_log_and_from_names(seed):
    _, log = random_night(seed)
    names = {f"Player {seat}": seat for seat in range(1, 60)}
    for action in log:
        assert parse_log(to_log(action)) == action
        assert to_log(parse_log(to_log(action))) == to_log(action)
        assert parse(to_document(action, "Player {}".format), names.__getitem__) == action


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_any_action_on_any_table_is_accepted_or_refused_by_the_rules(seed):
    rng = random.Random(seed)
    opening, log = random_night(seed)
    history = history_of(opening, log)
    for _ in range(40):
        try:
            history = history.extended(random_action(rng, history.state))
        except RuleViolation:
            continue


@SOME
@given(SEEDS)
def test_a_refused_action_leaves_the_table_as_it_was(seed):
    rng = random.Random(seed)
    opening, log = random_night(seed)
    history, twin = history_of(opening, log), replay(opening, log)
    for _ in range(20):
        try:
            history.extended(random_action(rng, history.state))
        except RuleViolation:
            assert history.state == twin


@SOME
@given(SEEDS)
def test_every_option_is_accepted_or_softly_refused(seed):
    opening, log = random_night(seed)
    state = open_table(opening)
    for action in log:
        if isinstance(action, Undo | Amend):
            break
        state = apply(state, action)
        for option in allowed(state):
            if option.blocked is None and option.soft is None:
                apply(state, option.action)
            elif option.soft is not None:
                with pytest.raises(RuleViolation) as refused:
                    apply(state, option.action)
                assert refused.value.soft


@SOME
@given(SEEDS)
def test_a_previewed_end_is_what_the_end_gives(seed):
    opening, log = random_night(seed)
    state = replay(opening, log)
    for outcome in outcomes(state):
        after = apply(state, outcome.option.action)
        assert after.games[-1] == outcome.game
        assert outcome.next is None or after.seating == outcome.next


@SOME
@given(SEEDS, st.integers(1, 999))
def test_money_sums_to_zero_and_moves_only_what_was_lost(seed, unit_minor):
    state = replay(*random_night(seed))
    for result in (*state.games, *state.adjustments):
        transfers = transfers_of(result, unit_minor)
        assert all(one.amount_minor > 0 and one.source != one.target for one in transfers)
        assert sum(money_of(transfers).values()) == 0


@SOME
@given(SEEDS)
def test_whole_units_pay_exactly_the_points(seed):
    state = replay(*random_night(seed))
    for game in state.games:
        paid = money_of(transfers_of(game, 4))
        assert {seat: amount for seat, amount in paid.items() if amount} == {
            seat: points_q for seat, points_q in game.points_q.items() if points_q
        }


@SOME
@given(SEEDS)
def test_a_written_sheet_gives_the_same_table_and_the_same_document(seed):
    opening, log = random_night(seed)
    names = [f"Player {seat}" for seat in range(1, 60)]
    document = write(opening, names, log)
    sheet = read_sheet(document)
    assert write(sheet.opening, sheet.names, [entry.action for entry in sheet.entries]) == document
    assert score(sheet)["ok"]


@SOME
@given(SEEDS)
def test_what_an_undo_takes_back_is_what_no_longer_stands(seed):
    opening, log = random_night(seed)
    history = history_of(opening, log)
    if history.rows():
        back = history.taken_back()
        assert len(back) >= 1


@SOME
@given(SEEDS)
def test_correcting_a_game_with_its_own_acts_changes_nothing(seed):
    rng = random.Random(seed)
    opening = random_opening(rng)
    history = begin(opening)
    log = []
    for _ in range(40):
        action = random_action(rng, history.state) if rng.random() < 0.15 else offered_action(rng, history.state)
        if isinstance(action, Undo | Amend | Leave):
            continue
        with suppress(RuleViolation):
            history = history.extended(action)
            log.append(action)
    for game in history.state.games if history.state.match_winner is None else ():
        acts = log[game.first_row - 1 : game.last_row]
        own = tuple(act for act in acts if not isinstance(act, Join | SitOut | Return | Note | Adjust))
        after = history.extended(Amend(game.no, own, reason="written again")).state
        assert (after.totals_q, after.seating) == (history.state.totals_q, history.state.seating)
