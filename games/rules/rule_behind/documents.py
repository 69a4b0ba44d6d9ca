"""The rule behind everything that makes a document unreadable: how a sheet, house rules or an action are written."""

from games.rules.rule_behind.section import Section, Topic, of_the_game, of_the_house

DOCUMENTS = Topic(
    "Documents that cannot be read",
    of_the_game(
        Section.HOUSE_RULES,
        "unknown_kind",
        "unknown_preset",
        "preset_of_another_kind",
        "unknown_setting",
        "bad_setting",
        "setting_of_another_kind",
        "fixed_in_kind",
    )
    | of_the_house("backgammon", "impossible_backgammon")
    | of_the_house("auto_consent", "impossible_auto_consent")
    | of_the_house("sole_taker", "impossible_sole_taker")
    | of_the_house("partner_min", "partner_never", "partner_too_early")
    | of_the_game(
        Section.SHEET,
        "unknown_action",
        "no_action",
        "unknown_key",
        "missing_key",
        "not_a_mapping",
        "not_a_list",
        "empty_list",
        "list_too_long",
        "not_text",
        "text_too_long",
        "not_a_flag",
        "not_a_number",
        "not_points",
        "too_fine",
        "too_large",
        "stake_not_positive",
        "not_one_of",
        "not_a_name",
        "role_not_name",
        "not_checkers",
        "not_dice",
        "not_a_seat",
        "not_in_amendment",
        "unknown_format",
        "players_or_rolls",
        "not_a_throw",
        "rolls_tied",
        "two_of_one_name",
        "two_players",
        "wrong_number_of_players",
        "stake_of_nobody",
        "not_an_amount",
        "amount_too_fine",
        "not_a_currency",
    ),
    intro=(
        "The scoresheet, the house rules or an action is written wrongly. Nothing was judged; the answer says where. A "
        "code about one setting names it."
    ),
)
