"""House rules in a player's words: every setting with its value, in groups, as a page or a mail can show them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from club.formats import unsigned_points
from games.rules.settings import HouseRules, Kind

PRESET_NAMES: Final = {
    "individual": _("Individual: a cube each"),
    "single": _("Single: one cube for the team"),
    "amsterdam": "Amsterdam",
    "rotterdam": "Rotterdam",
    "canberra": "Canberra",
    "cambridge": "Cambridge",
    "los_angeles": "Los Angeles",
    "clinton_hill": "Clinton Hill",
    "money": _("Money game"),
}
"""What the presets are called; places keep their names in every language."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    gettext_noop("The cube"): (
        "cube_mode",
        "team_double",
        "animals",
        "jacoby",
        "jacoby_auto_counts",
        "auto_max",
        "auto_consent",
        "cap",
    ),
    gettext_noop("Doubling and answering"): (
        "box_double",
        "box_answer",
        "must_take_captain",
        "offer_window",
        "answer_order",
        "sole_taker",
        "sole_taker_initial_only",
        "extras",
        "deals",
        "point_step",
    ),
    gettext_noop("Results and the box"): (
        "gammon",
        "backgammon",
        "retention",
        "captain_drop",
        "decline_box",
    ),
    gettext_noop("Seats"): ("join", "leave", "partner_min", "partner_pick", "partner_odd_to", "max_players", "consult"),
    gettext_noop("The house"): ("table_fee",),
}

NAMES: Final[Mapping[str, str]] = {
    "cube_mode": gettext_noop("Cubes"),
    "team_double": gettext_noop("The team doubles when"),
    "animals": gettext_noop("Turns at once after a double"),
    "jacoby": gettext_noop("Gammons count once the cube was turned (Jacoby)"),
    "jacoby_auto_counts": gettext_noop("An automatic double counts as turned"),
    "auto_max": gettext_noop("Automatic doubles a game"),
    "auto_consent": gettext_noop("An automatic double is for"),
    "cap": gettext_noop("Highest cube"),
    "box_double": gettext_noop("The box doubles"),
    "box_answer": gettext_noop("The box answers"),
    "must_take_captain": gettext_noop("The box must take the captain before another"),
    "offer_window": gettext_noop("Members may join a round of doubles"),
    "answer_order": gettext_noop("Members answer"),
    "sole_taker": gettext_noop("The only one who takes"),
    "sole_taker_initial_only": gettext_noop("That rule is for cubes from the centre only"),
    "extras": gettext_noop("Extras"),
    "deals": gettext_noop("Deals"),
    "point_step": gettext_noop("Deals go in steps of"),
    "gammon": gettext_noop("A gammon counts"),
    "backgammon": gettext_noop("A backgammon counts"),
    "retention": gettext_noop("The box stays when"),
    "captain_drop": gettext_noop("When the captain drops"),
    "decline_box": gettext_noop("Passing the box on"),
    "join": gettext_noop("A newcomer sits"),
    "leave": gettext_noop("When somebody goes home in a game"),
    "partner_min": gettext_noop("The box may take a partner from"),
    "partner_pick": gettext_noop("The partner is"),
    "partner_odd_to": gettext_noop("The odd point goes to"),
    "max_players": gettext_noop("Most at one table"),
    "consult": gettext_noop("Advice"),
    "table_fee": gettext_noop("Table fee a player and night"),
}

VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "cube_mode": {
        "individual": gettext_noop("a cube for each member"),
        "single": gettext_noop("one cube for the team"),
    },
    "team_double": {
        "unanimous": gettext_noop("all agree"),
        "captain": gettext_noop("the captain says so"),
        "majority": gettext_noop("more than half agree"),
    },
    "animals": {
        "0": gettext_noop("none"),
        "1": gettext_noop("beaver"),
        "2": gettext_noop("beaver and raccoon"),
        "3": gettext_noop("beaver, raccoon and otter"),
        "None": gettext_noop("no limit"),
    },
    "jacoby": {
        "per_cube": gettext_noop("that cube"),
        "global": gettext_noop("any cube of the game"),
        "none": gettext_noop("always"),
    },
    "auto_max": {"0": gettext_noop("none"), "None": gettext_noop("no limit")},
    "auto_consent": {
        "all": gettext_noop("every cube"),
        "box": gettext_noop("every cube, if the box allows it"),
        "box_after_first": gettext_noop("every cube; after the first if the box allows it"),
        "individual": gettext_noop("the cubes of those who agree"),
    },
    "cap": {"None": gettext_noop("no limit")},
    "box_double": {
        "free": gettext_noop("whom it likes"),
        "same_value": gettext_noop("all cubes of one value, or none"),
        "include_captain": gettext_noop("the captain too, at the same value"),
    },
    "box_answer": {
        "free": gettext_noop("each cube by itself"),
        "same_value_same_action": gettext_noop("equal cubes the same"),
        "all_or_none_initial": gettext_noop("all cubes from the centre, or none"),
        "at_least_half": gettext_noop("at least half taken, or none"),
        "majority": gettext_noop("more than half taken, or none"),
        "break_even": gettext_noop("takes worth what the drops cost, or none"),
    },
    "offer_window": {
        "free": gettext_noop("until all are answered"),
        "close_on_first_answer": gettext_noop("until the box’s first answer"),
    },
    "answer_order": {
        "any": gettext_noop("in any order"),
        "captain_first": gettext_noop("the captain first"),
        "captain_last": gettext_noop("the captain last"),
    },
    "sole_taker": {
        "free": gettext_noop("plays on as he likes"),
        "mandatory_beaver": gettext_noop("must beaver or drop"),
        "mandatory_beaver_captain": gettext_noop("must beaver or drop, if he is the captain"),
        "mandatory_extras": gettext_noop("must accept extras"),
    },
    "extras": {
        "none": gettext_noop("none"),
        "optional": gettext_noop("by agreement"),
        "mandatory": gettext_noop("must be accepted"),
    },
    "retention": {
        "captain": gettext_noop("it beats the captain"),
        "profit": gettext_noop("it wins in all"),
        "break_even": gettext_noop("it does not lose in all"),
        "win_and_break_even": gettext_noop("it wins the game and does not lose in all"),
        "all": gettext_noop("it beats everybody"),
        "majority": gettext_noop("it beats more than half"),
    },
    "captain_drop": {
        "result_stands": gettext_noop("his own result still decides"),
        "position_passes": gettext_noop("the next in line is captain for all purposes"),
    },
    "decline_box": {"allowed": gettext_noop("allowed"), "forbidden": gettext_noop("not allowed")},
    "join": {
        "after_loser": gettext_noop("behind the last loser"),
        "before_loser": gettext_noop("ahead of the last loser"),
    },
    "leave": {
        "follow_captain": gettext_noop("the cube follows the captain’s"),
        "forfeit": gettext_noop("the cube is lost at its value"),
        "deal": gettext_noop("the cube is settled for points"),
    },
    "partner_min": {"None": gettext_noop("never")},
    "partner_pick": {
        "last_first": gettext_noop("the last in line first"),
        "next_in_line": gettext_noop("the next in line"),
        "captain": gettext_noop("the captain"),
    },
    "partner_odd_to": {"box": gettext_noop("the box"), "partner": gettext_noop("the partner")},
    "consult": {
        "always": gettext_noop("always"),
        "turned_cubes": gettext_noop("from those whose cube was turned"),
        "never": gettext_noop("never"),
    },
    "table_fee": {"0": gettext_noop("none")},
}

OF_TWO: Final = frozenset(
    {
        "animals",
        "jacoby",
        "jacoby_auto_counts",
        "auto_max",
        "cap",
        "deals",
        "point_step",
        "gammon",
        "backgammon",
        "table_fee",
    }
)


@dataclass(frozen=True, slots=True)
class Rule:
    name: str
    value: str


@dataclass(frozen=True, slots=True)
class RuleGroup:
    title: str
    rules: tuple[Rule, ...]


def told(rules: HouseRules, kind: Kind = Kind.CHOUETTE) -> tuple[RuleGroup, ...]:
    """Return every setting that matters for this kind of game, in words of the reader's language."""
    known = {field.name for field in fields(HouseRules)}
    groups = (
        RuleGroup(
            gettext(title),
            tuple(_rule(rules, key) for key in keys if key in known and (kind is not Kind.MONEY or key in OF_TWO)),
        )
        for title, keys in GROUPS.items()
    )
    return tuple(group for group in groups if group.rules)


def _rule(rules: HouseRules, key: str) -> Rule:
    return Rule(gettext(NAMES[key]), value_told(key, getattr(rules, key)))


def value_told(key: str, value: object) -> str:
    """Return a setting's value in words."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if key == "point_step" and isinstance(value, int):
        return unsigned_points(value)
    word = str(value.value) if isinstance(value, Enum) else str(value)
    known = VALUES.get(key, {}).get(word)
    return gettext(known) if known else word


def rules_told(name: str) -> str:
    """Return the name that a table's rules go by: a preset's in the reader's language, the club's own as it is."""
    return str(PRESET_NAMES.get(name, name))
