"""Scoresheets as plain documents: names, decimals, and the settings of the table in section 5."""

import unicodedata
from fractions import Fraction

DEFAULTS = {
    "cube_mode": "individual",
    "team_double": "unanimous",
    "box_double": "free",
    "box_answer": "free",
    "must_take_captain": False,
    "offer_window": "free",
    "answer_order": "any",
    "sole_taker": "free",
    "sole_taker_initial_only": True,
    "extras": "none",
    "animals": 1,
    "auto_max": 1,
    "auto_consent": "all",
    "jacoby": "per_cube",
    "jacoby_auto_counts": False,
    "gammon": 2,
    "backgammon": 3,
    "cap": None,
    "captain_drop": "result_stands",
    "retention": "captain",
    "decline_box": "allowed",
    "join": "after_loser",
    "leave": "follow_captain",
    "partner_min": 6,
    "partner_pick": "last_first",
    "partner_odd_to": "box",
    "deals": True,
    "point_step": "1",
    "table_fee": "0",
    "max_players": 6,
    "consult": "always",
}
WITH_ONE_CUBE = {"jacoby": "global", "captain_drop": "position_passes"}
OF_A_MATCH = {"target": 7, "jacoby": "none", "animals": 0, "auto_max": 0}
OF_LONG_NARD = {"ending": "mars", "first": "loser", "last_roll": False, "head_exception": "white", "cube": False}
PRESETS = {
    "individual": {},
    "single": {"cube_mode": "single"},
    "amsterdam": {"box_answer": "same_value_same_action", "consult": "turned_cubes"},
    "rotterdam": {"box_answer": "same_value_same_action", "consult": "turned_cubes", "animals": 2},
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
    "match": {},
    "long_nard": {},
}


def resolved(rules, kind):
    """Return every setting: what the sheet says, before its preset, before the defaults (section 5)."""
    given = {**PRESETS[rules.get("preset", "individual")], **rules}
    by_mode = WITH_ONE_CUBE if given.get("cube_mode") == "single" else {}
    by_kind = {"match": OF_A_MATCH, "long_nard": OF_LONG_NARD}.get(kind, {})
    return {**DEFAULTS, **by_mode, **by_kind, **given}


def plain(document):
    """Return a document whose texts have no spaces around them and one way of writing accents ([D])."""
    if isinstance(document, str):
        return unicodedata.normalize("NFC", document).strip()
    if isinstance(document, list):
        return [plain(one) for one in document]
    if isinstance(document, dict):
        return {plain(key): plain(value) for key, value in document.items()}
    return document


def seated(sheet):
    """Return the players in their first order, by throw where the sheet gives throws."""
    if "rolls" in sheet:
        return sorted(sheet["rolls"], key=lambda name: -sheet["rolls"][name])
    return list(sheet["players"])


def stakes_of(sheet):
    return {name: Fraction(str(stake)) for name, stake in sheet.get("stakes", {}).items()}


def pair_stake(stakes, one, other):
    """Return what a pair plays at: the smaller of its two stakes (section 4)."""
    return min(stakes.get(one, Fraction(1)), stakes.get(other, Fraction(1)))


def names_in(value):
    """Return the list that a name, a list of names or nothing stands for."""
    if value is None:
        return []
    return list(value) if isinstance(value, list) else [value]


def bring_stake(night, act):
    """A late comer may bring a stake of his own."""
    if act.get("stake") is not None:
        night["stakes"][act["player"]] = Fraction(str(act["stake"]))


def add(total, points):
    """Add the points of each name to the total."""
    for name, more in points.items():
        total[name] = total.get(name, Fraction(0)) + more


def adjust(night, act):
    """A correction of points, whatever the step of deals ([D])."""
    add(night["points"], {name: Fraction(str(points)) for name, points in act["points"].items()})


def decimal(points):
    """Return a Fraction of points as the sheet writes it: `1.5`, `-3`, `0`."""
    quarters = points * 4
    assert quarters.denominator == 1, points
    sign, (whole, rest) = "-" if quarters < 0 else "", divmod(abs(int(quarters)), 4)
    return sign + str(whole) + ["", ".25", ".5", ".75"][rest]
