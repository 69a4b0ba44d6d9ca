"""The catalogue: every sentence the rules say, in English, by code."""

from collections.abc import Mapping
from types import MappingProxyType


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged."""
    return sentence


_ = gettext_noop

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # who may act, and when
        "unknown_player": _("Nobody called {name} is on this sheet."),
        "not_at_table": _("{player} does not sit at this table now."),
        "not_in_game": _("{player} does not play in this game."),
        "box_not_allowed": _("{player} is the box here; this needs a player of the team."),
        "partner_does_not_act": _("{player} shares the box but does not turn or answer cubes; the box does."),
        "both_sides": _("One act cannot be done by both sides together."),
        "wrong_opponent": _("A player of the team plays against {box}, who is the box, and nobody else."),
        "named_twice": _("{player} is named twice in this act."),
        "no_game": _("No game has begun yet."),
        "game_on": _("Game {game} is still being played; this can be done when it is over."),
        "not_enough_players": _("A game needs at least two players who do not sit out."),
        "undeclared_game": _("A deal left game {game} open: first say who won it, the box or the captain."),
        "offer_open": _("The game cannot end while these cubes wait for an answer: {members}."),
        # the cube
        "cube_closed": _("{member} is out of this game: that cube is settled already."),
        "not_your_cube": _(
            "The cube between {box} and {member} belongs to the other side; only its owner may turn it."
        ),
        "already_offered": _("The cube between {box} and {member} already waits for an answer."),
        "once_per_round": _("The cube between {box} and {member} was already offered in this round."),
        "nothing_to_double": _("There is no cube that {box} may turn now."),
        "past_cap": _("The cube between {box} and {member} cannot go past {cap}, the cap of this table."),
        "past_limit": _("The sheet counts cubes up to {limit} and no further."),
        "no_offer": _("No cube between {box} and {member} waits for an answer."),
        "nothing_to_answer": _("No cube waits for an answer of {player} now."),
        "not_yours_to_answer": _("The cube between {box} and {member} waits for the other side's answer."),
        "offer_changed": _(
            "The offer that this answers no longer stands: the cube of {member} is now offered at {proposed}."
        ),
        "answer_the_double": _("The cube of {member} was only doubled: it can be taken, dropped or beavered."),
        "answer_the_animal": _(
            "The last turn of {member}'s cube was an animal: it can be accepted, refused "
            "or answered with the next animal."
        ),
        "animal_off": _("The house rules of this table do not allow that turn of the cube."),
        "team_not_agreed": _("The team has one cube, and these must agree before it is turned: {members}."),
        "whole_team": _("The team has one cube, so this must be done for all of them: {members}."),
        "captain_answers": _("{captain} answers for the team here."),
        "beaver_too_late": _("The team can only beaver before one of them has taken, and {members} took already."),
        "follows_captain": _("{member} has gone home, and that cube follows the captain's."),
        "automatic_off": _("The house rules of this table know no automatic doubles."),
        "automatic_too_many": _("This game already had its automatic doubles ({most})."),
        "automatic_too_late": _("An automatic double comes before any cube is offered."),
        "automatic_for_all": _("By the house rules an automatic double is for every cube, not for some."),
        # deals, extras and the end of a game
        "deals_off": _("The house rules of this table do not allow deals."),
        "deal_with_box": _("A deal is between the box and one player of the team."),
        "finer_than_step": _("Deals at this table are made in steps of {step} point."),
        "nothing_to_declare": _("No deal left the captain's game open, so there is nothing to declare."),
        "already_declared": _("The captain's game has been declared already."),
        "extras_off": _("The house rules of this table know no extras."),
        "not_sole_taker": _(
            "An extra is played against the only one who took when the box doubled everybody; that is not {taker}."
        ),
        "not_a_dropper": _("{dropper} did not drop in that round and so cannot play an extra."),
        "extra_twice": _("{dropper} already plays an extra in this game."),
        "extra_too_late": _("{taker}'s cube has been offered again since; an extra comes before that."),
        "name_the_winner": _("In a game of two, say the winner's name."),
        # matches and long nard
        "crawford": _("This is the Crawford game: somebody is one point from winning the match, and nobody doubles."),
        "match_over": _("{player} has won the match; nothing more is recorded but notes."),
        "match_of_two": _("A match is played to its end by the two who began it."),
        "no_cube": _("This table plays long nard without a cube."),
        "wrong_result": _("That result belongs to another kind of game."),
        "no_draw": _("A game can only be drawn in long nard, where the house rules grant a last roll."),
        "draw_has_no_winner": _("A draw has neither a winner nor a loser."),
        "borne_off_by_loser": _("Only the checkers that {player}, the loser, has borne off are counted here."),
        "borne_off_wrong": _("{player} cannot have borne off that many checkers now."),
        "result_disagrees": _("Mars means that nothing was borne off; the result and the number of checkers disagree."),
        "last_roll_due": _("{player} has one more roll; say how many checkers are off after it."),
        "no_last_roll": _("Nobody has a last roll now."),
        "not_your_last_roll": _("The last roll is {player}'s."),
        # the board
        "no_board": _("The plays of this game were not recorded from its start."),
        "not_on_turn": _("It is {player}'s turn."),
        "roll_first": _("First the dice are thrown."),
        "play_first": _("The last roll has not been played yet."),
        "rolled_already": _("The cube is turned before the roll, and the dice lie there."),
        "one_side_rolls": _("Both throw only to open a game of backgammon, a die each."),
        "play_refused": _("“{moves}” cannot be played. {why}"),
        "nothing_to_challenge": _("There is no play of the other side that could be challenged now."),
        "roll_waits": _("Nobody rolls while these cubes wait for an answer: {members}."),
        # seats
        "already_at_table": _("{player} already sits at this table."),
        "two_players_only": _("This is a game for two; both seats are taken."),
        "last_one_here": _("{player} is the last one here and keeps the box; close the table instead."),
        "box_cannot_leave": _("{player} is the box and cannot leave or sit out in the middle of a game."),
        "has_left": _("{player} has gone home already."),
        "nobody_to_follow": _(
            "{player} is the last of the team who plays, so nobody can play that cube on; "
            "end the game, resign or make a deal."
        ),
        "points_to_leave": _("{player}'s cube is still open: say for how many points it is settled."),
        "no_points_to_leave": _("No points are to be settled when {player} leaves now."),
        "proxy_to_leave": _("Say who of the team decides from now on about the cubes of: {members}."),
        "no_proxy_to_leave": _("Nobody has to act for {player} who leaves now."),
        "cannot_be_proxy": _("{player} cannot act for a player who leaves; it can be: {members}."),
        "already_sits_out": _("{player} already sits out."),
        "not_sitting_out": _("{player} does not sit out."),
        "no_partners": _("The house rules of this table know no partners for the box."),
        "too_few_for_partner": _("The box may take a partner when at least {least} play."),
        "no_partner_now": _("The box has no partner now."),
        "cannot_be_partner": _(
            "{player} cannot be the box's partner: it must be somebody in line who plays, "
            "and one must be left to play against."
        ),
        "nothing_to_decline": _("{player} has not just won the box, so there is nothing to decline."),
        "declining_off": _("By the house rules of this table the winner cannot decline the box."),
        "wrong_ring": _("The new order must name everybody at the table once, the box first."),
        "box_sits_out": _("{player} sits out and cannot be put in the box."),
        # the record
        "reason_missing": _("Please give a reason; it stays on the sheet."),
        "sum_not_zero": _("The points of a correction must come to zero together; these come to {sum}."),
        "nothing_to_undo": _("There is nothing to take back."),
        "no_such_row": _("The sheet has no line {row}."),
        "no_such_game": _("There is no finished game {game} to correct."),
        "needs_the_log": _("Taking back and correcting need the whole sheet."),
        "amendment_refused": _("Game {game} cannot be corrected like this: its act {act} ({word}) is refused. {why}"),
        "amendment_unfinished": _("The correction must play game {game} to its end, and only that game."),
        "later_act_refused": _(
            "Game {game} cannot be corrected like this, because line {row} ({word}) would no longer stand. {why}"
        ),
        "refusal_expected": _("This line stands, and the sheet says that it must be refused."),
        # soft rules
        "soft_box_double": _("A house rule speaks against it. {rule}"),
        "rule_box_double_same_value": _(
            "The box doubles all cubes of one value that he may turn, or none of them; left out: {members}."
        ),
        "rule_box_double_include_captain": _(
            "When the box doubles a cube of the same value as the captain's, he doubles {captain}'s too."
        ),
        "soft_box_answer": _("A house rule speaks against it. {rule}"),
        "rule_same_value_same_action": _(
            "The box gives cubes offered at one value the same answer: all taken or all dropped."
        ),
        "rule_all_or_none_initial": _("Of the cubes offered from the centre the box takes all or none."),
        "rule_at_least_half": _("The box takes at least half of the cubes offered, or drops them all."),
        "rule_majority": _("The box takes more than half of the cubes offered, or drops them all."),
        "rule_break_even": _(
            "The cubes that the box takes must be worth at least what he pays for those dropped, or he drops them all."
        ),
        "soft_must_take_captain": _(
            "The box must take {captain}'s cube when he takes another: the captain comes first."
        ),
        "soft_offer_window": _(
            "The box has answered an offer already; the others of the team can no longer double now."
        ),
        "soft_answer_order": _("By the house rules these answer first: {members}."),
        "soft_sole_taker": _("{member} is the only one left to take, and must beaver or drop."),
        # documents that cannot be read
        "unknown_kind": _('"{kind}" is not a kind of table.'),
        "unknown_preset": _('"{preset}" is not a preset of house rules.'),
        "preset_of_another_kind": _("The preset {preset} is not for a table of the kind {kind}."),
        "unknown_setting": _('"{setting}" is not a setting of the house rules.'),
        "bad_setting": _('The setting {setting} cannot be "{value}"; it can be: {allowed}.'),
        "setting_of_another_kind": _("A table of the kind {kind} has no setting {setting}."),
        "fixed_in_kind": _("On a table of the kind {kind} the setting {setting} is always {value}."),
        "impossible_backgammon": _("A backgammon cannot count less than a gammon (backgammon, gammon)."),
        "impossible_auto_consent": _(
            "With one cube for the team an automatic double cannot be for some players only (cube_mode, auto_consent)."
        ),
        "impossible_sole_taker": _(
            "The sole taker cannot be made to accept extras where the house rules know none (sole_taker, extras)."
        ),
        "unknown_action": _('"{act}" is not something that can be done at a table.'),
        "no_action": _('This does not say what was done ("do").'),
        "unknown_key": _('"{key}" is not known here.'),
        "missing_key": _('"{key}" is missing.'),
        "not_a_mapping": _("Keys with values are needed here."),
        "not_a_list": _("A list is needed here."),
        "empty_list": _("The list is empty."),
        "list_too_long": _("The list is too long; at most {most} can be here."),
        "not_text": _("Text is needed here."),
        "text_too_long": _("The text is too long; at most {most} characters can be here."),
        "not_a_flag": _("Only true or false can be here."),
        "not_a_number": _("A whole number is needed here."),
        "not_points": _(
            '"{value}" is no number of points; write a whole number or a decimal in quotes, such as "1.5".'
        ),
        "too_fine": _('"{value}" is too fine: points are counted in quarters at the finest.'),
        "too_large": _('"{value}" is too large.'),
        "stake_not_positive": _('A stake must be more than nothing, not "{value}".'),
        "not_one_of": _('"{value}" cannot be here; it can be: {allowed}.'),
        "not_a_name": _("A player's name is needed here."),
        "role_not_name": _('"{word}" is a word of the game, not a player\'s name.'),
        "not_checkers": _('"{value}" is no number of checkers; there are {most} of a colour.'),
        "not_dice": _("A roll is two dice, each from 1 to 6."),
        "not_a_seat": _("A seat number is needed here."),
        "not_in_amendment": _('"{act}" cannot be part of a correction.'),
        "unknown_format": _("This is not a scoresheet of format 1."),
        "players_or_rolls": _("Give the players or their throws, not both."),
        "not_a_throw": _("A throw is a whole number from 1 to 12."),
        "rolls_tied": _("These threw the same and must throw again: {names}."),
        "two_of_one_name": _("Two players are called {name}; give one of them another name."),
        "two_players": _("This is a game for two players, and nobody shares a side."),
        "wrong_number_of_players": _("A table needs at least two players and at most {most}."),
        "partner_never": _("The house rules of this table know no partners for the box."),
        "partner_too_early": _("The box may take a partner when at least {least} play."),
        "stake_of_nobody": _("{name} does not sit down here, so no stake can be given."),
        "not_an_amount": _('"{value}" is no amount of money; write a decimal in quotes, such as "0.50".'),
        "amount_too_fine": _('"{value}" is too fine: this currency has {decimals} decimals.'),
        "not_a_currency": _("A currency is three capital letters, such as EUR."),
        # why the box stays or goes, and who may advise
        "stays_captain_lost": _("{box} stays the box, because {captain}, the captain, lost."),
        "stays_captain_lost_at_a_loss": _(
            "{box} lost {points} in all and stays the box all the same: only the "
            "captain's own game counts for that, and {captain} lost it."
        ),
        "stays_profit": _("{box} stays the box, because the box won {points} in all."),
        "stays_break_even": _("{box} stays the box, because the box came out at {points} and so lost nothing in all."),
        "stays_won": _("{box} stays the box: the box won the game and came out at {points}."),
        "stays_beat_all": _("{box} stays the box, because the box beat everybody."),
        "stays_beat_most": _("{box} stays the box, because the box beat more than half of the team: {members}."),
        "goes_captain_won": _("{box} leaves the box, because {captain}, the captain, won."),
        "goes_captain_won_at_a_gain": _(
            "{box} won {points} in all and leaves the box all the same: only the "
            "captain's own game counts for that, and {captain} won it."
        ),
        "goes_no_profit": _("{box} leaves the box: the box must win in all to stay, and came out at {points}."),
        "goes_below_zero": _("{box} leaves the box: the box must not lose in all to stay, and came out at {points}."),
        "goes_lost_position": _("{box} leaves the box, because the team won the game."),
        "goes_not_all": _("{box} leaves the box: the box must beat everybody to stay, and did not beat {members}."),
        "goes_not_most": _(
            "{box} leaves the box: the box must beat more than half of the team to stay, and did not beat {members}."
        ),
        "box_to_captain": _("{box} won as captain and is the next box."),
        "box_to_next": _("{box} is next in line and takes the box."),
        "consult_always": _("{captain} plays for the team; everybody on the team may advise."),
        "consult_never": _("{captain} plays for the team; nobody may advise."),
        "consult_turned": _(
            "{captain} plays for the team; only those whose cube has been turned may advise: {members}."
        ),
        "consult_none_turned": _("{captain} plays for the team; nobody may advise until a cube has been turned."),
        # warnings
        "dead_cube": _("A dead cube was turned: whoever doubled wins the match with that game anyway."),
        "undeclared": _("A deal left the captain's game open: say who won it before the next game starts."),
        "too_many": _("{here} are at the table; above {most} it is better to split into two tables."),
    }
)
"""English sentences with `{placeholders}`; the edge translates them and puts names in."""
