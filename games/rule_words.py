"""House rules in a player's words: every setting with its value, in groups, as a page or a mail can show them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as mark

from games.rules.points import format_points
from games.rules.settings import HouseRules, Kind

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    mark("The cube"): (
        "cube_mode", "team_double", "animals", "jacoby", "jacoby_auto_counts", "auto_max", "auto_consent", "cap",
    ),
    mark("Doubling and answering"): (
        "box_double", "box_answer", "must_take_captain", "offer_window", "answer_order", "sole_taker",
        "sole_taker_initial_only", "extras", "deals", "point_step",
    ),
    mark("Results and the box"): (
        "gammon", "backgammon", "retention", "captain_drop", "decline_box",
    ),
    mark("Seats"): ("join", "leave", "partner_min", "partner_pick", "partner_odd_to", "max_players", "consult"),
    mark("The house"): ("table_fee",),
}  # fmt: skip

NAMES: Final[Mapping[str, str]] = {
    "cube_mode": mark("Cubes"),
    "team_double": mark("The team doubles when"),
    "animals": mark("Turns at once after a double"),
    "jacoby": mark("Gammons count once the cube was turned (Jacoby)"),
    "jacoby_auto_counts": mark("An automatic double counts as turned"),
    "auto_max": mark("Automatic doubles a game"),
    "auto_consent": mark("An automatic double is for"),
    "cap": mark("Highest cube"),
    "box_double": mark("The box doubles"),
    "box_answer": mark("The box answers"),
    "must_take_captain": mark("The box must take the captain before another"),
    "offer_window": mark("Members may join a round of doubles"),
    "answer_order": mark("Members answer"),
    "sole_taker": mark("The only one who takes"),
    "sole_taker_initial_only": mark("That rule is for cubes from the centre only"),
    "extras": mark("Extras"),
    "deals": mark("Deals"),
    "point_step": mark("Deals go in steps of"),
    "gammon": mark("A gammon counts"),
    "backgammon": mark("A backgammon counts"),
    "retention": mark("The box stays when"),
    "captain_drop": mark("When the captain drops"),
    "decline_box": mark("Passing the box on"),
    "join": mark("A newcomer sits"),
    "leave": mark("When somebody goes home in a game"),
    "partner_min": mark("The box may take a partner from"),
    "partner_pick": mark("The partner is"),
    "partner_odd_to": mark("The odd point goes to"),
    "max_players": mark("Most at one table"),
    "consult": mark("Advice"),
    "table_fee": mark("Table fee a player and night"),
}

VALUES: Final[Mapping[str, Mapping[str, str]]] = {
    "cube_mode": {"individual": mark("a cube for each member"), "single": mark("one cube for the team")},
    "team_double": {
        "unanimous": mark("all agree"), "captain": mark("the captain says so"), "majority": mark("more than half agree"),
    },
    "animals": {
        "0": mark("none"), "1": mark("beaver"), "2": mark("beaver and raccoon"), "3": mark("beaver, raccoon and otter"),
        "None": mark("no limit"),
    },
    "jacoby": {"per_cube": mark("that cube"), "global": mark("any cube of the game"), "none": mark("always")},
    "auto_max": {"0": mark("none"), "None": mark("no limit")},
    "auto_consent": {
        "all": mark("every cube"), "box": mark("every cube, if the box allows it"),
        "box_after_first": mark("every cube; after the first if the box allows it"),
        "individual": mark("the cubes of those who agree"),
    },
    "cap": {"None": mark("no limit")},
    "box_double": {
        "free": mark("whom it likes"), "same_value": mark("all cubes of one value, or none"),
        "include_captain": mark("the captain too, at the same value"),
    },
    "box_answer": {
        "free": mark("each cube by itself"), "same_value_same_action": mark("equal cubes the same"),
        "all_or_none_initial": mark("all cubes from the centre, or none"), "at_least_half": mark("at least half taken, or none"),
        "majority": mark("more than half taken, or none"), "break_even": mark("takes worth what the drops cost, or none"),
    },
    "offer_window": {"free": mark("until all are answered"), "close_on_first_answer": mark("until the box’s first answer")},
    "answer_order": {
        "any": mark("in any order"), "captain_first": mark("the captain first"), "captain_last": mark("the captain last"),
    },
    "sole_taker": {
        "free": mark("plays on as he likes"), "mandatory_beaver": mark("must beaver or drop"),
        "mandatory_beaver_captain": mark("must beaver or drop, if he is the captain"),
        "mandatory_extras": mark("must accept extras"),
    },
    "extras": {"none": mark("none"), "optional": mark("by agreement"), "mandatory": mark("must be accepted")},
    "retention": {
        "captain": mark("it beats the captain"), "profit": mark("it wins in all"), "break_even": mark("it does not lose in all"),
        "win_and_break_even": mark("it wins the game and does not lose in all"), "all": mark("it beats everybody"),
        "majority": mark("it beats more than half"),
    },
    "captain_drop": {
        "result_stands": mark("his own result still decides"), "position_passes": mark("the next in line is captain for all purposes"),
    },
    "decline_box": {"allowed": mark("allowed"), "forbidden": mark("not allowed")},
    "join": {"after_loser": mark("behind the last loser"), "before_loser": mark("ahead of the last loser")},
    "leave": {
        "follow_captain": mark("the cube follows the captain’s"), "forfeit": mark("the cube is lost at its value"),
        "deal": mark("the cube is settled for points"),
    },
    "partner_min": {"None": mark("never")},
    "partner_pick": {
        "last_first": mark("the last in line first"), "next_in_line": mark("the next in line"), "captain": mark("the captain"),
    },
    "partner_odd_to": {"box": mark("the box"), "partner": mark("the partner")},
    "consult": {
        "always": mark("always"), "turned_cubes": mark("from those whose cube was turned"), "never": mark("never"),
    },
    "table_fee": {"0": mark("none")},
}  # fmt: skip

OF_TWO: Final = frozenset({"animals", "jacoby", "jacoby_auto_counts", "auto_max", "cap", "deals", "point_step", "gammon", "backgammon", "table_fee"})


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
        RuleGroup(_(title), tuple(_rule(rules, key) for key in keys if key in known and (kind is not Kind.MONEY or key in OF_TWO)))
        for title, keys in GROUPS.items()
    )
    return tuple(group for group in groups if group.rules)


def _rule(rules: HouseRules, key: str) -> Rule:
    return Rule(_(NAMES[key]), value_told(key, getattr(rules, key)))


def value_told(key: str, value: object) -> str:
    """Return a setting's value in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if key == "point_step" and isinstance(value, int):
        return format_points(value)
    word = str(value.value) if isinstance(value, Enum) else str(value)
    known = VALUES.get(key, {}).get(word)
    return _(known) if known else word
