"""The rule behind every reason: why the box stays or goes, who takes it, who may advise."""

from games.rules.rule_behind.section import Section, Topic, of_the_game, of_the_house

REASONS = Topic(
    "Reasons",
    of_the_house(
        "retention",
        "stays_captain_lost",
        "stays_captain_lost_at_a_loss",
        "stays_profit",
        "stays_break_even",
        "stays_won",
        "stays_beat_all",
        "stays_beat_most",
        "goes_captain_won",
        "goes_captain_won_at_a_gain",
        "goes_no_profit",
        "goes_below_zero",
        "goes_lost_position",
        "goes_not_all",
        "goes_not_most",
        section=Section.SEATS,
    )
    | of_the_game(Section.SEATS, "box_to_captain", "box_to_next")
    | of_the_house("consult", "consult_always", "consult_never", "consult_turned", "consult_none_turned"),
    intro="Shown with every finished game of a chouette, and beside the table while it is played.",
)
