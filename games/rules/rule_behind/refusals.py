"""The rule behind every refusal and every warning."""

from games.rules.rule_behind.section import Section, Topic, of_the_game, of_the_house

WHO = Topic(
    "Who may act, and when",
    of_the_game(Section.SHEET, "unknown_player", "named_twice", "no_game", "game_on", "both_sides")
    | of_the_game(
        Section.CHOUETTE,
        "not_at_table",
        "not_in_game",
        "box_not_allowed",
        "partner_does_not_act",
        "wrong_opponent",
        "not_enough_players",
        "offer_open",
    )
    | of_the_game(Section.SEATS, "undeclared_game"),
)

CUBE = Topic(
    "The cube",
    of_the_game(
        Section.CHOUETTE,
        "cube_closed",
        "not_your_cube",
        "already_offered",
        "once_per_round",
        "nothing_to_double",
        "no_offer",
        "nothing_to_answer",
        "not_yours_to_answer",
        "offer_changed",
        "answer_the_double",
        "answer_the_animal",
    )
    | of_the_game(Section.CUBE, "automatic_too_late")
    | of_the_game(Section.SHEET, "past_limit")
    | of_the_house("cap", "past_cap")
    | of_the_house("animals", "animal_off")
    | of_the_house("team_double", "team_not_agreed")
    | of_the_house("cube_mode", "whole_team", "captain_answers", "beaver_too_late")
    | of_the_house("leave", "follows_captain")
    | of_the_house("auto_max", "automatic_off", "automatic_too_many")
    | of_the_house("auto_consent", "automatic_for_all"),
)

SETTLING = Topic(
    "Deals, extras and the end of a game",
    of_the_game(Section.CHOUETTE, "deal_with_box")
    | of_the_game(Section.SEATS, "nothing_to_declare", "already_declared")
    | of_the_game(Section.SHEET, "name_the_winner")
    | of_the_house("deals", "deals_off")
    | of_the_house("point_step", "finer_than_step")
    | of_the_house("extras", "extras_off", "not_sole_taker", "not_a_dropper", "extra_twice", "extra_too_late"),
)

OF_TWO = Topic(
    "Matches and long nard",
    of_the_game(Section.MATCH, "crawford", "match_of_two")
    | of_the_game(Section.LONG_NARD, "borne_off_by_loser", "borne_off_wrong", "result_disagrees", "draw_has_no_winner")
    | of_the_game(Section.SHEET, "wrong_result")
    | of_the_house("target", "match_over")
    | of_the_house("cube", "no_cube")
    | of_the_house("last_roll", "no_draw", "last_roll_due", "no_last_roll", "not_your_last_roll"),
)

BOARD = Topic(
    "The board",
    of_the_game(Section.BOARD, "not_on_turn", "roll_first", "play_first", "one_side_rolls", "play_refused")
    | of_the_game(Section.CUBE, "rolled_already", "roll_waits")
    | of_the_game(Section.SHEET, "no_board", "nothing_to_challenge"),
    intro="What is wrong with a play is said in the words of [the board](board.md), "
    "with codes that begin with `board_`.",
)

SEATS = Topic(
    "Seats",
    of_the_game(
        Section.CHOUETTE,
        "already_at_table",
        "last_one_here",
        "box_cannot_leave",
        "has_left",
        "already_sits_out",
        "not_sitting_out",
        "no_partner_now",
        "cannot_be_partner",
        "nothing_to_decline",
        "box_sits_out",
    )
    | of_the_game(Section.CUBE, "two_players_only")
    | of_the_game(Section.SHEET, "wrong_ring")
    | of_the_house(
        "leave",
        "nobody_to_follow",
        "points_to_leave",
        "no_points_to_leave",
        "proxy_to_leave",
        "no_proxy_to_leave",
        "cannot_be_proxy",
    )
    | of_the_house("partner_min", "no_partners", "too_few_for_partner")
    | of_the_house("decline_box", "declining_off"),
)

RECORD = Topic(
    "The record",
    of_the_game(
        Section.SHEET,
        "reason_missing",
        "nothing_to_undo",
        "no_such_row",
        "no_such_game",
        "needs_the_log",
        "amendment_refused",
        "amendment_unfinished",
        "later_act_refused",
        "refusal_expected",
    )
    | of_the_game(Section.POINTS, "sum_not_zero"),
)

SOFT = Topic(
    "Soft refusals",
    of_the_house("box_double", "soft_box_double", "rule_box_double_same_value", "rule_box_double_include_captain")
    | of_the_house(
        "box_answer",
        "soft_box_answer",
        "rule_same_value_same_action",
        "rule_all_or_none_initial",
        "rule_at_least_half",
        "rule_majority",
        "rule_break_even",
    )
    | of_the_house("must_take_captain", "soft_must_take_captain")
    | of_the_house("offer_window", "soft_offer_window")
    | of_the_house("answer_order", "soft_answer_order")
    | of_the_house("sole_taker", "soft_sole_taker"),
    intro=(
        "A code that starts with `soft_` can be overridden: give the action `override: true` and a `reason`. The codes "
        "that start with `rule_` are the house rule named inside such a refusal."
    ),
)

WARNINGS = Topic(
    "Warnings",
    of_the_game(Section.SEATS, "undeclared")
    | of_the_game(Section.MATCH, "dead_cube")
    | of_the_house("max_players", "too_many"),
    intro="Nothing is refused; the table should look at it.",
)
