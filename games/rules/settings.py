"""The house rules: every setting, its values and defaults, and the presets. Rule: §5."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import TypeAlias

from games.board.turns import HeadException
from games.rules.points import format_points

Json: TypeAlias = "str | int | bool | None"

LARGEST_CUBE = 1 << 20
"""What the sheet can count; a table's own `cap` is lower or none."""


class Kind(StrEnum):
    CHOUETTE = "chouette"
    MONEY = "money"
    MATCH = "match"
    LONG_NARD = "long_nard"

    @property
    def is_for_two(self) -> bool:
        """Whether two play it; the log still calls them box and captain, which then means nothing."""
        return self is not Kind.CHOUETTE


class CubeMode(StrEnum):
    INDIVIDUAL = "individual"
    SINGLE = "single"


class TeamDouble(StrEnum):
    UNANIMOUS = "unanimous"
    CAPTAIN = "captain"
    MAJORITY = "majority"


class BoxDouble(StrEnum):
    FREE = "free"
    SAME_VALUE = "same_value"
    INCLUDE_CAPTAIN = "include_captain"


class BoxAnswer(StrEnum):
    FREE = "free"
    SAME_VALUE_SAME_ACTION = "same_value_same_action"
    ALL_OR_NONE_INITIAL = "all_or_none_initial"
    AT_LEAST_HALF = "at_least_half"
    MAJORITY = "majority"
    BREAK_EVEN = "break_even"


class OfferWindow(StrEnum):
    FREE = "free"
    CLOSE_ON_FIRST_ANSWER = "close_on_first_answer"


class AnswerOrder(StrEnum):
    ANY = "any"
    CAPTAIN_FIRST = "captain_first"
    CAPTAIN_LAST = "captain_last"


class SoleTaker(StrEnum):
    FREE = "free"
    MANDATORY_BEAVER = "mandatory_beaver"
    MANDATORY_BEAVER_CAPTAIN = "mandatory_beaver_captain"
    MANDATORY_EXTRAS = "mandatory_extras"


class Extras(StrEnum):
    NONE = "none"
    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class AutoConsent(StrEnum):
    ALL = "all"
    BOX = "box"
    BOX_AFTER_FIRST = "box_after_first"
    INDIVIDUAL = "individual"


class Jacoby(StrEnum):
    PER_CUBE = "per_cube"
    GLOBAL = "global"
    NONE = "none"


class CaptainDrop(StrEnum):
    RESULT_STANDS = "result_stands"
    POSITION_PASSES = "position_passes"


class Retention(StrEnum):
    CAPTAIN = "captain"
    PROFIT = "profit"
    BREAK_EVEN = "break_even"
    WIN_AND_BREAK_EVEN = "win_and_break_even"
    ALL = "all"
    MAJORITY = "majority"


class DeclineBox(StrEnum):
    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class Joining(StrEnum):
    AFTER_LOSER = "after_loser"
    BEFORE_LOSER = "before_loser"


class Leaving(StrEnum):
    FOLLOW_CAPTAIN = "follow_captain"
    PROXY = "proxy"
    FORFEIT = "forfeit"
    DEAL = "deal"


class PartnerPick(StrEnum):
    LAST_FIRST = "last_first"
    NEXT_IN_LINE = "next_in_line"
    CAPTAIN = "captain"


class PartnerOddTo(StrEnum):
    BOX = "box"
    PARTNER = "partner"


class Consult(StrEnum):
    ALWAYS = "always"
    TURNED_CUBES = "turned_cubes"
    NEVER = "never"


class Ending(StrEnum):
    MARS = "mars"
    OIN = "oin"


