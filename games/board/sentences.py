"""The catalogue: every sentence the board says, in English, by code."""

from collections.abc import Mapping
from types import MappingProxyType


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation and return it unchanged."""
    return sentence


_ = gettext_noop

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # plays that the rules forbid
        "must_use_both": _("More of the dice can be played, so more must be."),
        "must_use_higher": _("Only one of the two dice can be played, and the higher one can: it must be."),
        "bar_first": _("Checkers on the bar enter before anything else is moved."),
        "blocked": _("That point is closed: the other side holds it."),
        "not_all_home": _("Checkers are borne off only when all are in the home board."),
        "must_bear_off_higher": _(
            "A die higher than the point bears a checker off only when none stands on a higher point."
        ),
        "head_rule": _("No more checkers may leave the head in this turn."),
        "six_block": _("Six points in a row may be held only when an enemy checker is already ahead of them."),
        "no_checker": _("There is no checker on the place that one is moved from."),
        "not_on_dice": _("The dice do not lead there."),
        "not_a_step": _("That step does not belong to any play that is legal here."),
        # plays that cannot be read, or not in one way only
        "ambiguous": _("This may be more than one play: {plays}."),
        "text_too_long": _("Moves are a text of {most} characters at most."),
        "unreadable_move": _('"{part}" is not a move such as 13/8, bar/20* or 6/off(2).'),
        "wrong_direction": _('"{part}" goes the wrong way: checkers move from higher points to lower ones.'),
        "too_many_moves": _("No play moves more than {most} checkers."),
        "other_dice": _("The text names another roll than the one thrown."),
        "invalid_dice": _("A roll is two dice, each from 1 to 6."),
        # boards that cannot be
        "invalid_position": _("This position cannot be. {faults}"),
        "points_missing": _("A board has 24 points, and here are {points}."),
        "two_sides": _("The bar and the place for checkers borne off have a number for each side."),
        "not_whole": _("Checkers are counted in whole numbers."),
        "less_than_none": _("Nobody has fewer than no checkers on the bar or borne off."),
        "checkers_of_mover": _("The side to move has {count} checkers in all; it must be 15."),
        "checkers_of_other": _("The other side has {count} checkers in all; it must be 15."),
        "no_bar": _("There is no bar in long nard."),
        "both_shut_out": _("Both sides wait on the bar before a closed home board, which no play leads to."),
        "both_finished": _("Both sides have borne everything off."),
        # a board in words
        "white": _("White"),
        "black": _("Black"),
        "described": _("{mover} to move: {mine}, {pips} pips. {other}: {theirs}, {their_pips} pips."),
        # ids
        "only_backgammon": _("This format is for backgammon only."),
        "not_an_id": _("This is neither an XGID nor an ID of GNU Backgammon."),
        "not_an_xgid": _("This is not an XGID: 26 signs for the board and nine fields divided by colons."),
        "xgid_field": _('The field {field} of an XGID cannot be "{value}".'),
        "not_a_gnubg_id": _("This is not a GNU Backgammon ID: a position ID of 14 letters, a colon, a match ID of 12."),
        "not_a_position_id": _("This is not a position ID of GNU Backgammon, which has 14 letters."),
        "not_a_match_id": _("This is not a match ID of GNU Backgammon, which has 12 letters."),
        "two_on_a_point": _("Both sides would stand on one point."),
        "gnubg_no_animals": _("A match ID cannot say that a beaver or raccoon waits for an answer."),
        "gnubg_too_large": _("A match ID cannot hold so large a number."),
        "xgid_no_resignation": _("An XGID does not say that a resignation is offered."),
        "xgid_no_stage": _("An XGID does not say whether the game is over."),
        "xgid_no_jacoby_unsaid": _("An XGID cannot leave Jacoby open; it is written as off."),
        "xgid_no_beavers_unsaid": _("An XGID cannot leave beavers open; they are written as off."),
        "xgid_no_cap_unsaid": _("An XGID cannot leave the cap of the cube open; it is written as 1024."),
        "gnubg_no_beavers": _("A match ID does not say whether beavers are allowed."),
        "gnubg_no_cap": _("A match ID does not hold the cap of the cube."),
        "gnubg_no_sides": _("GNU Backgammon's IDs call whoever is on roll player 1, whichever side that was."),
        "gnubg_no_jacoby_unsaid": _("A match ID cannot leave Jacoby open; it is written as off."),
        # .mat files
        "not_a_mat": _('This is not a .mat file: it has no line such as "7 point match" or no players.'),
        "mat_too_long": _("A .mat file has {most} characters at most."),
        "mat_twice": _("Line {line}: the length of the match is said a second time."),
        "mat_other_players": _("Line {line}: other players sit down; a file holds one pair."),
        "mat_line": _("Line {line} cannot be read."),
        "mat_no_score": _("Line {line}: the game has no line with the players and their scores."),
        "mat_moves": _("Line {line}: {why}"),
        "mat_act": _("Line {line}: {why}"),
        "mat_cube": _("The cube cannot be turned or answered like that now."),
        "mat_not_on_turn": _("It is the other side's turn."),
        "mat_after_the_end": _("The game is over already."),
        "mat_points": _("The game that begins in line {line} cannot count so much, or not for that side."),
        "mat_unfinished": _("Line {line}: the game before this one has no end."),
        "mat_score": _("Line {line}: the score is not what the games before it make."),
        "mat_jacoby": _("Some games count by Jacoby's rule and others against it."),
        "mat_jacoby_on": _("The points tell that Jacoby's rule was played."),
        "mat_jacoby_off": _("The points tell that Jacoby's rule was not played."),
        "mat_jacoby_open": _("The points do not tell whether Jacoby's rule was played; the table has it, as is usual."),
        "mat_automatic": _("The game that begins in line {line} had automatic doubles: {count}."),
        "mat_illegal": _("Line {line} breaks a rule, and nobody challenged it. {why}"),
        "mat_no_settings": _("A .mat file does not hold whether Jacoby, beavers or automatic doubles were played."),
        "mat_no_resignation": _("A .mat file does not say that a game was resigned; its points are kept."),
        "mat_no_automatic": _("A .mat file does not hold an automatic double; the first offer tells of it."),
        "mat_no_animals": _("A .mat file writes a raccoon or higher animal as a beaver."),
        "mat_no_adjustments": _("A .mat file does not hold corrections of the points."),
        "mat_left_out": _("These games are not in it, as a .mat file cannot hold how they were recorded: {games}."),
        # rows of legal_plays
        "not_json": _("This line is not JSON."),
        "not_a_row": _("A row is an object with game, board and dice."),
        "not_a_board": _("The board of {game} is a list of {length} whole numbers."),
        "not_off": _("off is a list of two whole numbers: the mover's and the other's checkers borne off."),
        "not_a_flag": _("{key} can only be true or false."),
        "not_a_choice": _("{key} can be: {allowed}."),
        "first_turn_over": _("The first turn is over: a checker has left the head."),
    }
)
"""English sentences with `{placeholders}`; the edge translates them."""