class First(StrEnum):
    LOSER = "loser"
    ALTERNATE = "alternate"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules:
    """A table's resolved settings, frozen when play starts. Rule: §5.

    `animals` None is unlimited, `auto_max` None is no limit, `cap` None is no cap and
    `partner_min` None is never; `point_step` is in quarter points.
    """

    cube_mode: CubeMode = CubeMode.INDIVIDUAL
    team_double: TeamDouble = TeamDouble.UNANIMOUS
    box_double: BoxDouble = BoxDouble.FREE
    box_answer: BoxAnswer = BoxAnswer.FREE
    must_take_captain: bool = False
    offer_window: OfferWindow = OfferWindow.FREE
    answer_order: AnswerOrder = AnswerOrder.ANY
    sole_taker: SoleTaker = SoleTaker.FREE
    sole_taker_initial_only: bool = True
    extras: Extras = Extras.NONE
    animals: int | None = 1
    auto_max: int | None = 1
    auto_consent: AutoConsent = AutoConsent.ALL
    jacoby: Jacoby = Jacoby.PER_CUBE
    jacoby_auto_counts: bool = False
    gammon: int = 2
    backgammon: int = 3
    cap: int | None = None
    captain_drop: CaptainDrop = CaptainDrop.RESULT_STANDS
    retention: Retention = Retention.CAPTAIN
    decline_box: DeclineBox = DeclineBox.ALLOWED
    join: Joining = Joining.AFTER_LOSER
    leave: Leaving = Leaving.FOLLOW_CAPTAIN
    partner_min: int | None = 6
    partner_pick: PartnerPick = PartnerPick.LAST_FIRST
    partner_odd_to: PartnerOddTo = PartnerOddTo.BOX
    deals: bool = True
    point_step: int = 4
    table_fee: str = "0"
    max_players: int = 6
    consult: Consult = Consult.ALWAYS
    target: int = 7
    ending: Ending = Ending.MARS
    first: First = First.LOSER
    last_roll: bool = False
    head_exception: HeadException = HeadException.WHITE
    cube: bool = False

    @property
    def single(self) -> bool:
        """Whether the team has one cube together."""
        return self.cube_mode is CubeMode.SINGLE

    def to_document(self, kind: Kind) -> dict[str, Json]:
        """Return every setting of that kind of table as plain JSON; `read_rules` reads it back."""
        plain: dict[str, Json] = {key: getattr(self, key) for key in SETTINGS_OF[kind]}
        plain |= {"animals": "unlimited" if self.animals is None else self.animals}
        if "point_step" in plain:
            plain["point_step"] = format_points(self.point_step)
        return {key: str(value) if isinstance(value, StrEnum) else value for key, value in plain.items()}


FIXED: Mapping[Kind, Mapping[str, Json]] = {
    Kind.MATCH: {"jacoby": "none", "animals": 0, "auto_max": 0, "deals": False},
    Kind.LONG_NARD: {"jacoby": "none", "animals": 0, "auto_max": 0},
}
"""Money customs that a kind of play does not know: their settings have one value there. Rule: §3, §8."""

_OF_MATCH = ("gammon", "backgammon", "cap", "table_fee", "target")
_OF_LONG_NARD = (
    "ending", "first", "last_roll", "head_exception", "cube", "cap", "deals", "point_step", "table_fee",
)  # fmt: skip
_OF_TWO_ALONE = frozenset({"target", "ending", "first", "last_roll", "head_exception", "cube"})
_OF_MONEY = tuple(field.name for field in fields(HouseRules) if field.name not in _OF_TWO_ALONE)

SETTINGS_OF: Mapping[Kind, tuple[str, ...]] = {
    Kind.CHOUETTE: _OF_MONEY,
    Kind.MONEY: _OF_MONEY,
    Kind.MATCH: (*_OF_MATCH, *FIXED[Kind.MATCH]),
    Kind.LONG_NARD: (*_OF_LONG_NARD, *FIXED[Kind.LONG_NARD]),
}
"""The settings that a kind of table has, those that are fixed there included. Rule: §5."""


PRESETS: Mapping[str, Mapping[str, Json]] = {
    "individual": {},
    "single": {"cube_mode": "single"},
    "amsterdam": {"box_answer": "same_value_same_action", "consult": "turned_cubes"},
    "rotterdam": {
        "box_answer": "same_value_same_action",
        "consult": "turned_cubes",
        "animals": 2,
    },
    "canberra": {
        "animals": 2,
        "auto_max": None,
        "auto_consent": "box_after_first",
        "must_take_captain": True,
        "sole_taker": "mandatory_beaver",
        "offer_window": "close_on_first_answer",
        "retention": "win_and_break_even",
        "consult": "turned_cubes",
    },
    "cambridge": {"animals": 0, "auto_max": 0, "deals": False, "join": "before_loser"},
    "los_angeles": {
        "box_double": "include_captain",
        "box_answer": "break_even",
        "must_take_captain": True,
        "extras": "mandatory",
        "sole_taker": "mandatory_extras",
        "retention": "win_and_break_even",
        "partner_pick": "next_in_line",
        "max_players": 7,
        "consult": "never",
    },
    "clinton_hill": {
        "animals": 2,
        "auto_max": 0,
        "box_answer": "at_least_half",
        "answer_order": "captain_last",
        "sole_taker": "mandatory_beaver_captain",
        "consult": "turned_cubes",
    },
    "money": {},
    "match": {"target": 7},
    "long_nard": {
        "ending": "mars",
        "first": "loser",
        "last_roll": False,
        "head_exception": "white",
        "cube": False,
    },
}
"""What each preset changes from the defaults. Rule: §5, Presets."""

OWN_PRESETS: Mapping[Kind, tuple[str, ...]] = {Kind.MATCH: ("match",), Kind.LONG_NARD: ("long_nard",)}


def presets_of(kind: Kind) -> tuple[str, ...]:
    """Return the presets that a kind of table may name; a money game may be played by a club's chouette rules."""
    others = {name for names in OWN_PRESETS.values() for name in names}
    return OWN_PRESETS.get(kind) or tuple(name for name in PRESETS if name not in others)
